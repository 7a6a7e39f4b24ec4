/*!
The query of a request: text in, a filter and a page out. Everything that is wrong with one request is said in
one answer.
*/

use std::borrow::Cow;

use axum::http::StatusCode;
use serde::Serialize;
use serde_json::Value;

use super::ApiError;
use crate::corpus::{Catalogue, text};
use crate::index::{CourtSelection, Page, TopicSelection};
use crate::model::UnknownWord;

/// The longest value, in characters.
const MOST_VALUE_CHARS: usize = 200;

/// The largest offset: 2^63 - 1.
const MOST_OFFSET: u64 = i64::MAX as u64;

const DEFAULT_LIMIT: usize = 20;
const MOST_LIMIT: usize = 100;

/// How many problems of one request are told.
const MOST_PROBLEMS: usize = 20;

/// The parameters of a request, and what is wrong with them so far.
pub(super) struct Params<'q> {
    values: Vec<(&'static str, Cow<'q, str>)>,
    problems: Vec<Problem>,
}

/// What is wrong with a parameter.
#[derive(Debug, Serialize)]
struct Problem {
    parameter: String,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// The values, or the parameters, there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<Vec<&'static str>>,
    /// The nearest of what there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Value>,
}

impl Problem {
    fn new(parameter: &str, message: impl Into<String>) -> Self {
        let parameter = parameter.chars().take(MOST_VALUE_CHARS).collect();
        Self { parameter, message: message.into(), value: None, allowed: None, nearest: None }
    }

    fn of_value(parameter: &str, value: &str, message: impl Into<String>) -> Self {
        Self { value: Some(value.to_owned()), ..Self::new(parameter, message) }
    }
}

impl<'q> Params<'q> {
    /// Reads a query of which these parameters are known.
    pub(super) fn parse(query: Option<&'q str>, known: &'static [&'static str]) -> Self {
        let mut params = Self { values: Vec::new(), problems: Vec::new() };
        for pair in query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            params.read(name, value, known);
        }
        params
    }

    fn read(&mut self, raw_name: &str, raw_value: &'q str, known: &'static [&'static str]) {
        let name = match decode(raw_name) {
            Ok(name) => name,
            Err(message) => return self.problems.push(Problem::new(raw_name, format!("a parameter's name {message}"))),
        };
        let Some(name) = known.iter().copied().find(|known| *known == name) else {
            return self.problems.push(unknown_parameter(&name, known));
        };
        let value = match decode(raw_value) {
            Ok(value) => value,
            Err(message) => return self.problems.push(Problem::new(name, format!("{name} {message}"))),
        };
        if self.values.iter().any(|(given, _)| *given == name) {
            self.problems.push(Problem::new(name, format!("{name} is given more than once: give it once")));
        } else if value.trim().is_empty() {
            self.problems.push(Problem::new(name, format!("{name} is empty: give it a value or leave it out")));
        } else if value.chars().count() > MOST_VALUE_CHARS {
            self.problems.push(Problem::new(name, format!("{name} is longer than {MOST_VALUE_CHARS} characters")));
        } else {
            self.values.push((name, value));
        }
    }

    /// The value of a parameter, as it was sent.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(given, _)| *given == name).map(|(_, value)| &**value)
    }

