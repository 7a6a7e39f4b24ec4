/*!
Unix sockets.
*/

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net;
use std::path::{Path, PathBuf};

use tokio::net::{UnixListener, UnixStream};

/// A connection over a Unix socket.
pub type SocketStream = UnixStream;

pub(in crate::platform) async fn connect(path: &Path) -> io::Result<SocketStream> {
    UnixStream::connect(path).await
}

/// A listening socket. Its file is removed on drop.
pub struct SocketListener {
    listener: UnixListener,
    file: SocketFile,
}

impl SocketListener {
    /// Listens at a path. Replaces a socket file left by a process that no longer listens.
    pub async fn bind(path: &Path) -> io::Result<Self> {
        let listener = match UnixListener::bind(path) {
            Err(error) if error.kind() == ErrorKind::AddrInUse => {
                remove_stale(path).await?;
                UnixListener::bind(path)?
            }
            bound => bound?,
        };
        Ok(Self { listener, file: SocketFile::new(path)? })
    }

    /// The path of the socket file.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// Accepts the next connection.
    pub async fn accept(&self) -> io::Result<SocketStream> {
        Ok(self.listener.accept().await?.0)
    }

    /// Detaches the socket from the runtime.
    pub fn into_backlog(self) -> io::Result<SocketBacklog> {
        Ok(SocketBacklog { listener: self.listener.into_std()?, _file: self.file })
    }
}

/// A non-blocking listening socket outside the runtime.
pub struct SocketBacklog {
    listener: net::UnixListener,
    /// Removed when the listener closes.
    _file: SocketFile,
}

impl SocketBacklog {
    /// Accepts a waiting connection, or fails with `WouldBlock`.
    pub fn accept(&self) -> io::Result<SocketStream> {
        let (socket, _) = self.listener.accept()?;
        socket.set_nonblocking(true)?;
        UnixStream::from_std(socket)
    }
}

/// Removes a socket file left by a process that no longer listens. Fails for any other file, and keeps it.
async fn remove_stale(path: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.file_type().is_socket() {
        let message = "the file there is not a socket: remove it, or choose another path";
        return Err(io::Error::new(ErrorKind::AlreadyExists, message));
    }
    match UnixStream::connect(path).await {
        Err(error) if error.kind() == ErrorKind::ConnectionRefused => fs::remove_file(path),
        Err(error) => Err(error),
        Ok(_) => Err(io::Error::new(ErrorKind::AddrInUse, "another process listens there")),
    }
}

/// The file of a Unix socket, removed on drop.
struct SocketFile {
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
        // A file that has replaced ours belongs to another process and stays.
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
