/*!
An answer: mostly there at once, and then no future is made for it.
*/

use std::pin::Pin;

use axum::response::Response;

/// What a path answers.
pub(crate) enum Answer {
    Now(Response),
    Later(Pin<Box<dyn Future<Output = Response> + Send>>),
}

impl Answer {
    /// One that may take work, or be read from a disk.
    pub(crate) fn later(response: impl Future<Output = Response> + Send + 'static) -> Self {
        Self::Later(Box::pin(response))
    }

    /// The answer once it is there.
    pub(crate) async fn response(self) -> Response {
        match self {
            Self::Now(response) => response,
            Self::Later(response) => response.await,
        }
    }
}
