/*!
A response body that is sent while a blocking thread writes it.

`http_body_util::channel` does not fit: when the sender is dropped, its body can end before the queued chunks are read,
and the client would take the part for the whole. This body delivers all queued chunks first.
*/

use std::io::{self, Write};
use std::mem;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll, Wake, Waker, ready};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use axum::body::{Bytes, HttpBody};
use hyper::body::Frame;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The size in bytes at which a chunk is sent.
const CHUNK_BYTES: usize = 64 << 10;

/// The maximum number of unsent chunks.
const MAX_CHUNKS: usize = 4;

/// The limits on how slowly a client may read a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakeLimits {
    /// The maximum time to send one chunk.
    pub(crate) chunk: Duration,
    /// The maximum time for the whole body beyond the time that it takes at the minimum rate.
    pub(crate) grace: Duration,
    /// The minimum rate in bytes per second.
    pub(crate) bytes_per_second: u32,
}

/// The body of the response. It fails if the sender is dropped before the body is finished.
pub(crate) struct StreamedBody {
    chunks: Receiver<Bytes>,
    is_finished: Arc<AtomicBool>,
    waiter: Arc<()>,
}

impl StreamedBody {
    /// Returns a token that is alive as long as the body.
    pub(crate) fn waiter(&self) -> Weak<()> {
        Arc::downgrade(&self.waiter)
    }
}

/// Writes the body in chunks, on a blocking thread. A write blocks while the queue is full. Every write fails once the
/// client has disconnected or exceeded the limits.
///
/// Dropping the sender before [`Self::finish`] aborts the body, so that the client does not mistake a part for the
/// whole.
pub(crate) struct BodySender {
    /// `None` once the client has disconnected or is too slow.
    sender: Option<Sender<Bytes>>,
    is_finished: Arc<AtomicBool>,
    chunk: Vec<u8>,
    patience: Patience,
}

pub(crate) fn streamed_body(limits: TakeLimits) -> (BodySender, StreamedBody) {
    let (sender, chunks) = channel(MAX_CHUNKS);
    let is_finished = Arc::<AtomicBool>::default();
    let body = StreamedBody { chunks, is_finished: Arc::clone(&is_finished), waiter: Arc::default() };
    let patience = Patience { limits, remaining: limits.grace };
    let chunk = Vec::with_capacity(CHUNK_BYTES);
    (BodySender { sender: Some(sender), is_finished, chunk, patience }, body)
}

/// The time for which the client may still block the sender. The sender's own work does not count.
struct Patience {
    limits: TakeLimits,
    /// The unused part of the grace, plus the time saved so far against the minimum rate.
    remaining: Duration,
}

impl Patience {
    /// The maximum time for the next chunk.
    fn timeout(&self) -> Duration {
        self.remaining.min(self.limits.chunk)
    }

    /// Counts a chunk that was sent after this wait.
    fn count(&mut self, n_bytes: usize, waited: Duration) {
        let earned = Duration::from_secs_f64(n_bytes as f64 / f64::from(self.limits.bytes_per_second));
        self.remaining = self.remaining.saturating_sub(waited) + earned;
    }
}

impl BodySender {
    /// Sends the last chunk and ends the body. Does not block if everything has been flushed.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.is_finished.store(true, Ordering::Release);
        Ok(())
    }

    /// Returns whether the client has disconnected or is too slow. The export then ends early.
    pub(crate) fn is_abandoned(&self) -> bool {
        self.sender.as_ref().is_none_or(Sender::is_closed)
    }

    fn send(&mut self, chunk: Bytes) -> io::Result<()> {
        let sender = self.sender.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        let n_bytes = chunk.len();
        let start = Instant::now();
        let sent = match block_on_for(self.patience.timeout(), sender.send(chunk)) {
            None => Err(io::ErrorKind::TimedOut.into()),
            Some(Err(_)) => Err(io::ErrorKind::BrokenPipe.into()),
            Some(Ok(())) => Ok(()),
        };
        self.patience.count(n_bytes, start.elapsed());
        if sent.is_err() {
            self.sender = None;
        }
        sent
    }
}

/// Blocks the thread until a future is ready, for at most `timeout`. `None` if it is not ready by then.
///
/// Tokio's `send_timeout` does not fit: its timer panics if the runtime ends while the thread waits, as that of a
/// command does when its output is closed.
fn block_on_for<F: Future>(timeout: Duration, future: F) -> Option<F::Output> {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let deadline = Instant::now() + timeout;
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return Some(output);
        }
        let remaining = deadline.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return None;
        }
        thread::park_timeout(remaining);
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

    /// Fails after a chunk that was not sent, even if its error was dropped, as by the Brotli encoder.
    fn flush(&mut self) -> io::Result<()> {
        if self.chunk.is_empty() {
            return self.sender.as_ref().map(drop).ok_or(io::ErrorKind::BrokenPipe.into());
        }
        let chunk = mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK_BYTES));
        self.send(chunk.into())
    }
}

