/*!
Derives the JSON Schemas of the tools' arguments from the schemas of the API's parameters.
*/

use lexdex_core::model::{MAX_VALUE_CHARS, Parameter, Resource};
use serde_json::{Map, Value, json};

use crate::http::handlers::catalogues::part_parameters;
use crate::http::mcp::tools::{DEFAULT_LIMIT, LISTS, RECORDS, ToolFunction, ToolKind, VALUES, default_fields};
use crate::http::protocol::part_context::MAX_CONTEXT_BYTES;
use crate::http::protocol::request_body::MAX_BODY_BYTES;
use crate::http::request::list::PAGE_PARAMETERS;
use crate::http::response::catalogues::CatalogueKind;
use crate::http::site::openapi::parameters;

/// The JSON Schema dialect of every schema.
pub(crate) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Returns the schema of a tool's arguments.
pub(crate) fn input_schema(function: ToolFunction) -> Map<String, Value> {
    let mut properties = Map::new();
    match function {
        ToolFunction::Api(kind) => api_input(kind),
        ToolFunction::Search => {
            let query = schema(Parameter::Q, Resource::Cases);
            insert(&mut properties, "query", "Words, a name or a citation.", query);
            object(properties, &["query"])
        }
        ToolFunction::Fetch => {
            insert(&mut properties, "id", "The `id` of a result.", json!({ "type": "string" }));
            object(properties, &["id"])
        }
    }
}

fn api_input(kind: ToolKind) -> Map<String, Value> {
    match kind {
        ToolKind::Search(resource) => object(search(resource), &[]),
        ToolKind::Record => {
            let mut properties = Map::new();
            insert(&mut properties, "resource", "The list of the record.", choice(RECORDS));
            let id = "The record's `id`, from an earlier result. For a case, an id with another of its citations \
                      also works; for a jurisdiction, any usual name.";
            insert(
                &mut properties,
                "id",
                id,
                json!({ "type": "string", "minLength": 1, "maxLength": MAX_VALUE_CHARS }),
            );
            let fields = "The fields to return. The default is all fields. Not for jurisdictions.";
            let names = json!({ "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "string" } });
            insert(&mut properties, Parameter::Fields.as_str(), fields, names);
            add_build(&mut properties);
            object(properties, &["resource", "id"])
        }
        ToolKind::Citations => {
            let mut properties = Map::new();
            let text = json!({ "type": "string", "minLength": 1, "maxLength": MAX_BODY_BYTES });
            insert(&mut properties, "text", "The text, without markup. The whole message has at most 64 KiB.", text);
            let context = json!({ "type": "string", "maxLength": MAX_CONTEXT_BYTES });
            insert(&mut properties, "context", "`meta.context` of the result for the part before.", context);
            add_build(&mut properties);
            object(properties, &["text"])
        }
        ToolKind::Facets => {
            let mut properties = Map::new();
            insert(&mut properties, "resource", "The list to count.", choice(LISTS));
            properties.extend(filters_of_all_lists());
            add_build(&mut properties);
            object(properties, &["resource"])
        }
        ToolKind::Values => {
            let mut properties = Map::new();
            insert(&mut properties, "of", "The values to list.", choice(VALUES));
            properties.extend(part_of(CatalogueKind::Courts));
            describe(&mut properties, Parameter::Jurisdiction, "The jurisdictions, or those of the courts.");
            describe(&mut properties, Parameter::Court, "The courts that a search finds by this value.");
            object(properties, &["of"])
        }
        ToolKind::Coverage => {
            let mut properties = Map::new();
            insert(&mut properties, "resource", "The list. The default is all lists.", choice(LISTS));
            properties.extend(part_of(CatalogueKind::Coverage));
            object(properties, &[])
        }
    }
}

/// Returns the parameters that select entries of a catalogue.
fn part_of(kind: CatalogueKind) -> Map<String, Value> {
    let mut properties = Map::new();
    for parameter in part_parameters(kind) {
        add(&mut properties, *parameter, Resource::Cases);
    }
    add_build(&mut properties);
    properties
}

fn describe(properties: &mut Map<String, Value>, parameter: Parameter, description: &str) {
    properties[parameter.as_str()]["description"] = description.into();
}

fn search(list: Resource) -> Map<String, Value> {
    let mut properties = Map::new();
    for parameter in [Parameter::filters(list), PAGE_PARAMETERS].concat() {
        add(&mut properties, parameter, list);
    }
    describe(&mut properties, Parameter::Fields, "The fields of each record to return.");
    properties[Parameter::Limit.as_str()]["default"] = json!(DEFAULT_LIMIT.parse::<u64>().ok());
    properties[Parameter::Fields.as_str()]["default"] = default_fields(list).split(',').collect();
    add_build(&mut properties);
    properties
}

/// Returns the filters of all lists, which the searches describe. If lists allow different values for a filter, its
/// schema allows them all.
fn filters_of_all_lists() -> Map<String, Value> {
    let mut properties = Map::new();
    for parameter in Parameter::ALL {
        let takes = |(_, resource): &&(&str, Resource)| Parameter::filters(*resource).contains(parameter);
        let schemas = LISTS.iter().filter(takes).map(|(_, resource)| schema(*parameter, *resource));
        let schemas: Vec<Value> = schemas.collect();
        if !schemas.is_empty() {
            properties.insert(parameter.as_str().to_owned(), merge(schemas));
        }
    }
    properties
}

/// Merges the schemas that several lists have for one parameter.
fn merge(mut schemas: Vec<Value>) -> Value {
    schemas.dedup();
    match schemas.len() {
        1 => schemas.remove(0),
        _ => json!({ "anyOf": schemas }),
    }
}

fn add_build(properties: &mut Map<String, Value>) {
    add(properties, Parameter::Build, Resource::Statutes);
    describe(properties, Parameter::Build, "`build` of an earlier result, for each further page.");
}

fn add(properties: &mut Map<String, Value>, parameter: Parameter, resource: Resource) {
    properties.insert(parameter.as_str().to_owned(), property(parameter, resource));
}

fn schema(parameter: Parameter, resource: Resource) -> Value {
    let mut schema = parameters::schema_of(parameter, resource);
    remove_private_formats(&mut schema);
    schema
}

/// Returns the schema of a parameter, with its description.
fn property(parameter: Parameter, resource: Resource) -> Value {
    let mut schema = schema(parameter, resource);
    schema["description"] = parameter.spec(resource).description.into();
    schema
}

/// Removes non-standard formats, because some validators reject a schema with an unknown format.
fn remove_private_formats(schema: &mut Value) {
    if let Some(members) = schema.as_object_mut() {
        if members.get("format").is_some_and(|format| format != "date") {
            members.remove("format");
        }
        members.values_mut().for_each(remove_private_formats);
    }
}

fn insert(properties: &mut Map<String, Value>, name: &str, description: &str, mut schema: Value) {
    schema["description"] = description.into();
    properties.insert(name.to_owned(), schema);
}

fn choice<T>(choices: &[(&str, T)]) -> Value {
    json!({ "type": "string", "enum": choices.iter().map(|(word, _)| *word).collect::<Vec<_>>() })
}

fn object(properties: Map<String, Value>, required: &[&str]) -> Map<String, Value> {
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), DIALECT.into());
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}
