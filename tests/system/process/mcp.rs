//! `lexdex mcp`: the tools over standard input and output.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Map, Value, json};

use crate::system::process::get_from_server::{response, serve};
use crate::system::support::client::{self, Client};
use crate::system::support::port::Port;
use crate::system::support::server::{Server, command, indexed_command};

/// An assistant that has started the program.
struct Assistant {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Assistant {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output).lines() }
    }

    fn of_index() -> Self {
        Self::start(indexed_command(&["mcp"]))
    }

    fn of_server(url: &str) -> Self {
        Self::start(command(&["mcp", "--server", url]))
    }

    fn write(&mut self, bytes: impl AsRef<[u8]>) {
        self.input.write_all(bytes.as_ref()).unwrap();
    }

    fn read(&mut self) -> Value {
        serde_json::from_str(&self.output.next().unwrap().unwrap()).unwrap()
    }

    /// Sends a message on one line, and returns the answer.
    fn ask(&mut self, message: &Value) -> Value {
        self.write(format!("{message}\n"));
        self.read()
    }

    /// Shakes hands as clients of the revision 2025-11-25 do.
    fn initialize(&mut self) {
        let client = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
        let answer = self.ask(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }));
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{answer}");
        // A notification has no answer.
        self.write("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}\n");
    }

    /// Ends the input, and returns the rest of the output.
    fn end(self) -> Output {
        let Self { child, input, mut output } = self;
        drop(input);
        let rest: Vec<String> = output.by_ref().map(Result::unwrap).collect();
        assert!(rest.is_empty(), "{rest:?}");
        child.wait_with_output().unwrap()
    }

    #[track_caller]
    fn assert_ends_silently(self) {
        let output = self.end();
        assert_eq!((output.status.code(), &*String::from_utf8(output.stderr).unwrap()), (Some(0), ""));
    }
}

fn request(id: u64, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn call(tool: &str, arguments: &Map<String, Value>) -> Value {
    request(1, "tools/call", json!({ "name": tool, "arguments": arguments }))
}

/// The same message in the revision 2026-07-28, which has no handshake.
fn stateless(mut message: Value) -> Value {
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    message
}

/// Posts a message to `/mcp` of a server.
fn post(server: &Server, message: &Value) -> Value {
    let is_stateless = message["params"].get("_meta").is_some();
    let version = if is_stateless { "2026-07-28" } else { "2025-11-25" };
    let mut headers =
        format!("MCP-Protocol-Version: {version}\r\nMcp-Method: {}\r\n", message["method"].as_str().unwrap());
    if let Some(name) = message["params"].get("name").or(message["params"].get("uri")) {
        headers.push_str(&format!("Mcp-Name: {}\r\n", name.as_str().unwrap()));
    }
    let body = message.to_string();
    let mut connection = Client::connect(server.address);
    connection.send(format!(
        "POST /mcp HTTP/1.1\r\nHost: lexdex\r\nContent-Type: application/json\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    ));
    connection.response().json()
}

/// A sequence of numbers that look random.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn of<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len())]
    }

    /// A value that a schema allows, or often a wrong one.
    fn value(&mut self, schema: &Value) -> Value {
        let texts = [
            "privacy",
            "federal",
            "ca",
            "scotus",
            "410 U.S. 113",
            "scotus-410-us-113",
            "1973-01-22",
            "nineth",
            "é§",
            "",
            "-id",
        ];
        if let Some(words) = schema["enum"].as_array() {
            return self.of(words).clone();
        }
        if let Some(schemas) = schema["anyOf"].as_array() {
            return {
                let idx = self.below(schemas.len());
                self.value(&schemas[idx])
            };
        }
        match schema["type"].as_str() {
            Some("array") => (0..self.below(3)).map(|_| self.value(&schema["items"])).collect(),
            Some("integer") => json!(*self.of(&[0, 1, 3, 7, 117])),
            Some("boolean") => json!(self.below(2) == 0),
            _ => json!(*self.of(&texts)),
        }
    }

    /// Arguments of a tool, by the schema of its input.
    fn arguments(&mut self, schema: &Value) -> Map<String, Value> {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let properties = schema["properties"].as_object().unwrap();
        let mut arguments = Map::new();
        for (name, property) in properties {
            if name != "build" && (required.contains(&json!(name)) || self.below(properties.len()) < 2) {
                arguments.insert(name.clone(), self.value(property));
            }
        }
        arguments
    }
}

#[test]
fn every_tool_has_the_same_results_as_over_http() {
    // Within the program, no result is cached.
    let server = Server::start(&["--rate-limit", "0", "--max-age", "0"]);
    let mut of_index = Assistant::of_index();
    let mut of_server = Assistant::of_server(&format!("http://{}", server.address));
    of_index.initialize();
    of_server.initialize();
    let list = request(1, "tools/list", json!({}));
    let tools = post(&server, &list)["result"]["tools"].as_array().unwrap().clone();
    let mut draw = Draw(1);
    let mut messages = vec![
        list,
        request(2, "resources/list", json!({})),
        request(3, "resources/templates/list", json!({})),
        request(4, "resources/read", json!({ "uri": "lexdex://cases/scotus-410-us-113" })),
        request(5, "resources/read", json!({ "uri": "lexdex://cases/none" })),
        request(6, "nonsense", json!({})),
        call("no_such_tool", &Map::new()),
    ];
    let calls = (0..25)
        .flat_map(|_| &tools)
        .map(|tool| call(tool["name"].as_str().unwrap(), &draw.arguments(&tool["inputSchema"])));
    messages.extend(calls.collect::<Vec<_>>());
    let mut n_results = 0;
    for message in messages.into_iter().flat_map(|message| [message.clone(), stateless(message)]) {
        let expected = post(&server, &message);
        n_results += usize::from(expected["result"]["isError"] == false);
        assert!(of_index.ask(&message) == expected, "{message}");
        assert!(of_server.ask(&message) == expected, "{message}");
    }
    assert!(n_results > 100, "{n_results}");
    of_index.assert_ends_silently();
    of_server.assert_ends_silently();
}

#[test]
fn messages_that_are_none_are_answered_and_the_next_is_served() {
    let mut assistant = Assistant::of_index();
    assistant.initialize();
    let ping = request(7, "ping", json!({}));
    for (line, code) in [
        (&b"garbage"[..], -32_700),
        (b"{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/ca", -32_700),
        (b"\xff\xfe", -32_700),
        (b"[]", -32_600),
        (b"7", -32_600),
        (b"{}", -32_600),
        (b"{\"jsonrpc\": \"2.0\", \"id\": 1, \"id\": 2, \"method\": \"ping\"}", -32_600),
    ] {
        assistant.write([line, b"\n"].concat());
        let answer = assistant.read();
        let shown = String::from_utf8_lossy(line);
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &Value::Null), "{shown}: {answer}");
        // Empty lines are skipped.
        assistant.write("\n \r\n");
        assert_eq!(assistant.ask(&ping), json!({ "jsonrpc": "2.0", "id": 7, "result": {} }), "{shown}");
    }
    // An argument twice would drop a filter.
    assistant.write("{\"jsonrpc\": \"2.0\", \"id\": 9, \"method\": \"tools/call\", \"params\": {\"name\": \"search_cases\", \"arguments\": {\"court\": \"scotus\", \"court\": \"ca9\"}}}\n");
    let answer = assistant.read();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(9), &json!(-32_600)));
    assert!(answer["error"]["message"].as_str().unwrap().contains("the member \"court\" appears twice"), "{answer}");
    assistant.assert_ends_silently();
}

