/*!
Reads the body of a citation check: a text, plain or in JSON, where the context of the part before can be beside it.
*/

use std::fmt;

use axum::http::StatusCode;
use serde::Deserializer;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};

use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::part_context;
use crate::http::protocol::request_body::{MediaType, TextBody};

/// The media types that the endpoint accepts.
pub(crate) const MEDIA_TYPES: &[MediaType] = &[MediaType::PlainText, MediaType::Json];

/// The members of a JSON body.
const TEXT: &str = "text";
const CONTEXT: &str = "context";

/// A text to check.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CitationsRequest {
    /// The preface, which has the authorities of the parts before this one, and the text after it.
    pub(crate) text: String,
    pub(crate) n_preface_bytes: usize,
}

impl CitationsRequest {
    /// Reads a body. Fails with a 400 for JSON other than an object with `text` and perhaps `context`.
    pub(crate) fn read(body: TextBody) -> Result<Self, ApiError> {
        let (text, context) = match body.media_type {
            MediaType::PlainText => (body.text, None),
            MediaType::Json => read_json(&body.text)?,
        };
        let preface = context.map_or(Ok(String::new()), |context| part_context::decode(&context))?;
        Ok(Self { n_preface_bytes: preface.len(), text: preface + &text })
    }
}

/// Returns the text and the context.
fn read_json(body: &str) -> Result<(String, Option<String>), ApiError> {
    let mut json = serde_json::Deserializer::from_str(body);
    let members = json.deserialize_map(MembersVisitor).and_then(|members| json.end().map(|()| members));
    members.map_err(|error| {
        let message = format!(
            "the body must be {{\"text\": \"…\"}}, with the \"context\" of the part before if there is one, and \
             nothing else: {error}"
        );
        ApiError::new(StatusCode::BAD_REQUEST, message)
    })
}

/// Deserializes an object with the members `text` and `context`.
struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = (String, Option<String>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the member \"text\"")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut members: M) -> Result<Self::Value, M::Error> {
        let (mut text, mut context) = (None, None);
        let mut unknown: Vec<String> = Vec::new();
        while let Some(name) = members.next_key::<String>()? {
            let known = match &*name {
                TEXT => &mut text,
                CONTEXT => &mut context,
                _ => {
                    members.next_value::<IgnoredAny>()?;
                    unknown.push(format!("\"{}\"", name.chars().take(MAX_SHOWN_CHARS).collect::<String>()));
                    continue;
                }
            };
            if known.replace(members.next_value::<String>()?).is_some() {
                return Err(M::Error::custom(format!("\"{name}\" appears more than once")));
            }
        }
        if !unknown.is_empty() {
            unknown.truncate(MAX_SHOWN_NAMES);
            return Err(M::Error::custom(format!("unknown member {}", unknown.join(", "))));
        }
        let text = text.ok_or_else(|| M::Error::custom("\"text\" is missing"))?;
        Ok((text, context))
    }
}

/// The maximum number of unknown members in an error message, and the maximum length of each name in characters.
const MAX_SHOWN_NAMES: usize = 20;
const MAX_SHOWN_CHARS: usize = 100;

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;
    use http_body_util::BodyExt;

    use super::*;

    fn read(text: &str) -> Result<CitationsRequest, ApiError> {
        CitationsRequest::read(TextBody { media_type: MediaType::Json, text: text.to_owned() })
    }

    #[test]
    fn text_is_read_as_it_is_or_out_of_json() {
        let plain = TextBody { media_type: MediaType::PlainText, text: "{\"text\": \"a\"}".to_owned() };
        assert_eq!(CitationsRequest::read(plain).unwrap().text, "{\"text\": \"a\"}");
        for (json, expected) in
            [(r#"{"text": "a"}"#, "a"), (r#" {"text":""} "#, ""), (r#"{"text":"\u00a7 1\n\ud83d\ude00"}"#, "§ 1\n😀")]
        {
            assert_eq!(read(json).unwrap(), CitationsRequest { text: expected.to_owned(), n_preface_bytes: 0 });
        }
    }

    #[test]
    fn preface_of_the_context_is_before_the_text() {
        let context = part_context::encode("Roe, 410 U.S. 113.\n\n");
        for json in [
            format!(r#"{{"text": "Id.", "context": "{context}"}}"#),
            format!(r#"{{"context":"{context}","text":"Id."}}"#),
        ] {
            let expected = CitationsRequest { text: "Roe, 410 U.S. 113.\n\nId.".to_owned(), n_preface_bytes: 20 };
            assert_eq!(read(&json).unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn other_json_is_400_with_the_problem() {
        for (json, problem) in [
            ("", "EOF"),
            ("{", "EOF"),
            ("[]", "invalid type: sequence"),
            ("\"Roe\"", "invalid type: string"),
            ("null", "invalid type: null"),
            ("{}", "\"text\" is missing"),
            (r#"{"text": 1}"#, "expected a string"),
            (r#"{"text": null}"#, "expected a string"),
            (r#"{"text": ["a"]}"#, "expected a string"),
            (r#"{"Text": "a"}"#, "unknown member \"Text\""),
            (r#"{"text": "a", "b": {"text": "c"}, "d": 1}"#, "unknown member \"b\", \"d\""),
            (r#"{"text": "a", "text": "a"}"#, "\"text\" appears more than once"),
            (r#"{"context": "a"}"#, "\"text\" is missing"),
            (r#"{"text": "a", "context": null}"#, "expected a string"),
            (r#"{"text": "a", "context": "b", "context": "b"}"#, "\"context\" appears more than once"),
            (r#"{"text": "a", "context": ""}"#, "is damaged or from elsewhere"),
            (r#"{"text": "a"} {"text": "a"}"#, "trailing characters"),
            (r#"{"text": "\ud800"}"#, "unexpected end of hex escape"),
            (r#"{"text": "a",}"#, "trailing comma"),
            ("\u{feff}{\"text\": \"a\"}", "expected value"),
            (&format!("{}{}", "[".repeat(9000), "]".repeat(9000)), "invalid type: sequence"),
            (&format!("{{\"a\":{}{}}}", "[".repeat(9000), "]".repeat(9000)), "unknown member \"a\""),
        ] {
            let response = read(json).unwrap_err().into_response();
            assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{json}");
            let body = response.into_body().collect().await.unwrap().to_bytes();
            let body = String::from_utf8(body.to_vec()).unwrap().replace("\\\"", "\"");
            assert!(body.contains(problem) && body.len() < 5000, "{json}: {body}");
        }
    }
}
