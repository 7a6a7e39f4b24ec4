/*!
Headers for HTTP caches: `ETag` and 304, `Cache-Control`, `Last-Modified`.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::http::{Method, StatusCode};
use lexdex::http::{CurrentSnapshot, SnapshotOptions};
use serde_json::json;

use super::corpus::{statute, tiny, with};
use super::support::{ROUTES, ReceivedResponse, TestApp, bundled_index, request, tiny_index};

const LISTS: [&str; 4] = ["/api/v1/statutes", "/api/v1/cases", "/api/v1/bills", "/api/v1/jurisdictions"];

/// Sends a request with one more header.
fn ask(app: &TestApp, method: Method, target: &str, name: &'static str, value: &str) -> ReceivedResponse {
    let mut request = request(method, target);
    request.headers_mut().insert(name, value.parse().unwrap());
    app.send(request)
}

fn get_unless(app: &TestApp, target: &str, tags: &str) -> ReceivedResponse {
    ask(app, Method::GET, target, "if-none-match", tags)
}

fn etag(app: &TestApp, target: &str) -> String {
    let response = app.get(target);
    assert_eq!(response.status, StatusCode::OK, "{target}: {}", response.text());
    response.header("etag").unwrap_or_else(|| panic!("{target} has no tag")).to_owned()
}

#[test]
fn etag_is_that_of_the_canonical_request() {
    let app = TestApp::bundled();
    let build = app.get("/api/v1/cases").header("lexdex-build").unwrap().to_owned();
    let with_build = format!("statutes?limit=21&build={build}");
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for spellings in [
        ["statutes", "statutes/", "statutes?", "statutes?&"].as_slice(),
        &["statutes?limit=21", &with_build],
        &["statutes?offset=1"],
        &["statutes?topic=landlord-tenant", "statutes?topi%63=landlord%2Dtenant"],
        &["statutes?topic=landlord+tenant", "statutes?topic=landlord%20tenant"],
        &["statutes?topic=privacy&jurisdiction=ny", "statutes?jurisdiction=ny&topic=privacy"],
        &["statutes?topic=fraud&topic=tenant&limit=1", "statutes?topic=fraud&limit=1&topic=tenant"],
        &["statutes?topic_all=fraud&topic_all=tenant"],
        &["cases"],
        &["cases?court=scotus", "cases?%63ourt=scotus"],
        &["cases?court=supreme"],
        &["cases?court=scotus&limit=1"],
        &["bills"],
        &["bills?chamber=senate&status=signed", "bills?status=signed&chamber=senate"],
        &["jurisdictions", "jurisdictions?"],
        &["cases?topic=fraud&sort=oldest"],
        &["statutes?fields=id,title", "statutes?fields=id%2Ctitle"],
        &["cases?q=mail+fraud", "cases?q=mail%20fraud"],
        &["cases?q=mail+fraud&match=any", "cases?match=any&q=mail+fraud"],
        &["cases?q=mail+fraud&match=all"],
        &["cases?q=fraud+mail"],
        &["cases?q=%22mail+fraud%22"],
        &["cases?citation=410+U.S.+113"],
        &["bills?congress=117"],
        &["cases?decided_from=2000-01-01"],
        &["cases?decided_to=2000-01-01"],
        &["cases?id=scotus-410-us-113"],
        &["cases/facets", "cases/facets/", "cases/facets?"],
        &["bills/facets"],
        &["cases/facets?q=mail+fraud"],
        &["cases/scotus-410-us-113", "cases/scotus-410-us-113/"],
        &["cases/scotus-410-us-113?fields=id"],
        &["cases/scotus-410-us-113/similar"],
        &["jurisdictions/ca"],
        &["topics"],
        &["courts"],
        &["coverage"],
        &["cases/export?format=csv"],
        &["cases/export?format=ndjson"],
        &["cases/export?format=csv&bom=true", "cases/export?bom=true&format=csv"],
    ] {
        let tags: BTreeSet<String> = spellings.iter().map(|target| etag(&app, &format!("/api/v1/{target}"))).collect();
        assert_eq!(tags.len(), 1, "{spellings:?}");
        for tag in tags {
            assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag} is strong");
            let other = seen.insert(tag, spellings[0]);
            assert_eq!(other, None, "{} has the same tag", spellings[0]);
        }
    }
}

#[test]
fn etags_depend_on_the_corpus_and_not_on_the_build() {
    let app = |corpus: &super::corpus::Corpus| TestApp::new(corpus.write().index(), SnapshotOptions::default());
    let mut changed = tiny();
    changed.statutes.push(with(statute("ca-new-1", "ca"), json!({ "title": "One more" })));
    let (one, same, other) = (app(&tiny()), app(&tiny()), app(&changed));
    for target in LISTS {
        assert_eq!(etag(&one, target), etag(&same, target));
        assert_ne!(etag(&one, target), etag(&other, target));
        assert_eq!(get_unless(&other, target, &etag(&one, target)).status, StatusCode::OK);
    }
}

#[test]
fn matching_etag_is_304() {
    for cache_bytes in [0, 1 << 20] {
        let app =
            TestApp::new(tiny_index(), SnapshotOptions { cache_bytes, max_age_secs: 60, ..SnapshotOptions::default() });
        for target in LISTS.iter().chain(&["/api/v1/statutes?topic=fraud&limit=1", "/api/v1/cases?court=no-such"]) {
            let whole = app.get(target);
            let tag = whole.header("etag").unwrap().to_owned();
            for tags in [tag.clone(), format!("W/{tag}"), format!("\"x\", W/\"y,\",{tag}"), "*".to_owned()] {
                for method in [Method::GET, Method::HEAD] {
                    let response = ask(&app, method, target, "if-none-match", &tags);
                    assert_eq!((response.status, response.text()), (StatusCode::NOT_MODIFIED, ""), "{target} {tags}");
                    let mut expected = whole.stable_headers();
                    // Some of these headers are forbidden in a 304, and the others are unnecessary.
                    for name in ["content-type", "content-length", "last-modified", "link"] {
                        expected.remove(name);
                    }
                    assert_eq!(response.stable_headers(), expected, "{target}");
                }
            }
            for tags in ["\"x\"", "", &tag[1..], &tag.to_uppercase().replace('-', "+")] {
                let response = get_unless(&app, target, tags);
                assert_eq!(
                    (response.stable_headers(), &response.body),
                    (whole.stable_headers(), &whole.body),
                    "{tags}"
                );
            }
        }
    }
}

#[test]
fn not_modified_response_counts_against_the_rate_limit() {
    let (app, _) = TestApp::limited(2);
    let tag = etag(&app, "/api/v1/bills");
    let response = get_unless(&app, "/api/v1/bills", &tag);
    assert_eq!((response.status, response.header("x-ratelimit-remaining")), (StatusCode::NOT_MODIFIED, Some("0")));
    assert_eq!(get_unless(&app, "/api/v1/bills", &tag).status, StatusCode::TOO_MANY_REQUESTS);
}

#[test]
fn invalid_request_is_400_despite_if_none_match() {
    let app = TestApp::tiny();
    for target in ["/api/v1/statutes?limit=0", "/api/v1/jurisdictions?limit=1"] {
        let response = get_unless(&app, target, "*");
        response.error(StatusCode::BAD_REQUEST);
        assert_eq!(response.header("etag"), None);
    }
}

#[test]
fn missing_record_is_404_despite_if_none_match() {
    let app = TestApp::tiny();
    for target in ["/api/v1/statutes/nothing", "/api/v1/cases/nothing?fields=id", "/api/v1/jurisdictions/atlantis"] {
        get_unless(&app, target, "*").error(StatusCode::NOT_FOUND);
    }
}

#[test]
fn only_successes_are_cacheable() {
    let options = SnapshotOptions { max_age_secs: 60, ..SnapshotOptions::default() };
    let app = TestApp::new(tiny_index(), options);
    for path in ROUTES {
        let expected = if path.starts_with("/api/") { "public, max-age=60" } else { "no-store" };
        assert_eq!(app.get(path).header("cache-control"), Some(expected), "{path}");
    }
    let (limited, _) = TestApp::limited(1);
    limited.get("/api/v1/bills").good();
    for response in [
        app.get("/api/v1/statutes?limit=0"),
        app.get("/nothing"),
        app.send(request(Method::POST, "/api/v1/cases")),
        app.get(&format!("/api/v1/cases?{}", "&".repeat(8192))),
        limited.get("/api/v1/bills"),
        limited.send_without_client(request(Method::GET, "/api/v1/bills")),
    ] {
        assert_eq!(response.header("cache-control"), Some("no-store"), "{response:?}");
        assert_eq!((response.header("etag"), response.header("last-modified")), (None, None), "{response:?}");
    }
}

#[test]
fn last_modified_is_the_latest_day_of_update() {
    let app = TestApp::bundled();
    let coverage = app.get("/api/v1/coverage").good();
    let days = coverage["data"].as_array().unwrap().iter().filter_map(|entry| entry["lastUpdated"].as_str());
    let day: jiff::civil::Date = days.max().unwrap().parse().unwrap();
    let expected = day.strftime("%a, %d %b %Y 00:00:00 GMT").to_string();
    for target in LISTS {
        assert_eq!(app.get(target).header("last-modified"), Some(expected.as_str()));
        let later = httpdate::fmt_http_date(std::time::SystemTime::now());
        ask(&app, Method::GET, target, "if-modified-since", &later).good();
    }
}

/// A cache with room for all responses of a test.
const CACHING: SnapshotOptions = SnapshotOptions { cache_bytes: 16 << 20, max_age_secs: 60, keep_previous_secs: 0 };

#[test]
fn repeated_target_gets_the_response_of_an_uncached_service() {
    let cached = TestApp::new(bundled_index(), CACHING);
    let uncached = TestApp::new(bundled_index(), SnapshotOptions { cache_bytes: 0, ..CACHING });
    for target in [
        "/api/v1/cases",
        "/api/v1/cases/?court=scotus&limit=100&offset=7",
        "/api/v1/cases?Court=scotus",
        "/api/v1/cases?court=scotus&court=ca9&fields=id",
        "/api/v1/cases/facets?topic=privacy",
        "/api/v1/cases/scotus-410-us-113",
        "/api/v1/cases/scotus-410-us-113/similar",
        "/api/v1/cases/no-such-case",
        "/api/v1/suggest?q=roe",
        "/api/v1/jurisdictions/ca",
    ] {
        for coding in ["identity", "gzip", "br", "zstd"] {
            for method in [Method::GET, Method::HEAD] {
                let expected = ask(&uncached, method.clone(), target, "accept-encoding", coding);
                for _ in 0..20 {
                    let response = ask(&cached, method.clone(), target, "accept-encoding", coding);
                    assert_eq!(response.status, expected.status, "{target}");
                    assert_eq!(response.stable_headers(), expected.stable_headers(), "{target}");
                    assert_eq!(response.body, expected.body, "{target}");
                }
            }
        }
        if let Some(etag) = uncached.get(target).header("etag") {
            for _ in 0..20 {
                assert_eq!(get_unless(&cached, target, etag).status, StatusCode::NOT_MODIFIED, "{target}");
                assert_eq!(get_unless(&cached, target, "\"other\"").status, StatusCode::OK, "{target}");
            }
        }
    }
}

#[test]
fn repeated_target_gets_the_new_build_after_a_swap() {
    let current = Arc::new(CurrentSnapshot::new(tiny_index(), CACHING));
    let (app, _) = TestApp::for_snapshot(Arc::clone(&current));
    let of_new_build = TestApp::new(bundled_index(), CACHING).get("/api/v1/cases");
    for _ in 0..10 {
        assert_ne!(app.get("/api/v1/cases").body, of_new_build.body);
    }
    current.swap(bundled_index());
    for _ in 0..10 {
        let response = app.get("/api/v1/cases");
        assert_eq!(response.stable_headers(), of_new_build.stable_headers());
        assert_eq!(response.body, of_new_build.body);
    }
}
