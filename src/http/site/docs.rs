/*!
`GET /docs`: the OpenAPI document as a page for people. It is made once, needs no script, and asks nobody else for
anything.
*/

mod markup;

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use serde_json::Value;

use crate::http::endpoints::TEMPLATES;
use crate::http::site::openapi::DOCUMENT;
use crate::http::site::static_response::FixedAnswer;
use crate::http::snapshot::current_snapshot::Builds;
use markup::{members, prose, text, type_of, values};

/// What a browser may do with the page: show it, with our style.
static HEADERS: [(HeaderName, HeaderValue); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

static PAGE: FixedAnswer = FixedAnswer::new("text/html; charset=utf-8", &HEADERS, || page(&DOCUMENT).into());

static STYLE: FixedAnswer =
    FixedAnswer::new("text/css; charset=utf-8", &HEADERS, || include_bytes!("../../docs/style.css").as_slice().into());

/// `GET /docs`
pub(crate) async fn get_page(builds: Arc<Builds>, request: Request) -> Response {
    PAGE.answer(&builds, request).await
}

/// `GET /docs/style.css`
pub(crate) async fn get_style(builds: Arc<Builds>, request: Request) -> Response {
    STYLE.answer(&builds, request).await
}

fn page(document: &Value) -> String {
    let info = &document["info"];
    let mut contents = String::new();
    let mut sections = String::new();
    for tag in values(&document["tags"]) {
        let name = text(&tag["name"]);
        contents += &format!("<li><a href=\"#{name}\">{name}</a><ul>");
        sections += &format!("<h2 id=\"{name}\">{name}</h2>{}", prose(&tag["description"]));
        for (path, operation) in operations(document, &tag["name"]) {
            let id = text(&operation["operationId"]);
            contents += &format!("<li><a href=\"#{id}\">{id}</a></li>");
            sections += &section(document, path, operation);
        }
        contents += "</ul></li>";
    }
    let schemas: String =
        members(&document["components"]["schemas"]).map(|(name, schema)| schema_section(name, schema)).collect();
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>lexdex: the API</title>\
         <link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body>\
         <a class=\"skip\" href=\"#content\">To the operations</a><header><h1>{} {}</h1>{}\
         <p>For programs: <a href=\"/openapi.json\">/openapi.json</a>. To look around by hand: \
         <a href=\"/\">the explorer</a>.</p></header>\
         <nav aria-label=\"Operations\"><ul>{contents}<li><a href=\"#schemas\">schemas</a></li></ul></nav>\
         <main id=\"content\">{sections}<h2 id=\"schemas\">schemas</h2>\
         <p>What bodies are made of. A field that is not required is left out where it is unknown.</p>\
         {schemas}</main></body></html>\n",
        text(&info["title"]),
        text(&info["version"]),
        prose(&info["description"]),
    )
}

/// The operations of a group, in the order of the routes.
fn operations<'d>(document: &'d Value, tag: &Value) -> impl Iterator<Item = (&'static str, &'d Value)> {
    let tag = tag.clone();
    let operations = TEMPLATES.iter().filter_map(|(path, _)| Some((*path, document["paths"].get(*path)?.get("get")?)));
    operations.filter(move |(_, operation)| operation["tags"][0] == tag)
}

fn section(document: &Value, path: &str, operation: &Value) -> String {
    let id = text(&operation["operationId"]);
    let rows: String = values(&operation["parameters"]).iter().map(parameter_row).collect();
    let parameters = table("Parameters", &["Parameter", "Takes", "Is"], &rows);
    let answers: String =
        members(&operation["responses"]).map(|(status, response)| answer_row(document, status, response)).collect();
    let answers = table("Answers", &["Status", "Means", "Body"], &answers);
    format!(
        "<section aria-labelledby=\"{id}\"><h3 id=\"{id}\"><a href=\"#{id}\"><code>GET {path}</code></a></h3>\
         <p><strong>{}</strong></p>{}{}{parameters}{answers}</section>",
        text(&operation["summary"]),
        prose(&operation["description"]),
        example(&operation["responses"]["200"]),
    )
}

/// The request of the first example and its answer.
fn example(response: &Value) -> String {
    let Some((_, content)) = members(&response["content"]).next() else { return String::new() };
    let example = &content["examples"]["example"];
    let target = example["summary"].as_str().and_then(|request| request.strip_prefix("GET ")).unwrap_or_default();
    let answer = match &example["value"] {
        Value::String(text) => text.clone(),
        value => format!("{value:#}"),
    };
    format!(
        "<pre tabindex=\"0\"><code>curl 'http://localhost:8080{}'</code></pre>\
         <details><summary>The answer</summary>{}<pre tabindex=\"0\"><code>{}</code></pre></details>",
        markup::escaped(target),
        prose(&example["description"]),
        markup::escaped(&answer),
    )
}

fn parameter_row(parameter: &Value) -> String {
    let place = match parameter["in"].as_str() {
        Some("query") | None => "",
        Some("path") => " <small>in the path</small>",
        Some(_) => " <small>header</small>",
    };
    let required = if parameter["required"] == true { " <small>required</small>" } else { "" };
    format!(
        "<tr><th scope=\"row\"><code>{}</code>{place}{required}</th><td>{}</td><td>{}</td></tr>",
        text(&parameter["name"]),
        value_of(parameter),
        prose(&parameter["description"]),
    )
}

/// What a parameter takes, and how several values are given.
fn value_of(parameter: &Value) -> String {
    let schema = &parameter["schema"];
    match (schema.get("items"), &parameter["explode"]) {
        (None, _) => type_of(schema),
        (Some(items), Value::Bool(true)) => format!("{}; may be repeated", type_of(items)),
        (Some(items), _) => format!("{}; several with commas between", type_of(items)),
    }
}

fn answer_row(document: &Value, status: &str, response: &Value) -> String {
    let reference = response["$ref"].as_str().and_then(|reference| document.pointer(reference.trim_start_matches('#')));
    let response = reference.unwrap_or(response);
    let bodies: Vec<String> = members(&response["content"])
        .map(|(media_type, content)| {
            let schema = &content["schema"];
            if schema.get("$ref").is_some() { type_of(schema) } else { format!("<code>{media_type}</code>") }
        })
        .collect();
    format!(
        "<tr><th scope=\"row\">{status}</th><td>{}</td><td>{}</td></tr>",
        prose(&response["description"]),
        bodies.join(" or "),
    )
}

fn schema_section(name: &str, schema: &Value) -> String {
    let required = values(&schema["required"]);
    let row = |(field, schema): (&String, &Value)| {
        let mark = if required.contains(&field.as_str().into()) { " <small>required</small>" } else { "" };
        format!(
            "<tr><th scope=\"row\"><code>{field}</code>{mark}</th><td>{}</td><td>{}</td></tr>",
            type_of(schema),
            prose(&schema["description"]),
        )
    };
    let rows: String = members(&schema["properties"]).map(row).collect();
    let fields = if rows.is_empty() {
        format!("<p>{}</p>", type_of(schema))
    } else {
        table("Fields", &["Field", "Is", "Means"], &rows)
    };
    format!(
        "<section aria-labelledby=\"schema-{name}\"><h3 id=\"schema-{name}\"><a href=\"#schema-{name}\">{name}</a></h3>\
         {}{fields}</section>",
        prose(&schema["description"]),
    )
}

fn table(caption: &str, columns: &[&str], rows: &str) -> String {
    let columns: String = columns.iter().map(|column| format!("<th scope=\"col\">{column}</th>")).collect();
    format!("<table><caption>{caption}</caption><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>")
}
