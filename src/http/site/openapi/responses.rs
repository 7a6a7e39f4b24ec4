/*!
The answers: their statuses, headers and media types.
*/

use serde_json::{Map, Value, json};

use super::examples;
use crate::http::protocol::content_coding::{ContentCoding, VARY};

/// What every answer has.
const EVERY: &[&str] =
    &["X-Request-Id", "Lexdex-Build", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Cache-Control"];

/// What the rate limit adds to every answer, if there is one.
const COUNTED: &[&str] = &["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

/// What an answer has that can be kept and asked for again.
const KEPT: &[&str] = &["ETag", "Last-Modified", "Vary", "Content-Encoding"];

/// The answers of an operation: the success, then what takes its place.
pub(super) fn of_operation(success: Value, names_a_record: bool) -> Value {
    let mut responses = Map::from_iter([("200".to_owned(), success)]);
    for (status, name) in NAMES {
        if *status != "404" || names_a_record {
            responses.insert((*status).to_owned(), json!({ "$ref": format!("#/components/responses/{name}") }));
        }
    }
    responses.into()
}

/// A success with these media types, each with its schema and examples, and these headers beside the usual ones.
pub(super) fn success(description: &str, content: Value, headers: &[&str], links: Value) -> Value {
    let headers = headers_of(&[EVERY, COUNTED, KEPT, headers]);
    json!({ "description": description, "headers": headers, "content": content, "links": links })
}

/// JSON of a schema, with examples.
pub(super) fn json_of(schema: &str, examples: Value) -> Value {
    json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") }, "examples": examples } })
}

/// The answers that operations share, by status.
const NAMES: &[(&str, &str)] = &[
    ("304", "NotModified"),
    ("400", "BadRequest"),
    ("404", "NotFound"),
    ("405", "MethodNotAllowed"),
    ("414", "UriTooLong"),
    ("429", "TooManyRequests"),
    ("500", "InternalServerError"),
    ("503", "ServiceUnavailable"),
];

/// The answers that operations share.
pub(super) fn components() -> Value {
    let error = |description: &str, schema: &str, headers: &[&str], examples: Value| {
        let headers = headers_of(&[EVERY, COUNTED, headers]);
        json!({ "description": description, "headers": headers, "content": json_of(schema, examples) })
    };
    json!({
        "NotModified": {
            "description": "The client has this answer already.",
            "headers": headers_of(&[EVERY, COUNTED, &["ETag", "Vary"]]),
        },
        "BadRequest": error(
            "Something is wrong with the parameters. Everything that is wrong is told.",
            "BadRequest",
            &[],
            examples::of("GET /api/v1/bills?status=vetoed&limt=5"),
        ),
        "NotFound": error(
            "There is no such record. The nearest ids are told, if there are any.",
            "NotFound",
            &[],
            examples::of("GET /api/v1/statutes/federal-usc-18-13411"),
        ),
        "MethodNotAllowed": error(
            "The service is read-only: it answers GET, HEAD and OPTIONS.",
            "Error",
            &["Allow"],
            examples::of("POST /api/v1/statutes"),
        ),
        "UriTooLong": error("The request target is longer than 8 KiB.", "Error", &[], json!({})),
        "TooManyRequests": error(
            "The client has sent more requests than it may, or too many exports are under way.",
            "TooManyRequests",
            &["Retry-After"],
            json!({}),
        ),
        "InternalServerError": error("The server failed.", "Error", &[], json!({})),
        "ServiceUnavailable": error("The answer took too long.", "Error", &[], json!({})),
    })
}

fn headers_of(names: &[&[&str]]) -> Value {
    let names = names.iter().copied().flatten();
    let headers = names.map(|name| ((*name).to_owned(), json!({ "$ref": format!("#/components/headers/{name}") })));
    headers.collect::<Map<_, _>>().into()
}

/// All headers of the answers.
pub(super) fn headers() -> Value {
    let text = || json!({ "type": "string" });
    let codings: Vec<&str> = ContentCoding::ALL[1..].iter().map(|coding| coding.name()).collect();
    let header = |description: &str, required: bool, schema: Value| json!({ "description": description, "required": required, "schema": schema });
    let number = |least: u64| json!({ "type": "integer", "minimum": least });
    json!({
        "X-Request-Id": header("Names the request in the server's log.", true, text()),
        "Lexdex-Build": header(
            "Names the build of the index: pages of one build fit together.",
            true,
            json!({ "type": "string", "pattern": "^[0-9a-f]{64}$" }),
        ),
        "Access-Control-Allow-Origin": header("Scripts of any origin may ask.", true, json!({ "const": "*" })),
        "Access-Control-Expose-Headers": header("Scripts may read every header.", true, json!({ "const": "*" })),
        "Cache-Control": header("For how long the answer may be kept; errors never.", true, text()),
        "X-RateLimit-Limit": header("How many requests are served in any 60 seconds.", false, number(1)),
        "X-RateLimit-Remaining": header("How many more would be served now.", false, number(0)),
        "X-RateLimit-Reset": header("In how many seconds one more would be.", false, number(0)),
        "ETag": header(
            "Names the answer, in its coding: to be sent back in `If-None-Match`.",
            true,
            json!({ "type": "string", "pattern": "^\"[0-9a-f]{16}-[0-9a-f]{16}\"$" }),
        ),
        "Last-Modified": header("When the index was written.", true, text()),
        "Vary": header("By what the answer was chosen, beside its address.", true, json!({ "const": VARY.to_str().unwrap_or_default() })),
        "Content-Encoding": header(
            "How the body is compressed, if the client has asked for it.",
            false,
            json!({ "type": "string", "enum": codings }),
        ),
        "Link": header("Leads to the pages `first`, `prev`, `next` and `last` with the same filters.", true, text()),
        "Content-Disposition": header("The name of the file.", true, text()),
        "Allow": header("The methods there are.", true, json!({ "const": "GET, HEAD, OPTIONS" })),
        "Retry-After": header(
            "In how many seconds the client is served again.",
            true,
            json!({ "type": "integer", "minimum": 1, "maximum": 60 }),
        ),
    })
}
