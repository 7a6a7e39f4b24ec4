/*!
Turns handler panics and timeouts into error responses.
*/

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::unwind::catch_panic;

/// The maximum time for a response.
const HANDLER_TIMEOUT: Duration = Duration::from_secs(10);

/// The `Retry-After` of a timeout in seconds, because a timeout means that the server is overloaded.
const RETRY_AFTER: u64 = 10;

/// Awaits the response. Returns a 500 if the future panics, and a 503 if it exceeds the timeout.
pub(crate) async fn catch_panic_and_timeout(response: impl Future<Output = Result<Response, Infallible>>) -> Response {
    let response = pin!(response);
    let mut response = catch_panic(response);
    // Most responses are ready at the first poll, and need no timer, because it starts after that poll.
    let response = match poll_fn(|context| Poll::Ready(Pin::new(&mut response).poll(context))).await {
        Poll::Ready(response) => Ok(response),
        Poll::Pending => timeout(HANDLER_TIMEOUT, response).await,
    };
    match response {
        Ok(Ok(Ok(response))) => response,
        Ok(Err(panic)) => ApiError::internal(panic).into_response(),
        Err(_) => {
            let message = format!(
                "the request timed out after {} seconds: retry after {RETRY_AFTER} seconds",
                HANDLER_TIMEOUT.as_secs()
            );
            ApiError::no_capacity(message, RETRY_AFTER).into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::transport::timeouts::Timeouts;

    #[test]
    fn body_timeout_leaves_time_for_its_response() {
        assert!(Timeouts::default().body + Duration::from_secs(2) <= HANDLER_TIMEOUT);
    }
}
