//! Ports reserved for a test.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener};

use rustix::net::{AddressFamily, SocketType, bind, socket, sockopt::set_socket_reuseaddr};

/// A port that is bound but has no listener: connections to it are refused, and a server can listen there.
pub(crate) struct Port {
    pub(crate) address: SocketAddr,
    /// The socket is bound but does not listen.
    _bound: TcpListener,
}

impl Port {
    pub(crate) fn reserve() -> Self {
        let bound = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
        // Servers set it too. Several sockets may be bound to the port as long as at most one listens.
        set_socket_reuseaddr(&bound, true).unwrap();
        bind(&bound, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)).unwrap();
        let bound = TcpListener::from(bound);
        Self { address: bound.local_addr().unwrap(), _bound: bound }
    }
}
