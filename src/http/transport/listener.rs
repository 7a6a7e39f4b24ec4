/*!
The listening socket of a server, TCP or Unix.
*/

use std::fs;
use std::io::{self, ErrorKind};
use std::iter;
use std::net::IpAddr;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

use crate::http::transport::stream::Stream;
use crate::http::transport::timeouts::Timeouts;

/// Returns the path in an address such as `unix:/run/lexdex.sock`, and `None` for a TCP address.
pub fn socket_path(address: &str) -> Option<&Path> {
    address.strip_prefix("unix:").map(Path::new)
}

/// A listening socket.
pub(crate) enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener, SocketFile),
}

impl Listener {
    pub(crate) async fn bind(address: &str) -> io::Result<Self> {
        let Some(path) = socket_path(address) else {
            return TcpListener::bind(address).await.map(Self::Tcp);
        };
        if path.as_os_str().is_empty() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "there is no path behind \"unix:\""));
        }
        let listener = match UnixListener::bind(path) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => {
                remove_stale(path).await?;
                UnixListener::bind(path)?
            }
            bound => bound?,
        };
        Ok(Self::Unix(listener, SocketFile::new(path)?))
    }

    /// The URL at which clients connect: `http://` and the address, or `unix:` and the path.
    pub(crate) fn url(&self) -> io::Result<String> {
        Ok(match self {
            Self::Tcp(listener) => format!("http://{}", listener.local_addr()?),
            Self::Unix(_, file) => format!("unix:{}", file.path.display()),
        })
    }

    /// Accepts the next connection. The peer has an address only over TCP.
    pub(crate) async fn accept(&self, timeouts: &Timeouts) -> io::Result<(Stream, Option<IpAddr>)> {
        Ok(match self {
            Self::Tcp(listener) => {
                let (socket, peer) = listener.accept().await?;
                (tcp_stream(socket, timeouts), Some(peer.ip()))
            }
            Self::Unix(listener, _) => (Stream::new(listener.accept().await?.0, timeouts), None),
        })
    }

    /// Iterates over the connections that wait in the kernel's queue at the time of each call, of which the runtime may
    /// not know yet. Dropping the iterator closes the listener.
    pub(crate) fn into_backlog(self, timeouts: Timeouts) -> io::Result<impl Iterator<Item = (Stream, Option<IpAddr>)>> {
        let backlog = match self {
            Self::Tcp(listener) => Backlog::Tcp(listener.into_std()?),
            Self::Unix(listener, file) => Backlog::Unix(listener.into_std()?, file),
        };
        Ok(iter::from_fn(move || backlog.accept(&timeouts).ok()))
    }
}

fn tcp_stream(socket: TcpStream, timeouts: &Timeouts) -> Stream {
    // A response is a single write; Nagle's algorithm would only delay it.
    if let Err(error) = socket.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY");
    }
    Stream::new(socket, timeouts)
}

/// A listening socket outside the runtime, which accepts without waiting.
enum Backlog {
    Tcp(std::net::TcpListener),
    Unix(
        std::os::unix::net::UnixListener,
        #[expect(dead_code, reason = "removed when the listener closes")] SocketFile,
    ),
}

impl Backlog {
    fn accept(&self, timeouts: &Timeouts) -> io::Result<(Stream, Option<IpAddr>)> {
        match self {
            Self::Tcp(listener) => {
                let (socket, peer) = listener.accept()?;
                socket.set_nonblocking(true)?;
                Ok((tcp_stream(TcpStream::from_std(socket)?, timeouts), Some(peer.ip())))
            }
            Self::Unix(listener, _) => {
                let (socket, _) = listener.accept()?;
                socket.set_nonblocking(true)?;
                Ok((Stream::new(UnixStream::from_std(socket)?, timeouts), None))
            }
        }
    }
}

/// Removes the socket file of a process that no longer listens. Any other file is an error and stays.
async fn remove_stale(path: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.file_type().is_socket() {
        let message = "there is something that is no socket: remove it, or choose another path";
        return Err(io::Error::new(ErrorKind::AlreadyExists, message));
    }
    match UnixStream::connect(path).await {
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => fs::remove_file(path),
        Err(error) => Err(error),
        Ok(_) => Err(io::Error::new(ErrorKind::AddrInUse, "another process listens there")),
    }
}

/// The file of a Unix socket, removed on drop.
pub(crate) struct SocketFile {
    path: PathBuf,
    device_and_inode: (u64, u64),
}

impl SocketFile {
    fn new(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), device_and_inode: device_and_inode(path)? })
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // A file that replaced ours belongs to another process.
        if device_and_inode(&self.path).is_ok_and(|found| found == self.device_and_inode)
            && let Err(error) = fs::remove_file(&self.path)
        {
            tracing::warn!(%error, path = %self.path.display(), "cannot remove the socket");
        }
    }
}

fn device_and_inode(path: &Path) -> io::Result<(u64, u64)> {
    let metadata = fs::symlink_metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}
