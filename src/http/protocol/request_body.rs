/*!
Reads the body of a request, with limits on its media type, size and time.

The request head is checked before the body is read. A body is never decompressed, so the limit on its size is also one
on its text.
*/

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use mime::Mime;
use tokio::time::timeout;

use crate::http::protocol::api_error::ApiError;

/// The maximum size of a body in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 64 << 10;

/// The response header that lists the accepted media types.
const ACCEPT_POST: HeaderName = HeaderName::from_static("accept-post");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MediaType {
    PlainText,
    Json,
}

/// A body and its media type.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TextBody {
    pub(crate) media_type: MediaType,
    pub(crate) text: String,
}

impl MediaType {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::PlainText => "text/plain",
            Self::Json => "application/json",
        }
    }
}

/// Reads a body of one of the accepted types. Fails with a 415 for another type, charset or coding, with a 413 for a
/// body that is too long, with a 408 for one that takes longer than `time`, and with a 400 for one that is incomplete
/// or not UTF-8.
pub(crate) async fn read(
    head: &Parts,
    body: Body,
    accepted: &[MediaType],
    time: Duration,
) -> Result<TextBody, ApiError> {
    let media_type = media_type(&head.headers, accepted)?;
    check_coding(&head.headers)?;
    if body.size_hint().lower() > MAX_BODY_BYTES as u64 {
        return Err(too_long());
    }
    let bytes = timeout(time, collect(body)).await.unwrap_or_else(|_| Err(too_slow(time)))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let n_valid_bytes = error.utf8_error().valid_up_to();
        bad_request(format!("the body is not UTF-8: an invalid sequence begins after {n_valid_bytes} bytes"))
    })?;
    Ok(TextBody { media_type, text })
}

/// Reads all bytes. The buffer grows with the received bytes and ignores the declared length.
async fn collect(mut body: Body) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| bad_request("the body is incomplete or malformed"))?;
        // Trailers are ignored.
        let Ok(data) = frame.into_data() else { continue };
        if data.len() > MAX_BODY_BYTES - bytes.len() {
            return Err(too_long());
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

/// Returns the declared media type. Fails with a 415 if it is not accepted.
fn media_type(headers: &HeaderMap, accepted: &[MediaType]) -> Result<MediaType, ApiError> {
    let names = || accepted.iter().map(|media_type| media_type.as_str()).collect::<Vec<_>>();
    let mut declared = headers.get_all(header::CONTENT_TYPE).iter();
    let refuse = |problem: &str| {
        let message = format!("{problem}: send {} in UTF-8, and declare it in Content-Type", names().join(" or "));
        let accepted = HeaderValue::try_from(names().join(", ")).expect("a media type is a header's value");
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message)
            .detail("accepted", names())
            .header(ACCEPT_POST, accepted)
    };
    let declared = match (declared.next(), declared.next()) {
        (Some(declared), None) => declared,
        (None, _) => return Err(refuse("the request does not declare the type of its body")),
        (Some(_), Some(_)) => return Err(refuse("the request declares the type of its body twice")),
    };
    let declared = declared.to_str().ok().and_then(|declared| declared.parse::<Mime>().ok());
    let declared = declared.ok_or_else(|| refuse("the declared type of the body is malformed"))?;
    let found = accepted.iter().find(|media_type| media_type.as_str() == declared.essence_str());
    let found =
        found.ok_or_else(|| refuse(&format!("a body of type {} is not accepted here", declared.essence_str())))?;
    let other_charset = declared
        .params()
        .find(|(name, value)| *name == mime::CHARSET && !value.as_str().eq_ignore_ascii_case(mime::UTF_8.as_str()));
    match other_charset {
        None => Ok(*found),
        Some((_, charset)) => Err(refuse(&format!("the charset {charset} is not accepted"))),
    }
}

