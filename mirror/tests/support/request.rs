//! A request as the server has received it.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};
use std::time::Instant;

/// A request with the status of its response.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path with its query.
    pub(crate) path: String,
    /// The headers by their names in lower case.
    pub(crate) headers: BTreeMap<String, String>,
    /// The time at which the request arrived.
    pub(crate) at: Instant,
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Request {
    /// Reads a request. `None` at the end of the connection.
    pub(crate) fn read(reader: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let mut words = line.split_whitespace().map(str::to_owned);
        let (Some(method), Some(path)) = (words.next(), words.next()) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        let mut headers = BTreeMap::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
        }
        let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
        let mut body = Vec::new();
        reader.by_ref().take(length).read_to_end(&mut body)?;
        Ok(Some(Self { method, path, headers, at: Instant::now(), status: 0, body }))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    /// The request on one line: status, path, and the headers on which the response depends.
    pub(crate) fn summary(&self) -> String {
        let method = if self.method == "GET" { String::new() } else { format!("{} ", self.method) };
        let mut summary = format!("{} {method}{}", self.status, self.path);
        for name in ["accept", "if-none-match", "if-match", "if-modified-since", "range", "if-range"] {
            if let Some(value) = self.header(name).filter(|value| *value != "*/*") {
                summary.push_str(&format!(" {name}: {value}"));
            }
        }
        summary
    }
}
