/*!
Renders the reference page: a table of contents, a section per operation and a section per schema.
*/

use maud::{DOCTYPE, Markup, html};
use serde_json::Value;

use crate::http::request::query_string::push_pair;
use crate::http::site::docs::document::{DocumentOperation, elements, members, operations, string, success, tags};
use crate::http::site::docs::form::{body_description_id, description_id, form};
use crate::http::site::docs::guide::{SECTIONS, guide};
use crate::http::site::docs::program::program;
use crate::http::site::docs::prose::prose;
use crate::http::site::docs::schema_type::schema_type;

/// Renders an OpenAPI document.
pub(super) fn page(document: &Value) -> Markup {
    let info = &document["info"];
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "lexdex: the API" }
                link rel="icon" href="/explorer/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/explorer/base.css";
                link rel="stylesheet" href="/docs/style.css";
                script type="module" src="/explorer/docs.js" {}
            }
            body {
                a.skip href="#content" { "Skip to the content" }
                (header())
                p #status.unseen role="status" {}
                main.docs {
                    (contents(document))
                    div #content tabindex="-1" {
                        h1 { (string(&info["title"])) " " (string(&info["version"])) }
                        (prose(string(&info["description"])))
                        p { "For programs: the " a href="/openapi.json" { "OpenAPI document" } "." }
                        (guide(document))
                        (reference(document))
                    }
                }
                footer.bottom { p { strong { "This is legal information, not legal advice." } } }
            }
        }
        "\n"
    }
}

/// The header of the explorer.
fn header() -> Markup {
    html! {
        header.top {
            a.brand href="/" { "lexdex" }
            nav aria-label="Lists" {
                a href="/cases" { "Cases" }
                a href="/statutes" { "Statutes" }
                a href="/bills" { "Bills" }
                a href="/check" { "Check" span.wide { " a brief" } }
            }
            nav aria-label="For developers" {
                a href="/docs" aria-current="page" { "API" span.wide { " docs" } }
                a href="/openapi.json" { "OpenAPI" }
            }
        }
    }
}

/// The table of contents. The page's script collapses it where it would cover the text.
fn contents(document: &Value) -> Markup {
    html! {
        details.contents open {
            summary { "Contents" }
            nav aria-label="Contents" {
                ul {
                    @for (id, heading, _) in SECTIONS { li { a href={ "#" (id) } { (heading) } } }
                    @for (name, _) in tags(document) {
                        li {
                            a href={ "#" (name) } { (name) }
                            ul {
                                @for DocumentOperation { operation, .. } in operations(document, name) {
                                    @let id = string(&operation["operationId"]);
                                    li { a href={ "#" (id) } { (id) } }
                                }
                            }
                        }
                    }
                    li { a href="#schemas" { "schemas" } }
                }
            }
        }
    }
}

fn reference(document: &Value) -> Markup {
    html! {
        @for (name, tag) in tags(document) {
            h2 id=(name) { (name) }
            (prose(string(&tag["description"])))
            @for operation in operations(document, name) {
                (operation_section(document, &operation))
            }
        }
        h2 #schemas { "schemas" }
        p { "The types of response bodies. An optional field is omitted if it is unknown." }
        @for (name, schema) in members(&document["components"]["schemas"]) {
            (schema_section(name, schema))
        }
    }
}

fn operation_section(document: &Value, whole: &DocumentOperation<'_>) -> Markup {
    let DocumentOperation { path, method, operation } = whole;
    let target = example_target(whole);
    let id = string(&operation["operationId"]);
    html! {
        section aria-labelledby=(id) {
            h3 id=(id) { a href={ "#" (id) } { code { (method) " " (path) } } }
            p { strong { (string(&operation["summary"])) } }
            (prose(string(&operation["description"])))
            (example(document, operation, &target))
            (form(whole, &target))
            (table("Parameters", ["Parameter", "Type", "Description"], html! {
                @for parameter in elements(&operation["parameters"]) { (parameter_row(id, parameter)) }
            }))
            @if let Some(body) = operation.get("requestBody") { (body_table(id, body)) }
            (table("Responses", ["Status", "Description", "Body"], html! {
                @for (status, response) in members(&operation["responses"]) {
                    (response_row(document, status, response))
                }
            }))
        }
    }
}

