use axum::response::IntoResponse;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

const KNOWN: &[&[Parameter]] = &[&[Parameter::Topic], &[Parameter::Limit, Parameter::Offset]];

/// The values of `topic`, `limit` and `offset`.
type Values = (Vec<String>, u64, u64);

fn encode(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Percent-decodes a text byte by byte. Returns `None` if an escape is malformed or the bytes are not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::new();
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [char::from(bytes.next()?), char::from(bytes.next()?)];
                let [high, low] = digits.map(|digit| digit.to_digit(16));
                (high? * 16 + low?) as u8
            }
            other => other,
        });
    }
    String::from_utf8(decoded).ok()
}

/// Parses a query pair by pair. Returns `None` if any part is invalid.
fn oracle(query: &str) -> Option<Values> {
    let (mut topics, mut limit, mut offset) = (Vec::new(), None, None);
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decoded(name)?, decoded(value)?);
        if value.trim().is_empty() || value.chars().count() > 200 {
            return None;
        }
        let number = || value.chars().all(|digit| digit.is_ascii_digit()).then(|| value.parse::<u64>().ok())?;
        let is_first = match name.as_str() {
            "topic" => {
                topics.push(value);
                true
            }
            "limit" => limit.replace(number()?).is_none(),
            "offset" => offset.replace(number()?).is_none(),
            _ => false,
        };
        if !is_first {
            return None;
        }
    }
    let (limit, offset) = (limit.unwrap_or(20), offset.unwrap_or(0));
    ((1..=100).contains(&limit) && offset < 1 << 63).then_some((topics, limit, offset))
}

fn queries() -> impl Strategy<Value = String> {
    let names = select(vec!["topic", "topic", "limit", "offset", "%74opic", "lim%69t", "Topic", "court", "+"]);
    let numbers = prop_oneof![0..120_u64, any::<u64>()].prop_map(|number| number.to_string());
    let values = prop_oneof![4 => numbers, 2 => "[a-z0-9+%]{0,6}", 1 => "(%[0-9A-F]{2}){0,4}", 1 => "\\PC{0,210}"];
    let pairs = (names, select(vec!["=", "=", "=", "", "=="]), values);
    let pairs = vec(pairs.prop_map(|(name, equals, value)| format!("{name}{equals}{value}")), 0..4);
    prop_oneof![4 => pairs.prop_map(|pairs| pairs.join("&")), 1 => "([a-z%+&=0-9]|\\PC){0,80}"]
}

proptest! {
    #[test]
    fn encoded_value_is_decoded_to_itself(value in "\\PC{1,200}") {
        prop_assume!(!value.trim().is_empty());
        let query = format!("topic={}", encode(&value));
        let params = Params::parse(Some(&query), KNOWN);
        prop_assert_eq!(params.value(Parameter::Topic), Some(value.as_str()));
    }

    #[test]
    fn any_query_gives_the_values_of_the_oracle_or_a_400(query in queries()) {
        let mut params = Params::parse(Some(&query), KNOWN);
        let page = params.page();
        let topics = params.values(Parameter::Topic).map(str::to_owned).collect();
        let found = (topics, page.limit as u64, page.offset);
        match (params.finish().map(|()| found), oracle(&query)) {
            (Ok(found), Some(expected)) => prop_assert_eq!(found, expected),
            (Err(error), None) => prop_assert_eq!(error.into_response().status(), StatusCode::BAD_REQUEST),
            (found, expected) => prop_assert!(false, "{found:?} in place of {expected:?}"),
        }
    }
}

#[test]
fn errors_after_the_first_20_are_counted_but_not_listed() {
    let query = "x&".repeat(1000);
    let error = Params::parse(Some(&query), KNOWN).finish().unwrap_err();
    assert!(format!("{error:?}").contains("and 980 more"));
}
