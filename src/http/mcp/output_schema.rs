/*!
Derives the JSON Schemas of the tools' results from the schemas of the API's bodies.
*/

use std::collections::BTreeSet;

use lexdex_core::model::Resource;
use serde_json::{Map, Value, json};

use crate::http::mcp::input_schema::DIALECT;
use crate::http::mcp::tools::{NOTE, ToolFunction, ToolKind};
use crate::http::site::openapi::schemas;

/// The prefixes of references to schemas, in the OpenAPI document and in the schema of a tool.
const COMPONENTS: &str = "#/components/schemas/";
const DEFINITIONS: &str = "#/$defs/";

/// The keywords that bound a text or a number.
const BOUNDS: &[&str] = &["pattern", "minLength", "maxLength", "minimum", "maximum"];

/// Returns the schema of a tool's results. `components` are the schemas of the OpenAPI document.
pub(crate) fn output_schema(function: ToolFunction, components: &Value) -> Map<String, Value> {
    with_dialect(match function {
        ToolFunction::Api(kind) => api_output(kind, components),
        ToolFunction::Search => search_results(),
        ToolFunction::Fetch => document(),
    })
}

fn api_output(kind: ToolKind, components: &Value) -> Value {
    let part = |resource: Resource| reference(&format!("Partial{}", schemas::singular(resource)));
    let (data, meta) = match kind {
        ToolKind::Search(resource) => (array(part(resource)), Some("ListMeta")),
        ToolKind::Record => {
            let mut records: Vec<Value> = Resource::ALL.iter().copied().map(part).collect();
            records.push(reference("Jurisdiction"));
            (json!({ "anyOf": records }), None)
        }
        ToolKind::Citations => (array(reference("CheckedCitation")), Some("CitationsMeta")),
        ToolKind::Facets => {
            let facets = json!({ "type": "object", "additionalProperties": array(reference("FacetValue")) });
            (facets, Some("FacetsMeta"))
        }
        ToolKind::Values => {
            let values = ["Court", "Jurisdiction", "Topic"].map(reference);
            (array(json!({ "anyOf": values })), Some("CatalogueMeta"))
        }
        ToolKind::Coverage => (array(reference("Coverage")), Some("CoverageMeta")),
    };
    let url = json!({ "type": "string", "description": url_description(kind) });
    let own =
        [("data", data), ("url", url), ("build", parameters_build(components)), ("note", json!({ "const": NOTE }))];
    let meta = meta.map(|meta| match kind {
        ToolKind::Values | ToolKind::Coverage => ("meta", paged(&components[meta], &components["ListMeta"])),
        _ => ("meta", reference(meta)),
    });
    let properties = own.into_iter().chain(meta).map(|(name, member)| (name.to_owned(), member)).collect();
    let mut schema = closed(properties);
    if matches!(kind, ToolKind::Search(_) | ToolKind::Facets) {
        let text = json!({ "type": "string" });
        schema["properties"]["unknown"] = json!({
            "type": "array",
            "items": {
                "type": "object",
                "required": ["parameter", "value", "nearest"],
                "properties": { "parameter": text, "value": text, "nearest": array(text.clone()) },
                "additionalProperties": false,
            },
            "description": "Filter values that match nothing in this index, each with the nearest known values. Only \
                            if no record matches.",
        });
    }
    if kind == ToolKind::Record {
        schema["properties"]["texts"] = json!({
            "type": "array",
            "items": { "type": "string", "format": "uri" },
            "description": "Public addresses of the record's text, if any are known.",
        });
    }
    let mut definitions = definitions(&schema, components);
    if let ToolKind::Search(resource) = kind {
        let record = &mut definitions[&format!("Partial{}", schemas::singular(resource))];
        record["properties"]["url"] = json!({ "type": "string" });
    }
    if !definitions.is_empty() {
        schema["$defs"] = definitions.into();
    }
    rename_references(&mut schema);
    schema
}

/// Returns the schema of the results of `search`.
fn search_results() -> Value {
    let result = texts(&["id", "title", "url"]);
    closed(Map::from_iter([("results".to_owned(), array(closed(result)))]))
}

