/*!
The state of one request to `/mcp`, which its handler fills in for the response.
*/

use std::sync::OnceLock;

use axum::http::HeaderValue;

use crate::http::client::client_key::ClientKey;
use crate::http::protocol::api_error::Cause;

/// Passed with a request to the handler of its method.
pub(crate) struct Exchange {
    /// The client that the work is counted for.
    pub(crate) client: ClientKey,
    /// The build id of the response.
    build: OnceLock<HeaderValue>,
    /// The cause of a failure, for the log.
    cause: OnceLock<Cause>,
}

impl Exchange {
    pub(crate) fn new(client: ClientKey) -> Self {
        Self { client, build: OnceLock::new(), cause: OnceLock::new() }
    }

    /// Records the build id of the response.
    pub(crate) fn set_build(&self, build: Option<&HeaderValue>) {
        if let Some(build) = build {
            let _ = self.build.set(build.clone());
        }
    }

    /// Records the cause of a failure. Only the first one is kept.
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
