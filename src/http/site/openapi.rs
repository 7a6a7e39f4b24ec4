/*!
`GET /openapi.json`: the OpenAPI document, for generators of clients, tests and pages.

The document is built from the declarations that the service itself uses: the lists with their parameters, the limits,
the closed vocabularies and the types of the records. Its examples are responses on the bundled corpus, checked by a
test.

utoipa derives the schemas of types; the rest is written as JSON. The builders of utoipa 5.5 cannot express required
response headers, references to headers, `components.headers`, `info.summary` or a schema's `const`. Every response and
operation would therefore need JSON as an extension. Even where they suffice, they are longer: the parameters take 117
lines with builders and 106 as JSON.
*/

mod examples;

mod citations;

mod operations;

mod changes;

pub(crate) mod parameters;

mod responses;

pub(crate) mod schemas;

use lexdex_core::model::LICENSE;
use serde_json::{Map, Value, json};

use crate::http::base_path::BasePath;
use crate::http::site::static_response::StaticResponse;

const DESCRIPTION: &str = "A read-only service over U.S. law: statutes, court cases, legislative bills and the \
    jurisdictions they belong to. Totals are exact, the order of a list is the same on every page, and invalid \
    requests are rejected with an explanation.\n\nThe API has the version of the program, and the major version is \
    in every path. Under `v1`, endpoints and parameters may be added, and fields to other bodies than the records of the \
    four lists. None is removed or changed.\n\n\
    This is legal information, not legal advice.";

/// `GET /openapi.json`
pub(crate) fn response(base_path: BasePath) -> StaticResponse {
    StaticResponse::new("application/json", &[], move || document(&base_path).to_string().into())
}

/// Returns the OpenAPI document of a service with this base path.
pub(crate) fn document(base_path: &BasePath) -> Value {
    let read = operations::all(base_path).into_iter().map(|(path, operation)| (path, json!({ "get": operation })));
    let history = changes::all().map(|(path, operation)| (path, json!({ "get": operation })));
    let paths: Map<String, Value> = read.chain(history).chain([citations::path_item(base_path)]).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "lexdex",
            "summary": "Metadata of U.S. law: statutes, cases, bills and jurisdictions.",
            "description": DESCRIPTION,
            // A breaking change requires a new major version, which is part of every path.
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": format!("{LICENSE} (the data)"), "identifier": "CC0-1.0" },
        },
        "servers": [{ "url": base_path.root(), "description": "This server." }],
        // Declares that the API needs no key or token.
        "security": [],
        "tags": operations::tags(),
        "paths": paths,
        "components": {
            "schemas": schemas::all(),
            "headers": responses::headers(),
            "responses": responses::components(),
        },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn document_describes_every_api_endpoint_and_no_other() {
        let routes: BTreeSet<&str> = crate::http::endpoints::TEMPLATES
            .iter()
            .map(|(path, _)| *path)
            .filter(|path| path.starts_with("/api/v1/"))
            .collect();
        let document = document(&BasePath::default());
        let described: BTreeSet<&str> = document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(described, routes);
    }
}
