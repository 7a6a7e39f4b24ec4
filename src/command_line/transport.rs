/*!
Sends API requests to a server or to the router within this program.
*/

use anyhow::{Context, Result};
use lexdex_index::Index;

use crate::command_line::exchange::{CommandRequest, CommandResponse, MessageHeader};
use crate::command_line::server::ServerClient;
use crate::command_line::source::ResponseSource;
use crate::http::{InProcess, InProcessResponse};

/// An open source.
pub(crate) enum Transport {
    Server(ServerClient),
    InProcess(InProcess),
}

impl Transport {
    /// Opens a source. Does not connect to a server yet.
    pub(crate) fn open(source: &ResponseSource) -> Result<Self> {
        let index = match source {
            ResponseSource::Server(url) => return Ok(Self::Server(ServerClient::new(url.clone())?)),
            ResponseSource::Index(directory) => Index::open(directory)?,
            ResponseSource::Bundled => Index::bundled()?,
        };
        InProcess::new(index).map(Self::InProcess)
    }

    pub(crate) fn send(&self, request: &CommandRequest) -> Result<CommandResponse> {
        match self {
            Self::Server(client) => client.send(request),
            Self::InProcess(api) => received(api.send(&request.target, request.text.as_deref())),
        }
    }

    /// Posts a message to `/mcp`.
    pub(crate) fn post_message(&self, json: &str, headers: &[MessageHeader]) -> Result<CommandResponse> {
        match self {
            Self::Server(client) => client.post_message(json, headers),
            Self::InProcess(api) => received(api.post_message(json, headers)),
        }
    }
}

fn received(response: Result<InProcessResponse>) -> Result<CommandResponse> {
    let response = response.context("the index cannot be searched")?;
    Ok(CommandResponse {
        status: response.status,
        content_type: response.content_type().unwrap_or_default().to_owned(),
        cause: response.cause,
        body: Box::new(response.body),
    })
}
