/*!
Federal bills by their Congress, by the law that they became, and by their number and Congress.
*/

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::contract::{Contract, List, bundled_corpus, text};
use super::oracle::check;
use super::parameters::refused;
use super::queries::{bill_spellings, citation_spellings};
use super::support::{Query, TestApp, target};

/// Returns the federal bills of the bundled corpus.
fn federal(contract: &Contract) -> impl Iterator<Item = &Value> {
    contract.records(List::Bills).iter().filter(|bill| bill["jurisdictionId"] == "federal")
}

fn one(name: &'static str, value: &str) -> Query {
    vec![(name, value.to_owned())]
}

#[test]
fn every_citation_and_number_finds_only_its_bill() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    for bill in federal(&contract) {
        let of_bill = bill_spellings(text(bill, "id"));
        assert_eq!(of_bill.len(), 7, "{bill}");
        for spelling in citation_spellings(bill, text(&bill["meta"], "citation")).into_iter().chain(of_bill) {
            let body = app.get(&target(List::Bills.path(), &one("citation", &spelling))).good();
            assert_eq!(body["meta"]["total"], 1, "{spelling}");
            assert_eq!(body["data"][0], *bill, "{spelling}");
        }
    }
}

#[test]
fn search_for_a_public_law_or_number_finds_the_bill_first() {
    let app = TestApp::bundled();
    for (q, id) in [
        ("public law 117-159", "federal-117-s-2938"),
        ("Pub. L. 117-159", "federal-117-s-2938"),
        ("117 Pub. L. 159", "federal-117-s-2938"),
        ("PL 117-159", "federal-117-s-2938"),
        ("H.R. 3684, 117th Cong.", "federal-117-hr-3684"),
        ("hr 3684 117th congress", "federal-117-hr-3684"),
    ] {
        let body = app.get(&target(List::Bills.path(), &one("q", q))).good();
        assert_eq!(body["data"][0]["id"], id, "{q}");
    }
}

#[test]
fn state_bill_is_found_by_its_number_state_and_session() {
    let app = TestApp::bundled();
    for (citation, jurisdiction, expected) in [
        ("Cal. A.B. 375 (2017-2018)", None, &["ca-2017-2018-ab375"][..]),
        ("California Assembly Bill No. 375, 2017-2018 Reg. Sess.", None, &["ca-2017-2018-ab375"]),
        ("A.B. 375", Some("ca"), &["ca-2017-2018-ab375"]),
        ("AB 375", Some("ca"), &["ca-2017-2018-ab375"]),
        ("ab375 (2018)", Some("ca"), &["ca-2017-2018-ab375"]),
        ("A.B. 375", Some("tx"), &[]),
        ("Cal. A.B. 375 (2010)", None, &[]),
        ("H.B. 1927, 87th Leg., Reg. Sess. (Tex. 2021)", None, &["tx-87r-hb1927"]),
        ("California Assembly Bill 375, 2018", None, &["ca-2017-2018-ab375"]),
        ("Tex. S.B. 8, 87th Leg.", None, &["tx-87r-sb8"]),
        ("Colo. S.B. 20-217", None, &["co-2020-sb20-217"]),
        ("Wyo. House Bill 46, 2025", None, &["wy-2025-hb0046"]),
        ("S. 474", Some("sc"), &["sc-125-s474"]),
        ("H.J. Res. 40", None, &["federal-111-hjres-40"]),
    ] {
        let jurisdiction = jurisdiction.map(|jurisdiction: &str| ("jurisdiction", jurisdiction.to_owned()));
        let query: Query = one("citation", citation).into_iter().chain(jurisdiction).collect();
        let body = app.get(&target(List::Bills.path(), &query)).good();
        let ids: Vec<&str> = body["data"].as_array().unwrap().iter().map(|bill| text(bill, "id")).collect();
        assert_eq!(ids, expected, "{citation}");
    }
}

#[test]
fn state_bill_of_a_text_has_its_state_beside_it() {
    let app = TestApp::bundled();
    let text = "See Cal. A.B. 375 (2017-2018); H.B. 1927, 87th Leg. (Tex. 2021); Cal. S.B. 99999 (2017). A.B. 375 too.";
    let body = app.post("/api/v1/citations", "text/plain; charset=utf-8", text.to_owned()).good();
    let found = body["data"].as_array().unwrap().iter();
    let found: Vec<_> = found.map(|bill| (&bill["text"], &bill["normalized"], &bill["records"][0]["id"])).collect();
    let expected = [
        (json!("Cal. A.B. 375"), json!("Cal. A.B. 375 (2017)"), json!("ca-2017-2018-ab375")),
        (json!("H.B. 1927"), json!("Tex. H.B. 1927, 87th Leg. (2021)"), json!("tx-87r-hb1927")),
        (json!("Cal. S.B. 99999"), json!("Cal. S.B. 99999 (2017)"), Value::Null),
    ];
    assert_eq!(found, expected.each_ref().map(|(text, normalized, id)| (text, normalized, id)));
}

#[test]
fn congress_selects_its_federal_bills() {
    let app = TestApp::bundled();
    let contract = Contract::read(&bundled_corpus());
    for number in ["1", "93", "111", "0111", "117", "118", "999"] {
        check(&app, &contract, List::Bills, &one("congress", number));
    }
    let total = |query: &str| app.get(&format!("/api/v1/bills?{query}")).good()["meta"]["total"].clone();
    assert!(total("congress=117").as_u64() > Some(0));
    assert_eq!(total("congress=11"), 0);
    assert_eq!(total("congress=117&jurisdiction=ca"), 0);
    assert_eq!(total("congress=117&session=federal-118"), 0);
    assert_eq!(total("congress=117&session=federal-117&session=federal-118"), total("session=FEDERAL-117"));
}

#[test]
fn every_bill_of_the_bundled_corpus_has_a_session_with_a_label() {
    let app = TestApp::bundled();
    let facets = app.get("/api/v1/bills/facets").good();
    let sessions = facets["data"]["session"].as_array().unwrap();
    let total: u64 = sessions.iter().map(|session| session["count"].as_u64().unwrap()).sum();
    assert_eq!(total, facets["meta"]["total"].as_u64().unwrap());
    for (value, label) in [
        ("federal-117", "117th Congress"),
        ("wy-2025", "Wyoming 2025"),
        ("ca-2017-2018", "California 2017-2018"),
        ("az-49th-2nd-regular", "Arizona 49th 2nd regular"),
        ("tx-87r", "Texas 87R"),
        ("co-2020", "Colorado 2020"),
    ] {
        assert!(sessions.iter().any(|session| session["value"] == value && session["label"] == label), "{value}");
    }
}

#[test]
fn congress_from_1_to_999_is_accepted_and_others_are_rejected() {
    let app = TestApp::bundled();
    for path in ["/api/v1/bills", "/api/v1/bills/facets", "/api/v1/bills/export"] {
        for congress in ["1", "999"] {
            assert_eq!(app.get(&format!("{path}?congress={congress}")).status, StatusCode::OK);
        }
        for congress in ["0", "1000", "117th", "-1", "18446744073709551733", "%D9%A1"] {
            let body = refused(&app, &format!("{path}?congress={congress}"), &["congress"]);
            assert!(body["error"].as_str().unwrap().starts_with("congress must be between 1 and 999"), "{body}");
        }
    }
    refused(&app, "/api/v1/statutes?congress=117", &["congress"]);
}
