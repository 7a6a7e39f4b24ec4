/*!
Checks that a client accepts JSON.

The protocol requires clients to accept both JSON and event streams. Responses here are always JSON, so clients that
accept only JSON and clients without an `Accept` header are also served.
*/

use axum::http::{HeaderMap, StatusCode, header};
use mime::Mime;

use crate::http::protocol::api_error::ApiError;

/// Fails with a 406 if the client does not accept JSON.
pub(crate) fn check(headers: &HeaderMap) -> Result<(), ApiError> {
    let values = || headers.get_all(header::ACCEPT).iter();
    let ranges = values().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    // The most specific range decides.
    let narrowest = ranges.filter_map(|range| Range::parse(range.trim())).min_by_key(|range| range.breadth);
    if values().next().is_none() || narrowest.is_some_and(|range| range.is_accepted) {
        return Ok(());
    }
    let message =
        "responses are application/json, which the Accept header of this request does not accept: add it there";
    Err(ApiError::new(StatusCode::NOT_ACCEPTABLE, message).detail("accepted", vec![mime::APPLICATION_JSON.as_ref()]))
}

/// A media range that includes JSON.
struct Range {
    /// 0 for `application/json`, 1 for `application/*`, 2 for `*/*`.
    breadth: u8,
    is_accepted: bool,
}

impl Range {
    /// Parses a range. Returns `None` if it is malformed or does not include JSON.
    fn parse(text: &str) -> Option<Self> {
        let range: Mime = text.parse().ok()?;
        let breadth = match range.essence_str() {
            "application/json" => 0,
            "application/*" => 1,
            "*/*" => 2,
            _ => return None,
        };
        let quality = range.get_param("q").and_then(|quality| quality.as_str().parse::<f32>().ok());
        Some(Self { breadth, is_accepted: quality != Some(0.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_accepted_by_name_by_range_or_without_a_header() {
        let accepts = |values: &[&'static str]| {
            let values = values.iter().map(|value| (header::ACCEPT, value.parse().unwrap()));
            check(&HeaderMap::from_iter(values)).is_ok()
        };
        for values in [
            &[][..],
            &["application/json"],
            &["Application/JSON; q=0.5"],
            &["application/json, text/event-stream"],
            &["text/event-stream", "application/json"],
            &["*/*"],
            &["text/html, */*;q=0.1"],
            &["application/*"],
            &["*/*;q=0, application/json"],
            &["nonsense, application/json"],
        ] {
            assert!(accepts(values), "{values:?}");
        }
        for values in [
            &[""][..],
            &["text/event-stream"],
            &["application/json;q=0"],
            &["application/json;q=0.0, */*"],
            &["application/xml, text/*"],
            &["nonsense"],
        ] {
            assert!(!accepts(values), "{values:?}");
        }
    }
}
