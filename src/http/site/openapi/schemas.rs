/*!
The schemas. utoipa derives the schemas of records and catalogue entries from their types; this module adds the schemas
of the bodies.
*/

use lexdex_core::corpus::text::{MAX_ID_BYTES, MAX_TAG_BYTES};
use lexdex_core::model::{
    Bill, Case, ChangeKind, CitationStatus, CourtLevel, Jurisdiction, LICENSE, Resource, Statute,
};
use lexdex_index::MatchRule;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::http::protocol::part_context::MAX_CONTEXT_BYTES;
use crate::http::protocol::request_body::MAX_BODY_BYTES;
use crate::http::request::param_error::ParamError;
use crate::http::request::params::{MAX_LIMIT, MAX_OFFSET};
use crate::http::request::suggest::MAX_SUGGESTIONS;
use crate::http::response::catalogues::{CourtCounts, CoverageEntry, CoverageMeta, EntriesMeta, TopicEntry};
use crate::http::response::changes::ChangeEntry;
use crate::http::response::citations::{CitationEntry, CitationsMeta};
use crate::http::response::facets::{self, FacetValue};
use crate::http::response::suggestions::{SuggestionEntry, SuggestionsMeta};
use crate::http::site::openapi::parameters::{ID_PATTERN, build_id, one_of};
use crate::http::snapshot::query::MAX_SIMILAR;

/// The pattern of topic tags.
const TAG_PATTERN: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";

/// Returns the name of a record's schema.
pub(crate) fn singular(resource: Resource) -> &'static str {
    match resource {
        Resource::Statutes => "Statute",
        Resource::Cases => "Case",
        Resource::Bills => "Bill",
    }
}

/// Returns all schemas by name.
pub(crate) fn all() -> Value {
    let mut schemas = derived();
    for resource in Resource::ALL {
        add_bodies_of_list(*resource, &mut schemas);
    }
    let total = |names: &str| json!({ "data": array_of(names), "meta": reference("CatalogueMeta") });
    let coverage = json!({ "data": array_of("Coverage"), "meta": reference("CoverageMeta") });
    let suggested = json!({ "type": "array", "maxItems": MAX_SUGGESTIONS, "items": reference("Suggestion") });
    let suggestions = json!({ "data": suggested, "meta": reference("SuggestionsMeta") });
    let citations = json!({ "data": array_of("CheckedCitation"), "meta": reference("CitationsMeta") });
    let changes = json!({ "type": "array", "maxItems": MAX_LIMIT, "items": reference("RecordChange") });
    let changes = json!({ "data": changes, "meta": reference("ListMeta") });
    let max_bytes = json!({ "const": MAX_BODY_BYTES });
    let problems = json!({ "type": "array", "minItems": 1, "items": reference("Problem") });
    let seconds = json!({ "type": "integer", "minimum": 1, "maximum": 60 });
    let ids = json!({ "type": "array", "items": { "type": "string" } });
    schemas.extend([
        ("ListMeta".to_owned(), list_meta()),
        ("FacetsMeta".to_owned(), facets_meta()),
        ("JurisdictionList".to_owned(), object("The jurisdictions.", total("Jurisdiction"))),
        ("JurisdictionAnswer".to_owned(), object("A jurisdiction.", json!({ "data": reference("Jurisdiction") }))),
        ("TopicList".to_owned(), object("The topics.", total("Topic"))),
        ("CourtList".to_owned(), object("The courts.", total("Court"))),
        ("SuggestionList".to_owned(), object("Suggestions.", suggestions)),
        ("ChangeList".to_owned(), object("A page of changes.", changes)),
        ("CitationsRequest".to_owned(), citations_request()),
        ("CheckedCitationList".to_owned(), object("The citations of a text.", citations)),
        ("CoverageList".to_owned(), object("The coverage of the lists.", coverage)),
        ("Error".to_owned(), error("An error.", json!({ "type": "object" }))),
        ("BadRequest".to_owned(), error("An error that lists invalid parameters.", details("problems", problems))),
        ("PreconditionFailed".to_owned(), error("An error that names the current build.", builds())),
        (
            "ContentTooLarge".to_owned(),
            error("An error with the maximum size of a body.", details("maxBytes", max_bytes)),
        ),
        (
            "UnsupportedMediaType".to_owned(),
            error("An error that lists the accepted media types or codings.", accepted()),
        ),
        ("Gone".to_owned(), error("An error that names the oldest build of the history.", oldest_build())),
        ("NotFound".to_owned(), error("An error that lists the nearest ids.", details("nearest", ids))),
        (
            "TooManyRequests".to_owned(),
            error("An error with the time to wait before a retry.", details("retryAfter", seconds)),
        ),
    ]);
    schemas.into()
}

