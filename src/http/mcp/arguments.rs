/*!
Converts the arguments of a tool call to the query string of an API request.
*/

use axum::http::StatusCode;
use lexdex_core::corpus::text;
use lexdex_core::model::{MAX_VALUE_CHARS, Parameter};
use serde_json::{Map, Number, Value};

use crate::http::protocol::api_error::ApiError;
use crate::http::request::param_error::{ParamError, nearest_name};
use crate::http::request::query_string::push_pair;

/// The maximum number of errors in one response.
const MAX_PROBLEMS: usize = 20;

/// The arguments that have not been taken yet.
pub(crate) struct ToolArguments(Map<String, Value>);

impl ToolArguments {
    /// Drops arguments that are null or empty lists, because some clients send every argument of the schema.
    pub(crate) fn new(arguments: Option<Map<String, Value>>) -> Self {
        let mut arguments = arguments.unwrap_or_default();
        arguments.retain(|_, value| !value.is_null() && value.as_array().is_none_or(|values| !values.is_empty()));
        Self(arguments)
    }

    /// Adds a default for an argument that is not given.
    pub(crate) fn set_default(&mut self, parameter: Parameter, value: &str) {
        self.0.entry(parameter.as_str()).or_insert_with(|| value.into());
    }

    /// Takes a required argument with a closed vocabulary. Fails if it is missing or another word.
    pub(crate) fn take_choice<T: Copy>(&mut self, name: &str, choices: &[(&'static str, T)]) -> Result<T, ApiError> {
        let words: Vec<&'static str> = choices.iter().map(|(word, _)| *word).collect();
        let given = self.take_text(name, &format!("one of {}", words.join(", ")))?;
        let word = text::normalize(&given);
        if let Some((_, choice)) = choices.iter().find(|(known, _)| *known == word) {
            return Ok(*choice);
        }
        // The error repeats the value, in which escaping can multiply the bytes.
        let given: String = given.chars().take(MAX_VALUE_CHARS).collect();
        let word = text::normalize(&given);
        let (nearest, nearest_is) = nearest_name(&word, &words);
        let message = format!("{name} must be one of {}: {nearest_is}it is \"{given}\"", words.join(", "));
        let problem =
            ParamError { value: Some(given), allowed: Some(words), nearest, ..ParamError::new(name, message) };
        Err(invalid(&[problem]))
    }

    /// Takes an optional argument with a closed vocabulary.
    pub(crate) fn take_optional_choice<T: Copy>(
        &mut self,
        name: &str,
        choices: &[(&'static str, T)],
    ) -> Result<Option<T>, ApiError> {
        if self.0.contains_key(name) { self.take_choice(name, choices).map(Some) } else { Ok(None) }
    }

    /// Fails for a remaining argument that is neither an argument of the tool itself (`taken`) nor a parameter of the
    /// API (`parameters`).
    pub(crate) fn check_names(&self, taken: &[&'static str], parameters: &[Parameter]) -> Result<(), ApiError> {
        let known: Vec<&str> = taken.iter().copied().chain(parameters.iter().map(|known| known.as_str())).collect();
        let unknown = self.0.keys().filter(|name| !known.contains(&name.as_str())).take(MAX_PROBLEMS);
        let problems: Vec<ParamError> = unknown.map(|name| unknown_argument(name, &known)).collect();
        if problems.is_empty() { Ok(()) } else { Err(invalid(&problems)) }
    }

    pub(crate) fn values(&self, parameter: Parameter) -> Vec<String> {
        match self.0.get(parameter.as_str()) {
            None => Vec::new(),
            Some(Value::Array(values)) => values.iter().filter_map(scalar).collect(),
            Some(value) => scalar(value).into_iter().collect(),
        }
    }

    /// Takes a required argument that is a single value, as text. `what` describes it in errors.
    pub(crate) fn take_text(&mut self, name: &str, what: &str) -> Result<String, ApiError> {
        let value = self.0.remove(name).map(|value| scalar(&value));
        match value {
            Some(Some(text)) if !text.trim().is_empty() => Ok(text),
            Some(Some(_)) => Err(invalid(&[ParamError::new(name, format!("{name} is empty: give it {what}"))])),
            Some(None) => Err(invalid(&[ParamError::new(name, format!("{name} must be a text: give it {what}"))])),
            None => Err(invalid(&[ParamError::new(name, format!("{name} is missing: give it {what}"))])),
        }
    }

    /// Takes an optional argument that is a single value, as text.
    pub(crate) fn take_optional_text(&mut self, name: &str, what: &str) -> Result<Option<String>, ApiError> {
        if self.0.contains_key(name) { self.take_text(name, what).map(Some) } else { Ok(None) }
    }

    /// Writes the remaining arguments as a query string. The API validates them.
    pub(crate) fn into_query(self) -> Result<String, ApiError> {
        let mut query = String::new();
        for (name, value) in &self.0 {
            match value {
                // `fields` is one parameter, with names separated by commas.
                Value::Array(values) if name == Parameter::Fields.as_str() => {
                    let fields: Option<Vec<String>> = values.iter().map(scalar).collect();
                    push_pair(&mut query, name, &fields.ok_or_else(|| not_scalar(name))?.join(","));
                }
                Value::Array(values) => {
                    for value in values {
                        push_pair(&mut query, name, &scalar(value).ok_or_else(|| not_scalar(name))?);
                    }
                }
                value => push_pair(&mut query, name, &scalar(value).ok_or_else(|| not_scalar(name))?),
            }
        }
        Ok(query)
    }
}

/// Returns a single value as text.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(digits(number)),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the digits of a number. JSON Schema counts `10.0` as an integer.
fn digits(number: &Number) -> String {
    /// Up to this number, 2^53, `f64` represents every integer exactly.
    const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() <= MAX_EXACT => {
            (float as i64).to_string()
        }
        _ => number.to_string(),
    }
}

fn not_scalar(name: &str) -> ApiError {
    let message = format!("{name} must be a text, a number, or a list of these");
    invalid(&[ParamError::new(name, message)])
}

fn unknown_argument(name: &str, known: &[&'static str]) -> ParamError {
    let shown: String = name.chars().take(MAX_VALUE_CHARS).collect();
    let (nearest, nearest_is) = nearest_name(&shown, known);
    let message = format!("unknown parameter \"{shown}\": {nearest_is}this tool takes {}", known.join(", "));
    ParamError { allowed: Some(known.to_vec()), nearest, ..ParamError::new(&shown, message) }
}

/// Creates an error about arguments, in the format of the API's errors.
pub(crate) fn invalid(problems: &[ParamError]) -> ApiError {
    let messages: Vec<&str> = problems.iter().map(|problem| &*problem.message).collect();
    // Strings always serialize.
    let details = serde_json::to_value(problems).unwrap_or_default();
    ApiError::new(StatusCode::BAD_REQUEST, messages.join("; ")).detail("problems", details)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn query(arguments: Value) -> Result<String, String> {
        let Value::Object(arguments) = arguments else { panic!("{arguments} is not an object") };
        ToolArguments::new(Some(arguments)).into_query().map_err(|error| format!("{error:?}"))
    }

    #[test]
    fn lists_are_repeated_and_fields_are_joined() {
        let arguments = json!({ "topic": ["a b", "c&d"], "fields": ["id", "title"], "limit": 10, "offset": 20.0 });
        assert_eq!(query(arguments).unwrap(), "fields=id%2Ctitle&limit=10&offset=20&topic=a%20b&topic=c%26d");
        assert_eq!(query(json!({ "topic": null, "fields": [], "q": "" })).unwrap(), "q=");
    }

    #[test]
    fn values_that_are_no_parameters_are_refused_by_name() {
        for value in [json!({}), json!([["a"]]), json!([null])] {
            let error = query(json!({ "topic": value })).unwrap_err();
            assert!(error.contains("topic must be a text, a number, or a list of these"), "{error}");
        }
    }

    #[test]
    fn choice_is_one_of_its_words_and_an_error_names_the_nearest() {
        let choices = [("cases", 1), ("bills", 2)];
        let take = |value: Value| {
            let mut arguments = ToolArguments::new(json!({ "resource": value }).as_object().cloned());
            arguments.take_choice("resource", &choices).map_err(|error| format!("{error:?}"))
        };
        assert_eq!(take(json!(" Cases ")), Ok(1));
        assert!(
            take(json!("case")).unwrap_err().contains("one of cases, bills: the nearest is cases; it is \\\"case\\\"")
        );
        assert!(take(json!(null)).unwrap_err().contains("resource is missing: give it one of cases, bills"));
        assert!(take(json!("")).unwrap_err().contains("resource is empty"));
        assert!(take(json!({})).unwrap_err().contains("resource must be a text"));
    }
}
