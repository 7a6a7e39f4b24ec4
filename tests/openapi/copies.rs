//! The committed copy of the document, and the addresses that serve it.

use lexdex_tests::generated;

use crate::service::{Response, ask, document};

#[test]
fn generated_copy_equals_the_served_document() {
    generated::check("tests/openapi/openapi.json", &format!("{:#}\n", document()));
}

#[test]
fn both_addresses_serve_the_document_and_revalidate() {
    let [one, other] = ["GET /openapi.json", "GET /api/openapi.json"].map(ask);
    let etag = |response: &Response| response.headers["etag"].clone();
    assert_eq!((&one.body, etag(&one)), (&other.body, etag(&other)));
    assert_eq!(one.headers["content-type"], "application/json");
    assert_eq!(one.headers["access-control-allow-origin"], "*");
    assert!(!one.headers.contains_key("x-ratelimit-limit"));
    let etag = etag(&one).to_str().unwrap().to_owned();
    let again = crate::service::ask_with("GET /openapi.json", ("if-none-match", &etag), None);
    assert_eq!((again.status.as_u16(), again.body.as_str()), (304, ""));
    let refused = ask("GET /openapi.json?pretty=1");
    assert_eq!(refused.status.as_u16(), 400);
}
