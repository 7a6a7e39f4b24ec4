/*!
Errors in the parameters of a request. A 400 lists all of them.
*/

use lexdex_core::corpus::{Catalogue, text};
use lexdex_core::model::{MAX_VALUE_CHARS, Parameter, Resource, UnknownWord};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// An error in a parameter.
#[derive(Debug, Serialize, ToSchema)]
// The name of the type is public: the OpenAPI document and the clients generated from it use it.
#[schema(as = Problem)]
pub(crate) struct ParamError {
    /// The name of the parameter as sent, or `id` for the identifier in the path.
    pub(crate) parameter: String,
    /// A description of the error, and how to correct it.
    pub(crate) message: String,
    /// The invalid value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<String>,
    /// The allowed values or parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) allowed: Option<Vec<&'static str>>,
    /// The nearest allowed value, or the allowed value with the same meaning, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nearest: Option<Value>,
}

impl ParamError {
    /// Creates an error about a whole parameter. A long name is truncated.
    pub(crate) fn new(parameter: &str, message: impl Into<String>) -> Self {
        let parameter = parameter.chars().take(MAX_VALUE_CHARS).collect();
        Self { parameter, message: message.into(), value: None, allowed: None, nearest: None }
    }

    /// Creates an error about one value of a parameter.
    pub(crate) fn for_value(parameter: Parameter, value: &str, message: impl Into<String>) -> Self {
        Self { value: Some(value.to_owned()), ..Self::new(parameter.as_str(), message) }
    }
}

/// Creates the error for an unknown jurisdiction. The nearest names are optional, because the search for them takes
/// hundreds of comparisons.
pub(crate) fn unknown_jurisdiction(
    parameter: Parameter,
    value: &str,
    catalogue: &Catalogue,
    wants_nearest: bool,
) -> ParamError {
    let nearest = if wants_nearest { catalogue.jurisdictions.nearest(value) } else { Vec::new() };
    let names: Vec<&str> = nearest.iter().map(|entry| entry.name.as_str()).collect();
    let message = format!("{parameter} \"{value}\" is not in the catalogue{}", text::nearest_between("; ", &names, ""));
    let nearest = nearest.iter().map(|entry| serde_json::json!({ "id": entry.id, "name": entry.name }));
    ParamError {
        nearest: (!names.is_empty()).then(|| nearest.collect()),
        ..ParamError::for_value(parameter, value, message)
    }
}

/// Creates the error for a value that is not in a closed vocabulary.
pub(crate) fn unknown_word(parameter: Parameter, value: &str, unknown: UnknownWord) -> ParamError {
    let UnknownWord { word, allowed, meant } = unknown;
    let mut message = format!("{parameter} must be one of {}", allowed.join(", "));
    if let Some(meant) = meant {
        message += &format!("; the one for \"{word}\" is {meant}");
    }
    let nearest = meant.map(Value::from);
    ParamError { allowed: Some(allowed), nearest, ..ParamError::for_value(parameter, value, message) }
}

/// Creates the error for a value that cannot be parsed as a citation of a list's records.
pub(crate) fn unreadable_citation(parameter: Parameter, value: &str, list: Resource) -> ParamError {
    let form = match list {
        Resource::Statutes => "the name of a code and a section, such as 18 U.S.C. § 1341",
        Resource::Cases => "a volume, a reporter and a page, such as 410 U.S. 113",
        Resource::Bills => {
            "the number of a law, such as Pub. L. 117-58, or of a bill, such as H.R. 3684, 117th Cong. or A.B. 375"
        }
    };
    let message = format!("{parameter} \"{value}\" cannot be read: it needs {form}; to find records by words, use q");
    ParamError::for_value(parameter, value, message)
}

/// Creates the error for a parameter that the endpoint does not accept.
pub(crate) fn unknown_parameter(name: &str, known: &[&'static [Parameter]]) -> ParamError {
    let shown: String = name.chars().take(MAX_VALUE_CHARS).collect();
    let known = known.iter().copied().flatten().chain(&[Parameter::Build]);
    let known: Vec<&str> = known.map(|known| known.as_str()).collect();
    let (nearest, nearest_is) = nearest_name(&shown, &known);
    let message = format!("unknown parameter \"{shown}\": {nearest_is}this endpoint takes {}", known.join(", "));
    ParamError { allowed: Some(known), nearest, ..ParamError::new(&shown, message) }
}

/// Creates the error for an unknown field name.
pub(crate) fn unknown_field(name: &str, known: &[&'static str]) -> ParamError {
    if name.is_empty() {
        let message = "fields has an empty name: remove the extra comma";
        return ParamError::for_value(Parameter::Fields, name, message);
    }
    let (nearest, nearest_is) = nearest_name(name, known);
    let message = format!("fields has no \"{name}\": {nearest_is}there are {}", known.join(", "));
    ParamError { allowed: Some(known.to_vec()), nearest, ..ParamError::for_value(Parameter::Fields, name, message) }
}

/// Finds the known name nearest to an unknown one. Also returns the part of a message that suggests it.
pub(crate) fn nearest_name(unknown: &str, known: &[&'static str]) -> (Option<Value>, String) {
    let candidates = known.iter().map(|name| (*name, *name));
    let nearest = text::probably_meant(&unknown.to_lowercase(), candidates, 1);
    (nearest.first().copied().map(Value::from), text::nearest_between("", &nearest, "; "))
}

/// Creates the error for a field name that is repeated.
pub(crate) fn repeated_field(name: &str) -> ParamError {
    let message = format!("fields has \"{name}\" more than once: name it once");
    ParamError::for_value(Parameter::Fields, name, message)
}
