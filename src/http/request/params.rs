/*!
The query of a request: text in, a filter and a page out. Everything that is wrong with one request is said in
one answer.
*/

use std::borrow::Cow;
use std::iter;
use std::str::FromStr;

use axum::http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::corpus::{Catalogue, text};
use crate::http::protocol::api_error::ApiError;
use crate::http::request::fields::{Fields, WrongName};
use crate::index::{CourtSelection, DateRange, InvalidTextQuery, Page, TextQuery, TopicSelection};
use crate::model::{Date, ExportFormat, Order, Parameter, Resource, UnknownWord};

/// The longest value, in characters.
pub(crate) const MOST_VALUE_CHARS: usize = 200;

/// The largest offset: 2^63 - 1.
pub(crate) const MOST_OFFSET: u64 = i64::MAX as u64;

pub(crate) const DEFAULT_LIMIT: usize = 20;
pub(crate) const MOST_LIMIT: usize = 100;

/// More values than most requests have.
const USUAL_VALUES: usize = 8;

/// How many problems of one request are told.
const MOST_PROBLEMS: usize = 20;

/// The parameters of a request, and what is wrong with them so far.
pub(crate) struct Params<'q> {
    values: Vec<(Parameter, Cow<'q, str>)>,
    problems: Vec<Problem>,
    /// How many more there are, which are not told.
    n_untold: usize,
}

/// What is wrong with a parameter.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The parameter, as the client has named it; `id` for the identifier in the path.
    parameter: String,
    /// What is wrong, and what would be right.
    message: String,
    /// The value that is wrong.
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

    fn of_value(parameter: Parameter, value: &str, message: impl Into<String>) -> Self {
        Self { value: Some(value.to_owned()), ..Self::new(parameter.as_str(), message) }
    }
}

impl<'q> Params<'q> {
    /// Parses a query string and reads a value from its parameters, or fails with everything that is wrong with them.
    pub(crate) fn read<T>(
        query: Option<&'q str>,
        known: &[&'static [Parameter]],
        read: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, ApiError> {
        let mut params = Self::parse(query, known);
        let value = read(&mut params);
        params.finish()?;
        Ok(value)
    }

    /// Parses a query string. Parameters other than these are problems.
    pub(crate) fn parse(query: Option<&'q str>, known: &[&'static [Parameter]]) -> Self {
        let mut params =
            Self { values: Vec::with_capacity(query.map_or(0, |_| USUAL_VALUES)), problems: Vec::new(), n_untold: 0 };
        for pair in pairs(query.unwrap_or_default()) {
            let (name, value) = cut_at(pair, b'=');
            params.push(name, value, known);
        }
        params
    }

    fn push(&mut self, raw_name: &str, raw_value: &'q str, known: &[&'static [Parameter]]) {
        let name = match decode(raw_name) {
            Ok(name) => name,
            Err(message) => return self.problems.push(Problem::new(raw_name, format!("a parameter's name {message}"))),
        };
        let is_known = |parameter: &Parameter| known.iter().any(|known| known.contains(parameter));
        let Some(parameter) = name.parse().ok().filter(is_known) else {
            return self.add(|| unknown_parameter(&name, known));
        };
        let value = match decode(raw_value) {
            Ok(value) => value,
            Err(message) => return self.refuse(parameter, message),
        };
        if self.value(parameter).is_some() && !parameter.is_repeatable() {
            self.refuse(parameter, "is given more than once: give it once");
        } else if value.chars().all(char::is_whitespace) {
            self.refuse(parameter, "is empty: give it a value or leave it out");
        } else if value.len() > MOST_VALUE_CHARS && value.chars().count() > MOST_VALUE_CHARS {
            self.refuse(parameter, &format!("is longer than {MOST_VALUE_CHARS} characters"));
        } else {
            self.values.push((parameter, value));
        }
    }

    /// Adds what is wrong with a value that is not read any further.
    fn refuse(&mut self, parameter: Parameter, message: &str) {
        self.problems.push(Problem::new(parameter.as_str(), format!("{parameter} {message}")));
    }

