/*!
`GET /openapi.json`: the OpenAPI document, which describes the API for generators of clients, tests and pages.

The document is made from the declarations that the service itself reads: the lists with their parameters, the bounds,
the closed vocabularies and the types of the records. Its examples are responses of the bundled corpus, checked by a
test.

utoipa derives the schemas of types; the rest is written as JSON. The builders of utoipa 5.5 cannot express a response
header that is a reference or required, `components.headers`, `info.summary` or a schema's `const`, so that no response
and no operation could be built without JSON put in as extensions. Where they can express everything, they are longer:
the parameters take 117 lines with builders and 106 as JSON.
*/

mod examples;

mod operations;

mod parameters;

mod responses;

mod schemas;

use serde_json::{Map, Value, json};

use crate::http::base_path::BasePath;
use crate::http::site::static_response::StaticResponse;
use crate::model::LICENSE;

/// The version of the interface, whose major part is in every path. A breaking change needs a new major version.
const API_VERSION: &str = "1.0";

const DESCRIPTION: &str = "A read-only service over U.S. law: statutes, court cases, legislative bills and the \
    jurisdictions they belong to. Totals are exact, the order of a list is the same on every page, and an invalid \
    request is refused, never guessed at.\n\nThis is legal information, not legal advice.";

/// Where the document has the examples of suggestions, whose targets are below the base path.
const SUGGESTIONS: &str =
    "/paths/~1api~1v1~1suggest/get/responses/200/content/application~1json/examples/example/value/data";

/// `GET /openapi.json`
pub(crate) fn response(base_path: BasePath) -> StaticResponse {
    StaticResponse::new("application/json", &[], move || document(&base_path).to_string().into())
}

/// The OpenAPI document of a service below a base path.
pub(crate) fn document(base_path: &BasePath) -> Value {
    let mut document = document_at(base_path.root());
    let suggestions = document.pointer_mut(SUGGESTIONS).and_then(Value::as_array_mut);
    for suggestion in suggestions.into_iter().flatten() {
        let url = base_path.join(suggestion["url"].as_str().unwrap_or_default());
        suggestion["url"] = url.into();
    }
    document
}

fn document_at(server: &str) -> Value {
    let paths: Map<String, Value> =
        operations::all().into_iter().map(|(path, operation)| (path, json!({ "get": operation }))).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "lexdex",
            "summary": "U.S. law's metadata: statutes, cases, bills and jurisdictions.",
            "description": DESCRIPTION,
            "version": API_VERSION,
            "license": { "name": format!("{LICENSE} (the data)"), "identifier": "CC0-1.0" },
        },
        "servers": [{ "url": server, "description": "This server." }],
        // States that the API needs no key and no token.
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