/// Returns the schema of the result of `fetch`.
fn document() -> Value {
    let mut members = texts(&["id", "title", "text", "url"]);
    let metadata = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    members.insert("metadata".to_owned(), metadata);
    closed(members)
}

fn texts(names: &[&str]) -> Map<String, Value> {
    names.iter().map(|name| ((*name).to_owned(), json!({ "type": "string" }))).collect()
}

/// Returns the schema of an object with exactly these members.
fn closed(properties: Map<String, Value>) -> Value {
    let required: Vec<&String> = properties.keys().collect();
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}

fn with_dialect(mut schema: Value) -> Map<String, Value> {
    schema["$schema"] = DIALECT.into();
    match schema {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

/// Returns the schema of the `meta` of a catalogue with the members of a page.
fn paged(meta: &Value, list_meta: &Value) -> Value {
    let mut schema = meta.clone();
    for name in ["limit", "offset", "hasMore"] {
        schema["properties"][name] = list_meta["properties"][name].clone();
        if let Some(required) = schema["required"].as_array_mut() {
            required.push(name.into());
        }
    }
    shorten(&mut schema);
    schema
}

fn url_description(kind: ToolKind) -> &'static str {
    match kind {
        ToolKind::Citations => "The endpoint of this server's JSON API that accepts the text.",
        ToolKind::Values | ToolKind::Coverage => {
            "The corresponding request to this server's JSON API, which returns all entries."
        }
        _ => "The corresponding request to this server's JSON API.",
    }
}

/// Returns the schema of a build id.
fn parameters_build(components: &Value) -> Value {
    let mut schema = components["CoverageMeta"]["properties"]["build"].clone();
    schema["description"] = "The build of the index.".into();
    schema
}

/// Returns the components that a schema refers to, directly or through others.
fn definitions(schema: &Value, components: &Value) -> Map<String, Value> {
    let mut definitions = Map::new();
    let mut wanted = references(schema);
    while let Some(name) = wanted.pop_first() {
        if definitions.contains_key(&name) {
            continue;
        }
        let mut component = components[&*name].clone();
        wanted.extend(references(&component));
        shorten(&mut component);
        definitions.insert(name, component);
    }
    definitions
}

/// Removes parts that clients do not need, so that the list of tools takes little of a model's context: descriptions,
/// examples, bounds, and formats of numbers, which some validators reject.
fn shorten(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let is_text = |members: &Map<String, Value>, name: &str| members.get(name).is_some_and(Value::is_string);
            // A property can also be named `description`, but is not a string.
            if is_text(members, "description") {
                members.remove("description");
            }
            if is_text(members, "format") && !is_text_format(&members["format"]) {
                members.remove("format");
            }
            if members.get("examples").is_some_and(Value::is_array) {
                members.remove("examples");
            }
            for bound in BOUNDS {
                if members.get(*bound).is_some_and(|bound| bound.is_string() || bound.is_number()) {
                    members.remove(*bound);
                }
            }
            members.values_mut().for_each(shorten);
        }
        Value::Array(values) => values.iter_mut().for_each(shorten),
        _ => {}
    }
}

/// Returns whether a format is a string format that every validator supports.
fn is_text_format(format: &Value) -> bool {
    format == "date" || format == "uri"
}

/// Returns the names of the components that a schema refers to directly.
fn references(schema: &Value) -> BTreeSet<String> {
    match schema {
        Value::Object(members) => {
            let own = members.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(COMPONENTS));
            own.map(str::to_owned).into_iter().chain(members.values().flat_map(references)).collect()
        }
        Value::Array(values) => values.iter().flat_map(references).collect(),
        _ => BTreeSet::new(),
    }
}

fn rename_references(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (name, value) in members {
                match value.as_str().and_then(|path| path.strip_prefix(COMPONENTS)) {
                    Some(component) if name == "$ref" => *value = format!("{DEFINITIONS}{component}").into(),
                    _ => rename_references(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(rename_references),
        _ => {}
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{COMPONENTS}{name}") })
}

fn array(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}