#[test]
fn last_message_needs_no_line_end_and_is_answered_before_the_end() {
    let mut assistant = Assistant::of_index();
    assistant.write(request(7, "ping", json!({})).to_string());
    let Assistant { child, input, mut output } = assistant;
    drop(input);
    assert_eq!(output.next().unwrap().unwrap(), "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
    assert!(output.next().is_none());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn long_text_is_an_error_of_the_tool_and_a_longer_line_is_skipped() {
    let mut assistant = Assistant::of_index();
    assistant.initialize();
    let message = call("check_citations", json!({ "text": "x".repeat(64 << 10) }).as_object().unwrap());
    let answer = assistant.ask(&message);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    let error =
        json!({ "error": "the body is longer than 65536 bytes: send it in parts", "details": { "maxBytes": 65536 } });
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(1), &json!(true)));
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), error);
    // A gigabyte without a line end.
    let block = vec![b'x'; 1 << 20];
    (0..1 << 10).for_each(|_| assistant.write(&block));
    assistant.write("\n");
    let message = "Invalid Request: the line is longer than 1048576 bytes: send a shorter text";
    assert_eq!(
        assistant.read(),
        json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32600, "message": message } })
    );
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", assistant.child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak < 200 << 10, "{peak} kB");
    }
    assistant.assert_ends_silently();
}

#[test]
fn refusals_of_a_server_are_errors_of_the_tool() {
    let limited = Server::start(&["--rate-limit", "1"]);
    client::get(limited.address, "/api/v1/jurisdictions");
    let port = Port::reserve();
    let down = format!("http://{}", port.address);
    let busy = response(
        "503 Service Unavailable",
        "Content-Type: application/json\r\n",
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"busy","data":{"retryAfter":2}}}"#,
    );
    let html = response("200 OK", "Content-Type: text/html\r\n", "<html>");
    let gateway = response("502 Bad Gateway", "", "<html>");
    for (url, expected) in [
        (format!("http://{}", limited.address), "{\"details\":{\"retryAfter\":"),
        (down.clone(), &*format!("{{\"error\":\"no response from {down}: ")),
        (serve(vec![busy]), "{\"details\":{\"retryAfter\":2},\"error\":\"busy\"}"),
        (serve(vec![gateway]), "{\"error\":\"no MCP is served there (status 502): check the URL of the server\"}"),
    ] {
        let mut assistant = Assistant::of_server(&url);
        let answer = assistant.ask(&stateless(call("coverage", &Map::new())));
        assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(1), &json!(true)), "{answer}");
        assert_eq!(answer["result"]["resultType"], "complete");
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(expected), "{text}");
        assistant.assert_ends_silently();
    }
    // Other requests have no results that a model reads.
    let mut assistant = Assistant::of_server(&down);
    let answer = assistant.ask(&request(3, "tools/list", json!({})));
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(3), &json!(-32_000)), "{answer}");
    let mut assistant = Assistant::of_server(&serve(vec![html]));
    let answer = assistant.ask(&call("coverage", &Map::new()));
    assert_eq!(answer["error"]["message"], "no MCP is served there (status 200): check the URL of the server");
}

#[test]
fn index_that_cannot_be_opened_is_an_error() {
    let output = Assistant::start(command(&["mcp", "--index", "no-such-index"])).end();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr.starts_with("error: ") && stderr.contains("no-such-index"), "{stderr}");
}
