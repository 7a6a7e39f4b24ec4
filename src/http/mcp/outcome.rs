/*!
The outcome of a tool call, independent of the parsing of its message.
*/

use axum::http::StatusCode;

use crate::http::mcp::answer::Answer;
use crate::http::mcp::api::{Api, ApiResponse};
use crate::http::mcp::arguments::Arguments;
use crate::http::mcp::call::call;
use crate::http::mcp::exchange::Exchange;
use crate::http::mcp::tools::{NOTE, ToolKind};
use crate::http::protocol::api_error::{ApiError, Cause};

/// The maximum length of the API's body in a result, in bytes.
const MAX_ANSWER_BYTES: usize = 512 << 10;

/// The outcome of a tool call.
pub(crate) enum Outcome {
    Answer(Answer),
    /// An error that a model can correct: the API's error body, and a note if there is one.
    Refusal(Vec<String>),
}

/// Calls a tool. Fails with the cause if the server fails.
pub(crate) async fn call_tool(
    api: &Api,
    kind: ToolKind,
    arguments: Arguments,
    exchange: &Exchange,
) -> Result<Outcome, Cause> {
    let response = match call(api, kind, arguments, exchange.client).await {
        Ok(response) => response,
        Err(mut error) => {
            return error.take_cause().map_or_else(|| Ok(Outcome::Refusal(vec![text(&error.body())])), Err);
        }
    };
    exchange.set_build(response.build.as_ref());
    if response.status.is_success() { success(&response) } else { refusal(response) }
}

fn success(response: &ApiResponse) -> Result<Outcome, Cause> {
    let n_bytes = response.body.len();
    if n_bytes <= MAX_ANSWER_BYTES {
        return Answer::new(response).map(Outcome::Answer).map_err(|error| Cause(error.to_string()));
    }
    // A longer answer exceeds what a model can read, and would delay other requests while it is written.
    let message =
        format!("the answer has {n_bytes} bytes, more than {MAX_ANSWER_BYTES}: give a smaller limit, or fewer fields");
    Ok(Outcome::Refusal(vec![text(&ApiError::new(StatusCode::BAD_REQUEST, message).body())]))
}

/// Returns the API's error body. The error for a missing record also gets the note.
fn refusal(response: ApiResponse) -> Result<Outcome, Cause> {
    if let Some(cause) = response.cause {
        return Err(cause);
    }
    let mut texts = vec![text(&response.body)];
    if response.status == StatusCode::NOT_FOUND {
        texts.push(NOTE.to_owned());
    }
    Ok(Outcome::Refusal(texts))
}

fn text(body: &[u8]) -> String {
    String::from_utf8_lossy(body).into_owned()
}