/// Returns the schemas that are derived from types.
fn derived() -> Map<String, Value> {
    let mut derived = Vec::new();
    add::<Statute>(&mut derived);
    add::<Case>(&mut derived);
    add::<Bill>(&mut derived);
    add::<Jurisdiction>(&mut derived);
    add::<TopicEntry>(&mut derived);
    add::<CourtCounts<'_>>(&mut derived);
    add::<CoverageEntry<'_>>(&mut derived);
    add::<CoverageMeta>(&mut derived);
    add::<EntriesMeta>(&mut derived);
    add::<FacetValue<'_>>(&mut derived);
    add::<SuggestionEntry<'_>>(&mut derived);
    add::<SuggestionsMeta<'_>>(&mut derived);
    add::<ChangeEntry<'_>>(&mut derived);
    add::<CitationEntry<'_>>(&mut derived);
    add::<CitationsMeta>(&mut derived);
    add::<ParamError>(&mut derived);
    // Strings and numbers always serialize.
    let value = |schema: RefOr<Schema>| serde_json::to_value(schema).unwrap_or_default();
    let mut schemas: Map<String, Value> = derived.into_iter().map(|(name, schema)| (name, value(schema))).collect();
    schemas.values_mut().for_each(close);
    for (schema, property, constraint) in constraints() {
        let property = schemas.get_mut(schema).and_then(|schema| schema["properties"].get_mut(property));
        if let (Some(Value::Object(property)), Value::Object(constraint)) = (property, constraint) {
            property.extend(constraint);
        }
    }
    schemas
}

/// Adds the schemas of a type and of the types that it contains.
fn add<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

/// Closes an object schema: it allows no other members, and an absent member is left out instead of null.
fn close(schema: &mut Value) {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, property) in properties {
        if !required.contains(&Value::from(name.as_str())) {
            remove_null(property);
        }
    }
    schema["additionalProperties"] = false.into();
}

fn remove_null(property: &mut Value) {
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|of| of != "null");
        property["type"] = types[0].take();
    }
    if let Some(Value::Array(mut choices)) = property.as_object_mut().and_then(|property| property.remove("oneOf")) {
        choices.retain(|choice| choice["type"] != "null");
        if let (Some(property), Some(Value::Object(choice))) = (property.as_object_mut(), choices.pop()) {
            property.extend(choice);
        }
    }
}

/// Returns constraints of fields in addition to their types.
fn constraints() -> Vec<(&'static str, &'static str, Value)> {
    let id = json!({ "pattern": ID_PATTERN, "maxLength": MAX_ID_BYTES });
    let tag = json!({ "type": "string", "pattern": TAG_PATTERN, "maxLength": MAX_TAG_BYTES });
    let named = json!({ "id": { "type": "string" }, "name": { "type": "string" } });
    let nearest = json!({
        "oneOf": [
            { "type": "string" },
            { "type": "array", "items": object("A jurisdiction.", named) },
        ],
    });
    let mut constraints = vec![
        ("RecordMeta", "license", json!({ "const": LICENSE })),
        ("RecordMeta", "jurisdiction", id.clone()),
        ("Jurisdiction", "id", id.clone()),
        ("Topic", "tag", tag.clone()),
        ("Topic", "aliases", json!({ "items": tag.clone() })),
        ("Court", "jurisdictionId", id.clone()),
        ("Court", "level", one_of(CourtLevel::ALL, CourtLevel::word)),
        ("Coverage", "jurisdictionId", id.clone()),
        ("Coverage", "resource", one_of(Resource::ALL, Resource::as_str)),
        ("RecordChange", "id", id.clone()),
        ("RecordChange", "resource", one_of(Resource::ALL, Resource::as_str)),
        ("RecordChange", "change", one_of(ChangeKind::ALL, ChangeKind::as_str)),
        ("CitedRecord", "id", id.clone()),
        ("CitationsMeta", "statuses", numbers_by_status()),
        ("Problem", "nearest", nearest),
    ];
    for resource in Resource::ALL {
        let schema = singular(*resource);
        constraints.push((schema, "id", id.clone()));
        constraints.push((schema, "jurisdictionId", id.clone()));
        constraints.push((schema, "topics", json!({ "items": tag.clone() })));
    }
    constraints
}

fn add_bodies_of_list(resource: Resource, schemas: &mut Map<String, Value>) {
    let singular = singular(resource);
    let part = format!("Partial{singular}");
    let mut some_fields = schemas.get(singular).cloned().unwrap_or_default();
    if let Some(some_fields) = some_fields.as_object_mut() {
        some_fields.remove("required");
        some_fields.insert("description".to_owned(), "The fields selected by `fields` that the record has.".into());
    }
    schemas.insert(part.clone(), some_fields);

    let array = |name: &str| json!({ "type": "array", "maxItems": MAX_LIMIT, "items": reference(name) });
    let data = json!({ "anyOf": [array(singular), array(&part)] });
    let list = object("A page of a list.", json!({ "data": data, "meta": reference("ListMeta") }));
    schemas.insert(format!("{singular}List"), list);
    let array = |name: &str| json!({ "type": "array", "maxItems": MAX_SIMILAR, "items": reference(name) });
    let data = json!({ "anyOf": [array(singular), array(&part)] });
    let similar = object("Records similar to one record.", json!({ "data": data, "meta": reference("CatalogueMeta") }));
    schemas.insert(format!("Similar{singular}s"), similar);
    let data = json!({ "anyOf": [reference(singular), reference(&part)] });
    schemas.insert(format!("{singular}Answer"), object("A record.", json!({ "data": data })));

    let facets: Map<String, Value> =
        facets::names(resource).into_iter().map(|name| (name, array_of("FacetValue"))).collect();
    let data = object("The facets, each with its values.", facets.into());
    let body = object("The counts of the facets.", json!({ "data": data, "meta": reference("FacetsMeta") }));
    schemas.insert(format!("{singular}Facets"), body);
}

