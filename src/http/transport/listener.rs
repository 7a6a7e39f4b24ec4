/*!
The listening socket of a server, TCP or Unix.
*/

use std::io::{self, ErrorKind};
use std::iter;
use std::net::IpAddr;
use std::path::Path;

use lexdex_core::platform::{SocketBacklog, SocketListener};
use tokio::net::{TcpListener, TcpStream};

use crate::http::transport::stream::ByteStream;
use crate::http::transport::timeouts::Timeouts;

/// Returns the path in an address such as `unix:/run/lexdex.sock`, and `None` for a TCP address.
pub fn socket_path(address: &str) -> Option<&Path> {
    address.strip_prefix("unix:").map(Path::new)
}

/// A listening socket.
pub(crate) enum Listener {
    Tcp(TcpListener),
    Unix(SocketListener),
}

impl Listener {
    pub(crate) async fn bind(address: &str) -> io::Result<Self> {
        let Some(path) = socket_path(address) else {
            // Sets SO_REUSEADDR, but not on Windows, where other programs could then listen at the same address.
            return TcpListener::bind(address).await.map(Self::Tcp);
        };
        if path.as_os_str().is_empty() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "the path after \"unix:\" is missing"));
        }
        SocketListener::bind(path).await.map(Self::Unix)
    }

    /// Returns the URL for clients: `http://` and the address, or `unix:` and the path.
    pub(crate) fn url(&self) -> io::Result<String> {
        Ok(match self {
            Self::Tcp(listener) => format!("http://{}", listener.local_addr()?),
            Self::Unix(listener) => format!("unix:{}", listener.path().display()),
        })
    }

    /// Accepts the next connection. Also returns the address of the peer, which exists only over TCP.
    pub(crate) async fn accept(&self, timeouts: &Timeouts) -> io::Result<(ByteStream, Option<IpAddr>)> {
        Ok(match self {
            Self::Tcp(listener) => {
                let (socket, peer) = listener.accept().await?;
                (tcp_stream(socket, timeouts), Some(peer.ip()))
            }
            Self::Unix(listener) => (ByteStream::new(listener.accept().await?, timeouts), None),
        })
    }

    /// Iterates over the connections in the kernel's queue, which the runtime may not have seen yet. The iterator ends
    /// when the queue is empty. Dropping it closes the listener.
    pub(crate) fn into_backlog(
        self,
        timeouts: Timeouts,
    ) -> io::Result<impl Iterator<Item = (ByteStream, Option<IpAddr>)>> {
        let backlog = match self {
            Self::Tcp(listener) => Backlog::Tcp(listener.into_std()?),
            Self::Unix(listener) => Backlog::Unix(listener.into_backlog()?),
        };
        Ok(iter::from_fn(move || backlog.accept(&timeouts).ok()))
    }
}

fn tcp_stream(socket: TcpStream, timeouts: &Timeouts) -> ByteStream {
    // A response is a single write; Nagle's algorithm would only delay it.
    if let Err(error) = socket.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY");
    }
    ByteStream::new(socket, timeouts)
}

/// A non-blocking listening socket outside the runtime.
enum Backlog {
    Tcp(std::net::TcpListener),
    Unix(SocketBacklog),
}

impl Backlog {
    fn accept(&self, timeouts: &Timeouts) -> io::Result<(ByteStream, Option<IpAddr>)> {
        match self {
            Self::Tcp(listener) => {
                let (socket, peer) = listener.accept()?;
                socket.set_nonblocking(true)?;
                Ok((tcp_stream(TcpStream::from_std(socket)?, timeouts), Some(peer.ip())))
            }
            Self::Unix(listener) => Ok((ByteStream::new(listener.accept()?, timeouts), None)),
        }
    }
}
