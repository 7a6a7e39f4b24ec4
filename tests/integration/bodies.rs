/*!
Snapshots of whole response bodies.
*/

use axum::http::StatusCode;

use super::support::TestApp;

#[test]
fn statute_list_body_matches_the_snapshot() {
    insta::assert_json_snapshot!(TestApp::tiny().get("/api/v1/statutes?topic=fraud&jurisdiction=US").good(), @r#"
    {
      "data": [
        {
          "effectiveDate": "1948-06-25",
          "id": "federal-usc-18-1341",
          "jurisdiction": "United States",
          "jurisdictionId": "federal",
          "meta": {
            "citation": "18 U.S.C. § 1341",
            "jurisdiction": "federal",
            "last_updated": "2026-02-03",
            "license": "CC0 1.0",
            "source": "United States Code"
          },
          "sectionNumber": "§ 1341",
          "status": "amended",
          "summary": "Makes it a crime to use the mail for a fraud — “mail fraud”.",
          "title": "Frauds and swindles",
          "titleNumber": "18",
          "topics": [
            "fraud",
            "criminal-law"
          ]
        }
      ],
      "meta": {
        "hasMore": false,
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
    "#);
}

#[test]
fn case_list_body_matches_the_snapshot() {
    insta::assert_json_snapshot!(TestApp::tiny().get("/api/v1/cases?limit=2&offset=1").good(), @r#"
    {
      "data": [
        {
          "caseName": "Doe v. Roe",
          "citation": "9 F.3d 9",
          "court": "United States Court of Appeals for the Ninth Circuit",
          "decisionDate": "1999-09-09",
          "id": "ca9-9-f.3d-9",
          "jurisdiction": "United States",
          "jurisdictionId": "federal",
          "meta": {
            "citation": null,
            "jurisdiction": "federal",
            "last_updated": "2026-01-01",
            "license": "CC0 1.0",
            "source": "A test"
          },
          "summary": "Held that Doe wins.",
          "topics": [
            "privacy"
          ]
        },
        {
          "caseName": "scotus-1-test-1 v. State",
          "citation": "1 Test 1",
          "court": "Supreme Court of the United States",
          "decisionDate": "1973-01-22",
          "id": "scotus-1-test-1",
          "jurisdiction": "United States",
          "jurisdictionId": "federal",
          "meta": {
            "citation": null,
            "jurisdiction": "federal",
            "last_updated": "2026-01-01",
            "license": "CC0 1.0",
            "source": "A test"
          }
        }
      ],
      "meta": {
        "hasMore": true,
        "limit": 2,
        "offset": 1,
        "total": 4
      }
    }
    "#);
}

#[test]
fn bill_list_body_matches_the_snapshot() {
    insta::assert_json_snapshot!(TestApp::tiny().get("/api/v1/bills?chamber=senate").good(), @r#"
    {
      "data": [
        {
          "billNumber": "S. 7",
          "chamber": "senate",
          "id": "federal-119-s-7",
          "introducedDate": "2025-01-09",
          "jurisdiction": "United States",
          "jurisdictionId": "federal",
          "meta": {
            "citation": null,
            "jurisdiction": "federal",
            "last_updated": "2026-01-01",
            "license": "CC0 1.0",
            "source": "A test"
          },
          "status": "in_committee",
          "summary": "Asks for a study.",
          "title": "Title of federal-119-s-7",
          "topics": [
            "privacy",
            "agriculture"
          ]
        }
      ],
      "meta": {
        "hasMore": false,
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
    "#);
}

#[test]
fn empty_page_body_matches_the_snapshot() {
    let response = TestApp::tiny().get("/api/v1/bills?offset=9");
    insta::assert_snapshot!(response.text(), @r#"{"data":[],"meta":{"total":3,"limit":20,"offset":9,"hasMore":false}}"#);
}

#[test]
fn unknown_jurisdiction_body_matches_the_snapshot() {
    let response = TestApp::tiny().get("/api/v1/statutes?jurisdiction=Californa");
    insta::assert_json_snapshot!(response.error(StatusCode::BAD_REQUEST), @r#"
    {
      "details": {
        "problems": [
          {
            "message": "jurisdiction \"Californa\" is not in the catalogue; the nearest is California",
            "nearest": [
              {
                "id": "ca",
                "name": "California"
              }
            ],
            "parameter": "jurisdiction",
            "value": "Californa"
          }
        ]
      },
      "error": "jurisdiction \"Californa\" is not in the catalogue; the nearest is California"
    }
    "#);
}

#[test]
fn body_for_several_problems_matches_the_snapshot() {
    let response = TestApp::tiny().get("/api/v1/bills?limit=many&statuss=signed&chamber=upper&topic=");
    insta::assert_json_snapshot!(response.error(StatusCode::BAD_REQUEST), @r#"
    {
      "details": {
        "problems": [
          {
            "allowed": [
              "jurisdiction",
              "topic",
              "topic_all",
              "status",
              "chamber",
              "session",
              "congress",
              "q",
              "match",
              "citation",
              "introduced_from",
              "introduced_to",
              "id",
              "sort",
              "fields",
              "limit",
              "offset",
              "build"
            ],
            "message": "unknown parameter \"statuss\": the nearest is status; this endpoint takes jurisdiction, topic, topic_all, status, chamber, session, congress, q, match, citation, introduced_from, introduced_to, id, sort, fields, limit, offset, build",
            "nearest": "status",
            "parameter": "statuss"
          },
          {
            "message": "topic is empty: give it a value or leave it out",
            "parameter": "topic"
          },
          {
            "allowed": [
              "senate",
              "house"
            ],
            "message": "chamber must be one of senate, house; the one for \"upper\" is senate",
            "nearest": "senate",
            "parameter": "chamber",
            "value": "upper"
          },
          {
            "message": "limit must be between 1 and 100, in plain decimal digits",
            "parameter": "limit",
            "value": "many"
          }
        ]
      },
      "error": "unknown parameter \"statuss\": the nearest is status; this endpoint takes jurisdiction, topic, topic_all, status, chamber, session, congress, q, match, citation, introduced_from, introduced_to, id, sort, fields, limit, offset, build; topic is empty: give it a value or leave it out; chamber must be one of senate, house; the one for \"upper\" is senate; limit must be between 1 and 100, in plain decimal digits"
    }
    "#);
}

#[test]
fn body_for_a_parameterless_endpoint_matches_the_snapshot() {
    let response = TestApp::tiny().get("/api/v1/jurisdictions?limit=10");
    insta::assert_json_snapshot!(response.error(StatusCode::BAD_REQUEST), @r#"
    {
      "details": {
        "problems": [
          {
            "allowed": [
              "build"
            ],
            "message": "unknown parameter \"limit\": this endpoint takes build",
            "parameter": "limit"
          }
        ]
      },
      "error": "unknown parameter \"limit\": this endpoint takes build"
    }
    "#);
}

#[test]
fn unknown_path_body_matches_the_snapshot() {
    insta::assert_json_snapshot!(TestApp::tiny().get("/api/v1/judges").error(StatusCode::NOT_FOUND), @r#"
    {
      "error": "no endpoint has this path; the lists are /api/v1/statutes, /api/v1/cases, /api/v1/bills and /api/v1/jurisdictions; /docs describes every endpoint, and /openapi.json is its machine-readable form"
    }
    "#);
}

#[test]
fn rate_limit_body_matches_the_snapshot() {
    let (app, _) = TestApp::limited(1);
    app.get("/api/v1/bills").good();
    insta::assert_json_snapshot!(app.get("/api/v1/bills").error(StatusCode::TOO_MANY_REQUESTS), @r#"
    {
      "details": {
        "retryAfter": 60
      },
      "error": "too many requests: retry after 60 seconds"
    }
    "#);
}
