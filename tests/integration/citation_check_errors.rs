/*!
Rejected requests to the check of citations, and the limits of accepted ones.
*/

use axum::http::{Method, StatusCode, header};
use lexdex::http::ServiceOptions;
use serde_json::{Value, json};

use super::corpus::cases_of_one_citation;
use super::support::{ReceivedResponse, TestApp, request};

const PATH: &str = "/api/v1/citations";

fn plain(app: &TestApp, target: &str, body: impl Into<axum::body::Body>) -> ReceivedResponse {
    app.post(target, "text/plain", body)
}

#[test]
fn other_methods_are_405_with_those_that_are_answered() {
    let app = TestApp::tiny();
    for method in [Method::GET, Method::HEAD, Method::PUT, Method::DELETE, Method::PATCH] {
        for path in [PATH, "/api/v1/citations/"] {
            let response = app.send(request(method.clone(), path));
            assert_eq!(response.status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
            assert_eq!(response.header("allow"), Some("POST, OPTIONS"));
            assert_eq!(response.body.is_empty(), method == Method::HEAD);
        }
    }
    let preflight = app.send(request(Method::OPTIONS, PATH));
    assert_eq!(preflight.status, StatusCode::NO_CONTENT);
    for (name, value) in [
        ("allow", "POST, OPTIONS"),
        ("access-control-allow-origin", "*"),
        ("access-control-allow-methods", "POST, OPTIONS"),
        ("access-control-allow-headers", "*, Content-Type"),
    ] {
        assert_eq!(preflight.header(name), Some(value));
    }
}

#[test]
fn body_that_cannot_be_read_is_refused_with_the_error_body() {
    let app = TestApp::tiny();
    for (media_type, body, status) in [
        ("text/html", "a".to_owned(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("text/plain; charset=latin1", "a".to_owned(), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ("text/plain", "a".repeat(65_537), StatusCode::PAYLOAD_TOO_LARGE),
        ("application/json", "a".repeat(65_537), StatusCode::PAYLOAD_TOO_LARGE),
        ("application/json", "a".to_owned(), StatusCode::BAD_REQUEST),
        ("application/json", r#"{"text": "a", "txt": "b"}"#.to_owned(), StatusCode::BAD_REQUEST),
        ("application/json", r#"{"text": "a", "text": "b"}"#.to_owned(), StatusCode::BAD_REQUEST),
    ] {
        let response = app.post(PATH, media_type, body);
        response.error(status);
        assert_eq!(response.header("access-control-allow-origin"), Some("*"));
        assert_eq!(response.header("cache-control"), Some("no-store"));
        assert!(response.header("lexdex-build").is_some() && response.header("x-request-id").is_some());
    }
    plain(&app, PATH, "a".repeat(65_536)).good();
    app.send(request(Method::POST, PATH)).error(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let mut compressed = request(Method::POST, PATH);
    compressed.headers_mut().insert(header::CONTENT_TYPE, "text/plain".parse().unwrap());
    compressed.headers_mut().insert(header::CONTENT_ENCODING, "gzip".parse().unwrap());
    let response = app.send(compressed);
    response.error(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(response.header("accept-encoding"), Some("identity"));
}

#[test]
fn only_build_is_a_parameter_and_another_build_is_412() {
    let app = TestApp::tiny();
    for parameter in ["limit=1", "fields=id", "text=a", "q=a"] {
        plain(&app, &format!("{PATH}?{parameter}"), "a").error(StatusCode::BAD_REQUEST);
    }
    let build = plain(&app, PATH, "a").header("lexdex-build").unwrap().to_owned();
    let named = plain(&app, &format!("{PATH}?build={build}"), "a");
    named.good();
    assert_eq!(named.header("lexdex-build"), Some(build.as_str()));
    let other = plain(&app, &format!("{PATH}?build={}", "0".repeat(64)), "a");
    assert_eq!(other.error(StatusCode::PRECONDITION_FAILED)["details"]["served"], build);
}

#[test]
fn each_request_counts_once_whatever_its_answer() {
    let (app, _) = TestApp::limited(3);
    plain(&app, PATH, "410 U.S. 113; 411 U.S. 1; 412 U.S. 1").good();
    app.post(PATH, "text/html", "a").error(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    app.send(request(Method::OPTIONS, PATH));
    let last = plain(&app, PATH, "a".repeat(65_537));
    last.error(StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(last.header("x-ratelimit-remaining"), Some("0"));
    plain(&app, PATH, "a").error(StatusCode::TOO_MANY_REQUESTS);
    app.get("/api/v1/cases").error(StatusCode::TOO_MANY_REQUESTS);
}

#[test]
fn response_is_never_cached_and_is_compressed_on_request() {
    let app = TestApp::tiny();
    let mut zipped = request(Method::POST, PATH).map(|_| "999 U.S. 999; ".repeat(100).into());
    zipped.headers_mut().insert(header::CONTENT_TYPE, "text/plain".parse().unwrap());
    zipped.headers_mut().insert(header::ACCEPT_ENCODING, "gzip".parse().unwrap());
    zipped.headers_mut().insert(header::IF_NONE_MATCH, "*".parse().unwrap());
    let response = app.send(zipped);
    assert_eq!(response.status, StatusCode::OK);
    assert_eq!(response.header("content-encoding"), Some("gzip"));
    assert_eq!(response.header("cache-control"), Some("no-store"));
    assert_eq!((response.header("etag"), response.header("last-modified")), (None, None));
}

#[test]
fn records_are_below_the_base_path() {
    let options = ServiceOptions { base_path: "/law".parse().unwrap(), ..ServiceOptions::default() };
    let app = TestApp::with_options(options);
    let body = plain(&app, "/law/api/v1/citations", "Doe v. Roe, 9 F.3d 9 (1999)").good();
    assert_eq!(body["data"][0]["records"][0]["url"], "/law/api/v1/cases/ca9-9-f.3d-9");
    plain(&app, PATH, "a").error(StatusCode::NOT_FOUND);
}

/// The maximum length of a response in bytes.
const MAX_RESPONSE_BYTES: usize = 512 << 10;

/// The longest response to a number of citations, and that number. One more is refused.
fn most_citations(app: &TestApp) -> (usize, ReceivedResponse) {
    let send = |n_citations: usize| plain(app, PATH, "1 U.S.C. 1; ".repeat(n_citations));
    let (mut served, mut refused) = (1, 5_461);
    while served + 1 < refused {
        let middle = usize::midpoint(served, refused);
        *if send(middle).status == StatusCode::OK { &mut served } else { &mut refused } = middle;
    }
    let error = send(refused).error(StatusCode::BAD_REQUEST);
    let message = format!(
        "the text has {refused} citations, and a response of {MAX_RESPONSE_BYTES} bytes has no room for all of them: \
         send the text in parts"
    );
    assert_eq!(error, json!({ "error": message }));
    (served, send(served))
}

#[test]
fn text_has_as_many_citations_as_fit_into_a_response() {
    let (n_citations, response) = most_citations(&TestApp::tiny());
    let body = response.good();
    let citations = body["data"].as_array().unwrap();
    assert_eq!((citations.len(), &body["meta"]["total"]), (n_citations, &json!(n_citations)));
    let n_bytes = serde_json::to_vec(&body).unwrap().len();
    let n_of_last = serde_json::to_vec(citations.last().unwrap()).unwrap().len();
    assert!((MAX_RESPONSE_BYTES - n_of_last - 2..=MAX_RESPONSE_BYTES).contains(&n_bytes), "{n_bytes}");
}

#[test]
fn citations_have_their_records_as_long_as_they_fit() {
    let app = cases_of_one_citation("5 N.Y.2d 800", 12).write().app();
    for n_citations in [1, 100, 1_000, 2_000] {
        let body = plain(&app, PATH, "5 N.Y.2d 800; ".repeat(n_citations)).good();
        let n_bytes = serde_json::to_vec(&body).unwrap().len();
        let citations = body["data"].as_array().unwrap();
        let n_records = |citation: &Value| citation["records"].as_array().unwrap().len();
        let n_with = citations.iter().take_while(|citation| n_records(citation) == 10).count();
        assert!(citations[n_with..].iter().all(|citation| n_records(citation) == 0));
        assert!(citations.iter().all(|citation| citation["total"] == 12) && citations.len() == n_citations);
        let n_of_records = serde_json::to_vec(&citations[0]["records"]).unwrap().len() - 2;
        assert!(n_bytes <= MAX_RESPONSE_BYTES, "{n_bytes}");
        assert!(n_with == n_citations || n_bytes + n_of_records > MAX_RESPONSE_BYTES, "{n_with}: {n_bytes}");
    }
}