    /// Adds a problem; one that is not told is not even made, for to look for the nearest of what there is takes time.
    fn add(&mut self, problem: impl FnOnce() -> Problem) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem());
        } else {
            self.n_untold += 1;
        }
    }

    /// The value of a parameter, as it was sent; the first one if there are several.
    pub(crate) fn value(&self, parameter: Parameter) -> Option<&str> {
        self.values(parameter).next()
    }

    /// The values of a parameter that may be given several times, as they were sent.
    fn values(&self, parameter: Parameter) -> impl Iterator<Item = &str> {
        self.values.iter().filter(move |(given, _)| *given == parameter).map(|(_, value)| &**value)
    }

    /// The ids of the jurisdictions that `jurisdiction` names.
    pub(crate) fn jurisdictions<'c>(&mut self, catalogue: &'c Catalogue) -> Option<Vec<&'c str>> {
        let id = |value: &str| catalogue.jurisdictions.find(value).map(|jurisdiction| jurisdiction.id.as_str());
        self.each(
            Parameter::Jurisdiction,
            |value| id(value).ok_or(()),
            |value, ()| unknown_jurisdiction(value, catalogue),
        )
    }

    /// The topics that `topic` selects.
    pub(crate) fn topics(&self, catalogue: &Catalogue) -> Option<TopicSelection> {
        let is_given = self.value(Parameter::Topic).is_some();
        is_given.then(|| TopicSelection::find(self.values(Parameter::Topic), &catalogue.topics))
    }

    /// The courts that `court` selects.
    pub(crate) fn courts(&self, catalogue: &Catalogue) -> Option<CourtSelection> {
        let is_given = self.value(Parameter::Court).is_some();
        is_given.then(|| CourtSelection::find(self.values(Parameter::Court), &catalogue.courts))
    }

    /// The words of a closed vocabulary that a parameter holds, as records have them.
    pub(crate) fn words<T>(&mut self, parameter: Parameter, word: fn(T) -> &'static str) -> Option<Vec<&'static str>>
    where
        T: FromStr<Err = UnknownWord>,
    {
        let find = |value: &str| text::normalize(value).parse().map(word);
        self.each(parameter, find, |value, error| unknown_word(parameter, value, error))
    }

    /// The words that `q` looks for.
    pub(crate) fn text(&mut self) -> Option<TextQuery> {
        let value = self.value(Parameter::Q)?;
        let message = match TextQuery::parse(value) {
            Ok(query) => return Some(query),
            Err(InvalidTextQuery::NoWord) => "q has neither a letter nor a digit: give it a word to look for",
            Err(InvalidTextQuery::OpenQuotation) => "q has a quotation mark without another one that closes it",
        };
        self.problems.push(Problem::of_value(Parameter::Q, value, message));
        None
    }

    /// The citation that is looked up.
    pub(crate) fn citation(&self) -> Option<&str> {
        self.value(Parameter::Citation)
    }

    /// The dates between two parameters, both included.
    pub(crate) fn dates(&mut self, from: Parameter, to: Parameter) -> DateRange {
        let range = DateRange { from: self.date(from), to: self.date(to) };
        if let (Some(first), Some(last)) = (range.from, range.to)
            && first > last
        {
            let message = format!("{from} ({first}) is later than {to} ({last}): no date is between them");
            self.problems.push(Problem::of_value(from, &first.to_string(), message));
        }
        range
    }

    fn date(&mut self, parameter: Parameter) -> Option<Date> {
        let value = self.value(parameter)?;
        let date = value.trim().parse();
        if date.is_err() {
            let message = format!("{parameter} must be a date that exists, written YYYY-MM-DD");
            self.problems.push(Problem::of_value(parameter, value, message));
        }
        date.ok()
    }

    /// The identifier in a path, folded; none if it is no text.
    pub(crate) fn id(&mut self, segment: &str) -> String {
        match decode(segment) {
            Ok(id) => text::normalize(&id).into_owned(),
            Err(message) => {
                self.problems.push(Problem::new("id", format!("the identifier in the path {message}")));
                String::new()
            }
        }
    }

    /// The order that `sort` asks for.
    pub(crate) fn order(&mut self) -> Option<Order> {
        let value = self.value(Parameter::Sort)?;
        let problem = match text::normalize(value).parse() {
            Ok(Order::Relevance) if self.value(Parameter::Q).is_none() => Problem::of_value(
                Parameter::Sort,
                value,
                "sort=relevance needs q: without words nothing fits better or worse",
            ),
            Ok(order) => return Some(order),
            Err(error) => unknown_word(Parameter::Sort, value, error),
        };
        self.problems.push(problem);
        None
    }

    /// The form that `format` asks for; it must be given.
    pub(crate) fn format(&mut self) -> ExportFormat {
        let find = |value: &str| text::normalize(value).parse();
        let given = self.each(Parameter::Format, find, |value, error| unknown_word(Parameter::Format, value, error));
        match given {
            None => {
                let allowed: Vec<&str> = ExportFormat::ALL.iter().map(|format| format.as_str()).collect();
                let message = format!("format is missing: it must be one of {}", allowed.join(", "));
                self.problems
                    .push(Problem { allowed: Some(allowed), ..Problem::new(Parameter::Format.as_str(), message) });
                ExportFormat::Ndjson
            }
            Some(formats) => formats.first().copied().unwrap_or(ExportFormat::Ndjson),
        }
    }

    /// The fields of a record that `fields` chooses; nothing if it chooses all.
    pub(crate) fn fields(&mut self, resource: Resource) -> Option<Fields> {
        let value = self.value(Parameter::Fields)?;
        let known = Fields::names(resource);
        let (fields, wrong) = Fields::parse(value, resource);
        let unknown = |name: &str| {
            if name.is_empty() {
                return Problem::of_value(
                    Parameter::Fields,
                    name,
                    "fields has a comma without a name beside it: leave it out",
                );
            }
            let nearest = text::nearest(&name.to_lowercase(), known.iter().map(|known| (*known, *known)), 1);
            let message = match nearest.first() {
                Some(nearest) => {
                    format!("fields has no \"{name}\": the nearest is {nearest}; there are {}", known.join(", "))
                }
                None => format!("fields has no \"{name}\""),
            };
            let nearest = nearest.first().map(|nearest| Value::from(*nearest));
            Problem { allowed: Some(known.to_vec()), nearest, ..Problem::of_value(Parameter::Fields, name, message) }
        };
        let problem = |wrong: WrongName<'_>| match wrong {
            WrongName::Unknown(name) => unknown(name),
            WrongName::Repeated(name) => Problem::of_value(
                Parameter::Fields,
                name,
                format!("fields has \"{name}\" more than once: name it once"),
            ),
        };
        let problems: Vec<Problem> = wrong.into_iter().map(problem).collect();
        self.problems.extend(problems);
        Some(fields).filter(|fields| *fields != Fields::all(resource))
    }

    /// What each value of a parameter means, if it is given.
    fn each<T, E>(
        &mut self,
        parameter: Parameter,
        find: impl Fn(&str) -> Result<T, E>,
        problem: impl Fn(&str, E) -> Problem,
    ) -> Option<Vec<T>> {
        self.value(parameter)?;
        let mut found = Vec::new();
        let mut wrong = Vec::new();
        for value in self.values(parameter) {
            match find(value) {
                Ok(value) => found.push(value),
                Err(error) => wrong.push((value.to_owned(), error)),
            }
        }
        for (value, error) in wrong {
            self.add(|| problem(&value, error));
        }
        Some(found)
    }

    /// The slice that `limit` and `offset` ask for.
    pub(crate) fn page(&mut self) -> Page {
        let limit = self.number(Parameter::Limit, 1, MOST_LIMIT as u64, "limit must be between 1 and 100");
        let offset = self.number(Parameter::Offset, 0, MOST_OFFSET, "offset must be between 0 and 9223372036854775807");
        Page { limit: limit.map_or(DEFAULT_LIMIT, |limit| limit as usize), offset: offset.unwrap_or(0) }
    }

    fn number(&mut self, parameter: Parameter, least: u64, most: u64, message: &str) -> Option<u64> {
        let value = self.value(parameter)?;
        let is_plain = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = value.parse().ok().filter(|number| is_plain && (least..=most).contains(number));
        if number.is_none() {
            let message = if is_plain { message.to_owned() } else { format!("{message}, in plain decimal digits") };
            self.problems.push(Problem::of_value(parameter, value, message));
        }
        number
    }

    /// Fails if anything was wrong, with all of it.
    pub(crate) fn finish(self) -> Result<(), ApiError> {
        if self.problems.is_empty() {
            return Ok(());
        }
        let told = &self.problems[..self.problems.len().min(MOST_PROBLEMS)];
        let n_untold = self.n_untold + self.problems.len() - told.len();
        let mut message = told.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("; ");
        if n_untold > 0 {
            message += &format!("; and {n_untold} more");
        }
        // Strings always serialize.
        let problems = serde_json::to_value(told).unwrap_or_default();
        Err(ApiError::new(StatusCode::BAD_REQUEST, message).detail("problems", problems))
    }
}

