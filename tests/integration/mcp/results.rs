//! Whole responses to calls of tools.

use super::*;

/// The response to a call, without the request id.
fn send(app: &TestApp, era: Era, id: &Value, tool: &str, arguments: Value) -> ReceivedResponse {
    let mut body = message(era, "tools/call", json!({ "name": tool, "arguments": arguments }));
    body["id"] = id.clone();
    app.send(post("/mcp", era, "tools/call", Some(tool), body.to_string()))
}

/// The message with a result, which only the current revision gives a type.
fn message_with(result: Value, era: Era, id: &Value) -> Value {
    let mut message = json!({ "jsonrpc": "2.0", "id": id, "result": result });
    if era == Era::Current {
        message["result"]["resultType"] = json!("complete");
    }
    message
}

/// The headers of every response to a message that is served with this build.
fn headers(response: &ReceivedResponse, build: &str) {
    let mut headers = response.stable_headers();
    let mut expected = vec![
        ("content-type", "application/json"),
        ("cache-control", "no-store"),
        ("lexdex-build", build),
        ("access-control-allow-origin", "*"),
    ];
    expected.retain(|(name, value)| headers.remove(*name).is_none_or(|found| found != value));
    assert_eq!(expected, []);
    assert!(!headers.contains_key("mcp-session-id") && !headers.contains_key("etag"), "{headers:?}");
}

#[test]
fn answer_is_the_api_s_body_and_its_source_in_both_forms() {
    let app = TestApp::bundled();
    let api = app.get("/api/v1/cases/scotus-410-us-113?fields=id,caseName");
    let build = api.header("lexdex-build").unwrap();
    let links = api.header("link").unwrap();
    let texts = links.split('<').skip(1).map(|link| link.split('>').next().unwrap());
    let text = format!(
        "{},\"url\":\"/api/v1/cases/scotus-410-us-113?fields=id%2CcaseName\",\"build\":\"{build}\",\"texts\":{},\
         \"note\":\"{NOTE}\"}}",
        api.text().strip_suffix('}').unwrap(),
        json!(texts.collect::<Vec<_>>())
    );
    let structured: Value = serde_json::from_str(&text).unwrap();
    let result = json!({
        "content": [{ "type": "text", "text": text }],
        "structuredContent": structured,
        "isError": false,
    });
    for era in [Era::Current, Era::Before] {
        for id in [json!(7), json!("an \"id\"")] {
            let arguments = json!({ "resource": "cases", "id": "scotus-410-us-113", "fields": ["id", "caseName"] });
            let response = send(&app, era, &id, "get_record", arguments);
            assert_eq!(response.good(), message_with(result.clone(), era, &id));
            headers(&response, build);
        }
    }
}

#[test]
fn errors_that_a_model_can_correct_are_results_with_status_200() {
    let app = TestApp::bundled();
    let missing = app.get("/api/v1/cases/scotus-410-us-112");
    let unknown = app.get("/api/v1/cases?limit=0");
    let build = missing.header("lexdex-build").unwrap();
    let content =
        |texts: &[&str]| -> Value { texts.iter().map(|text| json!({ "type": "text", "text": text })).collect() };
    for (tool, arguments, texts) in [
        ("get_record", json!({ "resource": "cases", "id": "scotus-410-us-112" }), vec![missing.text(), NOTE]),
        ("search_cases", json!({ "limit": 0 }), vec![unknown.text()]),
    ] {
        for era in [Era::Current, Era::Before] {
            let response = send(&app, era, &json!(1), tool, arguments.clone());
            let result = json!({ "content": content(&texts), "isError": true });
            assert_eq!(response.good(), message_with(result, era, &json!(1)));
            headers(&response, build);
        }
    }
}
