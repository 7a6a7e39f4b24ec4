/*!
The OpenAPI document: what the API takes and answers, for programs that make clients, tests and pages of it.

It is made from what the service itself reads: the lists with their parameters, the bounds, the closed vocabularies and
the types of the records. What is said of them in words is in their comments and here. Its examples are answers of the
service, asked of the bundled corpus by a test.
*/

mod examples;

mod operations;

mod parameters;

mod responses;

mod schemas;

use std::sync::LazyLock;

use axum::extract::Request;
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::http::protocol::conditional::CachePolicy;
use crate::http::site::static_response::StaticResponse;
use crate::model::LICENSE;

/// The version of the API. It is in the path, too; what breaks a client makes another one.
const API_VERSION: &str = "1.0";

const DESCRIPTION: &str = "A read-only service over U.S. law: statutes, court cases, legislative bills and the \
    jurisdictions they belong to. Totals are exact, lists have one order on every page, and what a request asks for \
    is answered or refused, never guessed.\n\nThis is legal information, not legal advice.";

/// The document.
pub(crate) static DOCUMENT: LazyLock<Value> = LazyLock::new(document);

static RESPONSE: StaticResponse = StaticResponse::new("application/json", &[], || DOCUMENT.to_string().into());

/// `GET /openapi.json`
pub(crate) async fn get_document(policy: CachePolicy, request: Request) -> Response {
    RESPONSE.respond(policy, request).await
}

fn document() -> Value {
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
        "servers": [{ "url": "/", "description": "This server." }],
        // No key, no token: it is said, so that it need not be guessed.
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
        let described: BTreeSet<&str> = DOCUMENT["paths"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(described, routes);
    }
}
