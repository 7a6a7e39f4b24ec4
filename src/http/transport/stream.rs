/*!
What a client sends and is sent, byte by byte: with what was read of it already, with a bound for a client that does
not read, and with time for it to read the last of what it was sent.
*/

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};
use tokio_io_timeout::TimeoutStream;

/// How long a client may leave an answer unread before its connection is cut.
const WRITE_TIME: Duration = Duration::from_secs(20);

/// How long after the last byte was sent a connection that ends may wait for the client to have read it. A connection
/// that is closed while the client still sends (the next request, a frame that says how far it has read) is reset by
/// the system, and what the client has not received by then is lost.
const LINGER_TIME: Duration = Duration::from_secs(2);

/// How much is read at most of what a client sends to a connection that ends: nobody uploads anything to this server.
const LINGER_BYTES: usize = 1 << 20;

/// What a client of HTTP/2 sends first.
const HTTP_2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// How much is read at first: most heads.
const START_BYTES: usize = 1 << 10;

/// Bytes of some kind of connection.
trait Bytestream: AsyncRead + AsyncWrite + Send {}

impl<S: AsyncRead + AsyncWrite + Send> Bytestream for S {}

/// The bytes of a connection.
pub(crate) struct Stream {
    /// What was read to find out what the client speaks.
    start: Bytes,
    stream: Pin<Box<dyn Bytestream>>,
    /// Whether anything was sent since somebody looked.
    has_sent: Arc<AtomicBool>,
    last_sent: Option<Instant>,
    lingering: Option<Lingering>,
}

/// The end of a connection, when nothing more is sent.
struct Lingering {
    timer: Pin<Box<Sleep>>,
    /// How much was read.
    n_bytes: usize,
}

impl Stream {
    /// A connection on which a write that makes no progress fails in the end.
    pub(crate) fn new(stream: impl AsyncRead + AsyncWrite + Send + 'static) -> Self {
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIME));
        Self {
            start: Bytes::new(),
            stream: Box::pin(stream),
            has_sent: Arc::default(),
            last_sent: None,
            lingering: None,
        }
    }

    /// Whether the client begins as one of HTTP/2 does. What is read to find out is read again.
    pub(crate) async fn is_http_2(&mut self) -> io::Result<bool> {
        let mut start = Vec::with_capacity(START_BYTES);
        while HTTP_2_PREFACE.starts_with(&start) && start.len() < HTTP_2_PREFACE.len() {
            if self.stream.read_buf(&mut start).await? == 0 {
                break;
            }
        }
        let is_http_2 = start.starts_with(HTTP_2_PREFACE);
        self.start = start.into();
        Ok(is_http_2)
    }

    /// Whether anything was sent, to be looked at while the stream is used.
    pub(crate) fn has_sent(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.has_sent)
    }

    fn note(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.has_sent.store(true, Ordering::Relaxed);
            self.last_sent = Some(Instant::now());
        }
        written
    }

    /// Reads and forgets what the client still sends, until it has gone or its time is over.
    fn poll_linger(&mut self, context: &mut Context<'_>, lingering: &mut Lingering) -> Poll<()> {
        let mut bytes = [0; 4 << 10];
        while lingering.timer.as_mut().poll(context).is_pending() && lingering.n_bytes < LINGER_BYTES {
            let mut into = ReadBuf::new(&mut bytes);
            let read = ready!(self.stream.as_mut().poll_read(context, &mut into));
            if read.is_err() || into.filled().is_empty() {
                break;
            }
            lingering.n_bytes += into.filled().len();
        }
        Poll::Ready(())
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.start.is_empty() {
            return self.stream.as_mut().poll_read(context, into);
        }
        let n_bytes = self.start.len().min(into.remaining());
        into.put_slice(&self.start.split_to(n_bytes));
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.stream.as_mut().poll_write(context, bytes);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream.as_mut().poll_write_vectored(context, slices);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut lingering = match self.lingering.take() {
            Some(lingering) => lingering,
            None => {
                ready!(self.stream.as_mut().poll_shutdown(context))?;
                let Some(last_sent) = self.last_sent else { return Poll::Ready(Ok(())) };
                Lingering { timer: Box::pin(sleep_until(last_sent + LINGER_TIME)), n_bytes: 0 }
            }
        };
        let ended = self.poll_linger(context, &mut lingering);
        self.lingering = Some(lingering);
        ended.map(Ok)
    }
}
