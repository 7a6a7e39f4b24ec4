/*!
A fast path for plain tool calls.

rmcp tries to parse a message as each kind of message, runs it in three tasks, and takes the result as parsed values,
which it serializes twice. That is several times the cost of most results. So a tool call with only the standard headers
and members is answered here, with the same response as from rmcp. Every other message goes to rmcp, including every
invalid one: this module never rejects a message.
*/

use axum::http::HeaderMap;
use rmcp::model::{MetaObject, ProtocolVersion, RequestMetaObject};
use serde_json::{Map, Value};

use crate::http::mcp::outcome::Outcome;
use crate::http::mcp::tools::{self, ToolKind};

/// The method of tool calls.
const METHOD: &str = "tools/call";

/// A plain tool call.
pub(crate) struct PlainCall {
    pub(crate) id: Value,
    pub(crate) kind: ToolKind,
    pub(crate) arguments: Option<Map<String, Value>>,
    /// Whether the result names its type, as required since revision 2026-07-28.
    has_result_type: bool,
}

impl PlainCall {
    /// Reads a message. Returns `None` if it is not a plain tool call.
    pub(crate) fn read(headers: &HeaderMap, message: Value) -> Option<Self> {
        let Value::Object(mut message) = message else { return None };
        let is_call = message.get("jsonrpc")? == "2.0" && message.get("method")? == METHOD && message.len() == 4;
        let id = message.remove("id").filter(|id| is_call && (id.is_string() || id.as_i64().is_some()))?;
        let Value::Object(mut params) = message.remove("params")? else { return None };
        let Value::String(name) = params.remove("name")? else { return None };
        let meta = take_object(&mut params, "_meta")?;
        let arguments = take_object(&mut params, "arguments")?;
        if !params.is_empty() {
            return None;
        }
        let tool = tools::find(&name)?;
        let has_result_type = is_of_current_revision(headers, meta.unwrap_or_default(), &name)?;
        Some(Self { id, kind: tool.kind, arguments, has_result_type })
    }

    /// Writes the response.
    pub(crate) fn response(&self, outcome: &Outcome) -> serde_json::Result<Vec<u8>> {
        let n_bytes = match outcome {
            // The answer is written twice: as an object, and as a string in which every quotation mark is escaped.
            Outcome::Answer(answer) => answer.len() * 5 / 2,
            Outcome::Refusal(_) => 0,
        };
        let mut response = Vec::with_capacity(n_bytes + 256);
        response.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
        serde_json::to_writer(&mut response, &self.id)?;
        response.extend_from_slice(b",\"result\":{");
        if self.has_result_type {
            response.extend_from_slice(b"\"resultType\":\"complete\",");
        }
        response.extend_from_slice(b"\"content\":[");
        match outcome {
            Outcome::Answer(answer) => {
                response.extend_from_slice(TEXT);
                answer.write_string(&mut response)?;
                response.extend_from_slice(b"}],\"structuredContent\":");
                answer.write_object(&mut response);
                response.extend_from_slice(b",\"isError\":false}}");
            }
            Outcome::Refusal(texts) => {
                for (position, text) in texts.iter().enumerate() {
                    if position > 0 {
                        response.push(b',');
                    }
                    response.extend_from_slice(TEXT);
                    serde_json::to_writer(&mut response, text)?;
                    response.push(b'}');
                }
                response.extend_from_slice(b"],\"isError\":true}}");
            }
        }
        Ok(response)
    }
}

/// The start of a text item in the content of a result.
const TEXT: &[u8] = b"{\"type\":\"text\",\"text\":";

/// Takes an optional member that must be an object. Returns `None` if it is anything else.
fn take_object(members: &mut Map<String, Value>, name: &str) -> Option<Option<Map<String, Value>>> {
    match members.remove(name) {
        None => Some(None),
        Some(Value::Object(object)) => Some(Some(object)),
        Some(_) => None,
    }
}

/// Returns `true` for a tool call of the current revision, and `false` for one of an earlier revision. Returns `None`
/// if its headers and metadata differ from those that the revision defines.
fn is_of_current_revision(headers: &HeaderMap, meta: Map<String, Value>, tool: &str) -> Option<bool> {
    const CURRENT: ProtocolVersion = ProtocolVersion::V_2026_07_28;
    let version = only(headers, "mcp-protocol-version")?;
    let meta = RequestMetaObject(MetaObject(meta));
    let named = meta.protocol_version();
    if version == Some(CURRENT.as_str()) {
        let is_whole = named == Some(CURRENT)
            && meta.missing_required_keys(&CURRENT).is_empty()
            && only(headers, "mcp-method")? == Some(METHOD)
            && only(headers, "mcp-name")? == Some(tool);
        return is_whole.then_some(true);
    }
    let is_known = |version: &str| ProtocolVersion::KNOWN_VERSIONS.iter().any(|known| known.as_str() == version);
    (named.is_none() && version.is_none_or(is_known)).then_some(false)
}

/// Returns the value of an optional header. Returns `None` if there are several, or if it is not text.
fn only<'h>(headers: &'h HeaderMap, name: &str) -> Option<Option<&'h str>> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Some(None),
        (Some(value), None) => value.to_str().ok().map(Some),
        (Some(_), Some(_)) => None,
    }
}