fn list_meta() -> Value {
    let number =
        |description: &str| json!({ "type": "integer", "format": "int64", "minimum": 0, "description": description });
    let mut limit = number("The maximum number of records on the page.");
    limit["minimum"] = 1.into();
    limit["maximum"] = MAX_LIMIT.into();
    let mut offset = number("The number of records before this page.");
    offset["maximum"] = MAX_OFFSET.into();
    let properties = json!({
        "total": number("The number of matching records."),
        "limit": limit,
        "offset": offset,
        "hasMore": { "type": "boolean", "description": "Whether more records follow this page." },
    });
    with_reading(object("The position of the page.", properties))
}

/// Returns the schema of the `meta` of facets. For a search, it also says how the words were interpreted.
fn facets_meta() -> Value {
    let total =
        json!({ "type": "integer", "format": "int64", "minimum": 0, "description": "The number of matching records." });
    with_reading(object("The number of matching records.", json!({ "total": total })))
}

/// Adds the members that `meta` has only for a search with `q`.
fn with_reading(mut meta: Value) -> Value {
    let rules = MatchRule::ALL.map(MatchRule::as_str);
    meta["properties"]["match"] = json!({
        "type": "string",
        "enum": rules,
        "description": "Only with `q`: whether the records have all of its words, enough of them (`most`), or any.",
    });
    meta["properties"]["corrected"] = json!({
        "type": "object",
        "additionalProperties": { "type": "string" },
        "description": "Only with `q`: the corrected words, each with its replacement.",
    });
    meta["properties"]["hint"] = json!({
        "type": "string",
        "minLength": 1,
        "description": "Only with `q`: a sentence for a person on what was not read as typed.",
    });
    meta
}

/// Returns the schema of an error body.
fn error(description: &str, details: Value) -> Value {
    let message = json!({ "type": "string", "minLength": 1, "description": "A description of the error." });
    let mut schema = object(description, json!({ "error": message, "details": details }));
    schema["required"] = json!(["error"]);
    schema
}

fn details(name: &str, schema: Value) -> Value {
    json!({ "type": "object", "required": [name], "properties": { name: schema } })
}

/// Returns the details of the error for a build that is not served.
fn builds() -> Value {
    let build = |description: &str| {
        let mut schema = build_id();
        schema["description"] = description.into();
        schema
    };
    json!({
        "type": "object",
        "required": ["build", "served"],
        "properties": {
            "build": build("The build that the request names."),
            "served": build("The current build of the server."),
            "previous": build("The previous build, while the server still serves it."),
        },
    })
}

/// Returns the details of the error for a build that is not in the history.
fn oldest_build() -> Value {
    let published = json!({ "type": "string", "format": "date-time" });
    details("oldestBuild", object("The oldest build.", json!({ "build": build_id(), "publishedAt": published })))
}

/// Returns the schema of the number of citations by status, with all statuses required.
fn numbers_by_status() -> Value {
    let number = || json!({ "type": "integer", "minimum": 0 });
    let numbers: Map<String, Value> =
        CitationStatus::ALL.iter().map(|status| (status.as_str().to_owned(), number())).collect();
    object("The number of citations of each status.", numbers.into())
}

/// Returns the details of the error for a body whose type or coding is not accepted.
fn accepted() -> Value {
    let texts = || json!({ "type": "array", "items": { "type": "string" } });
    json!({ "type": "object", "properties": { "accepted": texts(), "acceptedCodings": texts() } })
}

/// Returns the schema of an object with exactly these properties.
fn object(description: &str, properties: Value) -> Value {
    let required: Vec<&String> = properties.as_object().into_iter().flat_map(Map::keys).collect();
    json!({
        "type": "object",
        "description": description,
        "required": required,
        "properties": properties,
        "additionalProperties": false,
    })
}

fn citations_request() -> Value {
    let mut request = object("A text with citations, or a part of one.", json!({ "text": { "type": "string" } }));
    request["properties"]["context"] = json!({
        "type": "string",
        "maxLength": MAX_CONTEXT_BYTES,
        "description": "`meta.context` of the response to the part before this one.",
    });
    request
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn array_of(name: &str) -> Value {
    json!({ "type": "array", "items": reference(name) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constraints_apply_to_existing_properties() {
        let schemas = derived();
        for (schema, property, _) in constraints() {
            assert!(schemas[schema]["properties"].get(property).is_some(), "{schema} has no {property}");
        }
    }
}
