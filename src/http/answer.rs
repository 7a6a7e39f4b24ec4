/*!
An answer, which mostly is there at once: nothing is then kept aside for a time at which it would be.
*/

use std::pin::Pin;

use axum::response::{IntoResponse, Response};

/// What a path answers.
pub(super) enum Answer {
    Now(Response),
    Later(Pin<Box<dyn Future<Output = Response> + Send>>),
}

impl Answer {
    /// One that is there.
    pub(super) fn now(response: impl IntoResponse) -> Self {
        Self::Now(response.into_response())
    }

    /// One that takes work, or is read from a disk.
    pub(super) fn later(response: impl Future<Output = Response> + Send + 'static) -> Self {
        Self::Later(Box::pin(response))
    }

    /// The answer once it is there.
    pub(super) async fn response(self) -> Response {
        match self {
            Self::Now(response) => response,
            Self::Later(response) => response.await,
        }
    }
}
