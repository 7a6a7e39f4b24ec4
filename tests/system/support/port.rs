//! Ports reserved for a test.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener};

use socket2::{Domain, Socket, Type};

/// A port without a listener: connections to it are refused, and a server can listen there.
pub(crate) struct Port {
    pub(crate) address: SocketAddr,
    /// A socket that is bound but does not listen, so that no other program gets the port. On other systems than Linux
    /// no server could listen beside it.
    _bound: Option<TcpListener>,
}

impl Port {
    pub(crate) fn reserve() -> Self {
        let bound = Socket::new(Domain::IPV4, Type::STREAM, None).unwrap();
        // Servers set it too. Several sockets may be bound to the port as long as at most one listens.
        bound.set_reuse_address(true).unwrap();
        bound.bind(&SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0).into()).unwrap();
        let bound = TcpListener::from(bound);
        let address = bound.local_addr().unwrap();
        Self { address, _bound: cfg!(target_os = "linux").then_some(bound) }
    }
}
