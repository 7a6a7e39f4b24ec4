/*!
Reads the parameters of a request into typed values. Errors are collected, so that one response lists all of them.
*/

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::str::FromStr;

use axum::http::StatusCode;
use lexdex_core::corpus::{Catalogue, text};
use lexdex_core::model::{
    Date, MAX_VALUES, MatchMode, Order, Parameter, RecordFormat, ReferenceFormat, Resource, UnknownWord,
};
use lexdex_core::steps;
use lexdex_index::{
    Citation, CourtSelection, DateRange, InvalidTextQuery, MAX_WORDS, Page, TextQuery, TopicSelection, is_build_id,
};

use crate::http::protocol::api_error::ApiError;
use crate::http::request::fields::{FieldError, Fields};
use crate::http::request::param_error::{
    ParamError, repeated_field, unknown_field, unknown_jurisdiction, unknown_parameter, unknown_word,
    unreadable_citation,
};
use crate::http::request::query_string::{decode, decode_segment, pairs, split_first};

/// The maximum offset: 2^63 - 1.
pub(crate) const MAX_OFFSET: u64 = i64::MAX as u64;

/// The maximum number of a Congress. Three digits suffice until the year 3787.
pub(crate) const MAX_CONGRESS: u64 = 999;

pub(crate) const DEFAULT_LIMIT: usize = 20;
pub(crate) const MAX_LIMIT: usize = 100;

/// The initial capacity, enough for nearly every request.
const VALUES_CAPACITY: usize = 8;

/// The maximum number of errors in one response.
const MAX_ERRORS: usize = 20;

/// The maximum number of unknown jurisdictions in one request for which the nearest names are looked up.
const MAX_SEARCHED_JURISDICTIONS: usize = 10;

/// The parameters of a request, and the errors found so far.
pub(crate) struct Params<'q> {
    values: Vec<(Parameter, Cow<'q, str>)>,
    errors: Vec<ParamError>,
    /// The number of errors beyond [`MAX_ERRORS`], which the response counts but does not list.
    n_suppressed: usize,
}

