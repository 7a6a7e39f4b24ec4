/*!
Compression: a compressed body decodes to the plain one, and `Accept-Encoding` selects the coding.
*/

use std::collections::BTreeSet;
use std::io::Read;

use axum::http::{HeaderMap, Method, StatusCode};
use lexdex::http::SnapshotOptions;

use super::support::{ReceivedResponse, TestApp, bundled_index, request};

const CODINGS: [&str; 3] = ["zstd", "br", "gzip"];

/// Pages from 3 KB to 60 KB, and the catalogue.
const LONG: [&str; 4] = [
    "/api/v1/statutes?limit=100",
    "/api/v1/cases?court=scotus&offset=7",
    "/api/v1/bills?limit=5",
    "/api/v1/jurisdictions",
];

/// Returns apps without and with a response cache.
fn apps() -> [TestApp; 2] {
    [0, 1 << 20]
        .map(|cache_bytes| TestApp::new(bundled_index(), SnapshotOptions { cache_bytes, ..SnapshotOptions::default() }))
}

fn ask(app: &TestApp, method: Method, target: &str, headers: &[(&'static str, &str)]) -> ReceivedResponse {
    let mut request = request(method, target);
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    app.send(request)
}

fn get_in(app: &TestApp, target: &str, accepted: &str) -> ReceivedResponse {
    ask(app, Method::GET, target, &[("accept-encoding", accepted)])
}

fn decoded(response: &ReceivedResponse) -> Vec<u8> {
    let mut body = Vec::new();
    match response.header("content-encoding") {
        None => body.extend_from_slice(&response.body),
        Some("zstd") => body = zstd::stream::decode_all(&*response.body).unwrap(),
        Some("br") => brotli::BrotliDecompress(&mut &*response.body, &mut body).unwrap(),
        Some("gzip") => _ = flate2::read::GzDecoder::new(&*response.body).read_to_end(&mut body).unwrap(),
        Some(other) => panic!("nobody asked for {other}"),
    }
    body
}

/// Returns the headers that are the same in every coding.
fn common_headers(response: &ReceivedResponse) -> HeaderMap {
    let mut headers = response.stable_headers();
    for name in ["content-encoding", "content-length", "etag"] {
        headers.remove(name);
    }
    headers
}

#[test]
fn compressed_response_decodes_to_the_plain_one() {
    for app in apps() {
        for target in LONG {
            let plain = app.get(target);
            assert_eq!((plain.header("content-encoding"), plain.header("vary")), (None, Some("Accept-Encoding")));
            for coding in CODINGS {
                // The first response is not cached, the second enters the cache, the third comes from it.
                for _ in 0..3 {
                    let response = get_in(&app, target, coding);
                    assert_eq!(response.status, StatusCode::OK);
                    assert_eq!(response.header("content-encoding"), Some(coding), "{target}");
                    assert_eq!(response.number("content-length"), response.body.len() as u64);
                    assert!(response.body.len() < plain.body.len() / 2, "{target} {coding}: {}", response.body.len());
                    assert!(decoded(&response) == plain.body, "{target} {coding}");
                    assert_eq!(common_headers(&response), common_headers(&plain), "{target} {coding}");
                }
                let (get, head) =
                    (get_in(&app, target, coding), ask(&app, Method::HEAD, target, &[("accept-encoding", coding)]));
                assert_eq!((head.stable_headers(), head.body.len()), (get.stable_headers(), 0), "{target} {coding}");
            }
        }
    }
}

#[test]
fn coding_with_the_highest_weight_is_negotiated() {
    let app = TestApp::bundled();
    for (accepted, expected) in [
        ("gzip, deflate, br, zstd", Some("zstd")),
        ("gzip, deflate, br", Some("br")),
        ("gzip;q=1.0, *;q=0.5", Some("gzip")),
        ("identity", None),
        ("zstd;q=0", None),
        ("", None),
    ] {
        assert_eq!(get_in(&app, LONG[0], accepted).header("content-encoding"), expected, "{accepted}");
    }
    let two_headers = [("accept-encoding", "gzip;q=0.5"), ("accept-encoding", "br")];
    assert_eq!(ask(&app, Method::GET, LONG[0], &two_headers).header("content-encoding"), Some("br"));
}

#[test]
fn short_bodies_errors_and_health_checks_are_not_compressed() {
    let app = TestApp::bundled();
    for target in ["/api/v1/cases?court=no-such", "/api/v1/statutes?limit=1", "/api/v1/statutes?topic=no-such"] {
        let response = get_in(&app, target, "zstd, br, gzip");
        response.good();
        assert!(response.body.len() < 1024, "{target}");
        assert_eq!((response.header("content-encoding"), response.header("vary")), (None, Some("Accept-Encoding")));
    }
    let long_error = format!("/api/v1/bills?{}", "x=1&".repeat(200));
    for target in [long_error.as_str(), "/nothing", "/healthz", "/readyz"] {
        let response = get_in(&app, target, "zstd, br, gzip");
        assert_eq!((response.header("content-encoding"), response.header("vary")), (None, None), "{target}");
    }
}

#[test]
fn each_coding_has_its_etag_and_304_matches_the_negotiated_one() {
    for app in apps() {
        for target in LONG.iter().chain(&["/api/v1/cases?court=no-such"]) {
            let accepted = ["identity", "zstd", "br", "gzip"];
            let tags = accepted.map(|accepted| get_in(&app, target, accepted).header("etag").unwrap().to_owned());
            assert_eq!(BTreeSet::from(tags.clone()).len(), accepted.len(), "{tags:?}");
            assert_eq!(app.get(target).header("etag"), Some(tags[0].as_str()));
            for (now, accepted) in accepted.into_iter().enumerate() {
                for (before, tag) in tags.iter().enumerate() {
                    let headers = [("accept-encoding", accepted), ("if-none-match", tag)];
                    let response = ask(&app, Method::GET, target, &headers);
                    let expected = if now == before { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
                    assert_eq!(response.status, expected, "{target} {accepted} {tag}");
                    assert_eq!(response.header("etag"), Some(tags[now].as_str()));
                    assert_eq!(response.header("vary"), Some("Accept-Encoding"));
                }
                let all = tags.join(", ");
                for any in ["*", all.as_str()] {
                    let headers = [("accept-encoding", accepted), ("if-none-match", any)];
                    let response = ask(&app, Method::GET, target, &headers);
                    assert_eq!(
                        (response.status, response.header("content-encoding")),
                        (StatusCode::NOT_MODIFIED, None)
                    );
                    assert_eq!(response.header("etag"), Some(tags[now].as_str()));
                }
            }
        }
    }
}
