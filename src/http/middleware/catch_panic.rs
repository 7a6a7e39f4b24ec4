/*!
What must not happen and still must not bring the server down: a handler that panics, or does not end.
*/

use std::any::Any;
use std::convert::Infallible;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use crate::http::protocol::api_error::ApiError;

/// How long a handler may take.
const HANDLER_TIME: Duration = Duration::from_secs(10);

/// The answer, or an error body in place of a panic and of an answer that takes too long.
pub(crate) async fn catch(answer: impl Future<Output = Result<Response, Infallible>>) -> Response {
    let mut answer = pin!(answer);
    let mut answer = poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(panic)),
    });
    // Most answers are there at once and need no timer, which begins when the first look has found nothing.
    let answer = match poll_fn(|context| Poll::Ready(Pin::new(&mut answer).poll(context))).await {
        Poll::Ready(answer) => Ok(answer),
        Poll::Pending => timeout(HANDLER_TIME, answer).await,
    };
    match answer {
        Ok(Ok(Ok(response))) => response,
        Ok(Err(panic)) => ApiError::internal(format!("a handler panicked: {}", message(&*panic))).into_response(),
        Err(_) => {
            let message = format!("the answer took longer than {} seconds", HANDLER_TIME.as_secs());
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message).into_response()
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}
