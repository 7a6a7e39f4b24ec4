/*!
Answers of tools: the API's body, and its source.
*/

use axum::body::Bytes;
use serde::Serialize;

use crate::http::mcp::api::ApiResponse;
use crate::http::mcp::tools::NOTE;
use crate::http::mcp::unknown_values::UnknownValue;

/// An answer of a tool: an object in two parts, which are never put together before they are written.
pub(crate) struct Answer {
    /// The API's body without the brace that closes it.
    body: Bytes,
    /// The members after those, from a comma on, with the brace.
    source: String,
}

/// The source of a body: the members after its own.
#[derive(Serialize)]
pub(crate) struct Source<'a> {
    url: &'a str,
    build: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    texts: &'a [String],
    #[serde(skip_serializing_if = "<[UnknownValue]>::is_empty")]
    unknown: &'a [UnknownValue],
    note: &'static str,
}

impl<'a> Source<'a> {
    /// The source of a response.
    pub(crate) fn of(response: &'a ApiResponse) -> Self {
        let build = response.build.as_ref().and_then(|build| build.to_str().ok()).unwrap_or_default();
        Self { url: &response.url, build, texts: &response.texts, unknown: &response.unknown, note: NOTE }
    }
}

impl Answer {
    /// Adds the source of a response to its body, which is an object with members.
    pub(crate) fn new(response: &ApiResponse) -> serde_json::Result<Self> {
        let mut source = serde_json::to_string(&Source::of(response))?;
        source.replace_range(..1, ",");
        Ok(Self { body: response.body.slice(..response.body.len().saturating_sub(1)), source })
    }

    /// The length of the object in bytes.
    pub(crate) fn len(&self) -> usize {
        self.body.len() + self.source.len()
    }

    /// Writes the object.
    pub(crate) fn write_object(&self, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.body);
        to.extend_from_slice(self.source.as_bytes());
    }

    /// Writes the object as a string of JSON.
    pub(crate) fn write_string(&self, to: &mut Vec<u8>) -> serde_json::Result<()> {
        serde_json::to_writer(&mut *to, &String::from_utf8_lossy(&self.body))?;
        // The quotation mark that closes the one, and the one that opens the other.
        to.pop();
        let source = serde_json::to_string(&self.source)?;
        to.extend_from_slice(&source.as_bytes()[1..]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn object_and_string_are_the_same() {
        let body = r#"{"data":[{"title":"§ 1 \"a\\b\"\n"}],"meta":{"total":1}}"#;
        let response = ApiResponse::of_body(body.into());
        let answer = Answer::new(&response).unwrap();
        let (mut object, mut string) = (Vec::new(), Vec::new());
        answer.write_object(&mut object);
        answer.write_string(&mut string).unwrap();
        assert_eq!(object.len(), answer.len());
        assert_eq!(serde_json::from_slice::<String>(&string).unwrap().as_bytes(), object);
        let object: Value = serde_json::from_slice(&object).unwrap();
        let mut members = serde_json::from_str::<Value>(body).unwrap();
        members["url"] = "/api/v1/cases".into();
        members["build"] = "".into();
        members["note"] = NOTE.into();
        assert_eq!(object, members);
    }
}
