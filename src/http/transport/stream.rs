/*!
The byte stream of a connection. It enforces the limit on slow reading, decides when the end of the input ends the
connection, and lingers on close.
*/

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use tokio_io_timeout::TimeoutStream;

use crate::http::transport::exchange::Exchange;
use crate::http::transport::slow_reading::SlowReading;
use crate::http::transport::timeouts::Timeouts;

/// The maximum number of bytes that a closing connection reads and discards. No accepted request body is longer.
const MAX_LINGER_BYTES: usize = 1 << 20;

/// A TCP or Unix socket with a write timeout.
trait Socket: AsyncRead + AsyncWrite + Send {}

impl<S: AsyncRead + AsyncWrite + Send> Socket for S {}

/// The byte stream of a connection.
pub(crate) struct ByteStream {
    socket: Pin<Box<dyn Socket>>,
    exchange: Exchange,
    /// The grace period for a response in preparation, started when the client closes its side.
    half_closed: Option<Pin<Box<Sleep>>>,
    last_sent: Option<Instant>,
    slow_reading: SlowReading,
    timeouts: Timeouts,
    lingering: Option<Lingering>,
}

/// The state of a closing connection, which waits until the client has read the last bytes sent.
///
/// If a socket is closed while the client is still sending, for instance its next request, the kernel resets the
/// connection, and the client loses everything it has not received.
struct Lingering {
    timer: Pin<Box<Sleep>>,
    /// The number of bytes read and discarded.
    n_bytes: usize,
}

impl ByteStream {
    /// Wraps a socket. A write that makes no progress for the write timeout fails.
    pub(crate) fn new(socket: impl AsyncRead + AsyncWrite + Send + 'static, timeouts: &Timeouts) -> Self {
        let mut socket = TimeoutStream::new(socket);
        socket.set_write_timeout(Some(timeouts.write));
        Self {
            socket: Box::pin(socket),
            exchange: Exchange::default(),
            half_closed: None,
            last_sent: None,
            slow_reading: SlowReading::default(),
            timeouts: *timeouts,
            lingering: None,
        }
    }

    /// Returns the state of the current request, which decides how the end of the input is handled.
    pub(crate) fn exchange(&self) -> Exchange {
        self.exchange.clone()
    }

    /// Records a write. Fails if the client reads too slowly.
    fn record(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(1..)) = written {
            self.last_sent = Some(Instant::now());
        }
        self.slow_reading.record(&written, self.timeouts.take)?;
        written
    }

    /// Ends the input at once if no request is in progress; otherwise when the response is sent, or when its preparation
    /// takes too long.
    fn poll_end(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.exchange.is_idle() {
            return Poll::Ready(Ok(()));
        }
        if !self.exchange.is_making() {
            // hyper reads again once the response is sent.
            return Poll::Pending;
        }
        let grace = self.timeouts.half_closed;
        self.half_closed.get_or_insert_with(|| Box::pin(sleep(grace))).as_mut().poll(context).map(Ok)
    }

    /// Reads and discards bytes until the client closes the connection, or the maximum time or number of bytes is
    /// reached.
    fn poll_linger(&mut self, context: &mut Context<'_>, lingering: &mut Lingering) -> Poll<()> {
        let mut bytes = [0; 4 << 10];
        while lingering.timer.as_mut().poll(context).is_pending() && lingering.n_bytes < MAX_LINGER_BYTES {
            let mut into = ReadBuf::new(&mut bytes);
            let read = ready!(self.socket.as_mut().poll_read(context, &mut into));
            if read.is_err() || into.filled().is_empty() {
                break;
            }
            lingering.n_bytes += into.filled().len();
        }
        Poll::Ready(())
    }
}

impl AsyncRead for ByteStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let n_before = into.filled().len();
        ready!(self.socket.as_mut().poll_read(context, into))?;
        if into.filled().len() == n_before { self.poll_end(context) } else { Poll::Ready(Ok(())) }
    }
}

impl AsyncWrite for ByteStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.socket.as_mut().poll_write(context, bytes);
        self.record(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.socket.as_mut().poll_write_vectored(context, slices);
        self.record(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.socket.as_mut().poll_flush(context))?;
        self.slow_reading = SlowReading::default();
        self.exchange.flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut lingering = match self.lingering.take() {
            Some(lingering) => lingering,
            None => {
                ready!(self.socket.as_mut().poll_shutdown(context))?;
                let Some(last_sent) = self.last_sent else { return Poll::Ready(Ok(())) };
                Lingering { timer: Box::pin(sleep_until(last_sent + self.timeouts.linger)), n_bytes: 0 }
            }
        };
        let ended = self.poll_linger(context, &mut lingering);
        self.lingering = Some(lingering);
        ended.map(Ok)
    }
}
