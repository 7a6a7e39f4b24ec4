/*!
Stand-ins for Unix sockets, which the runtime does not support on Windows. No value of these types is ever created.
*/

use std::io;
use std::path::Path;

use tokio::net::TcpStream;

/// A connection over a socket.
pub type SocketStream = TcpStream;

pub(in crate::platform) async fn connect(_path: &Path) -> io::Result<SocketStream> {
    Err(unsupported())
}

fn unsupported() -> io::Error {
    let message = "lexdex has no Unix sockets on Windows: give an address and a port, such as 127.0.0.1:8080";
    io::Error::new(io::ErrorKind::Unsupported, message)
}

/// A listening socket.
pub enum SocketListener {}

impl SocketListener {
    /// Fails, and names what works instead.
    pub async fn bind(_path: &Path) -> io::Result<Self> {
        Err(unsupported())
    }

    /// The path of the socket file.
    pub fn path(&self) -> &Path {
        match *self {}
    }

    /// Accepts the next connection.
    pub async fn accept(&self) -> io::Result<SocketStream> {
        match *self {}
    }

    /// Detaches the socket from the runtime.
    pub fn into_backlog(self) -> io::Result<SocketBacklog> {
        match self {}
    }
}

/// A listening socket outside the runtime.
pub enum SocketBacklog {}

impl SocketBacklog {
    /// Accepts a waiting connection.
    pub fn accept(&self) -> io::Result<SocketStream> {
        match *self {}
    }
}
