/*!
A response body that gives hyper one chunk at a time, and tracks each until it is written.

hyper takes a whole body as soon as the client opens the window of its stream by one byte. A long body is therefore
split into chunks: as a whole, it would exceed the time limit of a chunk on a slow line.
*/

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use crate::http::transport::unsent::Slot;

/// The maximum size of a chunk in bytes.
const CHUNK_BYTES: usize = 32 << 10;

/// A response body in chunks.
pub(crate) struct PacedBody {
    body: Body,
    /// The unsent rest of the last data of the body.
    rest: Bytes,
    slot: Arc<Slot>,
}

impl PacedBody {
    /// Creates the body of a response, which keeps its slot until the last chunk is written. The length of a streamed
    /// body stays unknown.
    pub(crate) fn new(body: Body, mut slot: Slot) -> Self {
        if let Some(n_bytes) = body.size_hint().exact() {
            slot.set_bytes(n_bytes as usize);
        }
        Self { body, rest: Bytes::new(), slot: Arc::new(slot) }
    }
}

impl HttpBody for PacedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        while self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)).map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let n_bytes = self.rest.len().min(CHUNK_BYTES);
        let chunk = self.rest.split_to(n_bytes);
        Poll::Ready(Some(Ok(Frame::data(self.slot.track(chunk)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let n_rest = self.rest.len() as u64;
        let of_body = self.body.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(of_body.lower() + n_rest);
        if let Some(upper) = of_body.upper() {
            hint.set_upper(upper + n_rest);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;
    use crate::http::transport::unsent::Unsent;

    #[tokio::test]
    async fn chunks_are_bounded_and_together_the_body() {
        let bytes: Bytes = (0..=u8::MAX).cycle().take(2 * CHUNK_BYTES + 1).collect();
        let slot = Arc::new(Unsent::new()).slot().await;
        let mut body = PacedBody::new(Body::from(bytes.clone()), slot);
        let mut received = Vec::new();
        for n_bytes in [CHUNK_BYTES, CHUNK_BYTES, 1] {
            assert_eq!(body.size_hint().exact(), Some((bytes.len() - received.len()) as u64));
            assert!(!body.is_end_stream());
            let chunk = body.frame().await.unwrap().unwrap().into_data().unwrap();
            assert_eq!(chunk.len(), n_bytes);
            received.extend_from_slice(&chunk);
        }
        assert!(body.is_end_stream() && body.frame().await.is_none());
        assert_eq!(received, bytes);
    }
}
