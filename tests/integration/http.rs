/*!
Methods, paths, common headers and the length of a request target.
*/

use std::collections::{BTreeSet, HashSet};

use axum::http::{HeaderMap, Method, StatusCode};
use serde_json::json;

use super::support::{ROUTES, ReceivedResponse, TestApp, request, tiny_index};

/// Returns the methods of the `Allow` header.
fn allowed(response: &ReceivedResponse) -> BTreeSet<String> {
    response.header("allow").unwrap().split(',').map(|method| method.trim().to_owned()).collect()
}

fn read_only() -> BTreeSet<String> {
    ["GET", "HEAD", "OPTIONS"].map(str::to_owned).into()
}

#[test]
fn unknown_path_is_404_for_any_method() {
    let app = TestApp::tiny();
    for path in [
        "//",
        "/api",
        "/api/",
        "/api/v1",
        "/api/v1/",
        "/api/v2/statutes",
        "/api/v1/statute",
        "/api/v1/Statutes",
        "/api/v1/statutes/federal-usc-18-1341/text",
        "//api/v1/statutes",
        "/api/v1/../v1/statutes",
        "/api/v1/%73tatutes",
        "/api/v1/statutes%2F",
        "/api/v1/statutes%00",
        "/api/v1/cases.json",
        "/jurisdictions",
        "/healthz/live",
        "/favicon.ico",
        "/%FF",
        "/{path}",
        "/*",
    ] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            app.send(request(method, path)).error(StatusCode::NOT_FOUND);
        }
    }
}

#[test]
fn other_methods_are_405_with_the_allowed_ones() {
    let app = TestApp::tiny();
    let brew = Method::from_bytes(b"BREW").unwrap();
    for path in ROUTES {
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::TRACE, brew.clone()] {
            for path in [path.to_owned(), format!("{path}/"), format!("{path}?limit=0")] {
                let response = app.send(request(method.clone(), &path));
                response.error(StatusCode::METHOD_NOT_ALLOWED);
                assert_eq!(allowed(&response), read_only(), "{method} {path}");
            }
        }
    }
}

#[test]
fn asterisk_and_authority_targets_are_404() {
    let app = TestApp::tiny();
    for (method, target) in [(Method::CONNECT, "example.com:80"), (Method::OPTIONS, "*"), (Method::GET, "*")] {
        app.send(request(method, target)).error(StatusCode::NOT_FOUND);
    }
    app.send(request(Method::GET, "http://example.com/api/v1/bills")).good();
}

#[test]
fn trailing_slash_makes_no_difference() {
    let app = TestApp::tiny();
    for path in ROUTES {
        for (method, query) in [(Method::GET, ""), (Method::GET, "?limit=1"), (Method::HEAD, ""), (Method::OPTIONS, "")]
        {
            let without = app.send(request(method.clone(), &format!("{path}{query}")));
            let with = app.send(request(method, &format!("{path}/{query}")));
            assert_eq!(with.status, without.status);
            assert_eq!(with.stable_headers(), without.stable_headers());
            assert_eq!(with.text(), without.text());
        }
    }
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    let app = TestApp::tiny();
    let long = format!("/api/v1/bills?{}", "&".repeat(8192));
    let targets =
        ROUTES.iter().flat_map(|path| ["", "/", "?limit=1", "?limit=0", "?x=%", "/x"].map(|end| (*path, end)));
    let targets = targets.map(|(path, end)| format!("{path}{end}")).chain(["/nothing".to_owned(), long]);
    for target in targets {
        check_head(&app.get(&target), &app.send(request(Method::HEAD, &target)), &target);
    }
}

#[test]
fn head_has_the_headers_of_get_when_rate_limited() {
    let ask = |method: Method| {
        let (app, _) = TestApp::limited(1);
        let within = app.send(request(method.clone(), "/api/v1/bills"));
        (within, app.send(request(method, "/api/v1/bills")))
    };
    let (get, head) = (ask(Method::GET), ask(Method::HEAD));
    assert_eq!(get.1.status, StatusCode::TOO_MANY_REQUESTS);
    check_head(&get.0, &head.0, "within the limit");
    check_head(&get.1, &head.1, "above the limit");
}

fn check_head(get: &ReceivedResponse, head: &ReceivedResponse, target: &str) {
    assert_eq!(head.status, get.status, "{target}");
    assert_eq!(head.stable_headers(), get.stable_headers(), "{target}");
    assert_eq!(get.number("content-length"), get.body.len() as u64, "{target}");
    assert!(head.body.is_empty(), "{target}");
}

