/*!
Generates load: sends requests over keep-alive connections, one at a time on each, from a single thread.
*/

use std::collections::HashSet;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// The number of simulated clients.
pub(crate) const N_CLIENTS: usize = 1_000_000;

/// The requests of the loads on one server. A load continues where the previous one stopped, so that a server's caches
/// do not see the same few requests in every round.
#[derive(Clone)]
pub(crate) struct Requests {
    paths: Arc<[String]>,
    order: Order,
    /// The number of simulated clients, which send requests in turn, if there are any.
    n_clients: Option<usize>,
    /// Shared by all clones.
    n_sent: Arc<AtomicUsize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// After the last request comes the first again.
    Cycle,
    /// Each request is sent once. A load ends early after the last one.
    Once,
}

impl Requests {
    /// The requests, sent in turn and repeated.
    pub(crate) fn new(paths: Vec<String>) -> Self {
        Self { paths: paths.into(), order: Order::Cycle, n_clients: None, n_sent: Arc::default() }
    }

    /// The requests, each sent once.
    pub(crate) fn once(paths: Vec<String>) -> Self {
        Self { order: Order::Once, ..Self::new(paths) }
    }

    /// Returns the same requests for another server, from the first one.
    pub(crate) fn restarted(&self) -> Self {
        Self { n_sent: Arc::default(), ..self.clone() }
    }

    /// Returns the same requests for a server without caches, from the first one and repeated.
    pub(crate) fn cycled(&self) -> Self {
        Self { order: Order::Cycle, ..self.restarted() }
    }

    /// Returns the same requests for another server, as if forwarded by a proxy from a million clients in turn.
    pub(crate) fn with_many_clients(&self) -> Self {
        self.with_clients(N_CLIENTS)
    }

    /// Returns the same requests for another server, as if forwarded by a proxy from this number of clients in turn.
    pub(crate) fn with_clients(&self, n_clients: usize) -> Self {
        Self { n_clients: Some(n_clients), ..self.restarted() }
    }

    /// Returns the number of requests taken so far. It can exceed their number.
    pub(crate) fn n_sent(&self) -> usize {
        self.n_sent.load(Ordering::Relaxed)
    }

    /// Returns whether each request was sent.
    pub(crate) fn are_sent(&self) -> bool {
        self.n_sent() >= self.paths.len()
    }

    /// Takes the next request, with its number. Returns `None` if each request may be sent only once, and was.
    fn next(&self) -> Option<(&str, usize)> {
        let number = self.n_sent.fetch_add(1, Ordering::Relaxed);
        let is_over = self.order == Order::Once && number >= self.paths.len();
        (!is_over).then(|| (&*self.paths[number % self.paths.len()], number))
    }

    pub(crate) fn paths(&self) -> &[String] {
        &self.paths
    }

    /// Returns the number of distinct requests.
    pub(crate) fn n_distinct(&self) -> usize {
        self.paths.iter().collect::<HashSet<_>>().len()
    }

    fn write(&self, path: &str, number: usize, request: &mut Vec<u8>) -> Result<()> {
        request.clear();
        write!(request, "GET {path} HTTP/1.1\r\nHost: bench\r\n")?;
        if let Some(n_clients) = self.n_clients {
            // Multiplying by an odd number spreads the addresses and keeps them distinct.
            let client = ((number % n_clients) as u32).wrapping_mul(2_654_435_761);
            write!(request, "X-Forwarded-For: {}\r\n", Ipv4Addr::from(client))?;
        }
        request.extend_from_slice(b"\r\n");
        Ok(())
    }
}

#[derive(Default)]
pub(crate) struct LoadResult {
    /// The number of requests that were served.
    pub(crate) n_requests: u64,
    /// The number of requests that were refused with 503 or 429.
    pub(crate) n_refused: u64,
    pub(crate) n_body_bytes: u64,
    pub(crate) seconds: f64,
    /// Latencies in nanoseconds, sorted once the load has ended.
    latencies: Vec<u32>,
}

