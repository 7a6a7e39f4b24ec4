/*!
Renders a JSON schema as a phrase: "integer, 1 to 100, default 20".
*/

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

/// Renders a schema; a reference becomes a link to the schema's section.
pub(super) fn schema_type(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return html! { a href={ "#schema-" (name) } { (name) } };
    }
    if let Some(word) = schema["const"].as_str() {
        return html! { code { (word) } };
    }
    if let Some(choices) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        return joined(choices.iter().map(schema_type), " or ");
    }
    if let Some(words) = schema["enum"].as_array() {
        let words = words.iter().filter_map(Value::as_str).map(|word| html! { code { (word) } });
        return html! { "one of " (joined(words, ", ")) };
    }
    match &schema["type"] {
        Value::Array(types) => joined(types.iter().filter_map(Value::as_str).map(|name| html! { (name) }), " or "),
        Value::String(name) if name == "array" => html! { "list of " (schema_type(&schema["items"])) },
        Value::String(name) => {
            joined([Some(kind(name, schema)), bounds(schema), default(schema)].into_iter().flatten(), ", ")
        }
        _ => html! { "anything" },
    }
}

fn joined(parts: impl Iterator<Item = Markup>, separator: &str) -> Markup {
    PreEscaped(parts.map(PreEscaped::into_string).collect::<Vec<_>>().join(separator))
}

fn kind(name: &str, schema: &Value) -> Markup {
    match (schema["format"].as_str(), schema["pattern"].as_str()) {
        (Some("date"), _) => html! { "date" },
        (_, Some(pattern)) if pattern != "\\S" => html! { (name) " like " code { (pattern) } },
        _ => html! { (name) },
    }
}

fn bounds(schema: &Value) -> Option<Markup> {
    if let Some(max) = schema["maxLength"].as_u64() {
        return Some(html! { "up to " (max) " characters" });
    }
    match (schema["minimum"].as_u64(), schema["maximum"].as_u64()) {
        (Some(min), Some(max)) => Some(html! { (min) " to " (max) }),
        (Some(min), None) => Some(html! { (min) " or more" }),
        _ => None,
    }
}

fn default(schema: &Value) -> Option<Markup> {
    schema.get("default").map(|value| html! { "default " (value) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn schema_reads_as_a_phrase() {
        for (schema, phrase) in [
            (
                json!({ "type": "integer", "minimum": 1, "maximum": 100, "default": 20 }),
                "integer, 1 to 100, default 20",
            ),
            (json!({ "type": "string", "format": "date" }), "date"),
            (json!({ "type": "string", "maxLength": 200, "pattern": "\\S" }), "string, up to 200 characters"),
            (json!({ "type": ["string", "null"] }), "string or null"),
            (
                json!({ "type": "array", "items": { "enum": ["a", "b"] } }),
                "list of one of <code>a</code>, <code>b</code>",
            ),
            (json!({ "$ref": "#/components/schemas/Date" }), "<a href=\"#schema-Date\">Date</a>"),
            (json!({}), "anything"),
        ] {
            assert_eq!(schema_type(&schema).into_string(), phrase);
        }
    }
}
