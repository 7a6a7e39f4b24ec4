//! The committed copies of the document: the current one, and that of the last release.

use std::fs;

use serde_json::{Value, json};

use crate::breaking::breaks;
use crate::service::{Response, ask, document, is_writing, path};

/// The copy of the served document.
const COPY: &str = "tests/openapi/openapi.json";

/// The document of the last release, without annotations.
const RELEASED: &str = "tests/openapi/released.json";

const HOW: &str = "LEXDEX_OPENAPI=write cargo test --workspace --test openapi";

fn read(name: &str) -> Value {
    let text = fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}; {HOW} writes it"));
    serde_json::from_str(&text).unwrap()
}

/// Removes annotations, on which programs do not depend: summaries, descriptions and examples.
fn promise(mut document: Value) -> Value {
    match &mut document {
        Value::Object(members) => {
            members.retain(|name, value| {
                !matches!(
                    (name.as_str(), value),
                    ("description" | "summary", Value::String(_)) | ("example" | "examples", _)
                )
            });
            for value in members.values_mut() {
                *value = promise(value.take());
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| *value = promise(value.take())),
        _ => {}
    }
    document
}

#[test]
fn committed_copy_equals_the_served_document() {
    let document = document();
    if is_writing() {
        fs::write(path(COPY), format!("{document:#}\n")).unwrap();
    }
    assert!(read(COPY) == document, "{COPY} is not what is served: {HOW} writes it anew");
}

#[test]
fn served_document_does_not_break_the_released_one() {
    let document = document();
    if std::env::var("LEXDEX_OPENAPI").is_ok_and(|what| what == "release") {
        fs::write(path(RELEASED), format!("{}\n", promise(document.clone()))).unwrap();
    }
    let breaks = breaks(&read(RELEASED), &document);
    assert!(breaks.is_empty(), "this breaks clients of v1:\n{}", breaks.join("\n"));
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

#[test]
fn promise_keeps_properties_named_like_annotations() {
    let document = json!({ "description": "x", "properties": { "summary": { "type": "string", "examples": [1] } } });
    assert_eq!(promise(document), json!({ "properties": { "summary": { "type": "string" } } }));
}
