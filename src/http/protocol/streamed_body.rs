/*!
A response body that a blocking thread writes while it is sent.

`http_body_util::channel` does not fit: its body can end after the sender is dropped and before it has read the chunks that
are still queued, and the client would take the part for the whole. Here the end is an item of the same queue.
*/

use std::io::{self, Write};
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use hyper::body::Frame;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The size of a chunk in bytes.
const CHUNK_BYTES: usize = 64 << 10;

/// The maximum number of chunks that wait to be sent.
const MAX_CHUNKS: usize = 4;

/// The body of the response. `None` in the queue is the end of the body; a queue that closes without it is an error.
pub(crate) struct StreamedBody(Receiver<Option<Bytes>>);

/// Writes the body in chunks, for use on a blocking thread. A write waits while the maximum number of chunks is unsent.
/// Once the client is gone, or has taken no chunk for the take timeout, every write fails.
///
/// A sender that is dropped before [`Self::finish`] aborts the body, so that the client does not mistake a part for the
/// whole.
pub(crate) struct BodySender {
    /// `None` once the client is gone or too slow.
    sender: Option<Sender<Option<Bytes>>>,
    chunk: Vec<u8>,
    take_timeout: Duration,
}

/// Creates a body and its sender.
pub(crate) fn streamed_body(take_timeout: Duration) -> (BodySender, StreamedBody) {
    let (sender, receiver) = channel(MAX_CHUNKS);
    let sender = BodySender { sender: Some(sender), chunk: Vec::with_capacity(CHUNK_BYTES), take_timeout };
    (sender, StreamedBody(receiver))
}

impl BodySender {
    /// Sends the last chunk and ends the body.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.send(None)
    }

    fn send(&mut self, chunk: Option<Bytes>) -> io::Result<()> {
        let sender = self.sender.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        let sent = Handle::current().block_on(sender.send_timeout(chunk, self.take_timeout));
        sent.map_err(|error| {
            self.sender = None;
            match error {
                SendTimeoutError::Timeout(_) => io::ErrorKind::TimedOut.into(),
                SendTimeoutError::Closed(_) => io::ErrorKind::BrokenPipe.into(),
            }
        })
    }
}

impl Write for BodySender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.chunk.extend_from_slice(bytes);
        if self.chunk.len() >= CHUNK_BYTES {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.chunk.is_empty() {
            return Ok(());
        }
        let chunk = mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK_BYTES));
        self.send(Some(chunk.into()))
    }
}

impl HttpBody for StreamedBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        Poll::Ready(match ready!(self.0.poll_recv(context)) {
            Some(Some(chunk)) => Some(Ok(Frame::data(chunk))),
            Some(None) => None,
            None => Some(Err(io::ErrorKind::UnexpectedEof.into())),
        })
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use tokio::task::spawn_blocking;

    use super::*;

    const TAKE_TIMEOUT: Duration = Duration::from_millis(50);

    /// The body as a client receives it.
    async fn received(write: impl FnOnce(BodySender) -> io::Result<()> + Send + 'static) -> io::Result<Bytes> {
        let (sender, body) = streamed_body(Duration::from_secs(60));
        let written = spawn_blocking(move || write(sender));
        let body = body.collect().await.map(|body| body.to_bytes());
        written.await.unwrap().unwrap();
        body
    }

    #[tokio::test]
    async fn unfinished_body_ends_with_an_error() {
        let write = |sender: &mut BodySender| {
            sender.write_all(&[b'x'; 3 * CHUNK_BYTES / 2])?;
            sender.flush()
        };
        let whole = received(move |mut sender| write(&mut sender).and_then(|()| sender.finish())).await;
        assert_eq!(whole.unwrap().len(), 3 * CHUNK_BYTES / 2);
        let part = received(move |mut sender| write(&mut sender)).await;
        assert_eq!(part.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[tokio::test]
    async fn writes_fail_once_no_chunk_was_taken_for_the_timeout_or_the_body_is_gone() {
        let chunk = &[b'x'; CHUNK_BYTES];
        let (mut sender, body) = streamed_body(TAKE_TIMEOUT);
        let errors = spawn_blocking(move || {
            (0..MAX_CHUNKS).for_each(|_| sender.write_all(chunk).unwrap());
            [(); 2].map(|()| sender.write_all(chunk).unwrap_err().kind())
        });
        assert_eq!(errors.await.unwrap(), [io::ErrorKind::TimedOut, io::ErrorKind::BrokenPipe]);
        assert_eq!(body.collect().await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);

        let (mut sender, body) = streamed_body(TAKE_TIMEOUT);
        drop(body);
        let error = spawn_blocking(move || sender.write_all(chunk).unwrap_err().kind());
        assert_eq!(error.await.unwrap(), io::ErrorKind::BrokenPipe);
    }
}
