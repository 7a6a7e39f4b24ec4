/*!
Turns handler panics into errors.
*/

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

/// Polls a handler. If it panics, returns the message of the panic for the log.
pub(crate) fn catch_panic<T>(
    mut handler: Pin<&mut impl Future<Output = T>>,
) -> impl Future<Output = Result<T, String>> + Unpin {
    poll_fn(move |context| match catch_unwind(AssertUnwindSafe(|| handler.as_mut().poll(context))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(format!("a handler panicked: {}", message(&*panic)))),
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}
