/*!
Renders the form of an operation, with a field for each parameter and for the body.

The form starts with the request of the operation's example. It is hidden until the page's script takes it over. Each
field has the name of the parameter in `name`. `data-in` is its place in the request if that is not the query.
*/

use maud::{Markup, html};
use serde_json::Value;

use crate::http::request::query_string::{decode, pairs, split_first};
use crate::http::site::docs::document::{DocumentOperation, elements, members, string};

/// The type of the body in examples.
const BODY_TYPE: &str = "text/plain";

/// The name of the body among the fields.
const BODY: &str = "body";

/// Renders the form of an operation. `target` is the target of its example; empty without an example.
pub(super) fn form(operation: &DocumentOperation<'_>, target: &str) -> Markup {
    let DocumentOperation { path, method, operation } = operation;
    let id = string(&operation["operationId"]);
    let query = query(target);
    html! {
        details.try hidden data-method=(method) data-path=(path) id={ (id) "-try" } {
            summary { "Try it" span.unseen { ": " (method) " " (path) } }
            form autocomplete="off" spellcheck="false" {
                div.fields {
                    @for parameter in elements(&operation["parameters"]) { (field(id, parameter, &query)) }
                    @if let Some(body) = operation.get("requestBody") { (body_fields(id, body)) }
                }
                div.help tabindex="0" {
                    p { "The description of the selected field appears here. Empty fields are not sent." }
                }
                p.row {
                    button.main { "Send" }
                    span.hint { "The request counts toward the rate limit." }
                }
            }
            div.response {}
        }
    }
}

/// The id of the element that describes a parameter of an operation.
pub(super) fn description_id(operation: &str, parameter: &str) -> String {
    format!("{operation}-{parameter}-is")
}

/// The id of the element that describes the body of an operation.
pub(super) fn body_description_id(operation: &str) -> String {
    description_id(operation, BODY)
}

/// The parameters of a target's query string.
fn query(target: &str) -> Vec<(String, String)> {
    let (_, query) = split_first(target, b'?');
    let decoded = |text| decode(text).unwrap_or_default().into_owned();
    pairs(query).map(|pair| split_first(pair, b'=')).map(|(name, value)| (decoded(name), decoded(value))).collect()
}

/// The initial values of a field: those in the request of the example, or else the example of a required parameter.
fn first_values(parameter: &Value, query: &[(String, String)]) -> Vec<String> {
    let name = string(&parameter["name"]);
    let values: Vec<&str> = query.iter().filter(|(other, _)| other == name).map(|(_, value)| value.as_str()).collect();
    match values.as_slice() {
        [] if parameter["required"] == true => vec![text(&parameter["example"])],
        [joined] if is_joined(parameter) => joined.split(',').map(str::to_owned).collect(),
        _ => values.into_iter().map(str::to_owned).collect(),
    }
}

/// Whether a request has the values of a parameter as one value, separated by commas.
fn is_joined(parameter: &Value) -> bool {
    parameter["schema"].get("items").is_some() && parameter["explode"] == false
}

/// The place of a parameter in the request; `None` for the query.
fn place(parameter: &Value) -> Option<&str> {
    Some(string(&parameter["in"])).filter(|place| *place != "query")
}

/// Converts a value of the document to the text of a parameter.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.first().map(text).unwrap_or_default(),
        value => value.to_string(),
    }
}

fn field(operation: &str, parameter: &Value, query: &[(String, String)]) -> Markup {
    let schema = &parameter["schema"];
    let values = first_values(parameter, query);
    match (schema.get("items"), choices(schema)) {
        (Some(items), _) if items.get("enum").is_some() => checkboxes(operation, parameter, &choices(items), &values),
        (None, choices) if !choices.is_empty() => selection(operation, parameter, &choices, &values),
        (items, _) => inputs(operation, parameter, &values, items.is_some()),
    }
}

/// The values of a closed vocabulary; empty for a parameter that also accepts other values.
fn choices(schema: &Value) -> Vec<&str> {
    match string(&schema["type"]) {
        "boolean" => vec!["true", "false"],
        _ => elements(&schema["enum"]).iter().map(string).collect(),
    }
}

fn label(id: &str, name: &str, is_required: bool) -> Markup {
    html! {
        label for=(id) {
            code { (name) }
            @if is_required { " " small { "required" } }
        }
    }
}

/// A field in which any number of words can be selected.
fn checkboxes(operation: &str, parameter: &Value, words: &[&str], values: &[String]) -> Markup {
    let name = string(&parameter["name"]);
    html! {
        fieldset.field.several aria-describedby=(description_id(operation, name)) {
            legend { code { (name) } }
            div.segments {
                @for word in words {
                    label {
                        input type="checkbox" name=(name) value=(word) data-in=[place(parameter)]
                            data-joined[is_joined(parameter)] checked[values.iter().any(|value| value == word)];
                        span { (word) }
                    }
                }
            }
        }
    }
}

/// A field in which at most one word can be selected.
fn selection(operation: &str, parameter: &Value, words: &[&str], values: &[String]) -> Markup {
    let name = string(&parameter["name"]);
    let id = format!("{operation}-{name}");
    let is_required = parameter["required"] == true;
    html! {
        div.field {
            (label(&id, name, is_required))
            select id=(id) name=(name) data-in=[place(parameter)] required[is_required]
                aria-describedby=(description_id(operation, name)) {
                option value="" {
                    @match parameter["schema"].get("default") {
                        Some(default) => { "not sent: " (text(default)) }
                        None => "not sent",
                    }
                }
                @for word in words {
                    option value=(word) selected[values.iter().any(|value| value == word)] { (word) }
                }
            }
        }
    }
}

