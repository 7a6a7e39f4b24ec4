/*!
The operation that checks the citations in a text, the only one with a request body.
*/

use serde_json::{Map, Value, json};

use crate::http::base_path::BasePath;
use crate::http::protocol::request_body::{MAX_BODY_BYTES, MediaType};
use crate::http::request::citations::MEDIA_TYPES;
use crate::http::site::openapi::{examples, parameters, responses};

/// The text in the example.
const EXAMPLE: &str = "Smith v. Jones, 410 U.S. 113, 153 (1999); 18 U.S.C. § 1341; 12 Fict. Rep. 345.";

/// Returns the path and its methods.
pub(super) fn path_item(base_path: &BasePath) -> (String, Value) {
    let example = examples::example_with_targets("POST /api/v1/citations", base_path);
    let content: Map<String, Value> = MEDIA_TYPES.iter().map(|media_type| content(*media_type)).collect();
    let operation = json!({
        "operationId": "checkCitations",
        "tags": ["citations"],
        "summary": "Finds the citations in a text, and the record of this index that each refers to.",
        "description":
            "Each citation has the record that it refers to, if this index has it, and whether the name and the year \
             beside it agree with the record. A citation that is not found may still exist: see `/api/v1/coverage`. \
             A request counts once, regardless of the number of citations. A longer text is sent in parts, each with \
             `meta.context` of the response to the part before as `context`: the responses together are the response \
             to the whole.",
        "parameters": [parameters::build()],
        "requestBody": {
            "required": true,
            "description": format!("The text, in UTF-8, of at most {MAX_BODY_BYTES} bytes."),
            "content": content,
        },
        "responses": responses::post_responses(responses::uncached(
            "The citations in the order of the text.",
            responses::json_content("CheckedCitationList", example),
        )),
    });
    ("/api/v1/citations".to_owned(), json!({ "post": operation }))
}

/// Returns the content of a body of one media type.
fn content(media_type: MediaType) -> (String, Value) {
    let content = match media_type {
        MediaType::PlainText => json!({ "schema": { "type": "string" }, "example": EXAMPLE }),
        MediaType::Json => {
            let schema = json!({ "$ref": "#/components/schemas/CitationsRequest" });
            json!({ "schema": schema, "example": { "text": EXAMPLE } })
        }
    };
    (media_type.as_str().to_owned(), content)
}