fn unknown_jurisdiction(value: &str, catalogue: &Catalogue) -> Problem {
    let nearest = catalogue.jurisdictions.nearest(value);
    let names: Vec<&str> = nearest.iter().map(|entry| entry.name.as_str()).collect();
    let message = format!("jurisdiction \"{value}\" is not in the catalogue; the nearest are {}", names.join(", "));
    let nearest = nearest.iter().map(|entry| serde_json::json!({ "id": entry.id, "name": entry.name })).collect();
    Problem { nearest: Some(nearest), ..Problem::of_value(Parameter::Jurisdiction, value, message) }
}

fn unknown_word(parameter: Parameter, value: &str, UnknownWord { allowed, .. }: UnknownWord) -> Problem {
    let message = format!("{parameter} must be one of {}", allowed.join(", "));
    Problem { allowed: Some(allowed), ..Problem::of_value(parameter, value, message) }
}

fn unknown_parameter(name: &str, known: &[&'static [Parameter]]) -> Problem {
    let shown: String = name.chars().take(MOST_VALUE_CHARS).collect();
    let known: Vec<&str> = known.iter().copied().flatten().map(|known| known.as_str()).collect();
    let candidates = known.iter().copied().map(|known| (known, known));
    let Some(nearest) = text::nearest(&shown.to_lowercase(), candidates, 1).first().copied() else {
        let message = format!("unknown parameter \"{shown}\": this endpoint takes none");
        return Problem::new(&shown, message);
    };
    let message =
        format!("unknown parameter \"{shown}\": the nearest is {nearest}; this endpoint takes {}", known.join(", "));
    Problem { allowed: Some(known), nearest: Some(nearest.into()), ..Problem::new(&shown, message) }
}

/// The parts of a query, each a name and mostly a value.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = &str> {
    let mut rest = query;
    let parts = iter::from_fn(move || {
        let (pair, behind) = (!rest.is_empty()).then(|| cut_at(rest, b'&'))?;
        rest = behind;
        Some(pair)
    });
    parts.filter(|pair| !pair.is_empty())
}

/// What stands before the first such sign, and what stands behind it: nothing if there is no sign. The parts of a query are a few bytes long, where
/// this takes less time than a search that looks at many bytes at once.
pub(crate) fn cut_at(text: &str, sign: u8) -> (&str, &str) {
    text.bytes().position(|byte| byte == sign).map_or((text, ""), |at| (&text[..at], &text[at + 1..]))
}

/// Decodes a name or a value of a query, where a plus sign is a space.
pub(crate) fn decode(text: &str) -> Result<Cow<'_, str>, &'static str> {
    if !text.bytes().any(|byte| matches!(byte, b'+' | b'%')) {
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

    const KNOWN: &[&[Parameter]] = &[&[Parameter::Topic], &[Parameter::Limit, Parameter::Offset]];

    fn encode(text: &str) -> String {
        text.bytes().map(|byte| format!("%{byte:02X}")).collect()
    }

    proptest! {
        #[test]
        fn an_encoded_value_comes_back(value in "\\PC{1,200}") {
            prop_assume!(!value.trim().is_empty());
            let query = format!("topic={}", encode(&value));
            let params = Params::parse(Some(&query), KNOWN);
            prop_assert_eq!(params.value(Parameter::Topic), Some(value.as_str()));
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
