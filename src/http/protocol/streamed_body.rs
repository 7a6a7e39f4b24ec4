/*!
A body that is written on a thread of its own while it is sent. The thread waits where the client does not read, so that
no more of the body is held than a few pieces; when the client has gone, or takes nothing for too long, its next write
fails.
*/

use std::cell::Cell;
use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use hyper::body::Frame;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How much is sent at once.
const PIECE_BYTES: usize = 64 << 10;

/// How many pieces wait to be sent.
const MOST_PIECES: usize = 4;

/// How long the client may take to make room for a piece: by HTTP/2 a connection can be alive and one of its answers stand
/// still. The slowest line that is still one takes a piece in less.
const TAKE_TIME: Duration = Duration::from_secs(60);

/// The reading end: the body. What ends without a `None` has not been written to its end, and the client must not take
/// it for whole.
pub(crate) struct StreamedBody(Receiver<Option<Bytes>>);

/// The writing end, for a thread that may wait.
pub(crate) struct Pieces {
    sender: Sender<Option<Bytes>>,
    /// Whether the client has gone, or has taken nothing for too long: it is not waited for again.
    is_lost: Cell<bool>,
}

/// Gathers what is written into pieces.
pub(crate) struct PieceWriter<'p> {
    pieces: &'p Pieces,
    piece: Vec<u8>,
}

/// A body, and what it is written with.
pub(crate) fn streamed_body() -> (Pieces, StreamedBody) {
    let (pieces, sent) = channel(MOST_PIECES);
    (Pieces { sender: pieces, is_lost: Cell::new(false) }, StreamedBody(sent))
}

impl Pieces {
    /// What writes the body.
    pub(crate) fn writer(&self) -> PieceWriter<'_> {
        PieceWriter { pieces: self, piece: Vec::with_capacity(PIECE_BYTES) }
    }

    /// Says that all of the body has been written.
    pub(crate) fn end(&self) -> io::Result<()> {
        self.send(None)
    }

    fn send(&self, piece: Option<Bytes>) -> io::Result<()> {
        if self.is_lost.get() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let sent = Handle::current().block_on(self.sender.send_timeout(piece, TAKE_TIME));
        self.is_lost.set(sent.is_err());
        sent.map_err(|error| match error {
            SendTimeoutError::Timeout(_) => io::ErrorKind::TimedOut.into(),
            SendTimeoutError::Closed(_) => io::ErrorKind::BrokenPipe.into(),
        })
    }
}

impl Write for PieceWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE_BYTES {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = std::mem::replace(&mut self.piece, Vec::with_capacity(PIECE_BYTES));
        self.pieces.send(Some(piece.into()))
    }
}

impl HttpBody for StreamedBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        Poll::Ready(match ready!(self.0.poll_recv(context)) {
            Some(Some(piece)) => Some(Ok(Frame::data(piece))),
            Some(None) => None,
            None => Some(Err(io::ErrorKind::UnexpectedEof.into())),
        })
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    /// What a client receives of a body that is written so.
    fn received(write: impl FnOnce(&Pieces) -> io::Result<()> + Send + 'static) -> io::Result<Bytes> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (pieces, body) = streamed_body();
            tokio::task::spawn_blocking(move || write(&pieces));
            body.collect().await.map(|body| body.to_bytes())
        })
    }

    #[test]
    fn a_body_that_is_not_written_to_its_end_is_not_taken_for_whole() {
        let write = |pieces: &Pieces| {
            let mut writer = pieces.writer();
            writer.write_all(&[b'x'; 3 * PIECE_BYTES / 2])?;
            writer.flush()
        };
        let whole = received(move |pieces| write(pieces).and_then(|()| pieces.end()));
        assert_eq!(whole.unwrap().len(), 3 * PIECE_BYTES / 2);
        assert_eq!(received(write).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
