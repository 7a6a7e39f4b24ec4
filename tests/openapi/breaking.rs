//! Finds changes of an OpenAPI document that break clients: a request that is now invalid, or a missing part of a
//! response.

use serde_json::{Map, Value};

/// Lists the reasons why clients of the old document would fail with the new one.
pub(crate) fn breaks(old: &Value, new: &Value) -> Vec<String> {
    let mut check = Check { old, new, breaks: Vec::new() };
    for (path, operations) in members(&old["paths"]) {
        for (method, operation) in members(operations) {
            let place = format!("{} {path}", method.to_uppercase());
            match new["paths"].get(path).and_then(|operations| operations.get(method)) {
                Some(new) => check.operation(&place, operation, new),
                None => check.breaks.push(format!("{place} is gone")),
            }
        }
    }
    check.breaks
}

struct Check<'d> {
    old: &'d Value,
    new: &'d Value,
    breaks: Vec<String>,
}

/// The direction of a value from the client's point of view.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Sent,
    Received,
}

impl Check<'_> {
    fn operation(&mut self, place: &str, old: &Value, new: &Value) {
        if old["operationId"] != new["operationId"] {
            self.breaks.push(format!("{place} is called {} in place of {}", new["operationId"], old["operationId"]));
        }
        for parameter in values(&old["parameters"]) {
            let of_parameter = format!("{place}, parameter {}", name(parameter));
            match values(&new["parameters"]).iter().find(|new| is_same(parameter, new)) {
                Some(new) => self.parameter(&of_parameter, parameter, new),
                None => self.breaks.push(format!("{of_parameter} is gone")),
            }
        }
        for parameter in values(&new["parameters"]).iter().filter(|parameter| parameter["required"] == true) {
            let is_old = values(&old["parameters"]).iter().any(|old| is_same(old, parameter));
            if !is_old {
                self.breaks.push(format!("{place}, parameter {} is new and required", name(parameter)));
            }
        }
        for (status, response) in members(&old["responses"]) {
            let of_response = format!("{place}, status {status}");
            match new["responses"].get(status) {
                Some(new) => self.response(&of_response, response, new),
                None => self.breaks.push(format!("{of_response} is gone")),
            }
        }
    }

    fn parameter(&mut self, place: &str, old: &Value, new: &Value) {
        if new["required"] == true && old["required"] != true {
            self.breaks.push(format!("{place} is required"));
        }
        for keyword in ["style", "explode"] {
            if old[keyword] != new[keyword] {
                self.breaks.push(format!("{place} has another {keyword}"));
            }
        }
        self.schema(place, &old["schema"], &new["schema"], Way::Sent);
    }

    fn response(&mut self, place: &str, old: &Value, new: &Value) {
        let (old, new) = (resolved(self.old, old), resolved(self.new, new));
        for (header, _) in members(&old["headers"]) {
            if new["headers"].get(header).is_none() {
                self.breaks.push(format!("{place}, header {header} is gone"));
            }
        }
        for (media_type, content) in members(&old["content"]) {
            match new["content"].get(media_type) {
                Some(new) => self.schema(place, &content["schema"], &new["schema"], Way::Received),
                None => self.breaks.push(format!("{place} is no {media_type}")),
            }
        }
    }

    fn schema(&mut self, place: &str, old: &Value, new: &Value, way: Way) {
        let (old, new) = (resolved(self.old, old), resolved(self.new, new));
        for keyword in ["type", "const"] {
            if old[keyword] != new[keyword] {
                self.breaks.push(format!("{place} has another {keyword}"));
            }
        }
        if way == Way::Sent {
            self.bounds(place, &old, &new);
        }
        for (field, schema) in members(&old["properties"]) {
            let of_field = format!("{place}, field {field}");
            let is_required = |schema: &Value| values(&schema["required"]).contains(&Value::from(field.as_str()));
            match new["properties"].get(field) {
                Some(_) if is_required(&old) && !is_required(&new) => {
                    self.breaks.push(format!("{of_field} may be missing"));
                }
                Some(new) => self.schema(&of_field, schema, new, way),
                None => self.breaks.push(format!("{of_field} is gone")),
            }
        }
        if old.get("items").is_some() {
            self.schema(place, &old["items"], &new["items"], way);
        }
        for (idx, choice) in values(&old["anyOf"]).iter().enumerate() {
            self.schema(place, choice, &new["anyOf"][idx], way);
        }
    }

    /// Adds bounds that are narrower than before.
    fn bounds(&mut self, place: &str, old: &Value, new: &Value) {
        let number = |schema: &Value, keyword: &str| schema[keyword].as_f64();
        for keyword in ["minimum", "minLength", "minItems"] {
            if number(new, keyword).is_some_and(|new| number(old, keyword).is_none_or(|old| new > old)) {
                self.breaks.push(format!("{place} has a narrower {keyword}"));
            }
        }
        for keyword in ["maximum", "maxLength", "maxItems"] {
            if number(new, keyword).is_some_and(|new| number(old, keyword).is_none_or(|old| new < old)) {
                self.breaks.push(format!("{place} has a narrower {keyword}"));
            }
        }
        for keyword in ["pattern", "format", "uniqueItems"] {
            if new.get(keyword).is_some() && old[keyword] != new[keyword] {
                self.breaks.push(format!("{place} has another {keyword}"));
            }
        }
        if new.get("enum").is_some() {
            let words: &[Value] = values(&old["enum"]);
            if words.is_empty() {
                self.breaks.push(format!("{place} takes some words only"));
            }
            for word in words.iter().filter(|word| !values(&new["enum"]).contains(word)) {
                self.breaks.push(format!("{place} does not take {word}"));
            }
        }
    }
}

