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

/// The same, with targets below the base path.
pub(super) fn example_with_targets(request: &str, base_path: &BasePath) -> Value {
    let mut examples = example(request);
    join_targets(&mut examples["example"]["value"], base_path);
    examples
}

/// Puts each `url` of a response below the base path.
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
