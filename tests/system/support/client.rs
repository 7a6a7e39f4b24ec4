//! An HTTP/1.1 client that sends exactly the bytes it is given.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// The time that a response may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The headers, with names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        Self::from(TcpStream::connect(address).unwrap())
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.try_send(bytes).unwrap();
    }

    /// Sends bytes to a server that may have closed the connection.
    pub(crate) fn try_send(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes.as_ref())
    }

    /// Sends a GET and reads the response; the connection stays open.
    pub(crate) fn get(&mut self, target: &str) -> Response {
        self.send(format!("GET {target} HTTP/1.1\r\nHost: lexdex\r\n\r\n"));
        self.response()
    }

    /// Reads a response. Panics if the connection closes first.
    #[track_caller]
    pub(crate) fn response(&mut self) -> Response {
        self.try_response().unwrap().expect("the connection was closed without a response")
    }

    /// Reads a response. Returns `None` if the connection is closed instead.
    pub(crate) fn try_response(&mut self) -> io::Result<Option<Response>> {
        let Some(status) = self.line()? else {
            return Ok(None);
        };
        let status = status.split(' ').nth(1).unwrap().parse().unwrap();
        let mut headers = Vec::new();
        while let Some((name, value)) = self.line()?.ok_or(io::ErrorKind::UnexpectedEof)?.split_once(": ") {
            headers.push((name.to_lowercase(), value.to_owned()));
        }
        let mut response = Response { status, headers, body: String::new() };
        let n_bytes = response.header("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = vec![0; n_bytes];
        self.stream.read_exact(&mut body)?;
        response.body = String::from_utf8(body).unwrap();
        Ok(Some(response))
    }

    /// A line without its end, or `None` at the end of the connection.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        let n_bytes = self.stream.read_line(&mut line)?;
        Ok((n_bytes > 0).then(|| line.trim_end().to_owned()))
    }

    /// Reads until the server closes the connection.
    pub(crate) fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.stream.read_to_string(&mut rest).unwrap();
        rest
    }

    /// Waits until the server has closed or reset the connection.
    pub(crate) fn wait_for_the_end(&mut self) {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
            Err(error) => panic!("the connection stays open: {error}"),
        }
    }
}

impl From<TcpStream> for Client {
    fn from(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream) }
    }
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The total of a list.
    #[track_caller]
    pub(crate) fn total(&self) -> u64 {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()["meta"]["total"].as_u64().unwrap()
    }
}

/// Sends one GET on a connection of its own.
pub(crate) fn get(address: SocketAddr, target: &str) -> Response {
    Client::connect(address).get(target)
}
