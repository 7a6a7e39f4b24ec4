/*!
Asks a server over keep-alive connections, one request at a time on each, from one thread on a core of its own.
*/

use std::collections::HashSet;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// How many clients there are, where every request is another's.
pub(crate) const N_CLIENTS: u32 = 1_000_000;

/// What is asked: paths in turn, again and again.
#[derive(Clone)]
pub(crate) struct Requests {
    paths: Arc<[String]>,
    /// How many were asked, where every request is another client's.
    n_asked: Option<Arc<AtomicU32>>,
}

impl Requests {
    pub(crate) fn of(paths: Vec<String>) -> Self {
        Self { paths: paths.into(), n_asked: None }
    }

    /// The same, as if a proxy had each from another of a million clients.
    pub(crate) fn of_many_clients(&self) -> Self {
        Self { paths: Arc::clone(&self.paths), n_asked: Some(Arc::default()) }
    }

    /// How many were asked, where every request is another client's.
    pub(crate) fn n_asked(&self) -> u32 {
        self.n_asked.as_ref().map_or(0, |n_asked| n_asked.load(Ordering::Relaxed))
    }

    /// How many different ones there are.
    pub(crate) fn n_different(&self) -> usize {
        self.paths.iter().collect::<HashSet<_>>().len()
    }

    fn write(&self, path: &str, request: &mut Vec<u8>) -> Result<()> {
        request.clear();
        write!(request, "GET {path} HTTP/1.1\r\nHost: bench\r\n")?;
        if let Some(n_asked) = &self.n_asked {
            // Times an odd number, so that the addresses are all over the space and none comes twice.
            let client = (n_asked.fetch_add(1, Ordering::Relaxed) % N_CLIENTS).wrapping_mul(2_654_435_761);
            write!(request, "X-Forwarded-For: {}\r\n", Ipv4Addr::from(client))?;
        }
        request.extend_from_slice(b"\r\n");
        Ok(())
    }
}

/// What a load found.
#[derive(Default)]
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

    pub(crate) fn requests_per_second(&self) -> f64 {
        self.n_requests as f64 / self.seconds
    }
}

/// Asks for so long, over so many connections.
pub(crate) fn run(address: SocketAddr, requests: &Requests, n_connections: usize, time: Duration) -> Result<Load> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let start = Instant::now();
        let mut connections = JoinSet::new();
        for connection in 0..n_connections {
            let requests = requests.clone();
            let first = connection * requests.paths.len() / n_connections;
            connections.spawn(async move { ask(address, &requests, first, start + time).await });
        }
        let mut all = Load::default();
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

async fn ask(address: SocketAddr, requests: &Requests, first: usize, end: Instant) -> Result<Load> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut request = Vec::new();
    let mut buffer = vec![0; 1 << 18];
    let mut load = Load::default();
    for path in requests.paths.iter().cycle().skip(first) {
        let start = Instant::now();
        if start >= end {
            break;
        }
        requests.write(path, &mut request)?;
        stream.write_all(&request).await?;
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
