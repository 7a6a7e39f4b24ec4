/*!
The operations of the history: changes and feeds. Their examples do not come from the bundled corpus, which has no
history.
*/

use lexdex_core::model::{Parameter, Resource};
use serde_json::{Value, json};

use crate::http::request::changes::PARAMETERS;
use crate::http::request::feed::PAGE_PARAMETERS;
use crate::http::site::openapi::operations::{Operation, in_query, operation};
use crate::http::site::openapi::responses::LastSegment;
use crate::http::site::openapi::schemas::singular;
use crate::http::site::openapi::{parameters, responses};

/// Iterates over the operations and their paths.
pub(super) fn all() -> impl Iterator<Item = (String, Value)> {
    let feeds = Resource::ALL.iter().map(|list| (format!("/api/v1/{list}.atom"), feed(*list)));
    [("/api/v1/changes".to_owned(), changes())].into_iter().chain(feeds)
}

fn changes() -> Value {
    let mut parameters: Vec<Value> =
        PARAMETERS.iter().map(|parameter| parameters::in_query(*parameter, Resource::Bills)).collect();
    for parameter in &mut parameters {
        if parameter["name"] == Parameter::Since.as_str() {
            parameter["required"] = true.into();
        }
    }
    let example = json!({
        "data": [
            { "change": "added", "resource": "bills", "id": "federal-117-hr-3684", "publishedAt": "2026-02-01T04:00:00Z" },
            { "change": "removed", "resource": "bills", "id": "wy-2025-sf0006", "publishedAt": "2026-02-03T04:00:00Z" },
        ],
        "meta": { "total": 2, "limit": 20, "offset": 0, "hasMore": false },
    });
    let schema = json!({ "$ref": "#/components/schemas/ChangeList" });
    let content = json!({ "application/json": { "schema": schema, "example": example } });
    let mut operation = operation(Operation {
        id: "listChanges".to_owned(),
        tag: "changes",
        summary: "Lists the records that were added, changed or removed since a build.".to_owned(),
        description:
            "The difference between two builds, regardless of the builds between them: a record that was added and \
             removed again is not listed. Changes are ordered by list (statutes, cases, bills) and id. The next \
             `since` is the `Lexdex-Build` of the response. The server keeps the last 20 publications; an earlier \
             `since` is answered with 410 and the oldest build. Changes of the catalogues, or of texts that are \
             indexed but not served, are not listed."
                .to_owned(),
        parameters,
        success: responses::success("A page.", content, &["Link"], json!({})),
        named: LastSegment::Nothing,
    });
    add_errors(&mut operation);
    operation["responses"]["410"] = json!({ "$ref": "#/components/responses/Gone" });
    operation
}

fn feed(resource: Resource) -> Value {
    let singular = singular(resource);
    let content = json!({
        "application/atom+xml": {
            "schema": { "type": "string", "description": "An Atom feed (RFC 4287) in pages (RFC 5005)." },
        },
    });
    let mut operation = operation(Operation {
        id: format!("follow{singular}s"),
        tag: resource.as_str(),
        summary: format!("Returns an Atom feed of new and changed {resource} that match."),
        description: format!(
            "The matching {resource} that were added or changed by one of the last publications, latest publication \
             first. `updated` of an entry is the time of the publication."
        ),
        parameters: in_query(resource, PAGE_PARAMETERS),
        success: responses::success("A page of the feed.", content, &["Link"], json!({})),
        named: LastSegment::Nothing,
    });
    add_errors(&mut operation);
    operation
}

fn add_errors(operation: &mut Value) {
    operation["responses"]["404"] = json!({ "$ref": "#/components/responses/NoHistory" });
}
