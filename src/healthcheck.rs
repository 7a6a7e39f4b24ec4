/*!
`lexdex healthcheck`: asks a server on this machine whether it is ready, as a container's health check does, where
there is no other program to ask with.
*/

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, UnixStream, lookup_host};
use tokio::time::timeout;

use crate::http::socket_path;

/// Ready rather than alive: what waits for a container to be healthy is about to send it requests.
const PATH: &str = "/readyz";

/// How long the answer may take: more than a busy server needs, less than those wait who ask again and again.
const PATIENCE: Duration = Duration::from_secs(3);

/// The most bytes of an answer that are looked at for its status.
const MOST_STATUS_BYTES: u64 = 256;

/// Asks the server that listens at an address, as `--listen` has it, whether it is ready. An error says why it is not.
pub async fn check(listen: &str) -> Result<()> {
    let Ok(status) = timeout(PATIENCE, status(listen)).await else {
        bail!("no answer from {listen} within {} seconds", PATIENCE.as_secs());
    };
    let status = status?;
    ensure!(status.split(' ').nth(1) == Some("200"), "{listen} answers {status:?} to {PATH}");
    Ok(())
}

/// The first line of the answer.
async fn status(listen: &str) -> Result<String> {
    let status = match socket_path(listen) {
        Some(path) => ask(UnixStream::connect(path)).await,
        None => ask(TcpStream::connect(&*addresses_to_ask(listen).await?)).await,
    };
    status.with_context(|| format!("no answer from {listen}"))
}

async fn addresses_to_ask(listen: &str) -> Result<Vec<SocketAddr>> {
    let addresses = lookup_host(listen).await.with_context(|| format!("there is no address {listen} to ask at"))?;
    let addresses: Vec<SocketAddr> = addresses.map(address_to_ask).collect();
    ensure!(
        addresses.iter().all(|address| address.port() != 0),
        "port 0 of {listen} is whichever was free: give --listen with the port the server has told"
    );
    Ok(addresses)
}

/// Where a server is asked that listens at an address: this machine's own, if it listens at all of them.
fn address_to_ask(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    address
}

async fn ask<S: AsyncRead + AsyncWrite + Unpin>(connection: impl Future<Output = io::Result<S>>) -> io::Result<String> {
    let mut stream = connection.await?;
    let request = format!("GET {PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.take(MOST_STATUS_BYTES).read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}
