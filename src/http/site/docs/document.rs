/*!
Reads the OpenAPI document. A missing part reads as empty.
*/

use serde_json::{Map, Value};

use crate::http::endpoints::TEMPLATES;

/// The tags by their names.
pub(super) fn tags(document: &Value) -> impl Iterator<Item = (&str, &Value)> {
    elements(&document["tags"]).iter().map(|tag| (string(&tag["name"]), tag))
}

pub(super) struct DocumentOperation<'d> {
    /// The path template.
    pub(super) path: &'static str,
    /// The method, in capitals.
    pub(super) method: String,
    /// Its description in the document.
    pub(super) operation: &'d Value,
}

/// The operations of a tag, in the order of the path templates.
pub(super) fn operations<'d>(document: &'d Value, tag: &str) -> impl Iterator<Item = DocumentOperation<'d>> {
    let operations = TEMPLATES.iter().flat_map(move |&(path, _)| {
        let of_path = members(&document["paths"][path]);
        of_path.map(move |(method, operation)| DocumentOperation { path, method: method.to_uppercase(), operation })
    });
    operations.filter(move |operation| operation.operation["tags"][0] == tag)
}

/// The content of an operation's successful response, in its first media type.
pub(super) fn success(operation: &Value) -> &Value {
    members(&operation["responses"]["200"]["content"]).next().map_or(&Value::Null, |(_, content)| content)
}

/// A string of the document; empty if it is missing.
pub(super) fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The elements of an array; empty if it is missing.
pub(super) fn elements(array: &Value) -> &[Value] {
    array.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The members of an object; empty if it is missing.
pub(super) fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flat_map(Map::iter)
}
