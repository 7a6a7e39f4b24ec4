/*!
`POST /mcp`: the service for AI tools, by the Model Context Protocol over HTTP without sessions.

A tool call becomes a request to the API: its arguments are parameters, and a handler of the API answers it. Its answer is
the API's body with a few members more. rmcp speaks the protocol, but for the plain calls that most messages are. Only
[`plain_call`], [`server`] and [`endpoint`] name it.
*/

pub(crate) mod access;

pub(crate) mod accept;

pub(crate) mod arguments;

pub(crate) mod tools;

pub(crate) mod input_schema;

pub(crate) mod output_schema;

pub(crate) mod exchange;

pub(crate) mod json_rpc;

pub(crate) mod unique_members;

pub(crate) mod unknown_values;

pub(crate) mod api;

pub(crate) mod answer;

pub(crate) mod call;

pub(crate) mod outcome;

pub(crate) mod plain_call;

pub(crate) mod resources;

pub(crate) mod server;

pub(crate) mod endpoint;