/// A part of a document, its reference resolved.
fn resolved(document: &Value, part: &Value) -> Value {
    match part["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap().clone(),
        None => part.clone(),
    }
}

fn is_same(parameter: &Value, other: &Value) -> bool {
    (&parameter["name"], &parameter["in"]) == (&other["name"], &other["in"])
}

fn name(parameter: &Value) -> &str {
    parameter["name"].as_str().unwrap()
}

fn values(array: &Value) -> &[Value] {
    array.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flat_map(Map::iter)
}

mod tests {
    use serde_json::json;

    use super::*;
    use crate::service::document;

    /// Changes the part of the document at a JSON pointer, and lists the breaks.
    fn breaks_if(pointer: &str, change: impl FnOnce(&mut Value)) -> Vec<String> {
        let old = document();
        let mut new = old.clone();
        change(new.pointer_mut(pointer).unwrap_or_else(|| panic!("there is no {pointer}")));
        assert!(old != new, "{pointer} is as before");
        breaks(&old, &new)
    }

    fn remove(name: &'static str) -> impl FnOnce(&mut Value) {
        move |part| _ = part.as_object_mut().unwrap().remove(name)
    }

    fn set(name: &'static str, value: Value) -> impl FnOnce(&mut Value) {
        move |part| part[name] = value
    }

    const LIST: &str = "/paths/~1api~1v1~1bills/get";

    fn parameter(name: &str) -> String {
        let document = document();
        let parameters = document.pointer(LIST).unwrap()["parameters"].as_array().unwrap().clone();
        let position = parameters.iter().position(|parameter| parameter["name"] == name).unwrap();
        format!("{LIST}/parameters/{position}")
    }

    #[test]
    fn breaking_changes_are_found() {
        let place = "GET /api/v1/bills";
        let of = |name: &str, keyword: &str| format!("{}{keyword}", parameter(name));
        for (broken, expected) in [
            (breaks_if("/paths", remove("/api/v1/bills")), "GET /api/v1/bills is gone".to_owned()),
            (breaks_if(&format!("{LIST}/responses"), remove("400")), format!("{place}, status 400 is gone")),
            (
                breaks_if(&format!("{LIST}/parameters"), |parameters| _ = parameters.as_array_mut().unwrap().remove(0)),
                format!("{place}, parameter jurisdiction is gone"),
            ),
            (
                breaks_if(&format!("{LIST}/parameters"), |parameters| {
                    parameters.as_array_mut().unwrap().push(json!({ "name": "key", "in": "query", "required": true }));
                }),
                format!("{place}, parameter key is new and required"),
            ),
            (breaks_if(&of("q", ""), set("required", json!(true))), format!("{place}, parameter q is required")),
            (
                breaks_if(&of("limit", "/schema"), set("maximum", json!(50))),
                format!("{place}, parameter limit has a narrower maximum"),
            ),
            (
                breaks_if(&of("q", "/schema"), set("maxLength", json!(100))),
                format!("{place}, parameter q has a narrower maxLength"),
            ),
            (
                breaks_if(&of("status", "/schema/items"), set("enum", json!(["in_committee", "signed"]))),
                format!("{place}, parameter status does not take \"passed_chamber\""),
            ),
        ] {
            assert_eq!(broken, [expected]);
        }
        let gone = breaks_if("/components/schemas/Bill/properties", remove("title"));
        assert!(gone.contains(&format!("{place}, status 200, field data, field title is gone")), "{gone:?}");
        let optional = breaks_if("/components/schemas/Bill", set("required", json!(["id"])));
        assert!(optional.iter().any(|one| one.ends_with("field title may be missing")), "{optional:?}");
    }

    #[test]
    fn additions_are_not_breaking() {
        let more = json!({ "name": "colour", "in": "query", "required": false, "schema": { "type": "string" } });
        let nothing: [String; 0] = [];
        assert_eq!(
            breaks_if(&format!("{LIST}/parameters"), |parameters| parameters.as_array_mut().unwrap().push(more)),
            nothing
        );
        assert_eq!(breaks_if("/paths", set("/api/v1/treaties", json!({}))), nothing);
        assert_eq!(breaks_if("/components/schemas/Bill/properties", set("colour", json!({}))), nothing);
        assert_eq!(breaks_if(&format!("{}/schema", parameter("limit")), set("maximum", json!(1000))), nothing);
    }
}
