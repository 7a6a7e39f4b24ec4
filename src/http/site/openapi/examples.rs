/*!
The answers that stand in the document as examples. A test asks for them and compares.
*/

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

/// Said of an example that is not the whole answer.
const CUT: &str = "Of longer lists in it the first two entries.";

static ANSWERS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    // A test finds out if an example is not there.
    serde_json::from_str(include_str!("examples.json")).unwrap_or_default()
});

/// The examples of an answer: what is said to this request, a method and a target.
pub(super) fn of(request: &str) -> Value {
    json!({ "example": { "summary": request, "value": ANSWERS.get(request) } })
}

/// The same, with no more than two entries of each list in it.
pub(super) fn cut(request: &str) -> Value {
    let mut examples = of(request);
    examples["example"]["description"] = CUT.into();
    examples
}
