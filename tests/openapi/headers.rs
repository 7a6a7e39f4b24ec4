//! Responses carry the headers that the document describes.

use std::collections::BTreeSet;

use lexdex::http::RateLimiter;
use serde_json::Value;

use crate::service::{Response, document, send};

/// Headers of HTTP itself, which OpenAPI leaves out.
const OF_HTTP: &[&str] = &["content-type", "content-length"];

/// The document's response for a path and a status.
fn described<'d>(document: &'d Value, path: &str, status: u16) -> &'d Value {
    let (_, operation) = document["paths"][path].as_object().unwrap().iter().next().unwrap();
    let response = &operation["responses"][status.to_string()];
    match response["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
        None => response,
    }
}

#[test]
fn response_headers_match_the_document() {
    let document = document();
    let accept = ("accept-encoding", "gzip");
    let any = ("if-none-match", "*");
    let unserved = format!("GET /api/v1/statutes?build={}", "0".repeat(64));
    let long = format!("GET /api/v1/statutes?q={}", "x".repeat(9000));
    let cases = [
        ("/api/v1/statutes", "GET /api/v1/statutes", 200, accept, 100),
        ("/api/v1/statutes", "GET /api/v1/statutes", 304, any, 100),
        ("/api/v1/statutes", "GET /api/v1/statutes?limit=0", 400, accept, 100),
        ("/api/v1/statutes", "POST /api/v1/statutes", 405, accept, 100),
        ("/api/v1/statutes", unserved.as_str(), 412, any, 100),
        ("/api/v1/courts", "GET /api/v1/courts?build=latest", 400, any, 100),
        ("/api/v1/statutes", long.as_str(), 414, accept, 100),
        ("/api/v1/statutes", "GET /api/v1/statutes", 429, accept, 0),
        ("/api/v1/cases/{id}", "GET /api/v1/cases/scotus-410-us-113", 200, accept, 100),
        ("/api/v1/cases/{id}", "GET /api/v1/cases/scotus-93-s-ct-705", 308, any, 100),
        ("/api/v1/cases/{id}/similar", "GET /api/v1/cases/scotus-93-s-ct-705/similar", 308, accept, 100),
        ("/api/v1/cases/{id}", "GET /api/v1/cases/nothing", 404, accept, 100),
        ("/api/v1/cases/{id}", "GET /api/v1/cases/nothing", 404, any, 100),
        ("/api/v1/jurisdictions/{id}", "GET /api/v1/jurisdictions/atlantis", 404, any, 100),
        ("/api/v1/bills/facets", "GET /api/v1/bills/facets", 200, accept, 100),
        ("/api/v1/bills/export", "GET /api/v1/bills/export?format=csv", 200, accept, 100),
        ("/api/v1/courts", "GET /api/v1/courts", 200, accept, 100),
        ("/api/v1/courts", "GET /api/v1/courts", 304, any, 100),
    ];
    let long_text = "x".repeat(65_537);
    let plain = ("content-type", "text/plain");
    let citations = "/api/v1/citations";
    let check = "POST /api/v1/citations";
    let unserved_check = format!("POST /api/v1/citations?build={}", "0".repeat(64));
    let long_check = format!("POST /api/v1/citations?{}", "&".repeat(9000));
    let posts = [
        (citations, check, 200, plain, 100, "410 U.S. 113"),
        (citations, "POST /api/v1/citations?limit=1", 400, plain, 100, ""),
        (citations, "GET /api/v1/citations", 405, accept, 100, ""),
        (citations, unserved_check.as_str(), 412, plain, 100, ""),
        (citations, check, 413, plain, 100, long_text.as_str()),
        (citations, long_check.as_str(), 414, plain, 100, ""),
        (citations, check, 415, accept, 100, "410 U.S. 113"),
        (citations, check, 429, plain, 0, ""),
    ];
    let reads =
        cases.into_iter().map(|(path, request, status, header, limit)| (path, request, status, header, limit, ""));
    for (path, request, status, header, limit, body) in reads.chain(posts) {
        let Response { status: given, headers, body } = send(request, header, body, Some(RateLimiter::new(limit)));
        assert_eq!(given.as_u16(), status, "{request}: {body}");
        let described = described(&document, path, status)["headers"].as_object().unwrap();
        let required = described.iter().filter(|(_, header)| {
            let reference = header["$ref"].as_str().unwrap();
            document.pointer(reference.trim_start_matches('#')).unwrap()["required"] == true
        });
        let required: BTreeSet<String> = required.map(|(name, _)| name.to_lowercase()).collect();
        let known: BTreeSet<String> = described.keys().map(|name| name.to_lowercase()).collect();
        let given: BTreeSet<String> = headers.keys().map(|name| name.as_str().to_owned()).collect();
        let given: BTreeSet<String> = given.into_iter().filter(|name| !OF_HTTP.contains(&name.as_str())).collect();
        assert_eq!(required.difference(&given).collect::<Vec<_>>(), [&""; 0], "missing in {request} ({status})");
        assert_eq!(given.difference(&known).collect::<Vec<_>>(), [&""; 0], "not described of {request} ({status})");
        assert!(given.contains("x-ratelimit-limit"), "{request}");
    }
}