impl HttpBody for StreamedBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        Poll::Ready(match ready!(self.chunks.poll_recv(context)) {
            Some(chunk) => Some(Ok(Frame::data(chunk))),
            None if self.is_finished.load(Ordering::Acquire) => None,
            None => Some(Err(io::ErrorKind::UnexpectedEof.into())),
        })
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use tokio::task::spawn_blocking;

    use super::*;
    use crate::http::protocol::content_coding::ContentCoding;
    use crate::http::protocol::encoder::Encoder;

    const SHORT: Duration = Duration::from_millis(50);
    const LIMITS: TakeLimits =
        TakeLimits { chunk: Duration::from_secs(60), grace: Duration::from_secs(60), bytes_per_second: 1 << 16 };

    #[test]
    fn patience_is_grace_plus_time_at_the_minimum_rate() {
        let seconds = Duration::from_secs;
        let mut patience = Patience { limits: LIMITS, remaining: seconds(10) };
        assert_eq!(patience.timeout(), seconds(10));
        // A chunk takes one second at the minimum rate.
        (0..9).for_each(|_| patience.count(CHUNK_BYTES, seconds(2)));
        assert_eq!(patience.timeout(), seconds(1));
        (0..70).for_each(|_| patience.count(CHUNK_BYTES, Duration::ZERO));
        assert_eq!(patience.timeout(), seconds(60));
        patience.count(0, seconds(69));
        assert_eq!(patience.timeout(), seconds(2));
    }

    /// Returns the body as a client receives it.
    async fn received(write: impl FnOnce(BodySender) -> io::Result<()> + Send + 'static) -> io::Result<Bytes> {
        let (sender, body) = streamed_body(LIMITS);
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
    async fn writes_fail_after_the_timeout_or_without_the_body() {
        let chunk = &[b'x'; CHUNK_BYTES];
        for limits in
            [TakeLimits { chunk: SHORT, ..LIMITS }, TakeLimits { grace: SHORT, bytes_per_second: 1 << 30, ..LIMITS }]
        {
            let (mut sender, body) = streamed_body(limits);
            let errors = spawn_blocking(move || {
                (0..MAX_CHUNKS).for_each(|_| sender.write_all(chunk).unwrap());
                [(); 2].map(|()| sender.write_all(chunk).unwrap_err().kind())
            });
            assert_eq!(errors.await.unwrap(), [io::ErrorKind::TimedOut, io::ErrorKind::BrokenPipe]);
            assert_eq!(body.collect().await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        }

        let (mut sender, body) = streamed_body(LIMITS);
        drop(body);
        let error = spawn_blocking(move || sender.write_all(chunk).unwrap_err().kind());
        assert_eq!(error.await.unwrap(), io::ErrorKind::BrokenPipe);
    }

    /// The Brotli encoder drops the error of its last write.
    #[tokio::test]
    async fn unsent_last_chunk_ends_the_body_with_an_error_in_any_coding() {
        for coding in ContentCoding::ALL {
            let (mut sender, body) = streamed_body(TakeLimits { chunk: SHORT, ..LIMITS });
            let written = spawn_blocking(move || {
                sender.write_all(&[b'x'; CHUNK_BYTES])?;
                (1..MAX_CHUNKS).for_each(|_| sender.write_all(&[b'x'; CHUNK_BYTES]).unwrap());
                // The end of the encoded text fills the chunk after those in the queue.
                sender.write_all(&[b'x'; CHUNK_BYTES - 1])?;
                let mut encoder = Encoder::new(&mut sender, coding)?;
                _ = encoder.write(b"the end");
                let finished = encoder.finish();
                finished.and_then(|()| sender.finish())
            });
            assert!(written.await.unwrap().is_err(), "{coding:?}");
            assert_eq!(body.collect().await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof, "{coding:?}");
        }
    }

    #[test]
    fn writes_end_without_a_runtime() {
        let chunk = &[b'x'; CHUNK_BYTES];
        let (mut sender, body) = streamed_body(TakeLimits { chunk: SHORT, ..LIMITS });
        (0..MAX_CHUNKS).for_each(|_| sender.write_all(chunk).unwrap());
        assert_eq!(sender.write_all(chunk).unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(body);

        let (mut sender, body) = streamed_body(LIMITS);
        let write = thread::spawn(move || (0..=MAX_CHUNKS).find_map(|_| sender.write_all(chunk).err()));
        thread::sleep(SHORT);
        drop(body);
        assert_eq!(write.join().unwrap().map(|error| error.kind()), Some(io::ErrorKind::BrokenPipe));
    }
}
