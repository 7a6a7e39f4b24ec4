/*!
Describes the responses: their statuses, headers and media types.
*/

use serde_json::{Map, Value, json};

use crate::http::endpoints::Methods;
use crate::http::protocol::content_coding::{ContentCoding, VARY};
use crate::http::site::openapi::{examples, parameters};

/// The headers of every response.
const COMMON: &[&str] =
    &["X-Request-Id", "Lexdex-Build", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Cache-Control"];

/// The headers that the rate limit adds to every response.
const RATE_LIMIT: &[&str] = &["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

/// The headers of a response whose body may be compressed.
const CODED: &[&str] = &["Vary", "Content-Encoding"];

/// The headers of a response that can be cached and revalidated.
const CACHEABLE: &[&str] = &["ETag", "Last-Modified", "Vary", "Content-Encoding"];

/// The kind of the last segment of an operation's path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LastSegment {
    /// A fixed segment.
    Nothing,
    /// The id of a record.
    Record,
    /// The id of a record, or an alias of it.
    RecordOrAlias,
}

/// Returns the responses of an operation: success, redirect and errors.
pub(super) fn responses(success: Value, named: LastSegment) -> Value {
    let mut responses = Map::from_iter([("200".to_owned(), success)]);
    for (status, name) in SHARED {
        let is_given = match *status {
            "308" => named == LastSegment::RecordOrAlias,
            "404" => named != LastSegment::Nothing,
            _ => true,
        };
        if is_given {
            responses.insert((*status).to_owned(), json!({ "$ref": format!("#/components/responses/{name}") }));
        }
    }
    responses.into()
}

/// Returns the responses of a POST operation: success and errors.
pub(super) fn post_responses(success: Value) -> Value {
    let mut responses = Map::from_iter([("200".to_owned(), success)]);
    for (status, name) in POST_ERRORS {
        responses.insert((*status).to_owned(), json!({ "$ref": format!("#/components/responses/{name}") }));
    }
    responses.into()
}

/// Describes a successful response that is never cached. `content` is by media type.
pub(super) fn uncached(description: &str, content: Value) -> Value {
    let headers = header_references(&[COMMON, RATE_LIMIT, CODED]);
    json!({ "description": description, "headers": headers, "content": content })
}

/// Describes a successful response. `content` is by media type. `headers` are added to the headers that every success
/// has.
pub(super) fn success(description: &str, content: Value, headers: &[&str], links: Value) -> Value {
    let headers = header_references(&[COMMON, RATE_LIMIT, CACHEABLE, headers]);
    json!({ "description": description, "headers": headers, "content": content, "links": links })
}

/// Describes JSON content with a schema and examples.
pub(super) fn json_content(schema: &str, examples: Value) -> Value {
    json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{schema}") }, "examples": examples } })
}

/// The responses that all GET operations share, by status.
const SHARED: &[(&str, &str)] = &[
    ("304", "NotModified"),
    ("308", "PermanentRedirect"),
    ("400", "BadRequest"),
    ("404", "NotFound"),
    ("405", "MethodNotAllowed"),
    ("412", "PreconditionFailed"),
    ("414", "UriTooLong"),
    ("429", "TooManyRequests"),
    ("500", "InternalServerError"),
    ("503", "ServiceUnavailable"),
];

/// The responses that POST operations share, by status.
const POST_ERRORS: &[(&str, &str)] = &[
    ("400", "InvalidRequest"),
    ("405", "PostNeeded"),
    ("408", "RequestTimeout"),
    ("412", "PreconditionFailed"),
    ("413", "ContentTooLarge"),
    ("414", "UriTooLong"),
    ("415", "UnsupportedMediaType"),
    ("429", "TooManyRequests"),
    ("500", "InternalServerError"),
    ("503", "ServiceUnavailable"),
];

/// Returns the shared responses by name.
pub(super) fn components() -> Value {
    let error = |description: &str, schema: &str, headers: &[&str], examples: Value| {
        let headers = header_references(&[COMMON, RATE_LIMIT, headers]);
        json!({ "description": description, "headers": headers, "content": json_content(schema, examples) })
    };
    let mut post_needed = error("The path accepts POST only.", "Error", &[], json!({}));
    post_needed["headers"]["Allow"] = json!({ "$ref": "#/components/headers/AllowOfPost" });
    json!({
        "NotModified": {
            "description": "The cached response is current.",
            "headers": header_references(&[COMMON, RATE_LIMIT, &["ETag", "Vary"]]),
        },
        "PermanentRedirect": {
            "description": "The id contains another citation of the case. `Location` is the path of the record.",
            "headers": header_references(&[COMMON, RATE_LIMIT, &["Location"]]),
        },
        "BadRequest": error(
            "Some parameters are invalid. The error lists all of them.",
            "BadRequest",
            &[],
            examples::example("GET /api/v1/bills?status=vetoed&limt=5"),
        ),
        "NotFound": error(
            "No record has this id. The error lists the nearest ids, if there are any.",
            "NotFound",
            &[],
            examples::example("GET /api/v1/statutes/federal-usc-18-13411"),
        ),
        "NoHistory": error(
            "The server has no history of changes. The error states the reason.",
            "Error",
            &[],
            json!({}),
        ),
        "Gone": error(
            "The history does not go back to the build or the time. The error names its oldest build.",
            "Gone",
            &[],
            json!({}),
        ),
        "MethodNotAllowed": error(
            "The path is read-only: it accepts GET, HEAD and OPTIONS.",
            "Error",
            &["Allow"],
            examples::example("POST /api/v1/statutes"),
        ),
        "PreconditionFailed": error(
            "The server does not serve the build that the request names. The error names the current build.",
            "PreconditionFailed",
            &[],
            examples::example(
                "GET /api/v1/bills?build=b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184",
            ),
        ),
        "InvalidRequest": error(
            "Some parameters are invalid, or the body is not UTF-8, incomplete, JSON of another form, or a text with too \
             many citations.",
            "BadRequest",
            &[],
            json!({}),
        ),
        "PostNeeded": post_needed,
        "RequestTimeout": error("The body did not arrive in time.", "Error", &[], json!({})),
        "ContentTooLarge": error("The body is too long.", "ContentTooLarge", &[], json!({})),
        "UnsupportedMediaType": error(
            "The media type of the body is missing or not accepted, or the body is compressed. The error names the \
             accepted types or codings.",
            "UnsupportedMediaType",
            &["Accept-Post", "Accept-Encoding"],
            json!({}),
        ),
        "UriTooLong": error("The request target is longer than 8 KiB.", "Error", &[], json!({})),
        "TooManyRequests": error(
            "The client has exceeded its rate limit.",
            "TooManyRequests",
            &["Retry-After"],
            json!({}),
        ),
        "InternalServerError": error("The server failed to answer the request.", "Error", &[], json!({})),
        "ServiceUnavailable": error(
            "The request timed out, or the server is at capacity; `Retry-After` says when to retry.",
            "Error",
            &[],
            json!({}),
        ),
    })
}

fn header_references(names: &[&[&str]]) -> Value {
    let names = names.iter().copied().flatten();
    let headers = names.map(|name| ((*name).to_owned(), json!({ "$ref": format!("#/components/headers/{name}") })));
    headers.collect::<Map<_, _>>().into()
}

/// Returns every response header by name.
pub(super) fn headers() -> Value {
    let text = || json!({ "type": "string" });
    let codings: Vec<&str> = ContentCoding::ALL[1..].iter().map(|coding| coding.name()).collect();
    let header = |description: &str, required: bool, schema: Value| json!({ "description": description, "required": required, "schema": schema });
    let number = |least: u64| json!({ "type": "integer", "minimum": least });
    json!({
        "X-Request-Id": header("The id of the request in the log of the server.", true, text()),
        "Lexdex-Build": header(
            "The id of the index build, for the parameter `build`: pages of one build are consistent.",
            true,
            parameters::build_id(),
        ),
        "Access-Control-Allow-Origin": header("Scripts of any origin may send requests.", true, json!({ "const": "*" })),
        "Access-Control-Expose-Headers": header("Scripts may read every header.", true, json!({ "const": "*" })),
        "Cache-Control": header("How long the response may be cached. Errors are never cached.", true, text()),
        "X-RateLimit-Limit": header("The number of requests allowed in any 60 seconds.", false, number(1)),
        "X-RateLimit-Remaining": header("The number of further requests allowed at this moment.", false, number(0)),
        "X-RateLimit-Reset": header("The seconds until the oldest counted request expires, after which one more is \
                                     allowed.", false, number(0)),
        "ETag": header(
            "Identifies the response and its coding, for `If-None-Match`.",
            true,
            json!({ "type": "string", "pattern": "^\"[0-9a-f]{16}-[0-9]+-[0-9a-f]{16}\"$" }),
        ),
        "Last-Modified": header(
            "The latest `last_updated` of a record. Absent if the index has no records.",
            false,
            text(),
        ),
        "Vary": header("The request headers that the response depends on.", true, json!({ "const": VARY.to_str().unwrap_or_default() })),
        "Content-Encoding": header(
            "The compression of the body.",
            false,
            json!({ "type": "string", "enum": codings }),
        ),
        "Link": header(
            "For a page: the pages `first`, `prev`, `next` and `last` with the same filters and `build`, or only \
             `next` if the header would exceed 3 KiB; for a list with a feed, also the feed as `related`. For a \
             record: the addresses of its text as `alternate`, and its feed as `related`.",
            false,
            text(),
        ),
        "X-Summary-Source": header(
            "`lexdex; date=YYYY-MM-DD` if the summary is the lexdex project's and was written on that day, because \
             the record's source, which `meta.source` names, has none.",
            false,
            json!({ "type": "string", "pattern": "^lexdex; date=[0-9]{4}-[0-9]{2}-[0-9]{2}$" }),
        ),
        "Location": {
            "description": "The path of the request with the canonical id of the record.",
            "required": true,
            "schema": text(),
            "example": "/api/v1/cases/scotus-410-us-113",
        },
        "Content-Disposition": header("The name of the file.", true, text()),
        "Allow": header("The accepted methods.", true, json!({ "const": Methods::Read.names() })),
        "AllowOfPost": header("The accepted methods.", true, json!({ "const": Methods::Post.names() })),
        "Accept-Post": header("The accepted media types. Absent if the coding of the body is the problem.", false, text()),
        "Accept-Encoding": header(
            "The accepted codings. Absent if the media type of the body is the problem.",
            false,
            json!({ "const": "identity" }),
        ),
        "Retry-After": header(
            "The seconds until the client may retry.",
            true,
            json!({ "type": "integer", "minimum": 1, "maximum": 60 }),
        ),
    })
}
