//! The examples in the document are responses of the service.

use lexdex_tests::generated;
use serde_json::{Map, Value};

use crate::service::{Response, ask, document, send};

const FILE: &str = "src/http/site/openapi/examples.json";

/// Collects the examples of responses anywhere in the document.
fn examples(of: &Value, found: &mut Vec<Value>) {
    match of {
        Value::Object(members) => {
            if let Some(example) = members.get("examples").and_then(|examples| examples.get("example")) {
                found.push(example.clone());
            }
            members.values().for_each(|value| examples(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| examples(value, found)),
        _ => {}
    }
}

/// Truncates each list of a response to two entries.
fn truncated(response: Value) -> Value {
    match response {
        Value::Array(values) => values.into_iter().take(2).map(truncated).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, truncated(value))).collect::<Map<_, _>>().into()
        }
        value => value,
    }
}

/// Sends a request, with the document's example of its body if there is one.
fn response_to(request: &str) -> Response {
    let document = document();
    let path = request.strip_prefix("POST ").unwrap_or_default();
    match document["paths"][path]["post"]["requestBody"]["content"]["text/plain"]["example"].as_str() {
        Some(body) => send(request, ("content-type", "text/plain"), body, None),
        None => ask(request),
    }
}

#[test]
fn both_forms_of_the_body_have_the_same_example_and_response() {
    let document = document();
    let content = &document["paths"]["/api/v1/citations"]["post"]["requestBody"]["content"];
    let json = &content["application/json"]["example"];
    assert_eq!(json["text"], content["text/plain"]["example"]);
    let response = send("POST /api/v1/citations", ("content-type", "application/json"), &json.to_string(), None);
    assert_eq!(response.body, response_to("POST /api/v1/citations").body);
}

/// The response to the request of an example.
fn response(example: &Value) -> Value {
    let response = response_to(example["summary"].as_str().unwrap());
    let is_json = response.headers["content-type"] == "application/json";
    let body = if is_json { serde_json::from_str(&response.body).unwrap() } else { Value::from(response.body) };
    if example.get("description").is_some() { truncated(body) } else { body }
}

#[test]
fn generated_examples_are_responses_of_the_service() {
    let mut shown = Vec::new();
    examples(&document(), &mut shown);
    assert!(shown.len() >= 20, "{} examples", shown.len());
    let responses: Map<String, Value> =
        shown.iter().map(|example| (example["summary"].as_str().unwrap().to_owned(), response(example))).collect();
    generated::check(FILE, &format!("{:#}\n", Value::from(responses.clone())));
    // The program contains the file, and may be older.
    for example in shown {
        let request = example["summary"].as_str().unwrap();
        assert!(example["value"] == responses[request], "{request} has another response: tests/generate mends it");
    }
}
