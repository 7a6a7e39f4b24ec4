/*!
The example responses of the document. A test sends the requests and compares the responses.
*/

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::http::base_path::BasePath;

/// The description of an example that shows a part of the response.
const TRUNCATED: &str = "Longer lists are truncated to two entries.";

static ANSWERS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    // A test fails if an example is missing.
    serde_json::from_str(include_str!("examples.json")).unwrap_or_default()
});

/// Returns the response to a request as an example. The request is given as method and target.
pub(super) fn example(request: &str) -> Value {
    json!({ "example": { "summary": request, "value": ANSWERS.get(request) } })
}

/// Like [`example`], for a response whose lists are truncated to two entries in the file of examples.
pub(super) fn truncated_example(request: &str) -> Value {
    let mut examples = example(request);
    examples["example"]["description"] = TRUNCATED.into();
    examples
}

/// Like [`example`], with the base path in every `url`.
pub(super) fn example_with_targets(request: &str, base_path: &BasePath) -> Value {
    let mut examples = example(request);
    join_targets(&mut examples["example"]["value"], base_path);
    examples
}

/// Adds the base path to each `url` in a response.
fn join_targets(response: &mut Value, base_path: &BasePath) {
    match response {
        Value::Array(values) => values.iter_mut().for_each(|value| join_targets(value, base_path)),
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(url) if name == "url" => *url = base_path.join(url),
                    value => join_targets(value, base_path),
                }
            }
        }
        _ => {}
    }
}
