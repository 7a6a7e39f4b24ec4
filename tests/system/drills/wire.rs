//! An HTTP/1.1 client for load, and the server's own metrics.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The time that a response may take before a drill fails.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// A connection.
pub(crate) struct Wire(BufReader<TcpStream>);

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) build: String,
    pub(crate) is_last: bool,
    pub(crate) body: Vec<u8>,
}

impl Wire {
    pub(crate) fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(RESPONSE_TIMEOUT))?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    /// Sends a GET. Each of the additional headers ends with CRLF.
    pub(crate) fn send(&mut self, target: &str, headers: &str) -> io::Result<()> {
        write!(self.0.get_mut(), "GET {target} HTTP/1.1\r\nHost: lexdex\r\n{headers}\r\n")
    }

    /// Reads a whole response. Fails if the connection ends first.
    pub(crate) fn response(&mut self) -> io::Result<Response> {
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|status| status.parse().ok());
        let mut headers = BTreeMap::new();
        while let Some((name, value)) = self.line()?.split_once(": ") {
            headers.insert(name.to_lowercase(), value.to_owned());
        }
        let header = |name: &str| headers.get(name).cloned().unwrap_or_default();
        let mut body = Vec::new();
        if header("transfer-encoding") == "chunked" {
            while let Ok(n_bytes @ 1..) = u64::from_str_radix(&self.line()?, 16) {
                self.read(n_bytes, &mut body)?;
                self.line()?;
            }
            self.line()?;
        } else {
            self.read(header("content-length").parse().unwrap_or(0), &mut body)?;
        }
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        Ok(Response { status, build: header("lexdex-build"), is_last: header("connection") == "close", body })
    }

    pub(crate) fn get(&mut self, target: &str, headers: &str) -> io::Result<Response> {
        self.send(target, headers)?;
        self.response()
    }

    pub(crate) fn stream(&mut self) -> &mut TcpStream {
        self.0.get_mut()
    }

    fn read(&mut self, n_bytes: u64, into: &mut Vec<u8>) -> io::Result<()> {
        let n_read = self.0.by_ref().take(n_bytes).read_to_end(into)?;
        if n_read as u64 == n_bytes { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.0.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }
}

/// The metrics of the server by the names of their time series.
pub(crate) struct Metrics(BTreeMap<String, f64>);

impl Metrics {
    pub(crate) fn new(admin: SocketAddr) -> Self {
        let text = Wire::connect(admin).unwrap().get("/metrics", "").unwrap().body;
        let text = String::from_utf8(text).unwrap();
        let samples = text.lines().filter_map(|line| line.rsplit_once(' '));
        Self(samples.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect())
    }

    pub(crate) fn n(&self, name: &str) -> u64 {
        self.0.get(name).map_or(0, |value| *value as u64)
    }

    pub(crate) fn resident_kib(&self) -> u64 {
        self.n("process_resident_memory_bytes") >> 10
    }
}

/// Raises the limit of open files of this process to the maximum.
pub(crate) fn raise_file_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
}

/// Prints a line of figures.
#[expect(clippy::print_stdout, reason = "the result of a drill")]
pub(crate) fn report(line: impl AsRef<str>) {
    println!("{}", line.as_ref());
}
