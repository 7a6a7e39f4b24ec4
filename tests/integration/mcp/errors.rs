//! HTTP errors at `/mcp` have the body of a JSON-RPC error, which clients show.

use lexdex::http::SnapshotOptions;

use super::super::support::{TestClock, tiny_index};
use super::*;

/// A ping in the older revision.
fn ping() -> Request<Body> {
    post("/mcp", Era::Before, "", None, message(Era::Before, "ping", json!({})).to_string())
}

/// The error of a response that must have this status. It has no id, because it may come before the message is read.
#[track_caller]
pub(super) fn json_rpc_error(response: &ReceivedResponse, status: StatusCode) -> Value {
    assert_eq!(response.status, status, "{}", response.text());
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.header("cache-control"), Some("no-store"));
    let mut body: Value = serde_json::from_slice(&response.body).unwrap();
    assert_eq!((&body["jsonrpc"], &body["id"]), (&json!("2.0"), &Value::Null), "{body}");
    assert_eq!(body.as_object().unwrap().len(), 3, "{body}");
    body["error"].take()
}

#[test]
fn body_of_64_kib_is_read_and_one_byte_more_is_a_413() {
    let app = TestApp::tiny();
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": {} }).to_string();
    let padded = |n_bytes: usize| {
        app.send(post("/mcp", Era::Before, "", None, message.clone() + &" ".repeat(n_bytes - message.len())))
    };
    assert_eq!(padded(64 << 10).good()["result"], json!({}));
    let error = json_rpc_error(&padded((64 << 10) + 1), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(
        error,
        json!({
            "code": -32600,
            "message": "the body is longer than 65536 bytes: send it in parts",
            "data": { "maxBytes": 65536 },
        })
    );
}

#[test]
fn body_of_another_type_is_a_415() {
    let mut request = ping();
    request.headers_mut().insert("content-type", "text/plain".parse().unwrap());
    let response = TestApp::tiny().send(request);
    let error = json_rpc_error(&response, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!((&error["code"], &error["data"]), (&json!(-32600), &json!({ "accepted": ["application/json"] })));
    assert_eq!(response.header("accept-post"), Some("application/json"));
}

#[test]
fn client_is_answered_in_json_whatever_it_accepts() {
    let app = TestApp::tiny();
    for accept in [None, Some("application/json"), Some("*/*"), Some("text/event-stream"), Some("nonsense")] {
        let mut request = ping();
        request.headers_mut().remove("accept");
        if let Some(accept) = accept {
            request.headers_mut().insert("accept", accept.parse().unwrap());
        }
        let response = app.send(request);
        assert_eq!(response.header("content-type"), Some("application/json"), "{accept:?}");
        assert_eq!(response.good(), json!({ "jsonrpc": "2.0", "id": 1, "result": {} }), "{accept:?}");
    }
}

#[test]
fn request_without_a_host_or_with_a_malformed_one_is_served() {
    for host in [None, Some("a b")] {
        let mut request = ping();
        request.headers_mut().remove("host");
        if let Some(host) = host {
            request.headers_mut().insert("host", host.parse().unwrap());
        }
        assert_eq!(TestApp::tiny().send(request).good()["result"], json!({}), "{host:?}");
    }
}

#[test]
fn origin_of_a_foreign_page_is_a_403_that_names_the_setting() {
    let app = TestApp::tiny();
    let from = |origin: &'static str| {
        let mut request = ping();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        app.send(request)
    };
    let error = json_rpc_error(&from("http://evil.example.com"), StatusCode::FORBIDDEN);
    assert_eq!(error["code"], -32000);
    assert!(error["message"].as_str().unwrap().contains("--mcp-allowed-origins"), "{error}");
    from("http://localhost:6274").good();
}

#[test]
fn message_above_the_rate_limit_is_a_429_with_a_time() {
    let (app, _clock) = TestApp::limited(1);
    app.send(ping()).good();
    let response = app.send(ping());
    let error = json_rpc_error(&response, StatusCode::TOO_MANY_REQUESTS);
    let retry_after = response.number("retry-after");
    assert_eq!(
        error,
        json!({
            "code": -32000,
            "message": format!("too many requests: retry after {retry_after} seconds"),
            "data": { "retryAfter": retry_after },
        })
    );
    assert_eq!(response.header("x-ratelimit-remaining"), Some("0"));
    // The protocol has no GET, so it gets the API's error body.
    app.send(request(Method::GET, "/mcp")).error(StatusCode::METHOD_NOT_ALLOWED);
    app.get("/api/v1/cases").error(StatusCode::TOO_MANY_REQUESTS);
}

#[test]
fn refusal_of_the_flood_guard_has_the_same_form() {
    let limiter = Some(TestClock::default().limiter(1));
    let (app, admin) = TestApp::with_admin(tiny_index(), SnapshotOptions::default(), limiter);
    let (_, refused) = app.flood(&admin, || app.send(ping()));
    let error = json_rpc_error(&refused, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(error["data"]["retryAfter"], refused.number("retry-after"));
    assert_eq!(refused.number("x-ratelimit-limit"), 1);
}
