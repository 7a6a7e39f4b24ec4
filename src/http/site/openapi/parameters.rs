/*!
Describes parameters from the specs in `model`.
*/

use lexdex_core::corpus::text::MAX_ID_BYTES;
use lexdex_core::model::{MAX_VALUE_CHARS, MAX_VALUES, Parameter, ParameterSpec, RecordFormat, Resource, Values};
use serde_json::{Value, json};

use crate::http::request::fields::Fields;
use crate::http::request::params::{DEFAULT_LIMIT, MAX_CONGRESS, MAX_LIMIT, MAX_OFFSET};
use crate::http::request::suggest::{DEFAULT_SUGGESTIONS, MAX_SUGGESTIONS};

/// The pattern of record ids.
pub(super) const ID_PATTERN: &str = "^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$";

/// Describes a query parameter of the endpoints of a list.
pub(super) fn in_query(parameter: Parameter, resource: Resource) -> Value {
    let ParameterSpec { description, values, example } = parameter.spec(resource);
    let is_repeatable = parameter.is_repeatable();
    let example = match values {
        Values::Congress | Values::Limit | Values::Offset => json!(example.parse::<u64>().ok()),
        Values::Fields => example.split(',').collect(),
        Values::Flag => json!(example.parse::<bool>().ok()),
        _ => json!(example),
    };
    json!({
        "name": parameter,
        "in": "query",
        "description": description,
        "required": false,
        "style": "form",
        // `fields` is a single value, with names separated by commas.
        "explode": parameter != Parameter::Fields,
        "schema": schema_of(parameter, resource),
        "example": if is_repeatable { json!([example]) } else { example },
    })
}

/// Returns the schema of a parameter's values for a list: an array if the parameter may be repeated.
pub(crate) fn schema_of(parameter: Parameter, resource: Resource) -> Value {
    let schema = schema(&parameter.spec(resource).values, resource);
    if !parameter.is_repeatable() {
        return schema;
    }
    json!({ "type": "array", "minItems": 1, "maxItems": MAX_VALUES, "items": schema })
}

/// Describes `format` of a single record.
pub(super) fn record_format(resource: Resource) -> Value {
    let formats = RecordFormat::references();
    let mut parameter = in_query(Parameter::Format, resource);
    parameter["description"] =
        "A format for reference managers and LaTeX, in place of JSON. It has fields of its own: leave out `fields`."
            .into();
    parameter["example"] = json!(formats[0]);
    parameter["schema"] = json!({ "type": "string", "enum": formats });
    parameter
}

/// Describes `build`, the parameter of every endpoint.
pub(super) fn build() -> Value {
    in_query(Parameter::Build, Resource::Statutes)
}

/// Returns the schema of a build id.
pub(super) fn build_id() -> Value {
    json!({ "type": "string", "pattern": "^[0-9a-f]{64}$" })
}

/// Describes the parameters of suggestions.
pub(super) fn suggestion_parameters() -> Vec<Value> {
    let max = MAX_SUGGESTIONS;
    let limit = json!({ "type": "integer", "minimum": 1, "maximum": max, "default": DEFAULT_SUGGESTIONS });
    let parameter = |parameter: Parameter, is_required: bool, description: &str, schema: Value, example: Value| {
        json!({
            "name": parameter,
            "in": "query",
            "description": description,
            "required": is_required,
            "style": "form",
            "explode": true,
            "schema": schema,
            "example": example,
        })
    };
    vec![
        parameter(
            Parameter::Q,
            true,
            "The beginning of a name, a title, a citation or a number.",
            text_of(Parameter::Q),
            json!("plessy v f"),
        ),
        parameter(Parameter::Limit, false, "The maximum number of suggestions.", limit, json!(5)),
    ]
}

/// Describes the record id in the path.
pub(super) fn record_id(example: &str) -> Value {
    json!({
        "name": "id",
        "in": "path",
        "description": "The record's `id`.",
        "required": true,
        "schema": { "type": "string", "pattern": ID_PATTERN, "maxLength": MAX_ID_BYTES },
        "example": example,
    })
}

/// Describes the jurisdiction in the path.
pub(super) fn jurisdiction_id() -> Value {
    json!({
        "name": "id",
        "in": "path",
        "description": "The id, abbreviation, slug, name or another common name of the jurisdiction.",
        "required": true,
        "schema": text(),
        "example": "ca",
    })
}

/// Describes the header of conditional requests.
pub(super) fn if_none_match() -> Value {
    json!({
        "name": "If-None-Match",
        "in": "header",
        "description": "The `ETag` of the cached response. If it is current, the response is 304.",
        "required": false,
        "schema": { "type": "string" },
    })
}

fn schema(values: &Values, resource: Resource) -> Value {
    match values {
        // Every name in the catalogue is non-empty and short enough.
        Values::Jurisdiction => json!({ "type": "string", "format": "jurisdiction" }),
        Values::Text => text(),
        Values::SearchTerms => {
            let mut schema = text_of(Parameter::Q);
            schema["format"] = "words".into();
            schema
        }
        Values::Date => json!({ "type": "string", "format": "date" }),
        Values::Words(words) => json!({ "type": "string", "enum": words }),
        Values::Fields => json!({
            "type": "array",
            "minItems": 1,
            "uniqueItems": true,
            "items": { "type": "string", "enum": Fields::names(resource) },
        }),
        Values::Congress => json!({ "type": "integer", "minimum": 1, "maximum": MAX_CONGRESS }),
        Values::Limit => json!({ "type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT }),
        Values::Offset => {
            json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": MAX_OFFSET, "default": 0 })
        }
        Values::Format => {
            let mut schema = one_of(RecordFormat::ALL, RecordFormat::as_str);
            schema["default"] = json!(RecordFormat::default());
            schema
        }
        Values::Flag => json!({ "type": "boolean", "default": false }),
        Values::Build => build_id(),
        Values::Since => {
            let mut schema = text();
            schema["format"] = "build-or-time".into();
            schema
        }
    }
}

/// Returns the schema of a non-empty text.
fn text() -> Value {
    text_up_to(MAX_VALUE_CHARS)
}

/// Returns the schema of a non-empty text that is a value of a parameter.
fn text_of(parameter: Parameter) -> Value {
    text_up_to(parameter.max_chars())
}

fn text_up_to(max_chars: usize) -> Value {
    json!({ "type": "string", "minLength": 1, "maxLength": max_chars, "pattern": "\\S" })
}

/// Returns the schema of a closed vocabulary.
pub(super) fn one_of<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Value {
    json!({ "type": "string", "enum": all.iter().map(|value| word(*value)).collect::<Vec<_>>() })
}
