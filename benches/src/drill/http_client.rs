//! An HTTP/1.1 client for drills: any status is a response.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(super) struct DrillConnection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// The outcome of a request.
#[derive(Clone, Copy)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) latency: Duration,
}

impl DrillConnection {
    pub(super) async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: vec![0; 1 << 16] })
    }

    /// Sends a GET that a proxy seems to have forwarded for this client.
    pub(super) async fn send(&mut self, target: &str, client: Ipv4Addr) -> Result<()> {
        let mut request = Vec::new();
        write!(request, "GET {target} HTTP/1.1\r\nHost: drill\r\nX-Forwarded-For: {client}\r\n\r\n")?;
        Ok(self.stream.write_all(&request).await?)
    }

    /// Sends a GET and reads the response. The latency counts from `start`.
    pub(super) async fn get(&mut self, target: &str, client: Ipv4Addr, start: Instant) -> Result<Response> {
        self.send(target, client).await?;
        let (status, _) = self.read().await?;
        Ok(Response { status, latency: start.elapsed() })
    }

    /// Reads a response: its status and its body.
    pub(super) async fn read(&mut self) -> Result<(u16, Vec<u8>)> {
        let mut read = Vec::new();
        let n_head = loop {
            self.read_more(&mut read).await?;
            if let Some(end) = read.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let head = std::str::from_utf8(&read[..n_head])?.to_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).context("no status")?;
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let n_body: usize = length.context("the response has no length")?.parse()?;
        while read.len() < n_head + n_body {
            self.read_more(&mut read).await?;
        }
        Ok((status, read.split_off(n_head)))
    }

    async fn read_more(&mut self, read: &mut Vec<u8>) -> Result<()> {
        let n_more = self.stream.read(&mut self.buffer).await?;
        ensure!(n_more > 0, "the server closed the connection");
        read.extend_from_slice(&self.buffer[..n_more]);
        Ok(())
    }
}

/// The responses to a kind of request.
#[derive(Default)]
pub(super) struct Responses(Vec<Response>);

impl Responses {
    pub(super) fn push(&mut self, response: Response) {
        self.0.push(response);
    }

    pub(super) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The number of responses with a status for which this is true.
    pub(super) fn n_with(&self, is_meant: impl Fn(u16) -> bool) -> usize {
        self.0.iter().filter(|response| is_meant(response.status)).count()
    }

    /// A quantile of the latencies of responses with this status, in milliseconds.
    pub(super) fn quantile(&self, status: u16, share: f64) -> f64 {
        let with_status = self.0.iter().filter(|response| response.status == status);
        let mut latencies: Vec<Duration> = with_status.map(|response| response.latency).collect();
        latencies.sort_unstable();
        let position = ((latencies.len() as f64 * share) as usize).min(latencies.len().saturating_sub(1));
        latencies.get(position).map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
    }
}
