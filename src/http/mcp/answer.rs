/*!
Results of tools: the API's body and its source.
*/

use axum::body::Bytes;
use serde::Serialize;

use crate::http::mcp::api::ApiResponse;
use crate::http::mcp::tools::NOTE;
use crate::http::mcp::unknown_values::UnknownValue;

/// The result of a tool, a JSON object. It is kept in two parts, so that writing it needs no copy.
pub(crate) struct Answer {
    /// The API's body without its closing brace.
    body: Bytes,
    /// The additional members, with the comma before them and the closing brace.
    source: String,
}

/// The source of a body, as members of the result.
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
    /// Returns the source of a response.
    pub(crate) fn of(response: &'a ApiResponse) -> Self {
        let build = response.build.as_ref().and_then(|build| build.to_str().ok()).unwrap_or_default();
        Self { url: &response.url, build, texts: &response.texts, unknown: &response.unknown, note: NOTE }
    }
}

impl Answer {
    /// Creates the result from a response, whose body must be a non-empty object.
    pub(crate) fn new(response: &ApiResponse) -> serde_json::Result<Self> {
        let mut source = serde_json::to_string(&Source::of(response))?;
        source.replace_range(..1, ",");
        Ok(Self { body: response.body.slice(..response.body.len().saturating_sub(1)), source })
    }

    /// Returns the length of the object in bytes.
    pub(crate) fn len(&self) -> usize {
        self.body.len() + self.source.len()
    }

    /// Writes the object.
    pub(crate) fn write_object(&self, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.body);
        to.extend_from_slice(self.source.as_bytes());
    }

    /// Writes the object as a JSON string.
    pub(crate) fn write_string(&self, to: &mut Vec<u8>) -> serde_json::Result<()> {
        serde_json::to_writer(&mut *to, &String::from_utf8_lossy(&self.body))?;
        // Joins the two strings: drops the closing quotation mark of the first and the opening one of the second.
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
