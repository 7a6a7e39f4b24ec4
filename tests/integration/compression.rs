/*!
Compression: a compressed body decodes to the plain one, and `Accept-Encoding` selects the coding.
*/

use std::collections::BTreeSet;
use std::io::Read;

use axum::http::{HeaderMap, Method, StatusCode};
use lexdex::http::SnapshotOptions;

use super::support::{Answer, TestApp, bundled_index, request};

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

fn ask(app: &TestApp, method: Method, target: &str, headers: &[(&'static str, &str)]) -> Answer {
    let mut request = request(method, target);
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    app.send(request)
}

fn get_in(app: &TestApp, target: &str, accepted: &str) -> Answer {
    ask(app, Method::GET, target, &[("accept-encoding", accepted)])
}

fn decoded(answer: &Answer) -> Vec<u8> {
    let mut body = Vec::new();
    match answer.header("content-encoding") {
        None => body.extend_from_slice(&answer.body),
        Some("zstd") => body = zstd::stream::decode_all(&*answer.body).unwrap(),
        Some("br") => brotli::BrotliDecompress(&mut &*answer.body, &mut body).unwrap(),
        Some("gzip") => _ = flate2::read::GzDecoder::new(&*answer.body).read_to_end(&mut body).unwrap(),
        Some(other) => panic!("nobody asked for {other}"),
    }
    body
}

/// Returns the headers that are the same in every coding.
fn common_headers(answer: &Answer) -> HeaderMap {
    let mut headers = answer.stable_headers();
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
                    let answer = get_in(&app, target, coding);
                    assert_eq!(answer.status, StatusCode::OK);
                    assert_eq!(answer.header("content-encoding"), Some(coding), "{target}");
                    assert_eq!(answer.number("content-length"), answer.body.len() as u64);
                    assert!(answer.body.len() < plain.body.len() / 2, "{target} {coding}: {}", answer.body.len());
                    assert!(decoded(&answer) == plain.body, "{target} {coding}");
                    assert_eq!(common_headers(&answer), common_headers(&plain), "{target} {coding}");
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
        let answer = get_in(&app, target, "zstd, br, gzip");
        answer.good();
        assert!(answer.body.len() < 1024, "{target}");
        assert_eq!((answer.header("content-encoding"), answer.header("vary")), (None, Some("Accept-Encoding")));
    }
    let long_error = format!("/api/v1/bills?{}", "x=1&".repeat(200));
    for target in [long_error.as_str(), "/nothing", "/healthz", "/readyz"] {
        let answer = get_in(&app, target, "zstd, br, gzip");
        assert_eq!((answer.header("content-encoding"), answer.header("vary")), (None, None), "{target}");
    }
}

#[test]
fn each_coding_has_its_own_etag_and_304_matches_the_negotiated_one() {
    for app in apps() {
        for target in LONG.iter().chain(&["/api/v1/cases?court=no-such"]) {
            let accepted = ["identity", "zstd", "br", "gzip"];
            let tags = accepted.map(|accepted| get_in(&app, target, accepted).header("etag").unwrap().to_owned());
            assert_eq!(BTreeSet::from(tags.clone()).len(), accepted.len(), "{tags:?}");
            assert_eq!(app.get(target).header("etag"), Some(tags[0].as_str()));
            for (now, accepted) in accepted.into_iter().enumerate() {
                for (before, tag) in tags.iter().enumerate() {
                    let headers = [("accept-encoding", accepted), ("if-none-match", tag)];
                    let answer = ask(&app, Method::GET, target, &headers);
                    let expected = if now == before { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
                    assert_eq!(answer.status, expected, "{target} {accepted} {tag}");
                    assert_eq!(answer.header("etag"), Some(tags[now].as_str()));
                    assert_eq!(answer.header("vary"), Some("Accept-Encoding"));
                }
                let all = tags.join(", ");
                for any in ["*", all.as_str()] {
                    let headers = [("accept-encoding", accepted), ("if-none-match", any)];
                    let answer = ask(&app, Method::GET, target, &headers);
                    assert_eq!((answer.status, answer.header("content-encoding")), (StatusCode::NOT_MODIFIED, None));
                    assert_eq!(answer.header("etag"), Some(tags[now].as_str()));
                }
            }
        }
    }
}