impl LoadResult {
    /// Returns a quantile of the latencies, in microseconds; `share` is between 0 and 1.
    pub(crate) fn latency(&self, share: f64) -> f64 {
        let position = ((self.latencies.len() as f64 * share) as usize).min(self.latencies.len().saturating_sub(1));
        f64::from(self.latencies.get(position).copied().unwrap_or(0)) / 1000.0
    }

    /// Returns the mean size of a body, in bytes.
    pub(crate) fn mean_body_bytes(&self) -> usize {
        (self.n_body_bytes / self.n_requests.max(1)) as usize
    }

    pub(crate) fn requests_per_second(&self) -> f64 {
        self.n_requests as f64 / self.seconds
    }
}

/// Sends a single request on a connection of its own, and returns the body of the response.
pub(crate) fn body(address: SocketAddr, target: &str) -> Result<String> {
    let mut stream = std::net::TcpStream::connect(address)?;
    write!(stream, "GET {target} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n")?;
    let mut response = String::new();
    stream.read_to_string(&mut response)?;
    let (head, body) = response.split_once("\r\n\r\n").context("no response")?;
    ensure!(head.starts_with("HTTP/1.1 200"), "the server at {address} responds to {target} with {response}");
    Ok(body.to_owned())
}

/// Runs a load over `n_connections` connections for the given time, or until there are no more requests. Fails if there
/// were none at all.
pub(crate) fn run(
    address: SocketAddr,
    requests: &Requests,
    n_connections: usize,
    time: Duration,
) -> Result<LoadResult> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let start = Instant::now();
        let mut connections = JoinSet::new();
        for _ in 0..n_connections {
            let requests = requests.clone();
            connections.spawn(async move { send_requests(address, &requests, start + time).await });
        }
        let mut all = LoadResult::default();
        while let Some(load) = connections.join_next().await {
            let load = load??;
            all.n_requests += load.n_requests;
            all.n_refused += load.n_refused;
            all.n_body_bytes += load.n_body_bytes;
            all.latencies.extend(load.latencies);
        }
        ensure!(all.latencies.len() as u64 + all.n_refused > 0, "all {} requests were sent", requests.paths.len());
        all.seconds = start.elapsed().as_secs_f64();
        all.latencies.sort_unstable();
        Ok(all)
    })
}

async fn send_requests(address: SocketAddr, requests: &Requests, end: Instant) -> Result<LoadResult> {
    let mut stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut request = Vec::new();
    let mut buffer = vec![0; 1 << 18];
    let mut load = LoadResult::default();
    loop {
        let start = Instant::now();
        let next = if start < end { requests.next() } else { None };
        let Some((path, number)) = next else { break };
        requests.write(path, number, &mut request)?;
        stream.write_all(&request).await?;
        match read_response(&mut stream, &mut buffer).await? {
            Some(n_body_bytes) => {
                load.n_body_bytes += n_body_bytes as u64;
                load.n_requests += 1;
                load.latencies.push(start.elapsed().as_nanos() as u32);
            }
            None => load.n_refused += 1,
        }
    }
    Ok(load)
}

/// Reads a response and returns the size of its body; `None` for a 503 or a 429.
async fn read_response(stream: &mut TcpStream, buffer: &mut [u8]) -> Result<Option<usize>> {
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
    let is_refusal = ["HTTP/1.1 503", "HTTP/1.1 429"].iter().any(|line| head.starts_with(line));
    let is_response = is_refusal || head.starts_with("HTTP/1.1 200");
    ensure!(is_response, "the server responded {}", head.lines().next().unwrap_or_default());
    let n_body = content_length(head).context("the response has no length")?;
    let mut n_left = (n_head + n_body).saturating_sub(n_read);
    while n_left > 0 {
        let n_more = stream.read(buffer).await?;
        ensure!(n_more > 0, "the server closed the connection");
        n_left = n_left.saturating_sub(n_more);
    }
    Ok((!is_refusal).then_some(n_body))
}

/// Returns the size of the body by the head of the response, in whatever case the server writes names of headers.
fn content_length(head: &str) -> Option<usize> {
    let mut headers = head.lines().filter_map(|line| line.split_once(": "));
    let (_, length) = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-length"))?;
    length.parse().ok()
}
