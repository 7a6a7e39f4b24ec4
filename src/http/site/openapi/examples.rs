/*!
The responses that the document shows as examples. A test sends their requests and compares.
*/

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::http::base_path::BasePath;

/// The description of an example that is not the whole response.
const TRUNCATED: &str = "Longer lists are truncated to two entries.";

static ANSWERS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    // A test fails if an example is missing.
    serde_json::from_str(include_str!("examples.json")).unwrap_or_default()
});

/// The examples of a response: the response to this request, given as method and target.
pub(super) fn example(request: &str) -> Value {
    json!({ "example": { "summary": request, "value": ANSWERS.get(request) } })
}

/// The same, with each list truncated to two entries.
pub(super) fn truncated_example(request: &str) -> Value {
    let mut examples = example(request);
    examples["example"]["description"] = TRUNCATED.into();
    examples
}

/// The example of suggestions, whose targets are below the base path.
pub(super) fn example_of_suggestions(request: &str, base_path: &BasePath) -> Value {
    let mut examples = example(request);
    for suggestion in examples["example"]["value"]["data"].as_array_mut().into_iter().flatten() {
        suggestion["url"] = base_path.join(suggestion["url"].as_str().unwrap_or_default()).into();
    }
    examples
}
