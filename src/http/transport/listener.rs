/*!
Where a server listens: at an address of the network, or at a Unix socket, which is a file.
*/

use std::fs;
use std::io::{self, ErrorKind};
use std::iter;
use std::net::{IpAddr, SocketAddr};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

use crate::http::transport::stream::Stream;

/// The path of the Unix socket, if an address such as `unix:/run/lexdex.sock` names one.
pub fn socket_path(address: &str) -> Option<&Path> {
    address.strip_prefix("unix:").map(Path::new)
}

/// What takes connections.
pub(crate) enum Listener {
    Network(TcpListener),
    Socket(UnixListener, SocketFile),
}

impl Listener {
    pub(crate) async fn bind(address: &str) -> io::Result<Self> {
        let Some(path) = socket_path(address) else {
            return TcpListener::bind(address).await.map(Self::Network);
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
        Ok(Self::Socket(listener, SocketFile::new(path)?))
    }

    /// Where it listens, as a client may be told.
    pub(crate) fn place(&self) -> io::Result<String> {
        Ok(match self {
            Self::Network(listener) => format!("http://{}", listener.local_addr()?),
            Self::Socket(_, file) => format!("unix:{}", file.path.display()),
        })
    }

    /// The next connection, and the address of the peer, if it has one.
    pub(crate) async fn accept(&self) -> io::Result<(Stream, Option<IpAddr>)> {
        match self {
            Self::Network(listener) => listener.accept().await.map(of_network),
            Self::Socket(listener, _) => listener.accept().await.map(of_socket),
        }
    }

    /// The connections that the system has let in and nobody has accepted, up to the moment of each call: the runtime
    /// learns of them only later. With the last of them, listening ends.
    pub(crate) fn into_waiting(self) -> io::Result<impl Iterator<Item = (Stream, Option<IpAddr>)>> {
        let last = match self {
            Self::Network(listener) => Last::Network(listener.into_std()?),
            Self::Socket(listener, file) => Last::Socket(listener.into_std()?, file),
        };
        Ok(iter::from_fn(move || last.accept().ok()))
    }
}

fn of_network((stream, peer): (TcpStream, SocketAddr)) -> (Stream, Option<IpAddr>) {
    // An answer is one write; waiting for more to send only delays it.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY");
    }
    (Stream::new(stream), Some(peer.ip()))
}

fn of_socket<A>((stream, _): (UnixStream, A)) -> (Stream, Option<IpAddr>) {
    (Stream::new(stream), None)
}

/// What has taken connections and is to take the last, without waiting for any.
enum Last {
    Network(std::net::TcpListener),
    Socket(std::os::unix::net::UnixListener, #[expect(dead_code, reason = "goes with it")] SocketFile),
}

impl Last {
    fn accept(&self) -> io::Result<(Stream, Option<IpAddr>)> {
        match self {
            Self::Network(listener) => {
                let (stream, peer) = listener.accept()?;
                stream.set_nonblocking(true)?;
                Ok(of_network((TcpStream::from_std(stream)?, peer)))
            }
            Self::Socket(listener, _) => {
                let (stream, peer) = listener.accept()?;
                stream.set_nonblocking(true)?;
                Ok(of_socket((UnixStream::from_std(stream)?, peer)))
            }
        }
    }
}

/// Removes the socket of a process that is gone. Nothing else is removed.
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

/// The file of a socket, which goes when the server does.
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
        // Whoever has put another file there keeps it.
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
