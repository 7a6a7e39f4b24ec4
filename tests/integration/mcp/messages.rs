//! Invalid messages, and the rules for all messages.

use super::errors::json_rpc_error;
use super::*;

/// Sends a body like a client of the older revision.
fn send(app: &TestApp, body: impl Into<String>) -> ReceivedResponse {
    app.send(post("/mcp", Era::Before, "", None, body.into()))
}

#[test]
fn other_methods_are_405_and_a_preflight_allows_a_post() {
    let app = TestApp::tiny();
    for method in [Method::GET, Method::HEAD, Method::DELETE, Method::PUT] {
        let response = app.send(request(method.clone(), "/mcp"));
        assert_eq!(response.status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
        assert_eq!(response.header("allow"), Some("POST, OPTIONS"));
    }
    let response = app.send(request(Method::OPTIONS, "/mcp"));
    assert_eq!(response.status, StatusCode::NO_CONTENT);
    assert_eq!(response.header("access-control-allow-methods"), Some("POST, OPTIONS"));
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
}

#[test]
fn handshake_of_the_older_revision_needs_no_session() {
    let app = TestApp::tiny();
    let tools = Tools { app: &app, era: Era::Before };
    let client = json!({ "name": "test", "version": "1" });
    let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let response = tools.send("initialize", params);
    assert_eq!(response.header("mcp-session-id"), None);
    assert_eq!(response.header("cache-control"), Some("no-store"));
    let result = &response.good()["result"];
    assert_eq!(result["protocolVersion"], "2025-11-25");
    assert_eq!(result["serverInfo"]["name"], "lexdex");
    assert_eq!(result["capabilities"], json!({ "resources": {}, "tools": {} }));
    let notification = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let response = send(&app, notification.to_string());
    assert_eq!((response.status, response.text()), (StatusCode::ACCEPTED, ""));
    assert_eq!(tools.result("ping", json!({})), json!({}));
}

#[test]
fn message_of_more_than_a_thousand_values_is_refused() {
    let app = TestApp::tiny();
    let message = |n_topics: usize| {
        let arguments = json!({ "topic": vec!["tax"; n_topics] });
        let params = json!({ "name": "search_cases", "arguments": arguments });
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string()
    };
    // Eight values are around the topics.
    let response = send(&app, message(1000 - 8));
    assert_eq!(response.status, StatusCode::OK);
    assert!(response.text().contains("\"result\""), "{}", response.text());
    let error = json_rpc_error(&send(&app, message(1000 - 7)), StatusCode::BAD_REQUEST);
    let message = "Invalid Request: the message has more than 1000 values at line 1 column 6045";
    assert_eq!(error, json!({ "code": -32600, "message": message }));
}

#[test]
fn discovery_names_both_revisions() {
    let app = TestApp::tiny();
    let result = Tools { app: &app, era: Era::Current }.result("server/discover", json!({}));
    let versions = result["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!("2026-07-28")) && versions.contains(&json!("2025-11-25")), "{versions:?}");
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("public")));
    assert!(result["instructions"].as_str().unwrap().contains("Not found means not in this index"));
}

#[test]
fn body_that_is_not_a_message_is_a_400() {
    let app = TestApp::tiny();
    let check = |body: &str, code: i64, message: &str| {
        let error = json_rpc_error(&send(&app, body), StatusCode::BAD_REQUEST);
        assert_eq!(error, json!({ "code": code, "message": message }), "{body}");
    };
    check("", -32700, "Parse error: EOF while parsing a value at line 1 column 0");
    check("{\"id\": 1,\n \"id\" 2}", -32600, "Invalid Request: the member \"id\" appears twice at line 2 column 6");
    check("{\"id\": 1,\n x}", -32700, "Parse error: key must be a string at line 2 column 2");
    let nested = "[".repeat(1000) + &"]".repeat(1000);
    let deep = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{nested}}}"#);
    check(&deep, -32700, "Parse error: recursion limit exceeded at line 1 column 182");
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    for body in ["[]", "{}", "7", &json!([ping, ping]).to_string()] {
        check(body, -32600, "Invalid Request: the body is not one JSON-RPC message (batches are not accepted)");
    }
}

#[test]
fn wrong_methods_tools_and_parameters_are_protocol_errors() {
    let app = TestApp::tiny();
    for era in [Era::Current, Era::Before] {
        let tools = Tools { app: &app, era };
        let error = tools.error("tools/call", json!({ "name": "search_case", "arguments": {} }));
        assert_eq!(error["code"], -32602);
        assert!(error["message"].as_str().unwrap().contains("the nearest is search_cases"), "{error}");
        let error = tools.error("tools/call", json!({ "name": "search_cases", "arguments": [] }));
        assert_eq!(error["code"], -32602, "{error}");
        assert_eq!(tools.error("tools/list", json!({ "cursor": "next" }))["code"], -32602);
        assert_eq!(tools.error("prompts/get", json!({ "name": "a" }))["code"], -32601);
        assert_eq!(tools.error("no/such/method", json!({}))["code"], -32601);
    }
}

/// Values, some with the names that the protocol gives a meaning.
fn values() -> impl Strategy<Value = Value> {
    let words = prop_oneof![
        "[a-z/_]{0,12}".prop_map(Value::from),
        proptest::sample::select(vec![
            "2.0",
            "tools/call",
            "tools/list",
            "resources/read",
            "initialize",
            "ping",
            "server/discover",
            "search_cases",
            "get_record",
            "count_facets",
            "lexdex://cases/scotus-410-us-113",
            "lexdex://cases/",
            "lexdex://",
            "2026-07-28",
            "2025-11-25",
            "subscriptions/listen",
            "completion/complete",
            "logging/setLevel",
            "tasks/get",
            "statutes",
            "notifications/cancelled",
        ])
        .prop_map(Value::from),
    ];
    let leaves = prop_oneof![
        4 => words,
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ];
    let names = prop_oneof![
        4 => proptest::sample::select(vec![
            "jsonrpc", "id", "method", "params", "name", "arguments", "uri", "_meta", "protocolVersion", "capabilities",
            "clientInfo", "version", "cursor", "io.modelcontextprotocol/protocolVersion", "result", "error", "resource",
            "q", "limit", "fields", "progressToken", "task",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ];
    leaves.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            1 => proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            3 => proptest::collection::btree_map(names.clone(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(proptest_cases(512))]

    #[test]
    fn no_message_gives_a_5xx(
        params in values(),
        method in values(),
        id in values(),
        era in 0..2_usize,
        is_whole in any::<bool>(),
        has_version in any::<bool>(),
    ) {
        let app = TestApp::tiny();
        let era = [Era::Current, Era::Before][era];
        let body = if is_whole {
            let method = method.as_str().unwrap_or("tools/call").to_owned();
            let mut body = match &params {
                Value::Object(_) => message(era, &method, params),
                _ => json!({ "jsonrpc": "2.0", "method": method, "params": params }),
            };
            body["id"] = id;
            body
        } else {
            params
        };
        let name = body["params"]["name"].as_str().or(body["params"]["uri"].as_str());
        let method = body["method"].as_str().unwrap_or_default();
        let is_header = |text: &&str| text.bytes().all(|byte| byte.is_ascii_graphic());
        let mut request = post("/mcp", era, Some(method).filter(is_header).unwrap_or("a"), name.filter(is_header), body.to_string());
        if !has_version {
            request.headers_mut().remove("mcp-protocol-version");
        }
        let response = app.send(request);
        prop_assert!(response.status.as_u16() < 500, "{body}: {} {}", response.status, response.text());
    }
}
