/*!
Parts of the document as HTML.
*/

use serde_json::{Map, Value};

/// A text as it stands in HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            other => escaped.push(other),
        }
    }
    escaped
}

/// A string of the document.
pub(super) fn text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

/// Paragraphs, with code between backticks; nothing if there is no text.
pub(super) fn prose(value: &Value) -> String {
    let paragraphs = value.as_str().unwrap_or_default().split("\n\n").filter(|paragraph| !paragraph.is_empty());
    paragraphs.map(|paragraph| format!("<p>{}</p>", with_code(paragraph))).collect()
}

fn with_code(paragraph: &str) -> String {
    let parts = paragraph.split('`').enumerate();
    parts.map(|(idx, part)| if idx % 2 == 1 { code(part) } else { escaped(part) }).collect()
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// What a schema takes, in words.
pub(super) fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return format!("<a href=\"#schema-{name}\">{name}</a>");
    }
    if let Some(word) = schema["const"].as_str() {
        return code(word);
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[keyword].as_array() {
            return choices.iter().map(type_of).collect::<Vec<_>>().join(" or ");
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().filter_map(Value::as_str).map(code).collect();
        return format!("one of {}", words.join(", "));
    }
    match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        Value::String(name) if name == "array" => format!("list of {}", type_of(&schema["items"])),
        Value::String(name) => [Some(kind(name, schema)), bounds(schema), default(schema)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", "),
        _ => "anything".to_owned(),
    }
}

fn kind(name: &str, schema: &Value) -> String {
    match (schema["format"].as_str(), schema["pattern"].as_str()) {
        (Some("date"), _) => "date".to_owned(),
        (_, Some(pattern)) if pattern != "\\S" => format!("{name} like {}", code(pattern)),
        _ => name.to_owned(),
    }
}

fn bounds(schema: &Value) -> Option<String> {
    if let Some(most) = schema["maxLength"].as_u64() {
        return Some(format!("up to {most} characters"));
    }
    match (schema["minimum"].as_u64(), schema["maximum"].as_u64()) {
        (Some(least), Some(most)) => Some(format!("{least} to {most}")),
        (Some(least), None) => Some(format!("{least} or more")),
        _ => None,
    }
}

fn default(schema: &Value) -> Option<String> {
    schema.get("default").map(|value| format!("default {value}"))
}

/// The elements of an array; none of anything else.
pub(super) fn values(array: &Value) -> &[Value] {
    array.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The members of an object; none of anything else.
pub(super) fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flat_map(Map::iter)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_are_no_markup_and_backticks_are_code() {
        assert_eq!(prose(&json!("a < `b & \"c\"`\n\nd")), "<p>a &lt; <code>b &amp; &quot;c&quot;</code></p><p>d</p>");
        assert_eq!(prose(&Value::Null), "");
    }

    #[test]
    fn schemas_are_told_in_words() {
        for (schema, words) in [
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
            assert_eq!(type_of(&schema), words);
        }
    }
}
