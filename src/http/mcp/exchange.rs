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
    build: OnceLock<HeaderValue>,
    /// The cause of a failure, for the log.
    cause: OnceLock<Cause>,
}

impl Exchange {
    pub(crate) fn new(client: ClientKey) -> Self {
        Self { client, build: OnceLock::new(), cause: OnceLock::new() }
    }

    /// Notes the build that the answer is of.
    pub(crate) fn set_build(&self, build: Option<&HeaderValue>) {
        if let Some(build) = build {
            let _ = self.build.set(build.clone());
        }
    }

    /// Notes the cause of a failure. The first one is that of the failure.
    pub(crate) fn set_cause(&self, cause: Cause) {
        let _ = self.cause.set(cause);
    }

    pub(crate) fn build(&self) -> Option<&HeaderValue> {
        self.build.get()
    }

    pub(crate) fn cause(&self) -> Option<&Cause> {
        self.cause.get()
    }
}
