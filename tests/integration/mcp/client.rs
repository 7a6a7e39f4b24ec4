//! A client for both revisions of the protocol, without a library.

use super::*;

/// A revision of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Era {
    /// 2026-07-28: each message names its revision.
    Current,
    /// 2025-11-25: a handshake comes first.
    Before,
}

impl Era {
    pub(super) fn version(self) -> &'static str {
        match self {
            Self::Current => "2026-07-28",
            Self::Before => "2025-11-25",
        }
    }
}

/// A client of a service.
#[derive(Clone, Copy)]
pub(super) struct Tools<'a> {
    pub(super) app: &'a TestApp,
    pub(super) era: Era,
}

impl Tools<'_> {
    /// Calls a tool and returns its result.
    #[track_caller]
    pub(super) fn call(self, tool: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// Sends a request and returns its result.
    #[track_caller]
    pub(super) fn result(self, method: &str, params: Value) -> Value {
        let mut body = self.send(method, params).good();
        assert!(body.get("error").is_none(), "{body}");
        body["result"].take()
    }

    /// Sends a request and returns the error of the protocol.
    #[track_caller]
    pub(super) fn error(self, method: &str, params: Value) -> Value {
        let response = self.send(method, params);
        let mut body: Value = serde_json::from_slice(&response.body).unwrap();
        assert!(body["error"].is_object(), "{body}");
        body["error"].take()
    }

    /// Sends a request.
    pub(super) fn send(self, method: &str, params: Value) -> ReceivedResponse {
        let name = params.get("name").or(params.get("uri")).and_then(Value::as_str).map(str::to_owned);
        let body = message(self.era, method, params).to_string();
        self.app.send(post("/mcp", self.era, method, name.as_deref(), body))
    }
}

/// A request as a message.
pub(super) fn message(era: Era, method: &str, mut params: Value) -> Value {
    if era == Era::Current {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": era.version(),
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

/// A message as an HTTP request.
pub(super) fn post(path: &str, era: Era, method: &str, name: Option<&str>, body: String) -> Request<Body> {
    let mut request = Request::post(path)
        .header("host", "law.example.org")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", era.version());
    if era == Era::Current {
        request = request.header("mcp-method", method);
        if let Some(name) = name {
            request = request.header("mcp-name", name);
        }
    }
    request.body(Body::from(body)).unwrap()
}
