//! The descriptions of the tools for clients.

use super::*;

/// The tools, each with the endpoint whose parameters it takes.
const TOOLS: [(&str, Option<&str>); 10] = [
    ("search_statutes", Some("/api/v1/statutes")),
    ("search_cases", Some("/api/v1/cases")),
    ("search_bills", Some("/api/v1/bills")),
    ("get_record", None),
    ("check_citations", None),
    ("count_facets", None),
    ("list_values", None),
    ("coverage", None),
    ("search", None),
    ("fetch", None),
];

/// The maximum size of the list of tools, in bytes.
const MAX_LIST_BYTES: usize = 44 << 10;

/// The position of the tool that counts facets.
const COUNT_FACETS: usize = 5;

/// The tools as listed for clients of a revision.
fn tools(era: Era) -> Vec<Value> {
    let result = Tools { app: &TestApp::tiny(), era }.result("tools/list", json!({}));
    result["tools"].as_array().unwrap().clone()
}

#[test]
fn tools_are_read_only_and_equal_in_both_revisions() {
    let tools = tools(Era::Current);
    assert_eq!(tools, self::tools(Era::Before));
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, TOOLS.map(|(name, _)| name));
    let hints =
        json!({ "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false });
    for tool in &tools {
        assert_eq!(tool["annotations"], hints);
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
            assert_eq!((&schema["type"], &schema["additionalProperties"]), (&json!("object"), &json!(false)));
        }
    }
}

/// A schema without the parts that the tools leave out of the document's schemas.
fn reduced(schema: &Value) -> Value {
    let mut schema = schema.clone();
    fn reduce(schema: &mut Value) {
        if let Some(members) = schema.as_object_mut() {
            members.remove("format");
            members.values_mut().for_each(reduce);
        }
    }
    reduce(&mut schema);
    for own in ["description", "default"] {
        schema.as_object_mut().unwrap().remove(own);
    }
    schema
}

#[test]
fn search_arguments_match_the_openapi_documents_parameters() {
    let document = TestApp::tiny().get("/openapi.json").good();
    let tools = tools(Era::Current);
    for ((_, path), tool) in TOOLS.iter().zip(&tools) {
        let Some(path) = path else { continue };
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        let parameters = document["paths"][path]["get"]["parameters"].as_array().unwrap();
        let resolve = |parameter: &Value| match parameter["$ref"].as_str() {
            Some(pointer) => document.pointer(pointer.strip_prefix('#').unwrap()).unwrap().clone(),
            None => parameter.clone(),
        };
        let parameters = parameters.iter().map(resolve).filter(|parameter| parameter["in"] == "query");
        let mut n_parameters = 0;
        for parameter in parameters {
            let name = parameter["name"].as_str().unwrap();
            assert_eq!(reduced(&properties[name]), reduced(&parameter["schema"]), "{path} {name}");
            assert!(properties[name]["description"].as_str().is_some_and(|text| !text.is_empty()), "{path} {name}");
            n_parameters += 1;
        }
        assert_eq!(properties.len(), n_parameters, "{path}");
    }
}

#[test]
fn counts_accept_every_filter_of_every_list() {
    let tools = tools(Era::Current);
    let properties = |tool: usize| tools[tool]["inputSchema"]["properties"].as_object().unwrap();
    let mut expected: Vec<&String> = (0..3).flat_map(|tool| properties(tool).keys()).collect();
    expected.retain(|name| !["sort", "fields", "limit", "offset"].contains(&name.as_str()));
    let resource = "resource".to_owned();
    expected.push(&resource);
    expected.sort();
    expected.dedup();
    assert_eq!(properties(COUNT_FACETS).keys().collect::<Vec<_>>(), expected);
    let status = properties(COUNT_FACETS)["status"].to_string();
    for word in ["repealed", "signed"] {
        assert!(status.contains(word), "{status}");
    }
}

#[test]
fn list_of_tools_is_short() {
    let response = Tools { app: &TestApp::tiny(), era: Era::Current }.send("tools/list", json!({}));
    assert!(response.body.len() < MAX_LIST_BYTES, "{} bytes", response.body.len());
    fn count(schema: &Value, is_unwanted: &dyn Fn(&str, &Value) -> bool) -> usize {
        match schema {
            Value::Object(members) => {
                let own = members.iter().filter(|(name, value)| is_unwanted(name, value)).count();
                own + members.values().map(|value| count(value, is_unwanted)).sum::<usize>()
            }
            Value::Array(values) => values.iter().map(|value| count(value, is_unwanted)).sum(),
            _ => 0,
        }
    }
    for tool in tools(Era::Current) {
        let is_text = |name: &str, value: &Value| name == "description" && value.is_string();
        assert_eq!(count(&tool["outputSchema"]["$defs"], &is_text), 0, "{tool}");
        let is_private =
            |name: &str, value: &Value| name == "format" && value.is_string() && value != "date" && value != "uri";
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(count(&tool[schema], &is_private), 0, "{tool}");
        }
        if let Some(properties) = tool["outputSchema"]["$defs"].as_object() {
            assert!(properties.values().any(|schema| schema["properties"].is_object()), "{tool}");
        } else {
            assert!(["search", "fetch"].contains(&tool["name"].as_str().unwrap()));
        }
    }
}

#[test]
fn references_of_schemas_lead_to_their_definitions() {
    fn references(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str).map(str::to_owned));
                members.values().for_each(|value| references(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    let mut n_references = 0;
    for tool in tools(Era::Current) {
        let schema = &tool["outputSchema"];
        let mut found = Vec::new();
        references(schema, &mut found);
        for reference in &found {
            let target = reference.strip_prefix('#').and_then(|pointer| schema.pointer(pointer));
            assert!(target.is_some_and(Value::is_object), "{}: {reference}", tool["name"]);
        }
        n_references += found.len();
    }
    assert!(n_references > 10);
}
