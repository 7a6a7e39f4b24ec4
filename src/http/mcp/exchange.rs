/*!
One request to `/mcp`: what its handlers leave for its response.
*/

use std::sync::OnceLock;

use axum::http::HeaderValue;

use crate::http::client::client_key::ClientKey;
use crate::http::protocol::api_error::Cause;

/// Travels with a request to the handler of its method.
pub(crate) struct Exchange {
    /// The client that the work is counted for.
    pub(crate) client: ClientKey,
    /// The build that the answer is of.
    pub(crate) build: OnceLock<HeaderValue>,
    /// The cause of a failure, for the log.
    pub(crate) cause: OnceLock<Cause>,
}

impl Exchange {
    pub(crate) fn new(client: ClientKey) -> Self {
        Self { client, build: OnceLock::new(), cause: OnceLock::new() }
    }
}
