/*!
Stand-ins for Unix sockets, which the runtime does not support on Windows. No value of these types is ever created.
*/

use std::io;
use std::path::Path;

use tokio::net::TcpStream;

/// A connection over a socket.
pub(crate) type SocketStream = TcpStream;

pub(crate) async fn connect(_path: &Path) -> io::Result<SocketStream> {
    Err(unsupported())
}

fn unsupported() -> io::Error {
    let message = "lexdex has no Unix sockets on Windows: give an address and a port, such as 127.0.0.1:8080";
    io::Error::new(io::ErrorKind::Unsupported, message)
}

/// A listening socket.
pub(crate) enum SocketListener {}

impl SocketListener {
    pub(crate) async fn bind(_path: &Path) -> io::Result<Self> {
        Err(unsupported())
    }

    pub(crate) fn path(&self) -> &Path {
        match *self {}
    }

    pub(crate) async fn accept(&self) -> io::Result<SocketStream> {
        match *self {}
    }

    pub(crate) fn into_backlog(self) -> io::Result<SocketBacklog> {
        match self {}
    }
}

/// A listening socket outside the runtime.
pub(crate) enum SocketBacklog {}

impl SocketBacklog {
    pub(crate) fn accept(&self) -> io::Result<SocketStream> {
        match *self {}
    }
}
