/*!
Formats errors of the API for people.
*/

use std::fmt;
use std::io::{Read, Write};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use crate::command_line::exchange::CommandResponse;
use crate::command_line::visible::one_line;

/// The maximum size of an error body in bytes.
const MAX_ERROR_BYTES: u64 = 1 << 20;

/// An error of the API.
#[derive(Debug)]
pub(crate) struct ApiFailure {
    /// The message, and a line for each detail that is not in the message.
    lines: Vec<String>,
}

impl fmt::Display for ApiFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

impl std::error::Error for ApiFailure {}

/// Returns the body of a successful response of this media type, or the error in the response.
pub(crate) fn check(response: CommandResponse, media_type: &str) -> Result<Box<dyn Read>> {
    let CommandResponse { status, content_type, cause, body } = response;
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if status == 200 && essence.eq_ignore_ascii_case(media_type) {
        return Ok(body);
    }
    if let Some(cause) = cause {
        bail!("{cause}");
    }
    let mut bytes = Vec::new();
    body.take(MAX_ERROR_BYTES).read_to_end(&mut bytes).context("cannot read the error of the server")?;
    match ApiFailure::from_body(&bytes) {
        Some(failure) if status != 200 => Err(failure.into()),
        _ => bail!("the response is not from the lexdex API: it has status {status} and the type \"{essence}\""),
    }
}

impl ApiFailure {
    /// Reads the body of an error; `None` if it is not one of the API.
    fn from_body(body: &[u8]) -> Option<Self> {
        let mut body: Map<String, Value> = serde_json::from_slice(body).ok()?;
        let message = body.get("error")?.as_str()?.to_owned();
        let mut details = match body.remove("details") {
            Some(Value::Object(details)) => details,
            _ => Map::new(),
        };
        let messages: Vec<String> = match details.remove("problems") {
            Some(Value::Array(problems)) => problems.iter().filter_map(message_of).collect(),
            _ => Vec::new(),
        };
        let mut lines = match messages.len() {
            // The message already states the only problem.
            0 | 1 => vec![message],
            n => [format!("{n} parameters are invalid:")].into_iter().chain(messages).collect(),
        };
        let said = lines.join("\n");
        let new = details.iter().map(|(name, value)| (name, words(value))).filter(|(_, words)| !said.contains(words));
        lines.extend(new.map(|(name, words)| format!("{name}: {words}")));
        Some(Self { lines })
    }
}

fn message_of(problem: &Value) -> Option<String> {
    Some(problem.get("message")?.as_str()?.to_owned())
}

/// Formats a detail in words.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(members) => {
            members.iter().map(|(name, value)| format!("{name} {}", words(value))).collect::<Vec<_>>().join(", ")
        }
        value => value.to_string(),
    }
}

/// Writes an error to standard error. Further lines are indented.
pub(crate) fn report(error: &anyhow::Error) {
    let lines = match error.downcast_ref::<ApiFailure>() {
        Some(failure) => failure.lines.clone(),
        None => vec![format!("{error:#}")],
    };
    let mut stderr = std::io::stderr();
    for (idx, line) in lines.iter().enumerate() {
        let start = if idx == 0 { "error: " } else { "  " };
        // A failed write to standard error cannot be reported.
        let _ = writeln!(stderr, "{start}{}", one_line(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(body: &str) -> Option<Vec<String>> {
        ApiFailure::from_body(body.as_bytes()).map(|failure| failure.lines)
    }

    #[test]
    fn one_problem_is_its_message_and_several_are_a_line_each() {
        let one = r#"{"error":"a","details":{"problems":[{"parameter":"limit","message":"a"}]}}"#;
        assert_eq!(lines(one).unwrap(), ["a"]);
        let two = r#"{"error":"a; b","details":{"problems":[{"message":"a"},{"message":"b"}],"suppressed":3}}"#;
        assert_eq!(lines(two).unwrap(), ["2 parameters are invalid:", "a", "b", "suppressed: 3"]);
    }

    #[test]
    fn details_that_the_message_does_not_have_are_said_by_name() {
        let body = r#"{"error":"no such id: try c, d","details":{"nearest":["a","b"],"of":{"x":1},"more":["c","d"],"none":[]}}"#;
        assert_eq!(lines(body).unwrap(), ["no such id: try c, d", "nearest: a, b", "of: x 1"]);
    }

    #[test]
    fn other_bodies_are_no_errors_of_the_api() {
        for body in ["", "<html>", "[]", "{}", r#"{"error":1}"#, "null"] {
            assert_eq!(lines(body), None, "{body}");
        }
    }
}
