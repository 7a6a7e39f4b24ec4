/*!
Answers of tools: the API's body, and where it is from.
*/

use serde::Serialize;
use serde_json::{Map, Value};

use crate::http::mcp::api::ApiResponse;
use crate::http::mcp::tools::NOTE;

/// An answer of a tool.
pub(crate) struct Answer {
    /// The answer as JSON, with the members of the API's body first.
    pub(crate) text: String,
    /// The same, parsed.
    pub(crate) object: Map<String, Value>,
}

/// The members after those of the API's body.
#[derive(Serialize)]
struct Source<'a> {
    url: &'a str,
    build: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    texts: &'a [String],
    note: &'static str,
}

/// Adds the source of a response to its body, which is an object.
pub(crate) fn answer(response: &ApiResponse) -> serde_json::Result<Answer> {
    let build = response.build.as_ref().and_then(|build| build.to_str().ok()).unwrap_or_default();
    let source = Source { url: &response.url, build, texts: &response.texts, note: NOTE };
    let source = serde_json::to_string(&source)?;
    let mut text = String::with_capacity(response.body.len() + source.len());
    text.push_str(str::from_utf8(&response.body).unwrap_or_default());
    // The brace that closes the one, and the brace that opens the other.
    text.pop();
    text.push(',');
    text.push_str(&source[1..]);
    let object = serde_json::from_str(&text)?;
    Ok(Answer { text, object })
}