#[test]
fn options_lists_the_allowed_methods_without_a_body() {
    let app = TestApp::tiny();
    for path in ROUTES {
        for target in [path.to_owned(), format!("{path}?colour=red")] {
            let response = app.send(request(Method::OPTIONS, &target));
            assert_eq!(response.status, StatusCode::NO_CONTENT);
            assert_eq!(allowed(&response), read_only());
            assert!(response.body.is_empty());
            assert_eq!(response.header("access-control-allow-origin"), Some("*"));
            let methods = response.header("access-control-allow-methods").unwrap();
            assert!(["GET", "HEAD", "OPTIONS"].iter().all(|method| methods.contains(method)), "{methods}");
        }
    }
}

#[test]
fn cors_allows_any_origin_without_credentials() {
    let (app, _) = TestApp::limited(4);
    let mut statuses = BTreeSet::new();
    let targets = ["/healthz", "/api/v1/bills", "/api/v1/bills?limit=0", "/nothing", "/api/v1/x", "/api/v1/cases"];
    let too_many = ["/api/v1/statutes"; 2];
    for target in targets.into_iter().chain(too_many) {
        let mut cross_origin = request(Method::GET, target);
        cross_origin.headers_mut().insert("origin", "https://example.com".parse().unwrap());
        let response = app.send(cross_origin);
        assert_eq!(response.header("access-control-allow-origin"), Some("*"));
        assert_eq!(response.header("access-control-allow-credentials"), None);
        assert!(response.header("access-control-expose-headers").is_some());
        statuses.insert(response.status.as_u16());
    }
    assert_eq!(statuses, [200, 400, 404, 429].into());
}

#[test]
fn every_response_has_a_unique_request_id() {
    let (app, _) = TestApp::limited(3);
    let mut ids = HashSet::new();
    for path in ROUTES.iter().chain(&["/nothing", "/api/v1/bills?limit=0", "/api/v1/bills"]) {
        for method in [Method::GET, Method::HEAD, Method::POST, Method::OPTIONS] {
            let mut request = request(method, path);
            request.headers_mut().insert("x-request-id", "mine".parse().unwrap());
            let response = app.send(request);
            assert!(ids.insert(response.header("x-request-id").unwrap().to_owned()), "{response:?}");
        }
    }
    assert!(!ids.contains("mine"));
}

#[test]
fn target_of_8_kib_is_served_and_a_longer_one_is_414() {
    let app = TestApp::tiny();
    for path in ROUTES {
        let longest = format!("{path}?{}", "&".repeat(8192 - path.len() - "?".len()));
        assert_eq!(longest.len(), 8192);
        app.get(&longest).good();
        app.get(&format!("{longest}&")).error(StatusCode::URI_TOO_LONG);
    }
    app.get(&format!("/{}", "x".repeat(8191))).error(StatusCode::NOT_FOUND);
    app.get(&format!("/{}", "x".repeat(8192))).error(StatusCode::URI_TOO_LONG);
    // A target in absolute form has a scheme and a host, which count too.
    let start = "http://localhost/api/v1/bills?";
    let longest = format!("{start}{}", "&".repeat(8192 - start.len()));
    app.get(&longest).good();
    app.get(&format!("{longest}&")).error(StatusCode::URI_TOO_LONG);
}

#[test]
fn successes_are_json() {
    let app = TestApp::tiny();
    for path in ROUTES {
        let response = app.get(path);
        assert_eq!(response.header("content-type"), Some("application/json"));
        response.good();
    }
}

#[test]
fn health_endpoints_report_state_and_record_counts() {
    let (app, index) = (TestApp::tiny(), tiny_index());
    assert_eq!(app.get("/healthz").good(), json!({ "status": "alive" }));
    let expected = json!({
        "status": "ready",
        "schemaVersion": index.manifest().schema_version,
        "corpusDigest": index.manifest().corpus_digest,
        "records": { "statutes": 5, "cases": 4, "bills": 3 },
    });
    assert_eq!(app.get("/readyz").good(), expected);
}

#[test]
fn repeated_request_gets_an_identical_response() {
    let app = TestApp::bundled();
    for target in ["/api/v1/statutes?topic=privacy", "/api/v1/cases?limit=100&offset=50", "/api/v1/jurisdictions"] {
        let stable = |response: ReceivedResponse| -> (HeaderMap, String) {
            (response.stable_headers(), response.text().to_owned())
        };
        assert_eq!(stable(app.get(target)), stable(app.get(target)));
    }
}
