/*!
`GET /llms.txt`: describes the service to language models, in the format of llmstxt.org. The page is built from the
OpenAPI document.

Every link is a path that a GET answers: the example of an operation, or a section of the reference.
*/

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::http::base_path::BasePath;
use crate::http::endpoints::TEMPLATES;
use crate::http::site::openapi;
use crate::http::site::static_response::StaticResponse;

/// Rules that apply to every request.
const RULES: &str = "\
A citation or a record that is not found may still exist: the index contains what its operator put into it, and \
`/api/v1/coverage` shows how complete each list is. Never invent a citation; check it. Unknown parameters and values \
are rejected with a message that explains the correction. A list has `meta.total`, `limit`, `offset` and \
`meta.hasMore`; `fields` shortens responses. On 429, and on 503 from a busy server, wait for the seconds in \
`Retry-After`. This is legal information, not legal advice.";

/// `GET /llms.txt`
pub(crate) fn response(base_path: BasePath, has_mcp: bool) -> StaticResponse {
    StaticResponse::new("text/plain; charset=utf-8", &[], move || {
        page(&openapi::document(&base_path), &base_path, has_mcp).into()
    })
}

/// Renders an OpenAPI document. `has_mcp` says whether `/mcp` is served.
fn page(document: &Value, base_path: &BasePath, has_mcp: bool) -> String {
    let mut page = String::new();
    let info = &document["info"];
    add(&mut page, format_args!("# {}\n\n> {}\n\n{RULES}\n", string(&info["title"]), string(&info["summary"])));
    if has_mcp {
        let path = base_path.join("/mcp");
        add(&mut page, format_args!("\nAI tools: the Model Context Protocol, by POST to `{path}`, without a key.\n"));
    }
    add(&mut page, format_args!("\n## API\n\n"));
    for (path, methods) in TEMPLATES.iter().filter_map(|(path, _)| Some((*path, document["paths"].get(*path)?))) {
        for (method, operation) in methods.as_object().into_iter().flat_map(Map::iter) {
            let name = format!("{} {path}", method.to_uppercase());
            add_link(&mut page, &name, &base_path.join(&target(operation)), string(&operation["summary"]));
        }
    }
    add(&mut page, format_args!("\n## Docs\n\n"));
    let about = "Every parameter, status and schema, with examples and recipes in Python.";
    add_link(&mut page, "Reference", &base_path.join("/docs"), about);
    let about = "The machine-readable reference, in OpenAPI 3.1.";
    add_link(&mut page, "OpenAPI document", &base_path.join("/openapi.json"), about);
    add(&mut page, format_args!("\n## Optional\n\n"));
    let about = "Web pages for people. The path of a view is the path of its API request without `/api/v1`.";
    add_link(&mut page, "Explorer", &base_path.join("/"), about);
    let about = "A web page that checks the citations of a text or of a file.";
    add_link(&mut page, "Check a brief", &base_path.join("/check"), about);
    page
}

/// Returns the path of an operation's example; for an operation other than GET, its section of the reference.
fn target(operation: &Value) -> String {
    let content = operation["responses"]["200"]["content"].as_object();
    let content = content.and_then(|content| content.values().next()).unwrap_or(&Value::Null);
    match string(&content["examples"]["example"]["summary"]).split_once(' ') {
        Some(("GET", target)) => target.to_owned(),
        _ => format!("/docs#{}", string(&operation["operationId"])),
    }
}

fn add_link(page: &mut String, name: &str, target: &str, about: &str) {
    add(page, format_args!("- [{name}]({target}): {about}\n"));
}

fn add(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = page.write_fmt(text);
}

/// Returns a string of the document; empty if it is missing.
fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
