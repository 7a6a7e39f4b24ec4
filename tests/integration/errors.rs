/*!
Error bodies: every error is an object of `error` and, for some, `details`.
*/

use axum::http::{Method, StatusCode};
use serde_json::json;

use super::support::{ROUTES, ReceivedResponse, TestApp, client, request, target};

/// Asserts the status, the error body and the headers that every response has.
fn check(response: &ReceivedResponse, status: StatusCode) {
    response.error(status);
    assert!(response.header("x-request-id").is_some());
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    assert_eq!(response.number("content-length"), response.body.len() as u64);
}

#[test]
fn errors_have_one_shape_on_every_endpoint() {
    let (app, _) = TestApp::limited(1000);
    for path in ROUTES {
        check(&app.send(request(Method::POST, path)), StatusCode::METHOD_NOT_ALLOWED);
        check(&app.get(&format!("{path}/more")), StatusCode::NOT_FOUND);
        check(&app.get(&format!("{path}?{}", "&".repeat(8192))), StatusCode::URI_TOO_LONG);
        if path.starts_with("/api/") {
            check(&app.get(&format!("{path}?colour=red")), StatusCode::BAD_REQUEST);
            check(&app.get(&format!("{path}?limit=%")), StatusCode::BAD_REQUEST);
            check(&app.get(&format!("{path}?limit=1&limit=1")), StatusCode::BAD_REQUEST);
        }
    }
    for path in &ROUTES[..3] {
        for query in ["limit=0", "offset=-1", "jurisdiction=atlantis", "topic="] {
            check(&app.get(&format!("{path}?{query}")), StatusCode::BAD_REQUEST);
        }
    }
}

#[test]
fn rate_limit_errors_have_one_shape_on_every_endpoint() {
    let (app, _) = TestApp::limited(1);
    app.get("/api/v1/bills").good();
    for path in ROUTES.iter().filter(|path| path.starts_with("/api/")) {
        check(&app.get(path), StatusCode::TOO_MANY_REQUESTS);
        check(&app.get(&format!("{path}?limit=0")), StatusCode::TOO_MANY_REQUESTS);
        check(&app.send(request(Method::POST, path)), StatusCode::TOO_MANY_REQUESTS);
    }
}

#[test]
fn internal_error_reveals_no_detail() {
    let (app, _) = TestApp::limited(100);
    for path in ROUTES {
        // Provokes an internal error: the rate limiter fails without the client key that the server always attaches.
        let response = app.send_without_client(request(Method::GET, path));
        check(&response, StatusCode::INTERNAL_SERVER_ERROR);
        let expected = json!({ "error": "the server failed to answer this request" });
        assert_eq!(response.error(StatusCode::INTERNAL_SERVER_ERROR), expected);
    }
    app.send_as(client("192.0.2.1"), request(Method::GET, "/api/v1/bills")).good();
}

#[test]
fn client_input_is_echoed_as_json_data() {
    let app = TestApp::tiny();
    let value = "\"};<script>alert(1)</script>\\\u{7}";
    for path in &ROUTES[..3] {
        let target = target(path, &vec![("jurisdiction", value.to_owned())]);
        let body = app.get(&target).error(StatusCode::BAD_REQUEST);
        assert_eq!(body["details"]["problems"][0]["value"], value);
    }
}
