/*!
The body of an HTTP/2 request that its handler may drop before the end, as that of a refused request.

h2 resets a stream as soon as the response is sent and the rest of the body is dropped. curl 7.88, which is still sending
then, fails at the reset and drops the response that came before it. So the rest of the body is discarded for a while, and
the stream is reset after that, as RFC 9113, section 8.1 has it: with `NO_ERROR`.
*/

use std::future::{pending, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::runtime::Handle;
use tokio::time::timeout;

/// The maximum number of bytes that are discarded. A longer body stops at the window of its stream until the reset.
const MAX_DISCARDED_BYTES: usize = 1 << 20;

/// A request body, the rest of which is discarded when it is dropped.
pub(crate) struct LingeringBody {
    /// `None` once it is dropped.
    body: Option<Incoming>,
    /// The maximum time for the rest.
    linger: Duration,
}

impl LingeringBody {
    pub(crate) fn new(body: Incoming, linger: Duration) -> Self {
        Self { body: Some(body), linger }
    }
}

impl HttpBody for LingeringBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<hyper::Result<Frame<Bytes>>>> {
        self.body.as_mut().map_or(Poll::Ready(None), |body| Pin::new(body).poll_frame(context))
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(SizeHint::default, HttpBody::size_hint)
    }
}

impl Drop for LingeringBody {
    fn drop(&mut self) {
        let rest = self.body.take().filter(|body| !body.is_end_stream());
        // Without a runtime the server has stopped.
        if let (Some(rest), Ok(runtime)) = (rest, Handle::try_current()) {
            let discarding = timeout(self.linger, discard(rest));
            runtime.spawn(async { _ = discarding.await });
        }
    }
}

/// Reads a body to its end, or to the maximum and then waits for the client to end the stream.
async fn discard(mut body: Incoming) {
    let mut n_bytes = 0;
    while n_bytes < MAX_DISCARDED_BYTES {
        let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await else {
            return;
        };
        n_bytes += frame.data_ref().map_or(0, Bytes::len);
    }
    pending().await
}
