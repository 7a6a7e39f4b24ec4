/*!
Converts the API's responses to the results of tools.
*/

use axum::http::StatusCode;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;

use crate::http::mcp::api::ApiResponse;
use crate::http::mcp::tools::NOTE;
use crate::http::mcp::unknown_values::UnknownValue;
use crate::http::protocol::api_error::{ApiError, Cause};

/// The maximum length of the API's body in a result, in bytes.
const MAX_ANSWER_BYTES: usize = 512 << 10;

/// The source of a body, as members of the result.
#[derive(Serialize)]
pub(crate) struct ResultSource<'a> {
    url: &'a str,
    build: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    texts: &'a [String],
    #[serde(skip_serializing_if = "<[UnknownValue]>::is_empty")]
    unknown: &'a [UnknownValue],
    note: &'static str,
}

impl<'a> ResultSource<'a> {
    /// Returns the source of a response.
    pub(crate) fn new(response: &'a ApiResponse) -> Self {
        let build = response.build.as_ref().and_then(|build| build.to_str().ok()).unwrap_or_default();
        Self { url: &response.url, build, texts: &response.texts, unknown: &response.unknown, note: NOTE }
    }
}

/// Returns the result of a tool. Fails with the cause if the server has failed.
pub(crate) fn tool_result(response: Result<ApiResponse, ApiError>) -> Result<CallToolResult, Cause> {
    let response = match response {
        Ok(response) => response,
        Err(mut error) => return error.take_cause().map_or_else(|| Ok(refusal(&error.body())), Err),
    };
    if let Some(cause) = response.cause {
        return Err(cause);
    }
    if response.status.is_success() {
        return success(&response).map_err(|error| Cause(error.to_string()));
    }
    let mut result = refusal(&response.body);
    if response.status == StatusCode::NOT_FOUND {
        result.content.push(ContentBlock::text(NOTE));
    }
    Ok(result)
}

/// Returns the body of an API error as a result, because a model can correct its arguments.
fn refusal(body: &[u8]) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(String::from_utf8_lossy(body))])
}

/// Returns a body with its source, unless it is whole, as text and as values.
fn success(response: &ApiResponse) -> serde_json::Result<CallToolResult> {
    let n_bytes = response.body.len();
    if n_bytes > MAX_ANSWER_BYTES {
        // A longer answer exceeds what a model can read, and would delay other requests while it is parsed.
        let message = format!(
            "the answer has {n_bytes} bytes, more than {MAX_ANSWER_BYTES}: give a smaller limit, or fewer fields"
        );
        return Ok(refusal(&ApiError::new(StatusCode::BAD_REQUEST, message).body()));
    }
    let body = String::from_utf8_lossy(&response.body);
    let text = if response.is_whole {
        body.into_owned()
    } else {
        // Joins two objects, neither of which is empty. Parsing would lose the order of the body's members.
        let source = serde_json::to_string(&ResultSource::new(response))?;
        format!("{},{}", body.strip_suffix('}').unwrap_or_default(), &source[1..])
    };
    let structured = serde_json::from_str(&text)?;
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(structured);
    Ok(result)
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;
    use serde_json::json;

    use super::*;

    fn result_for(status: StatusCode, body: impl Into<Bytes>) -> serde_json::Value {
        let (url, texts) = ("/api/v1/cases/a".to_owned(), vec!["https://example.org/a".to_owned()]);
        let (body, build) = (body.into(), Some("0a".parse().unwrap()));
        let response =
            ApiResponse { status, body, is_whole: false, url, texts, unknown: Vec::new(), build, cause: None };
        let Ok(result) = tool_result(Ok(response)) else { panic!("the server has failed") };
        serde_json::to_value(result).unwrap()
    }

    fn error_of(texts: &[&str]) -> serde_json::Value {
        let content: Vec<_> = texts.iter().map(|text| json!({ "type": "text", "text": text })).collect();
        json!({ "resultType": "complete", "content": content, "isError": true })
    }

    #[test]
    fn success_is_the_body_and_its_source_as_text_and_values() {
        let body = r#"{"data":{"title":"§ 1 \"a\\b\"\n","id":"a"}}"#;
        let text = format!(
            r#"{},"url":"/api/v1/cases/a","build":"0a","texts":["https://example.org/a"],"note":"{NOTE}"}}"#,
            &body[..body.len() - 1]
        );
        let structured: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            result_for(StatusCode::OK, body),
            json!({
                "resultType": "complete",
                "content": [{ "type": "text", "text": text }],
                "structuredContent": structured,
                "isError": false,
            })
        );
    }

    #[test]
    fn error_is_its_body_and_a_404_has_the_note() {
        let body = r#"{"error":"no"}"#;
        assert_eq!(result_for(StatusCode::BAD_REQUEST, body), error_of(&[body]));
        assert_eq!(result_for(StatusCode::NOT_FOUND, body), error_of(&[body, NOTE]));
    }

    #[test]
    fn answer_of_512_kib_is_returned_and_a_longer_one_refused() {
        let body = |n_bytes: usize| format!(r#"{{"data":"{}"}}"#, "x".repeat(n_bytes - 11));
        assert_eq!(result_for(StatusCode::OK, body(524_288))["isError"], false);
        let message = "the answer has 524289 bytes, more than 524288: give a smaller limit, or fewer fields";
        let error = json!({ "error": message }).to_string();
        assert_eq!(result_for(StatusCode::OK, body(524_289)), error_of(&[&error]));
    }
}