/// The target of the first example, or of the simplest request if there is no example.
fn example_target(operation: &DocumentOperation<'_>) -> String {
    let DocumentOperation { path, operation, .. } = operation;
    if let Some((_, target)) = string(&success(operation)["examples"]["example"]["summary"]).split_once(' ') {
        return target.to_owned();
    }
    let required = elements(&operation["parameters"]).iter().filter(|parameter| parameter["required"] == true);
    let mut query = String::new();
    required.for_each(|parameter| push_pair(&mut query, string(&parameter["name"]), string(&parameter["example"])));
    if query.is_empty() { (*path).to_owned() } else { format!("{path}?{query}") }
}

/// The request of the first example, and its response if the document has one.
fn example(document: &Value, operation: &Value, target: &str) -> Markup {
    let content = success(operation);
    let example = &content["examples"]["example"];
    let body = &operation["requestBody"]["content"]["text/plain"]["example"];
    let body = body.as_str().map(|body| format!(" --header 'Content-Type: text/plain' \\\n  --data '{body}'"));
    html! {
        (program(document, &format!("curl 'http://localhost:8080{target}'{}", body.unwrap_or_default())))
        @if let Some(value) = example.get("value").or_else(|| content.get("example")) {
            details {
                summary { "Response" }
                (prose(string(&example["description"])))
                pre tabindex="0" {
                    code {
                        @match value {
                            Value::String(text) => (text),
                            value => (format_args!("{value:#}")),
                        }
                    }
                }
            }
        }
    }
}

fn parameter_row(operation: &str, parameter: &Value) -> Markup {
    let schema = &parameter["schema"];
    html! {
        tr {
            th scope="row" {
                code { (string(&parameter["name"])) }
                @match string(&parameter["in"]) {
                    "path" => { " " small { "in the path" } }
                    "header" => { " " small { "header" } }
                    _ => {}
                }
                @if parameter["required"] == true { " " small { "required" } }
            }
            td {
                @match (schema.get("items"), &parameter["explode"]) {
                    (None, _) => (schema_type(schema)),
                    (Some(items), Value::Bool(true)) => { (schema_type(items)) "; may be repeated" }
                    (Some(items), _) => { (schema_type(items)) "; several, separated by commas" }
                }
            }
            td id=(description_id(operation, string(&parameter["name"]))) { (prose(string(&parameter["description"]))) }
        }
    }
}

/// The media types of the body of a request.
fn body_table(operation: &str, body: &Value) -> Markup {
    table(
        "Body",
        ["Media type", "Type", "Description"],
        html! {
            @for (idx, (media_type, content)) in members(&body["content"]).enumerate() {
                tr {
                    th scope="row" { code { (media_type) } }
                    td { (schema_type(&content["schema"])) }
                    td id=[(idx == 0).then(|| body_description_id(operation))] { (prose(string(&body["description"]))) }
                }
            }
        },
    )
}

fn response_row(document: &Value, status: &str, response: &Value) -> Markup {
    let target = response["$ref"].as_str().and_then(|reference| document.pointer(reference.trim_start_matches('#')));
    let response = target.unwrap_or(response);
    html! {
        tr {
            th scope="row" { (status) }
            td { (prose(string(&response["description"]))) }
            td {
                @for (idx, (media_type, content)) in members(&response["content"]).enumerate() {
                    @if idx > 0 { " or " }
                    @if content["schema"].get("$ref").is_some() {
                        (schema_type(&content["schema"]))
                    } @else {
                        code { (media_type) }
                    }
                }
            }
        }
    }
}

fn schema_section(name: &str, schema: &Value) -> Markup {
    let id = format!("schema-{name}");
    let is_required = |field: &str| elements(&schema["required"]).iter().any(|required| required == field);
    html! {
        section aria-labelledby=(id) {
            h3 id=(id) { a href={ "#" (id) } { (name) } }
            (prose(string(&schema["description"])))
            @if schema.get("properties").is_some() {
                (table("Fields", ["Field", "Type", "Description"], html! {
                    @for (field, schema) in members(&schema["properties"]) {
                        tr {
                            th scope="row" {
                                code { (field) }
                                @if is_required(field) { " " small { "required" } }
                            }
                            td { (schema_type(schema)) }
                            td { (prose(string(&schema["description"]))) }
                        }
                    }
                }))
            } @else {
                p { (schema_type(schema)) }
            }
        }
    }
}

fn table(caption: &str, columns: [&str; 3], rows: Markup) -> Markup {
    html! {
        table {
            caption { (caption) }
            thead { tr { @for column in columns { th scope="col" { (column) } } } }
            tbody { (rows) }
        }
    }
}
