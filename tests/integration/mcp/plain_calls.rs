//! Calls on the fast path without rmcp get the same responses as from rmcp. Invalid calls go to rmcp.

use super::*;

/// Calls with every kind of outcome.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("search_cases", json!({ "q": "right to privacy", "court": ["scotus"], "limit": 3 })),
        ("search_statutes", json!({ "topic": "no-such-topic" })),
        ("search_bills", json!({ "status": "enacted" })),
        ("get_record", json!({ "resource": "statutes", "id": "federal-usc-18-1341" })),
        ("get_record", json!({ "resource": "cases", "id": "scotus-410-us-112" })),
        ("check_citations", json!({ "text": "Roe v. Wade, 410 U.S. 113 (1973); \"a\\b\"\n" })),
        ("check_citations", json!({})),
        ("count_facets", json!({ "resource": "cases", "topic": ["privacy"] })),
        ("list_values", json!({ "of": "topics" })),
        ("coverage", json!({ "resource": "bills", "jurisdiction": "wy" })),
    ]
}

/// Sends a call. With an unknown member it goes to rmcp.
fn send(app: &TestApp, era: Era, id: &Value, tool: &str, arguments: &Value, is_plain: bool) -> ReceivedResponse {
    let mut params = json!({ "name": tool, "arguments": arguments });
    if !is_plain {
        params["other"] = json!(1);
    }
    let mut body = message(era, "tools/call", params);
    body["id"] = id.clone();
    app.send(post("/mcp", era, "tools/call", Some(tool), body.to_string()))
}

#[test]
fn plain_call_has_the_same_response_as_from_rmcp() {
    let app = TestApp::bundled();
    for era in [Era::Current, Era::Before] {
        for (position, (tool, arguments)) in calls().into_iter().enumerate() {
            let id = if position % 2 == 0 { json!(position) } else { json!("an \"id\"") };
            let [plain, other] = [true, false].map(|is_plain| send(&app, era, &id, tool, &arguments, is_plain));
            assert_eq!(plain.good(), other.good(), "{tool} {arguments}");
            assert_eq!(plain.stable_headers(), other.stable_headers(), "{tool} {arguments}");
        }
    }
}

#[test]
fn call_whose_headers_or_metadata_are_wrong_is_refused() {
    let app = TestApp::tiny();
    let call = |era: Era, change: &dyn Fn(&mut Request<Body>), meta: Option<Value>| {
        let mut body = message(era, "tools/call", json!({ "name": "coverage", "arguments": {} }));
        if let Some(meta) = meta {
            body["params"]["_meta"] = meta;
        }
        let mut request = post("/mcp", era, "tools/call", Some("coverage"), body.to_string());
        change(&mut request);
        let response = app.send(request);
        let body: Value = serde_json::from_slice(&response.body).unwrap();
        (response.status.as_u16(), body["error"]["code"].as_i64())
    };
    let unchanged = |_: &mut Request<Body>| ();
    assert_eq!(call(Era::Current, &unchanged, None), (200, None));
    assert_eq!(call(Era::Before, &unchanged, None), (200, None));
    for (name, values) in [
        ("mcp-method", &[][..]),
        ("mcp-method", &["tools/list"]),
        ("mcp-method", &["tools/call", "tools/call"]),
        ("mcp-name", &[]),
        ("mcp-name", &["search_cases"]),
        ("mcp-name", &["coverage", "coverage"]),
        ("mcp-protocol-version", &[]),
        ("mcp-protocol-version", &["2025-11-25"]),
    ] {
        let change = |request: &mut Request<Body>| {
            request.headers_mut().remove(name);
            for value in values {
                request.headers_mut().append(name, value.parse().unwrap());
            }
        };
        assert_eq!(call(Era::Current, &change, None), (400, Some(-32020)), "{name} {values:?}");
    }
    for meta in [
        json!({}),
        json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" }),
        json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": [],
        }),
    ] {
        assert_eq!(call(Era::Current, &unchanged, Some(meta.clone())), (400, Some(-32602)), "{meta}");
    }
    let unknown = |request: &mut Request<Body>| {
        request.headers_mut().insert("mcp-protocol-version", "2020-01-01".parse().unwrap());
    };
    assert_eq!(call(Era::Before, &unknown, None), (400, Some(-32600)));
    let named = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    assert_eq!(call(Era::Before, &unchanged, Some(named)), (400, Some(-32020)));
}
