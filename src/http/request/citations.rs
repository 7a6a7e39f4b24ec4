/*!
Reads the body of a citation check: a text, plain or in JSON.
*/

use std::fmt;

use axum::http::StatusCode;
use serde::Deserializer;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};

use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::request_body::{MediaType, TextBody};

/// The media types that the endpoint accepts.
pub(crate) const MEDIA_TYPES: &[MediaType] = &[MediaType::PlainText, MediaType::Json];

/// The only member of a JSON body.
const TEXT: &str = "text";

/// Extracts the text from a body. Fails with a 400 for JSON other than an object whose only member is `text`.
pub(crate) fn text(body: TextBody) -> Result<String, ApiError> {
    match body.media_type {
        MediaType::PlainText => Ok(body.text),
        MediaType::Json => {
            let mut json = serde_json::Deserializer::from_str(&body.text);
            let text = json.deserialize_map(TextVisitor).and_then(|text| json.end().map(|()| text));
            text.map_err(|error| {
                let message = format!("the body must be {{\"text\": \"…\"}} and nothing else: {error}");
                ApiError::new(StatusCode::BAD_REQUEST, message)
            })
        }
    }
}

/// Deserializes an object whose only member is `text`.
struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the member \"text\"")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut members: M) -> Result<String, M::Error> {
        let mut text = None;
        let mut unknown: Vec<String> = Vec::new();
        while let Some(name) = members.next_key::<String>()? {
            if name != TEXT {
                members.next_value::<IgnoredAny>()?;
                unknown.push(format!("\"{}\"", name.chars().take(MAX_SHOWN_CHARS).collect::<String>()));
            } else if text.replace(members.next_value::<String>()?).is_some() {
                return Err(M::Error::custom("\"text\" appears more than once"));
            }
        }
        if !unknown.is_empty() {
            unknown.truncate(MAX_SHOWN_NAMES);
            return Err(M::Error::custom(format!("unknown member {}", unknown.join(", "))));
        }
        text.ok_or_else(|| M::Error::custom("\"text\" is missing"))
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

    fn read(text: &str) -> Result<String, ApiError> {
        super::text(TextBody { media_type: MediaType::Json, text: text.to_owned() })
    }

    #[test]
    fn text_is_read_as_it_is_or_out_of_json() {
        let plain = TextBody { media_type: MediaType::PlainText, text: "{\"text\": \"a\"}".to_owned() };
        assert_eq!(text(plain).unwrap(), "{\"text\": \"a\"}");
        for (json, expected) in
            [(r#"{"text": "a"}"#, "a"), (r#" {"text":""} "#, ""), (r#"{"text":"\u00a7 1\n\ud83d\ude00"}"#, "§ 1\n😀")]
        {
            assert_eq!(read(json).unwrap(), expected);
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
