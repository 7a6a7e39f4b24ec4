/*!
A body that is written on a thread of its own while it is sent. The thread waits where the client does not read, so that
no more of the body is held than a few pieces; when the client has gone, its next write fails.
*/

use std::io::{self, Write};
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Bytes, HttpBody};
use hyper::body::Frame;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How much is sent at once.
const PIECE_BYTES: usize = 64 << 10;

/// How many pieces wait to be sent.
const MOST_PIECES: usize = 4;

/// A piece, or why there is none.
type Piece = io::Result<Bytes>;

/// The reading end: the body.
pub(super) struct StreamedBody(Receiver<Piece>);

/// The writing end, for a thread that may wait.
pub(super) struct Pieces(Sender<Piece>);

/// Gathers what is written into pieces.
pub(super) struct PieceWriter<'p> {
    pieces: &'p Pieces,
    piece: Vec<u8>,
}

/// A body, and what it is written with.
pub(super) fn streamed_body() -> (Pieces, StreamedBody) {
    let (pieces, sent) = channel(MOST_PIECES);
    (Pieces(pieces), StreamedBody(sent))
}

impl Pieces {
    /// What writes the body.
    pub(super) fn writer(&self) -> PieceWriter<'_> {
        PieceWriter { pieces: self, piece: Vec::with_capacity(PIECE_BYTES) }
    }

    /// Ends the body in the middle, so that the client does not take it for whole.
    pub(super) fn fail(&self, error: io::Error) {
        // Nobody needs to know it who has gone.
        let _ = self.0.blocking_send(Err(error));
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
        self.pieces.0.blocking_send(Ok(piece.into())).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl HttpBody for StreamedBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
