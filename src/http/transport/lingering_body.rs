/*!
The body of an HTTP/2 request whose handler may drop it before its end, for instance after a refusal.

h2 resets a stream as soon as the response is sent and the body is dropped. If curl 7.88 is still sending at that time,
it fails and drops the response. So the rest of the body is read and discarded for a limited time before the stream is
reset with `NO_ERROR` (RFC 9113, section 8.1).
*/

use std::future::{pending, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::runtime::Handle;
use tokio::time::timeout;

/// The maximum number of discarded bytes. Flow control holds back a longer body until its stream is reset.
const MAX_DISCARDED_BYTES: usize = 1 << 20;

/// A request body. Dropping it discards the rest in the background.
pub(crate) struct LingeringBody {
    /// `None` once it is dropped.
    body: Option<Incoming>,
    /// The maximum time for discarding the rest.
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
        // Without a runtime, the server has already stopped.
        if let (Some(rest), Ok(runtime)) = (rest, Handle::try_current()) {
            let discarding = timeout(self.linger, discard(rest));
            runtime.spawn(async { _ = discarding.await });
        }
    }
}

/// Reads a body to its end. After the maximum number of bytes, waits for the client to end the stream.
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
