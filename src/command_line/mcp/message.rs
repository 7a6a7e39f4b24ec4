/*!
Messages of JSON-RPC: the headers that `/mcp` expects beside them, and the answers to those that it refuses.
*/

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::command_line::mcp::lines::MAX_LINE_BYTES;

/// The error codes of JSON-RPC.
const PARSE_ERROR: i64 = -32_700;
const INVALID_REQUEST: i64 = -32_600;
/// The first of the error codes reserved for servers.
const SERVER_ERROR: i64 = -32_000;

/// The statuses of refusals that a model can act on: by a shorter text, or by waiting.
const TOOL_STATUSES: &[u16] = &[408, 413, 429, 502, 503, 504];

/// The method that calls a tool.
const CALL_TOOL: &str = "tools/call";

/// A message of a client.
pub(crate) struct Message {
    pub(crate) json: String,
    head: MessageHead,
}

/// The members of a message that select its answer. Those of a wrong type are left to `/mcp`.
#[derive(Default, Deserialize)]
struct MessageHead {
    #[serde(default)]
    id: Option<Value>,
    #[serde(default)]
    method: Option<String>,
    #[serde(default)]
    params: Option<MessageParams>,
}

#[derive(Default, Deserialize)]
struct MessageParams {
    /// The name of a tool.
    #[serde(default)]
    name: Option<String>,
    /// The URI of a resource.
    #[serde(default)]
    uri: Option<String>,
    #[serde(default, rename = "_meta")]
    meta: Option<MessageMeta>,
}

#[derive(Default, Deserialize)]
struct MessageMeta {
    /// The revision of the protocol.
    #[serde(default, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<String>,
}

/// A message without a result.
pub(crate) struct Refusal {
    status: Option<u16>,
    error: RpcError,
}

/// An error of JSON-RPC.
#[derive(Deserialize)]
struct RpcError {
    code: i64,
    message: String,
    #[serde(default)]
    data: Map<String, Value>,
}

impl Message {
    /// Parses a line. The error is the answer.
    pub(crate) fn parse(line: &[u8]) -> Result<Self, String> {
        let json = match str::from_utf8(line) {
            Ok(json) => json.to_owned(),
            Err(error) => {
                let at = error.valid_up_to();
                let message = format!("Parse error: an invalid sequence of UTF-8 begins after {at} bytes");
                return Err(RpcError::new(PARSE_ERROR, message).answer(Value::Null));
            }
        };
        // `/mcp` has better errors for a text that is not a message.
        let head = serde_json::from_str(&json).unwrap_or_default();
        Ok(Self { json, head })
    }

    /// Returns the headers of the message. `version` is the revision that a handshake has settled.
    pub(crate) fn headers(&self, version: Option<&str>) -> Vec<(&'static str, String)> {
        let MessageHead { method, params, .. } = &self.head;
        let own = params.as_ref().and_then(|params| params.meta.as_ref()?.version.clone());
        let method = method.clone().unwrap_or_default();
        if method == "initialize" {
            return Vec::new();
        }
        let Some(own) = own else {
            return version.map(|version| ("mcp-protocol-version", version.to_owned())).into_iter().collect();
        };
        let name = params.as_ref().and_then(|params| params.name.as_ref().or(params.uri.as_ref()));
        // In Base64 a header can hold every name.
        let name = name.map(|name| ("mcp-name", format!("=?base64?{}?=", BASE64_STANDARD.encode(name))));
        let headers = [("mcp-protocol-version", own), ("mcp-method", method)].into_iter().chain(name);
        headers.filter(|(_, value)| value.bytes().all(|byte| byte.is_ascii_graphic())).collect()
    }

    /// Returns the revision of the protocol that the answer to a handshake settles.
    pub(crate) fn settled_version(&self, answer: &str) -> Option<String> {
        #[derive(Deserialize)]
        struct Answer {
            result: Settled,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Settled {
            protocol_version: String,
        }
        let is_handshake = self.head.method.as_deref() == Some("initialize");
        let answer = is_handshake.then(|| serde_json::from_str::<Answer>(answer).ok()).flatten()?;
        Some(answer.result.protocol_version)
    }

    /// Returns the answer to a refused message; `None` for a notification. A refused call of a tool is a result with an
    /// error, which the model reads, where the model can act on it.
    pub(crate) fn refuse(&self, refusal: Refusal) -> Option<String> {
        let MessageHead { id, method, params } = &self.head;
        if id.is_none() && method.is_some() {
            return None;
        }
        let id = id.clone().unwrap_or_default();
        let is_of_tool = refusal.status.is_none_or(|status| TOOL_STATUSES.contains(&status));
        if !is_of_tool || method.as_deref() != Some(CALL_TOOL) {
            return Some(refusal.error.answer(id));
        }
        let RpcError { message, data, .. } = refusal.error;
        let mut body = json!({ "error": message });
        if !data.is_empty() {
            body["details"] = data.into();
        }
        let mut result = json!({ "content": [{ "type": "text", "text": body.to_string() }], "isError": true });
        if params.as_ref().is_some_and(|params| params.meta.as_ref().is_some_and(|meta| meta.version.is_some())) {
            result["resultType"] = "complete".into();
        }
        Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string())
    }
}

impl RpcError {
    fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: Map::new() }
    }

    /// Returns the error as an answer.
    fn answer(self, id: Value) -> String {
        let mut error = json!({ "code": self.code, "message": self.message });
        if !self.data.is_empty() {
            error["data"] = self.data.into();
        }
        json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string()
    }
}

impl Refusal {
    /// Returns the refusal of a message that no server has answered.
    pub(crate) fn no_response(error: &anyhow::Error) -> Self {
        Self { status: None, error: RpcError::new(SERVER_ERROR, format!("{error:#}: check that the server runs")) }
    }
}

/// Returns the answer to a line that is too long.
pub(crate) fn too_long() -> String {
    let message = format!("Invalid Request: the line is longer than {MAX_LINE_BYTES} bytes: send a shorter text");
    RpcError::new(INVALID_REQUEST, message).answer(Value::Null)
}

/// Returns the answer in the body of a response, on one line.
pub(crate) fn check_answer(status: u16, body: String) -> Result<String, Refusal> {
    #[derive(Deserialize)]
    struct ErrorAnswer {
        #[serde(default)]
        id: Value,
        error: RpcError,
    }
    let is_success = (200..300).contains(&status);
    if is_success && body.trim().is_empty() {
        return Ok(String::new());
    }
    if let Ok(ErrorAnswer { id: Value::Null, error }) = serde_json::from_str(&body) {
        return Err(Refusal { status: Some(status), error });
    }
    if serde_json::from_str::<&RawValue>(&body).is_err() || !(is_success || body.contains("\"jsonrpc\"")) {
        let message = format!("no MCP is served there (status {status}): check the URL of the server");
        return Err(Refusal { status: Some(status), error: RpcError::new(SERVER_ERROR, message) });
    }
    // In JSON, line ends are white space between values.
    Ok(body.replace(['\n', '\r'], " "))
}
