/*!
The reply of a handler. Most replies are ready at once, and need no boxed future.
*/

use std::pin::Pin;

use axum::response::Response;

/// A response, or the future of one.
pub(crate) enum Reply {
    Ready(Response),
    Deferred(Pin<Box<dyn Future<Output = Response> + Send>>),
}

impl Reply {
    /// Creates a reply whose response needs long work or disk access.
    pub(crate) fn deferred(response: impl Future<Output = Response> + Send + 'static) -> Self {
        Self::Deferred(Box::pin(response))
    }

    /// Waits for the response.
    pub(crate) async fn response(self) -> Response {
        match self {
            Self::Ready(response) => response,
            Self::Deferred(response) => response.await,
        }
    }
}
