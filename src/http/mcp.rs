/*!
`POST /mcp`: serves AI tools by the Model Context Protocol (MCP), over HTTP without sessions.

rmcp implements the protocol. A tool call becomes an API request: its arguments become query parameters, and the API's
handler answers it. The result is the API's body with a few more members.
*/

pub(crate) mod access;

pub(crate) mod arguments;

pub(crate) mod tools;

pub(crate) mod input_schema;

pub(crate) mod output_schema;

pub(crate) mod json_rpc;

pub(crate) mod unique_members;

pub(crate) mod unknown_values;

pub(crate) mod api;

pub(crate) mod call;

pub(crate) mod result;

pub(crate) mod connector;

pub(crate) mod record_urls;

pub(crate) mod resources;

pub(crate) mod server;

pub(crate) mod endpoint;
