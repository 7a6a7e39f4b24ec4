/*!
The flags of `lexdex get`, one for each parameter of the API, from the same declarations as the OpenAPI document.
*/

use std::collections::HashMap;
use std::ffi::OsStr;
use std::sync::LazyLock;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, Error};
use lexdex_core::model::{Parameter, ParameterSpec, Resource, Values};

use crate::command_line::subject::Subject;
use crate::http::Fields;

/// Returns the flag for a parameter of a collection.
pub(crate) fn parameter_flag(parameter: Parameter, subject: Subject) -> Arg {
    let resource = subject.resource();
    let ParameterSpec { description, values, .. } = parameter.spec(resource);
    let flag = name(parameter);
    let (help, long_help) = help(description);
    let mut arg = Arg::new(parameter.as_str()).long(flag).help(help).long_help(long_help);
    if flag != parameter.as_str() {
        // The name in the API also works.
        arg = arg.alias(parameter.as_str());
    }
    if matches!(values, Values::Flag) {
        return arg.action(ArgAction::SetTrue);
    }
    let action = if parameter.is_repeatable() { ArgAction::Append } else { ArgAction::Set };
    arg.action(action)
        .value_name(value_name(&values))
        .value_parser(ApiValue { suggested: suggested(&values, resource) })
        // Allows values such as `--q -fraud`. The API rejects negative numbers with an explanation.
        .allow_hyphen_values(matches!(values, Values::SearchTerms))
        .allow_negative_numbers(matches!(values, Values::Congress | Values::Limit | Values::Offset))
}

/// Returns the name of a flag: the name of the parameter, with hyphens.
fn name(parameter: Parameter) -> &'static str {
    static NAMES: LazyLock<HashMap<Parameter, String>> = LazyLock::new(|| {
        Parameter::ALL.iter().map(|parameter| (*parameter, parameter.as_str().replace('_', "-"))).collect()
    });
    NAMES.get(&parameter).map_or(parameter.as_str(), String::as_str)
}

/// Returns the short and the long help. The short help is the first sentence.
fn help(description: &'static str) -> (&'static str, &'static str) {
    let short = description.split_once(". ").map_or(description, |(first, _)| first);
    (short.trim_end_matches('.'), description)
}

fn value_name(values: &Values) -> &'static str {
    match values {
        Values::Jurisdiction => "NAME",
        Values::Text => "TEXT",
        Values::SearchTerms => "WORDS",
        Values::Date => "DATE",
        Values::Words(_) | Values::Format => "WORD",
        Values::Fields => "FIELDS",
        Values::Congress | Values::Limit | Values::Offset => "N",
        Values::Flag => "FLAG",
        Values::Build => "BUILD",
        Values::Since => "SINCE",
    }
}

/// Returns the values that the help and the completions suggest.
fn suggested(values: &Values, resource: Resource) -> Vec<&'static str> {
    match values {
        Values::Words(words) => words.clone(),
        Values::Fields => Fields::names(resource).to_vec(),
        _ => Vec::new(),
    }
}

/// Parses a value that only the API checks, so that errors are the same for all clients and name the nearest value.
#[derive(Clone)]
struct ApiValue {
    suggested: Vec<&'static str>,
}

impl TypedValueParser for ApiValue {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        if self.suggested.is_empty() {
            return None;
        }
        Some(Box::new(self.suggested.iter().map(|value| PossibleValue::new(*value))))
    }
}
