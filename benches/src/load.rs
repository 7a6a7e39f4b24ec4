/*!
Asks a server over keep-alive connections, one request at a time on each, from one thread on a core of its own.
*/

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// What a load found.
pub(crate) struct Load {
    pub(crate) n_requests: u64,
    pub(crate) n_body_bytes: u64,
    pub(crate) seconds: f64,
    latencies: Vec<u32>,
}

impl Load {
    /// The latency that this share of the requests did not exceed, in microseconds.
    pub(crate) fn latency(&self, share: f64) -> f64 {
        let position = ((self.latencies.len() as f64 * share) as usize).min(self.latencies.len().saturating_sub(1));
        f64::from(self.latencies.get(position).copied().unwrap_or(0)) / 1000.0
    }

    /// The mean size of a body.
    pub(crate) fn mean_body_bytes(&self) -> usize {
        (self.n_body_bytes / self.n_requests.max(1)) as usize
    }
}

/// Asks the paths in turn, again and again, for so long, over so many connections.
pub(crate) fn run(address: SocketAddr, paths: &[String], n_connections: usize, time: Duration) -> Result<Load> {
    let requests: Vec<Vec<u8>> =
        paths.iter().map(|path| format!("GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n").into_bytes()).collect();
    let requests = std::sync::Arc::new(requests);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let start = Instant::now();
        let mut connections = JoinSet::new();
        for connection in 0..n_connections {
            let requests = std::sync::Arc::clone(&requests);
            let first = connection * requests.len() / n_connections;
            connections.spawn(async move { ask(address, &requests, first, start + time).await });
        }
        let mut all = Load { n_requests: 0, n_body_bytes: 0, seconds: 0.0, latencies: Vec::new() };
        while let Some(load) = connections.join_next().await {
            let load = load??;
            all.n_requests += load.n_requests;
            all.n_body_bytes += load.n_body_bytes;
            all.latencies.extend(load.latencies);
        }
        all.seconds = start.elapsed().as_secs_f64();
        all.latencies.sort_unstable();
        Ok(all)
    })
}

async fn ask(address: SocketAddr, requests: &[Vec<u8>], first: usize, end: Instant) -> Result<Load> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut buffer = vec![0; 1 << 18];
    let mut load = Load { n_requests: 0, n_body_bytes: 0, seconds: 0.0, latencies: Vec::new() };
    for request in requests.iter().cycle().skip(first) {
        let start = Instant::now();
        if start >= end {
            break;
        }
        stream.write_all(request).await?;
        load.n_body_bytes += read_answer(&mut stream, &mut buffer).await? as u64;
        load.n_requests += 1;
        load.latencies.push(start.elapsed().as_nanos() as u32);
    }
    Ok(load)
}

/// Reads an answer and returns the size of its body.
async fn read_answer(stream: &mut TcpStream, buffer: &mut [u8]) -> Result<usize> {
    let mut n_read = 0;
    let n_head = loop {
        let n_more = stream.read(&mut buffer[n_read..]).await?;
        ensure!(n_more > 0, "the server closed the connection");
        n_read += n_more;
        if let Some(end) = buffer[..n_read].windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            break end + 4;
        }
    };
    let head = std::str::from_utf8(&buffer[..n_head])?;
    ensure!(head.starts_with("HTTP/1.1 200"), "the server answered {}", head.lines().next().unwrap_or_default());
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let n_body: usize = length.context("the answer has no length")?.parse()?;
    let mut n_left = (n_head + n_body).saturating_sub(n_read);
    while n_left > 0 {
        let n_more = stream.read(buffer).await?;
        ensure!(n_more > 0, "the server closed the connection");
        n_left = n_left.saturating_sub(n_more);
    }
    Ok(n_body)
}
