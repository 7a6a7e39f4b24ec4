/*!
Tracks whether the body of a request was read to its end.

After an unread body, hyper closes the connection unless the rest of the body has already arrived. The client must know
that, so the response to such a request announces that the connection closes.
*/

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::{Bytes, HttpBody};
use axum::extract::Request;
use hyper::body::{Frame, Incoming, SizeHint};

/// Whether the body of a request was read to its end; `None` if it has none.
pub(crate) struct RequestEnd(Option<Arc<AtomicBool>>);

impl RequestEnd {
    pub(crate) fn watch(request: Request<Incoming>) -> (Request<WatchedBody>, Self) {
        let is_read = (!request.body().is_end_stream()).then(Arc::<AtomicBool>::default);
        let end = Self(is_read.clone());
        (request.map(|body| WatchedBody { body, is_read }), end)
    }

    /// Returns whether the request was read completely.
    pub(crate) fn is_reached(&self) -> bool {
        self.0.as_ref().is_none_or(|is_read| is_read.load(Ordering::Acquire))
    }
}

/// A request body that records its end.
pub(crate) struct WatchedBody {
    body: Incoming,
    is_read: Option<Arc<AtomicBool>>,
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if let Some(is_read) = self.is_read.as_ref().filter(|_| frame.is_none() || self.body.is_end_stream()) {
            is_read.store(true, Ordering::Release);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
