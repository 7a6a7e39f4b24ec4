//! An HTTP/2 client that sends exactly the frames it is given.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const PRIORITY: u8 = 2;
pub(crate) const RST_STREAM: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PING: u8 = 6;
pub(crate) const GOAWAY: u8 = 7;
pub(crate) const WINDOW_UPDATE: u8 = 8;

/// The flag of DATA and HEADERS that ends a stream.
pub(crate) const END_STREAM: u8 = 1;

/// The flag of HEADERS without CONTINUATION.
pub(crate) const END_HEADERS: u8 = 4;

/// The time that a frame may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A frame.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) stream: u32,
    pub(crate) payload: Vec<u8>,
}

/// The bytes of a frame.
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let n_bytes = (payload.len() as u32).to_be_bytes();
    [&n_bytes[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// A GET without a body.
pub(crate) fn get(stream: u32, target: &str) -> Vec<u8> {
    get_with(stream, target, &[])
}

/// A GET with header fields in HPACK's bytes.
pub(crate) fn get_with(stream: u32, target: &str, fields: &[u8]) -> Vec<u8> {
    // `:method: GET` and `:scheme: http` of HPACK's static table, and the path and the authority as literals.
    let n_bytes = u8::try_from(target.len()).ok().filter(|length| *length < 0x7f).expect("a short target");
    let head = [&[0x82, 0x86, 0x04, n_bytes], target.as_bytes(), b"\x01\x06lexdex", fields].concat();
    frame(HEADERS, END_HEADERS | END_STREAM, stream, &head)
}

/// The head of a POST of plain text. Its body comes in later frames.
pub(crate) fn post(stream: u32, target: &str) -> Vec<u8> {
    // `:method: POST` and `:scheme: http` of HPACK's static table; the path, the authority and the type as literals.
    let n_bytes = u8::try_from(target.len()).ok().filter(|length| *length < 0x7f).expect("a short target");
    let head = [&[0x83, 0x86, 0x04, n_bytes], target.as_bytes(), b"\x01\x06lexdex\x0f\x10\x0atext/plain"].concat();
    frame(HEADERS, END_HEADERS, stream, &head)
}

/// SETTINGS with this initial window of each stream.
pub(crate) fn initial_window(n_bytes: u32) -> Vec<u8> {
    const INITIAL_WINDOW_SIZE: u8 = 4;
    frame(SETTINGS, 0, 0, &[&[0, INITIAL_WINDOW_SIZE], &n_bytes.to_be_bytes()[..]].concat())
}

/// A `WINDOW_UPDATE`.
pub(crate) fn window(stream: u32, n_bytes: u32) -> Vec<u8> {
    frame(WINDOW_UPDATE, 0, stream, &n_bytes.to_be_bytes())
}

pub(crate) fn ping() -> Vec<u8> {
    frame(PING, 0, 0, &[0; 8])
}

/// A connection.
pub(crate) struct FrameClient(TcpStream);

impl FrameClient {
    /// Opens a connection in which the window of each stream has this size.
    pub(crate) fn connect(address: SocketAddr, window: u32) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut client = Self(stream);
        client.send([PREFACE, &initial_window(window)].concat()).unwrap();
        client
    }

    /// Another handle of the connection.
    pub(crate) fn another(&self) -> Self {
        Self(self.0.try_clone().unwrap())
    }

    /// Sends a ping ten times a second for as long as the connection lives.
    pub(crate) fn keep_pinging(&self) -> JoinHandle<()> {
        let mut client = self.another();
        thread::spawn(move || {
            while client.send(ping()).is_ok() {
                thread::sleep(Duration::from_millis(100));
            }
        })
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        self.0.write_all(bytes.as_ref())
    }

    pub(crate) fn close(&self) {
        let _ = self.0.shutdown(Shutdown::Both);
    }

    /// The next frame, or `None` once the server has closed or reset the connection.
    #[track_caller]
    pub(crate) fn next(&mut self) -> Option<Frame> {
        self.read().map(Some).unwrap_or_else(|error| match error.kind() {
            ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset => None,
            _ => panic!("the connection stays open: {error}"),
        })
    }

    /// The next frame of this kind. Others are skipped.
    #[track_caller]
    pub(crate) fn next_of(&mut self, kind: u8) -> Option<Frame> {
        std::iter::from_fn(|| self.next()).find(|frame| frame.kind == kind)
    }

    fn read(&mut self) -> io::Result<Frame> {
        let mut head = [0; 9];
        self.0.read_exact(&mut head)?;
        let [high, middle, low, kind, flags, stream @ ..] = head;
        let mut payload = vec![0; u32::from_be_bytes([0, high, middle, low]) as usize];
        self.0.read_exact(&mut payload)?;
        Ok(Frame { kind, flags, stream: u32::from_be_bytes(stream), payload })
    }
}