/// Fails with a 415 if the body is compressed.
fn check_coding(headers: &HeaderMap) -> Result<(), ApiError> {
    let is_identity = |coding: &HeaderValue| coding.as_bytes().eq_ignore_ascii_case(b"identity");
    if headers.get_all(header::CONTENT_ENCODING).iter().all(is_identity) {
        return Ok(());
    }
    let message = "a body with a Content-Encoding is not accepted: send it uncompressed";
    Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message)
        .detail("acceptedCodings", vec!["identity"])
        .header(header::ACCEPT_ENCODING, HeaderValue::from_static("identity")))
}

fn too_long() -> ApiError {
    let message = format!("the body is longer than {MAX_BODY_BYTES} bytes: send it in parts");
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message).detail("maxBytes", MAX_BODY_BYTES)
}

fn too_slow(time: Duration) -> ApiError {
    let message = format!("the body did not arrive within {} seconds", time.as_secs_f32());
    ApiError::new(StatusCode::REQUEST_TIMEOUT, message)
}

fn bad_request(message: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, message)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::task::{Context, Poll};

    use axum::body::Bytes;
    use axum::extract::Request;
    use axum::response::IntoResponse;
    use http_body_util::BodyExt;
    use hyper::body::Frame;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    const ALL: &[MediaType] = &[MediaType::PlainText, MediaType::Json];

    const TIME: Duration = Duration::from_secs(8);

    /// Reads a body with these headers.
    async fn read_with(headers: &[(&str, &str)], body: Body) -> Result<TextBody, ApiError> {
        let request = headers.iter().fold(Request::post("/"), |request, (name, value)| request.header(*name, *value));
        let (head, body) = request.body(body).unwrap().into_parts();
        read(&head, body, ALL, TIME).await
    }

    async fn read_text(body: impl Into<Body>) -> Result<TextBody, ApiError> {
        read_with(&[("content-type", "text/plain")], body.into()).await
    }

    /// Returns the status, a header and the body of an error.
    async fn refused(read: Result<TextBody, ApiError>, header: &str) -> (u16, Option<String>, Value) {
        let response = read.unwrap_err().into_response();
        let status = response.status().as_u16();
        let header = response.headers().get(header).map(|value| value.to_str().unwrap().to_owned());
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, header, serde_json::from_slice(&body).unwrap())
    }

    /// A body that arrives in these pieces, without a declared length.
    fn streamed(pieces: Vec<Vec<u8>>) -> Body {
        Body::new(Pieces(pieces.into_iter()))
    }

    struct Pieces(std::vec::IntoIter<Vec<u8>>);

    impl HttpBody for Pieces {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Ready(self.0.next().map(|piece| Ok(Frame::data(piece.into()))))
        }
    }

    #[tokio::test]
    async fn declared_types_are_read_in_every_spelling() {
        for (declared, media_type) in [
            ("text/plain", MediaType::PlainText),
            ("Text/Plain", MediaType::PlainText),
            ("text/plain; charset=utf-8", MediaType::PlainText),
            ("text/plain;charset=UTF-8", MediaType::PlainText),
            ("text/plain; charset=\"utf-8\"", MediaType::PlainText),
            ("text/plain; format=flowed; charset=utf-8", MediaType::PlainText),
            ("application/json", MediaType::Json),
            ("application/json; charset=utf-8", MediaType::Json),
        ] {
            let body = read_with(&[("content-type", declared)], "é".into()).await.unwrap();
            assert_eq!(body, TextBody { media_type, text: "é".to_owned() }, "{declared}");
        }
    }

    #[tokio::test]
    async fn other_types_and_charsets_are_415_with_the_accepted_types() {
        for (declared, problem) in [
            (&[][..], "does not declare the type"),
            (&["text/plain", "text/plain"], "twice"),
            (&[""], "malformed"),
            (&["text"], "malformed"),
            (&["text/plain, application/json"], "malformed"),
            (&["text/html"], "a body of type text/html is not accepted here"),
            (&["application/x-www-form-urlencoded"], "a body of type application/x-www-form-urlencoded"),
            (&["application/problem+json"], "a body of type application/problem"),
            (&["text/plain; charset=iso-8859-1"], "the charset iso-8859-1 is not accepted"),
            (&["text/plain; charset=utf-8; charset=latin1"], "the charset latin1 is not accepted"),
            (&["application/json; charset=utf-16"], "the charset utf-16 is not accepted"),
        ] {
            let headers: Vec<_> = declared.iter().map(|declared| ("content-type", *declared)).collect();
            let (status, accepted, body) = refused(read_with(&headers, "a".into()).await, "accept-post").await;
            assert_eq!((status, accepted.as_deref()), (415, Some("text/plain, application/json")), "{declared:?}");
            let message = body["error"].as_str().unwrap();
            assert!(message.contains(problem), "{declared:?}: {message}");
            assert!(
                message.ends_with(": send text/plain or application/json in UTF-8, and declare it in Content-Type")
            );
            assert_eq!(body["details"], serde_json::json!({ "accepted": ["text/plain", "application/json"] }));
        }
    }

    #[tokio::test]
    async fn body_with_a_content_coding_is_415_with_the_accepted_one() {
        let text = ("content-type", "text/plain");
        for coding in ["gzip", "br", "zstd", "deflate", "x-gzip", "identity, gzip", ""] {
            let read = read_with(&[text, ("content-encoding", coding)], "a".into()).await;
            let (status, accepted, _) = refused(read, "accept-encoding").await;
            assert_eq!((status, accepted.as_deref()), (415, Some("identity")), "{coding}");
        }
        for coding in ["identity", "Identity"] {
            assert!(read_with(&[text, ("content-encoding", coding)], "a".into()).await.is_ok());
        }
    }

    #[tokio::test]
    async fn body_of_the_maximum_is_read_and_one_byte_more_is_413() {
        for cut in [1, 1000, MAX_BODY_BYTES, MAX_BODY_BYTES + 1] {
            let pieces = |n_bytes| vec![b'x'; n_bytes].chunks(cut).map(<[u8]>::to_vec).collect::<Vec<_>>();
            let longest = read_text(streamed(pieces(MAX_BODY_BYTES))).await.unwrap();
            assert_eq!(longest.text.len(), MAX_BODY_BYTES);
            let (status, _, body) = refused(read_text(streamed(pieces(MAX_BODY_BYTES + 1))).await, "x").await;
            assert_eq!((status, &body["details"]["maxBytes"]), (413, &65_536.into()), "{cut}");
        }
        assert!(read_text(vec![b'x'; MAX_BODY_BYTES]).await.is_ok());
        assert_eq!(refused(read_text(vec![b'x'; MAX_BODY_BYTES + 1]).await, "x").await.0, 413);
    }

    #[tokio::test]
    async fn bytes_that_are_not_utf_8_are_400_with_their_place() {
        for (bytes, n_valid_bytes) in
            [(&b"\xff"[..], 0), (b"Roe \xc3\x28", 4), (b"Roe\xed\xa0\x80", 3), (b"ab\xe2\x82", 2)]
        {
            let (status, _, body) = refused(read_text(bytes.to_vec()).await, "x").await;
            let message = format!("the body is not UTF-8: an invalid sequence begins after {n_valid_bytes} bytes");
            assert_eq!((status, body["error"].as_str()), (400, Some(&*message)));
        }
    }

    proptest! {
        #[test]
        fn text_is_read_whole_however_it_is_cut(text in "\\PC{0,200}", cuts in vec(1..9_usize, 1..9)) {
            let mut rest = text.as_bytes();
            let pieces = cuts.iter().cycle().map_while(|cut| {
                let (piece, after) = rest.split_at_checked(*cut).unwrap_or((rest, &[]));
                rest = after;
                (!piece.is_empty()).then(|| piece.to_vec())
            });
            let body = streamed(pieces.collect());
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
            prop_assert_eq!(runtime.block_on(read_text(body)).unwrap().text, text);
        }
    }
}
