/*!
`lexdex healthcheck`: checks the readiness of a server on this machine. A container image without curl uses it as its
health check.
*/

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use lexdex_core::platform;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use crate::http::{BasePath, socket_path};

/// Readiness, not liveness, because an orchestrator sends requests to a container once it is healthy.
const READINESS: &str = "/readyz";

/// The maximum time for the response: longer than a busy server needs, and shorter than the usual interval between
/// checks.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// The maximum number of bytes that are read for the status line.
const MAX_STATUS_BYTES: u64 = 256;

/// Succeeds if the server at this address and base path is ready. The address has the form of `--listen`. The error
/// states the reason.
pub async fn check(listen: &str, base_path: &BasePath) -> Result<()> {
    let path = base_path.join(READINESS);
    check_status(listen, &path, fetch_status(listen, &path)).await
}

/// Waits for the status line. Fails unless it is a 200.
async fn check_status(listen: &str, path: &str, status: impl Future<Output = Result<String>>) -> Result<()> {
    let Ok(status) = timeout(RESPONSE_TIMEOUT, status).await else {
        bail!("no response from {listen} within {} seconds", RESPONSE_TIMEOUT.as_secs());
    };
    let status = status?;
    ensure!(status.split(' ').nth(1) == Some("200"), "{listen} responded to {path} with {status:?}");
    Ok(())
}

/// Sends the request, and returns the status line.
async fn fetch_status(listen: &str, path: &str) -> Result<String> {
    let status = match socket_path(listen) {
        Some(socket) => exchange(platform::connect(socket), path).await,
        None => exchange(TcpStream::connect(&*resolve(listen).await?), path).await,
    };
    status.with_context(|| format!("no response from {listen}"))
}

/// Resolves the addresses to connect to.
async fn resolve(listen: &str) -> Result<Vec<SocketAddr>> {
    let addresses = lookup_host(listen).await.with_context(|| format!("cannot resolve {listen}"))?;
    let addresses: Vec<SocketAddr> = addresses.map(reachable_address).collect();
    ensure!(
        addresses.iter().all(|address| address.port() != 0),
        "{listen} has port 0: give --listen the port that the server logged"
    );
    Ok(addresses)
}

/// Replaces an unspecified address (`0.0.0.0`, `::`), which stands for all interfaces, with the loopback address.
fn reachable_address(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    address
}

/// Sends the request and reads the first line of the response.
async fn exchange<S: AsyncRead + AsyncWrite + Unpin>(
    connection: impl Future<Output = io::Result<S>>,
    path: &str,
) -> io::Result<String> {
    let mut stream = connection.await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    stream.take(MAX_STATUS_BYTES).read_to_end(&mut response).await?;
    let response = String::from_utf8_lossy(&response);
    Ok(response.lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use tokio::io::duplex;
    use tokio::time::Instant;

    use super::*;

    const REQUEST: &str = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    /// The connection is in memory, because the paused clock would not wait for a socket.
    #[tokio::test(start_paused = true)]
    async fn silent_server_fails_the_check_after_three_seconds() {
        let (client, mut server) = duplex(1 << 10);
        let start = Instant::now();
        let error = check_status("here", READINESS, async { Ok(exchange(ready(Ok(client)), READINESS).await?) })
            .await
            .unwrap_err();
        assert_eq!(error.to_string(), "no response from here within 3 seconds");
        assert_eq!(start.elapsed().as_secs(), 3);
        let mut request = String::new();
        server.read_to_string(&mut request).await.unwrap();
        assert_eq!(request, REQUEST);
    }
}