/// A field for a text, or for several if the parameter is repeatable.
fn inputs(operation: &str, parameter: &Value, values: &[String], is_repeatable: bool) -> Markup {
    let name = string(&parameter["name"]);
    let id = format!("{operation}-{name}");
    let is_required = parameter["required"] == true;
    let example = Some(text(&parameter["example"])).filter(|example| !example.is_empty());
    let schema = &parameter["schema"];
    let [first, more @ ..] = values else { return inputs(operation, parameter, &[String::new()], is_repeatable) };
    html! {
        div.field {
            (label(&id, name, is_required))
            @let placeholder = example.map(|example| format!("e.g. {example}"));
            @let description = description_id(operation, name);
            input id=(id) name=(name) value=(first) data-in=[place(parameter)] data-format=[schema["format"].as_str()]
                inputmode=[(schema["type"] == "integer").then_some("numeric")] placeholder=[&placeholder]
                required[is_required] aria-describedby=(description);
            @if is_repeatable { button.plain type="button" aria-label={ "Add another " (name) } { "+" } }
            @for (idx, value) in more.iter().enumerate() {
                input name=(name) value=(value) data-in=[place(parameter)] aria-label={ (name) ", value " (idx + 2) }
                    aria-describedby=(description);
            }
        }
    }
}

/// The body and its type. When another type is chosen, the script replaces the example with that of the type.
fn body_fields(operation: &str, body: &Value) -> Markup {
    let (id, type_id) = (format!("{operation}-{BODY}"), format!("{operation}-type"));
    let example = text(&body["content"][BODY_TYPE]["example"]);
    html! {
        div.field {
            (label(&type_id, "Content-Type", false))
            select id=(type_id) name="Content-Type" data-in="header" {
                @for (media_type, content) in members(&body["content"]) {
                    @let is_first = media_type == BODY_TYPE;
                    option value=(media_type) data-example=(text(&content["example"])) selected[is_first] {
                        (media_type)
                    }
                }
            }
        }
        div.field.several {
            (label(&id, BODY, body["required"] == true))
            textarea id=(id) name=(BODY) data-in="body" rows="4" required[body["required"] == true]
                aria-describedby=(body_description_id(operation)) { (example) }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The form of an operation with one parameter and this example.
    fn form_of(parameter: &Value, target: &str) -> String {
        let operation = json!({ "operationId": "listX", "parameters": [parameter] });
        form(&DocumentOperation { path: "/x", method: "GET".to_owned(), operation: &operation }, target).into_string()
    }

    /// The start tags of an element in a form.
    fn tags(form: &str, element: &str) -> Vec<String> {
        let start = format!("<{element} ");
        form.split(&start).skip(1).map(|rest| rest.split('>').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn closed_vocabulary_is_a_selection_or_checkboxes() {
        let one = json!({ "name": "sort", "in": "query", "schema": { "type": "string", "enum": ["a", "b"] } });
        let options: Vec<_> = tags(&form_of(&one, "/x?sort=b"), "option");
        assert_eq!(options, ["value=\"\"", "value=\"a\"", "value=\"b\" selected"]);
        let flag = json!({ "name": "bom", "in": "query", "schema": { "type": "boolean", "default": false } });
        assert!(form_of(&flag, "").contains("<option value=\"\">not sent: false</option>"));
        let several = json!({
            "name": "fields", "in": "query", "explode": false,
            "schema": { "type": "array", "items": { "type": "string", "enum": ["a", "b", "c"] } },
        });
        let boxes: Vec<_> = tags(&form_of(&several, "/x?fields=a,c"), "input");
        let attributes = |word: &str| format!("type=\"checkbox\" name=\"fields\" value=\"{word}\"");
        let [a, b, c] = ["a", "b", "c"].map(attributes);
        assert_eq!(
            boxes,
            [format!("{a} data-joined checked"), format!("{b} data-joined"), format!("{c} data-joined checked")]
        );
    }

    #[test]
    fn text_has_an_input_for_each_value_of_the_example() {
        let topic = json!({
            "name": "topic", "in": "query", "explode": true, "example": ["privacy"],
            "schema": { "type": "array", "items": { "type": "string" } },
        });
        let form = form_of(&topic, "/x?topic=a+b&topic=c%26d");
        let inputs = tags(&form, "input");
        assert!(
            inputs[0].contains("value=\"a b\"") && inputs[0].contains("placeholder=\"e.g. privacy\""),
            "{inputs:?}"
        );
        assert!(inputs[1].contains("value=\"c&amp;d\"") && inputs[1].contains("topic, value 2"), "{inputs:?}");
        assert_eq!((inputs.len(), form.contains("Add another topic")), (2, true));
        let form = form_of(&topic, "/x?other=1");
        assert!(tags(&form, "input")[0].contains("value=\"\""), "{form}");
    }

    #[test]
    fn required_parameter_starts_with_its_example() {
        let id = json!({
            "name": "id", "in": "path", "required": true, "example": "a-1", "schema": { "type": "string" },
        });
        let form = form_of(&id, "/x/other");
        assert!(tags(&form, "input")[0].contains("value=\"a-1\" data-in=\"path\""), "{form}");
        assert!(tags(&form, "input")[0].contains(" required "), "{form}");
        assert!(!form.contains("Add another") && form.contains("<small>required</small>"), "{form}");
    }
}
