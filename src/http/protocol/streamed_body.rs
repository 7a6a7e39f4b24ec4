/*!
A response body that a blocking thread writes while it is sent.
*/

use std::io::{self, Write};
use std::mem;
use std::time::Duration;

use axum::body::Bytes;
use http_body_util::channel::{Channel, Sender};
use tokio::runtime::Handle;
use tokio::time::timeout;

/// The size of a chunk in bytes.
const CHUNK_BYTES: usize = 64 << 10;

/// The maximum number of chunks that wait to be sent.
const MAX_CHUNKS: usize = 4;

/// The body of the response. It ends with an error unless the sender finishes it.
pub(crate) type StreamedBody = Channel<Bytes, io::Error>;

/// Writes the body in chunks, for use on a blocking thread. A write waits while the maximum number of chunks is unsent.
/// Once the client is gone, or has taken no chunk for the take timeout, every write fails.
///
/// A sender that is dropped before [`Self::finish`] aborts the body, so that the client does not mistake a part for the
/// whole.
pub(crate) struct BodySender {
    /// `None` once the body is finished or aborted.
    sender: Option<Sender<Bytes, io::Error>>,
    chunk: Vec<u8>,
    take_timeout: Duration,
}

/// Creates a body and its sender.
pub(crate) fn streamed_body(take_timeout: Duration) -> (BodySender, StreamedBody) {
    let (sender, body) = Channel::new(MAX_CHUNKS);
    (BodySender { sender: Some(sender), chunk: Vec::with_capacity(CHUNK_BYTES), take_timeout }, body)
}

impl BodySender {
    /// Sends the last chunk and ends the body.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.sender = None;
        Ok(())
    }

    fn send(&mut self, chunk: Bytes) -> io::Result<()> {
        let sender = self.sender.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let error = match Handle::current().block_on(timeout(self.take_timeout, sender.send_data(chunk))) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(_)) => io::ErrorKind::BrokenPipe,
            Err(_) => io::ErrorKind::TimedOut,
        };
        self.abort();
        Err(error.into())
    }

    fn abort(&mut self) {
        if let Some(sender) = self.sender.take() {
            sender.abort(io::ErrorKind::UnexpectedEof.into());
        }
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
        self.send(chunk.into())
    }
}

impl Drop for BodySender {
    fn drop(&mut self) {
        self.abort();
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