impl<'q> Params<'q> {
    /// Parses a query string. A parameter that is not in `known` is an error, except `build`, which every endpoint
    /// accepts.
    pub(crate) fn parse(query: Option<&'q str>, known: &[&'static [Parameter]]) -> Self {
        let mut params = Self {
            values: Vec::with_capacity(query.map_or(0, |_| VALUES_CAPACITY)),
            errors: Vec::new(),
            n_suppressed: 0,
        };
        let mut n_given = [0; Parameter::ALL.len()];
        steps::add(query.map_or(0, str::len));
        for pair in pairs(query.unwrap_or_default()) {
            let (name, value) = split_first(pair, b'=');
            params.push(name, value, known, &mut n_given);
        }
        params.check_repeated(&n_given);
        params
    }

    /// Adds a value. `n_given` has the number of values of each parameter so far.
    fn push(
        &mut self,
        raw_name: &str,
        raw_value: &'q str,
        known: &[&'static [Parameter]],
        n_given: &mut [usize; Parameter::ALL.len()],
    ) {
        let name = match decode(raw_name) {
            Ok(name) => name,
            Err(message) => {
                return self.add(|| ParamError::new(raw_name, format!("a parameter's name {message}")));
            }
        };
        let is_known = |parameter: &Parameter| {
            *parameter == Parameter::Build || known.iter().any(|known| known.contains(parameter))
        };
        let Some(parameter) = name.parse().ok().filter(is_known) else {
            return self.add(|| unknown_parameter(&name, known));
        };
        let value = match decode(raw_value) {
            Ok(value) => value,
            Err(message) => return self.reject(parameter, message),
        };
        let (max_chars, n_before) = (parameter.max_chars(), n_given[parameter as usize]);
        if n_before > 0 && !parameter.is_repeatable() {
            self.reject(parameter, "is given more than once: give it once");
        } else if value.chars().all(char::is_whitespace) {
            self.reject(parameter, "is empty: give it a value or leave it out");
        } else if value.len() > max_chars && value.chars().count() > max_chars {
            self.reject(parameter, &format!("is longer than {max_chars} characters"));
        } else {
            n_given[parameter as usize] += 1;
            if n_before < MAX_VALUES {
                self.values.push((parameter, value));
            }
        }
    }

    /// Rejects parameters with too many values, and removes repeated values, so that each is resolved once.
    fn check_repeated(&mut self, n_given: &[usize; Parameter::ALL.len()]) {
        if n_given.iter().all(|n_given| *n_given < 2) {
            return;
        }
        for (parameter, n_given) in Parameter::ALL.iter().zip(n_given) {
            if *n_given > MAX_VALUES {
                let message = format!("is given {n_given} times: give it {MAX_VALUES} times at most in one request");
                self.reject(*parameter, &message);
            }
        }
        let mut seen = HashSet::new();
        self.values.retain(|value| seen.insert(value.clone()));
    }

    /// Adds an error that an endpoint has found.
    pub(crate) fn add_error(&mut self, error: ParamError) {
        self.errors.push(error);
    }

    /// Returns whether a parameter has an error already.
    pub(crate) fn has_error_of(&self, parameter: Parameter) -> bool {
        self.errors.iter().any(|error| error.parameter == parameter.as_str())
    }

    /// Adds an error about a parameter whose value is discarded.
    fn reject(&mut self, parameter: Parameter, message: &str) {
        self.errors.push(ParamError::new(parameter.as_str(), format!("{parameter} {message}")));
    }

    /// Adds an error, or counts it as suppressed without computing it: the search for the nearest name takes time.
    fn add(&mut self, error: impl FnOnce() -> ParamError) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error());
        } else {
            self.n_suppressed += 1;
        }
    }

    /// Returns the decoded value of a parameter, the first one if it is repeated.
    pub(crate) fn value(&self, parameter: Parameter) -> Option<&str> {
        self.values(parameter).next()
    }

    /// Iterates over the decoded values of a parameter that may be repeated.
    fn values(&self, parameter: Parameter) -> impl Iterator<Item = &str> {
        self.values.iter().filter(move |(given, _)| *given == parameter).map(|(_, value)| &**value)
    }

    /// Returns the decoded values of these parameters, in the order of `parameters`.
    pub(crate) fn given(&self, parameters: &[Parameter]) -> Vec<(Parameter, String)> {
        let values =
            |parameter: Parameter| self.values(parameter).map(move |value| (parameter, value.trim().to_owned()));
        parameters.iter().flat_map(|parameter| values(*parameter)).collect()
    }

    /// Reads names of jurisdictions. Returns their ids.
    pub(crate) fn jurisdictions<'c>(&mut self, parameter: Parameter, catalogue: &'c Catalogue) -> Option<Vec<&'c str>> {
        let id = |value: &str| catalogue.jurisdictions.find(value).map(|jurisdiction| jurisdiction.id.as_str());
        let mut n_unknown = 0;
        let unknown = |value: &str, ()| {
            n_unknown += 1;
            unknown_jurisdiction(parameter, value, catalogue, n_unknown <= MAX_SEARCHED_JURISDICTIONS)
        };
        self.parse_each(parameter, |value| id(value).ok_or(()), unknown)
    }

    /// Reads topics, one of which a record must have.
    pub(crate) fn topics(&self, parameter: Parameter, catalogue: &Catalogue) -> Option<TopicSelection> {
        let is_given = self.value(parameter).is_some();
        is_given.then(|| TopicSelection::find(self.values(parameter), &catalogue.topics))
    }

    /// Reads topics, all of which a record must have. Returns a selection for each.
    pub(crate) fn all_topics(&self, parameter: Parameter, catalogue: &Catalogue) -> Vec<TopicSelection> {
        let selection = |value| TopicSelection::find([value], &catalogue.topics);
        self.values(parameter).map(selection).collect()
    }

    /// Reads courts and levels of courts.
    pub(crate) fn courts(&self, parameter: Parameter, catalogue: &Catalogue) -> Option<CourtSelection> {
        let is_given = self.value(parameter).is_some();
        is_given.then(|| CourtSelection::find(self.values(parameter), &catalogue.courts))
    }

    /// Reads a parameter with a closed vocabulary. Returns the values in the spelling of the records.
    pub(crate) fn enum_values<T>(
        &mut self,
        parameter: Parameter,
        word: fn(T) -> &'static str,
    ) -> Option<Vec<&'static str>>
    where
        T: FromStr<Err = UnknownWord>,
    {
        let find = |value: &str| text::normalize(value).parse().map(word);
        self.parse_each(parameter, find, |value, error| unknown_word(parameter, value, error))
    }

    /// Reads `q` and `match`.
    pub(crate) fn text_query(&mut self) -> Option<TextQuery> {
        let mode = self.match_mode();
        let value = self.value(Parameter::Q)?;
        let message = match TextQuery::parse(value, mode) {
            Ok(query) => return Some(query),
            Err(InvalidTextQuery::NoWord) => {
                "q has neither a letter nor a digit: give it a word to search for".to_owned()
            }
            Err(InvalidTextQuery::OpenQuotation) => {
                "q has an unclosed quotation mark: close it or remove it".to_owned()
            }
            Err(InvalidTextQuery::TooManyWords(n_words)) => format!(
                "q has {n_words} words, including those in phrases: give it at most {MAX_WORDS}, or leave out match=all"
            ),
            Err(InvalidTextQuery::TooManyFixedWords(n_words)) => format!(
                "q has {n_words} words that must count, in quotation marks, in exclusions, beside operators and at least \
                 one other piece: give it at most {MAX_WORDS}"
            ),
        };
        self.errors.push(ParamError::for_value(Parameter::Q, value, message));
        None
    }

    fn match_mode(&mut self) -> MatchMode {
        let Some(value) = self.value(Parameter::Match) else {
            return MatchMode::Auto;
        };
        let error = match text::normalize(value).parse() {
            Ok(_) if self.value(Parameter::Q).is_none() => ParamError::for_value(
                Parameter::Match,
                value,
                "match needs q: it sets which words of q a record must contain",
            ),
            Ok(mode) => return mode,
            Err(error) => unknown_word(Parameter::Match, value, error),
        };
        self.errors.push(error);
        MatchMode::Auto
    }

    /// Reads a citation. A value that cannot be parsed as one is an error. A citation that no record has is valid.
    pub(crate) fn citation(&mut self, parameter: Parameter, list: Resource) -> Option<Citation> {
        let value = self.value(parameter)?;
        let citation = Citation::parse(value);
        if !citation.is_readable() {
            self.errors.push(unreadable_citation(parameter, value, list));
        }
        Some(citation)
    }

    /// Reads the first and the last date of a range, both inclusive.
    pub(crate) fn dates(&mut self, from: Parameter, to: Parameter) -> DateRange {
        let range = DateRange { from: self.date(from), to: self.date(to) };
        if let (Some(first), Some(last)) = (range.from, range.to)
            && first > last
        {
            let message = format!("{from} ({first}) is later than {to} ({last}): the range is empty");
            self.errors.push(ParamError::for_value(from, &first.to_string(), message));
        }
        range
    }

    fn date(&mut self, parameter: Parameter) -> Option<Date> {
        let value = self.value(parameter)?;
        let date = value.trim().parse();
        if date.is_err() {
            let message = format!("{parameter} must be a date that exists, written YYYY-MM-DD");
            self.errors.push(ParamError::for_value(parameter, value, message));
        }
        date.ok()
    }

    /// Returns the normalized values of a parameter, or `None` if it is absent.
    pub(crate) fn normalized_values(&self, parameter: Parameter) -> Option<Vec<String>> {
        let values: Vec<String> = self.values(parameter).map(|value| text::normalize(value).into_owned()).collect();
        (!values.is_empty()).then_some(values)
    }

    /// Decodes and normalizes an identifier in the path. Returns an empty string after an error.
    pub(crate) fn id(&mut self, segment: &str) -> String {
        match decode_segment(segment) {
            Ok(id) => text::normalize(&id).into_owned(),
            Err(message) => {
                self.errors.push(ParamError::new("id", format!("the identifier in the path {message}")));
                String::new()
            }
        }
    }

    /// Reads `sort`.
    pub(crate) fn order(&mut self) -> Option<Order> {
        let value = self.value(Parameter::Sort)?;
        let error = match text::normalize(value).parse() {
            Ok(Order::Relevance) if self.value(Parameter::Q).is_none() => ParamError::for_value(
                Parameter::Sort,
                value,
                "sort=relevance needs q: records are ranked by the words of q",
            ),
            Ok(order) => return Some(order),
            Err(error) => unknown_word(Parameter::Sort, value, error),
        };
        self.errors.push(error);
        None
    }

    pub(crate) fn format(&mut self) -> RecordFormat {
        let find = |value: &str| text::normalize(value).parse();
        let formats =
            self.parse_each(Parameter::Format, find, |value, error| unknown_word(Parameter::Format, value, error));
        formats.and_then(|formats| formats.first().copied()).unwrap_or_default()
    }

    /// Reads `format` for a single record. `None` means JSON.
    pub(crate) fn reference_format(&mut self) -> Option<ReferenceFormat> {
        let value = self.value(Parameter::Format)?;
        let word = text::normalize(value);
        let format = word.parse().ok().and_then(RecordFormat::reference);
        if format.is_none() {
            let error = UnknownWord { word: word.into_owned(), allowed: RecordFormat::references(), meant: None };
            let mut error = unknown_word(Parameter::Format, value, error);
            error.message.push_str("; without format, a record is JSON");
            self.errors.push(error);
        }
        format
    }

    /// Reports `fields` beside a format for reference managers, whose fields are fixed.
    pub(crate) fn reject_fields(&mut self) {
        if let Some(value) = self.value(Parameter::Fields) {
            let formats = RecordFormat::references().join(", ");
            let message = format!("fields needs another format than {formats}, which have fields of their own");
            self.errors.push(ParamError::for_value(Parameter::Fields, value, message));
        }
    }

    /// Reads `bom`, which only CSV allows.
    pub(crate) fn byte_order_mark(&mut self, format: RecordFormat) -> bool {
        let Some(value) = self.value(Parameter::Bom) else {
            return false;
        };
        let error = match &*text::normalize(value) {
            "false" => return false,
            "true" if format == RecordFormat::Csv || self.has_error_of(Parameter::Format) => return true,
            "true" => ParamError::for_value(
                Parameter::Bom,
                value,
                "bom=true needs format=csv: only CSV can begin with a byte order mark",
            ),
            word => {
                let error = UnknownWord { word: word.to_owned(), allowed: vec!["true", "false"], meant: None };
                unknown_word(Parameter::Bom, value, error)
            }
        };
        self.errors.push(error);
        false
    }

    /// Reads `fields`. `None` means all fields.
    pub(crate) fn fields(&mut self, resource: Resource) -> Option<Fields> {
        let value = self.value(Parameter::Fields)?;
        let known = Fields::names(resource);
        let (fields, field_errors) = Fields::parse(value, resource);
        let error = |error: FieldError<'_>| match error {
            FieldError::Unknown(name) => unknown_field(name, known),
            FieldError::Repeated(name) => repeated_field(name),
        };
        let n_errors = field_errors.len();
        let errors: Vec<ParamError> = field_errors.into_iter().take(MAX_ERRORS).map(error).collect();
        self.n_suppressed += n_errors - errors.len();
        self.errors.extend(errors);
        Some(fields).filter(|fields| *fields != Fields::all(resource))
    }

    /// Parses each value of a parameter. Returns `None` if the parameter is absent.
    fn parse_each<T, E>(
        &mut self,
        parameter: Parameter,
        parse: impl Fn(&str) -> Result<T, E>,
        mut error: impl FnMut(&str, E) -> ParamError,
    ) -> Option<Vec<T>> {
        self.value(parameter)?;
        let mut parsed = Vec::new();
        let mut failed = Vec::new();
        for value in self.values(parameter) {
            match parse(value) {
                Ok(value) => parsed.push(value),
                Err(cause) => failed.push((value.to_owned(), cause)),
            }
        }
        for (value, cause) in failed {
            self.add(|| error(&value, cause));
        }
        Some(parsed)
    }

    /// Reads `build`, the id of a build.
    pub(crate) fn build(&mut self) -> Option<String> {
        let value = self.value(Parameter::Build)?;
        let build = text::normalize(value);
        if is_build_id(&build) {
            return Some(build.into_owned());
        }
        let message = "build must be the id of a build, as the header Lexdex-Build has it: 64 hexadecimal digits";
        self.errors.push(ParamError::for_value(Parameter::Build, value, message));
        None
    }

    /// Reads `limit` and `offset`.
    pub(crate) fn page(&mut self) -> Page {
        let limit = self.number(Parameter::Limit, 1, MAX_LIMIT as u64);
        let offset = self.number(Parameter::Offset, 0, MAX_OFFSET);
        Page { limit: limit.map_or(DEFAULT_LIMIT, |limit| limit as usize), offset: offset.unwrap_or(0) }
    }

    /// Reads a number between `min` and `max`; any other value is an error. Returns `None` if the parameter is absent, and
    /// after an error.
    pub(crate) fn number(&mut self, parameter: Parameter, min: u64, max: u64) -> Option<u64> {
        let value = self.value(parameter)?;
        let is_plain = value.bytes().all(|byte| byte.is_ascii_digit());
        let number = value.parse().ok().filter(|number| is_plain && (min..=max).contains(number));
        if number.is_none() {
            let form = if is_plain { "" } else { ", in plain decimal digits" };
            let message = format!("{parameter} must be between {min} and {max}{form}");
            self.errors.push(ParamError::for_value(parameter, value, message));
        }
        number
    }

    /// Fails with a 400 if any error was added.
    pub(crate) fn finish(self) -> Result<(), ApiError> {
        if self.errors.is_empty() {
            return Ok(());
        }
        let listed = &self.errors[..self.errors.len().min(MAX_ERRORS)];
        let n_suppressed = self.n_suppressed + self.errors.len() - listed.len();
        let mut message = listed.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("; ");
        if n_suppressed > 0 {
            message += &format!("; and {n_suppressed} more");
        }
        // Strings always serialize.
        let problems = serde_json::to_value(listed).unwrap_or_default();
        Err(ApiError::new(StatusCode::BAD_REQUEST, message).detail("problems", problems))
    }
}