    /// The id of the jurisdiction that `jurisdiction` names.
    pub(super) fn jurisdiction<'c>(&mut self, catalogue: &'c Catalogue) -> Option<&'c str> {
        let value = self.value("jurisdiction")?;
        if let Some(jurisdiction) = catalogue.jurisdictions.find(value) {
            return Some(&jurisdiction.id);
        }
        let nearest = catalogue.jurisdictions.nearest(value);
        let names: Vec<&str> = nearest.iter().map(|entry| entry.name.as_str()).collect();
        let message = format!("jurisdiction \"{value}\" is not in the catalogue; the nearest are {}", names.join(", "));
        let nearest = nearest.iter().map(|entry| serde_json::json!({ "id": entry.id, "name": entry.name })).collect();
        let problem = Problem::of_value("jurisdiction", value, message);
        self.problems.push(Problem { nearest: Some(nearest), ..problem });
        None
    }

    /// The topics that `topic` selects.
    pub(super) fn topic(&self, catalogue: &Catalogue) -> Option<TopicSelection> {
        self.value("topic").map(|value| TopicSelection::find(value, &catalogue.topics))
    }

    /// The courts that `court` selects.
    pub(super) fn court(&self, catalogue: &Catalogue) -> Option<CourtSelection> {
        self.value("court").map(|value| CourtSelection::find(value, &catalogue.courts))
    }

    /// The word of a closed vocabulary that a parameter holds.
    pub(super) fn word<T>(&mut self, name: &'static str) -> Option<T>
    where
        T: std::str::FromStr<Err = UnknownWord>,
    {
        let value = self.value(name)?;
        match text::fold(value).parse() {
            Ok(word) => Some(word),
            Err(UnknownWord { allowed, .. }) => {
                let message = format!("{name} must be one of {}", allowed.join(", "));
                let problem = Problem::of_value(name, value, message);
                self.problems.push(Problem { allowed: Some(allowed), ..problem });
                None
            }
        }
    }

    /// The slice that `limit` and `offset` ask for.
    pub(super) fn page(&mut self) -> Page {
        let limit = self.number("limit", 1, MOST_LIMIT as u64, "limit must be between 1 and 100");
        let offset = self.number("offset", 0, MOST_OFFSET, "offset must be between 0 and 9223372036854775807");
        Page { limit: limit.map_or(DEFAULT_LIMIT, |limit| limit as usize), offset: offset.unwrap_or(0) }
    }

    fn number(&mut self, name: &'static str, least: u64, most: u64, message: &str) -> Option<u64> {
        let value = self.value(name)?;
        let is_plain = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = value.parse().ok().filter(|number| is_plain && (least..=most).contains(number));
        if number.is_none() {
            let message = if is_plain { message.to_owned() } else { format!("{message}, in plain decimal digits") };
            self.problems.push(Problem::of_value(name, value, message));
        }
        number
    }

    /// Fails if anything was wrong, with all of it.
    pub(super) fn finish(self) -> Result<(), ApiError> {
        if self.problems.is_empty() {
            return Ok(());
        }
        let n_untold = self.problems.len().saturating_sub(MOST_PROBLEMS);
        let told = &self.problems[..self.problems.len() - n_untold];
        let mut message = told.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("; ");
        if n_untold > 0 {
            message += &format!("; and {n_untold} more");
        }
        // Strings always serialize.
        let problems = serde_json::to_value(told).unwrap_or_default();
        Err(ApiError::new(StatusCode::BAD_REQUEST, message).detail("problems", problems))
    }
}

fn unknown_parameter(name: &str, known: &'static [&'static str]) -> Problem {
    let shown: String = name.chars().take(MOST_VALUE_CHARS).collect();
    let candidates = known.iter().copied().map(|known| (known, known));
    let Some(nearest) = text::nearest(&shown.to_lowercase(), candidates, 1).first().copied() else {
        let message = format!("unknown parameter \"{shown}\": this endpoint takes none");
        return Problem::new(&shown, message);
    };
    let message =
        format!("unknown parameter \"{shown}\": the nearest is {nearest}; this endpoint takes {}", known.join(", "));
    Problem { allowed: Some(known.to_vec()), nearest: Some(nearest.into()), ..Problem::new(&shown, message) }
}

/// Decodes a name or a value of a query, where a plus sign is a space.
pub(super) fn decode(text: &str) -> Result<Cow<'_, str>, &'static str> {
    if !text.contains(['+', '%']) {
        return Ok(text.into());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let (byte, n_read) = match (first, behind) {
            (b'+', _) => (b' ', 1),
            (b'%', [high, low, ..]) => (hexadecimal(*high, *low).ok_or(MALFORMED_ESCAPE)?, 3),
            (b'%', _) => return Err(MALFORMED_ESCAPE),
            (byte, _) => (*byte, 1),
        };
        bytes.push(byte);
        rest = &rest[n_read..];
    }
    String::from_utf8(bytes).map(Cow::from).map_err(|_| "has bytes that are not UTF-8")
}

const MALFORMED_ESCAPE: &str = "has a malformed percent escape: it is % and two hexadecimal digits";

fn hexadecimal(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KNOWN: &[&str] = &["topic", "limit", "offset"];

    fn encode(text: &str) -> String {
        text.bytes().map(|byte| format!("%{byte:02X}")).collect()
    }

    proptest! {
        #[test]
        fn an_encoded_value_comes_back(value in "\\PC{1,200}") {
            prop_assume!(!value.trim().is_empty());
            let query = format!("topic={}", encode(&value));
            let params = Params::parse(Some(&query), KNOWN);
            prop_assert_eq!(params.value("topic"), Some(value.as_str()));
        }

        #[test]
        fn no_query_panics(query in "([a-z%+&=0-9]|\\PC){0,80}") {
            let mut params = Params::parse(Some(&query), KNOWN);
            let page = params.page();
            prop_assert!((1..=MOST_LIMIT).contains(&page.limit) && page.offset <= MOST_OFFSET);
            let _ = params.finish();
        }
    }

    #[test]
    fn a_thousand_problems_are_told_in_part() {
        let query = "x&".repeat(1000);
        let error = Params::parse(Some(&query), KNOWN).finish().unwrap_err();
        assert!(format!("{error:?}").contains("and 980 more"));
    }
}
