//! A port of this machine that the system gives to nobody else while a test needs it.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener};

use rustix::net::{AddressFamily, SocketType, bind, socket, sockopt::set_socket_reuseaddr};

/// A port that is bound, and at which nobody listens: a connection to it is refused, and a server that is told to
/// listen there can.
pub(crate) struct Port {
    pub(crate) address: SocketAddr,
    /// Bound alone; a listener only by its type.
    _bound: TcpListener,
}

impl Port {
    pub(crate) fn reserve() -> Self {
        let bound = socket(AddressFamily::INET, SocketType::STREAM, None).unwrap();
        // As every server sets it: two may have the port as long as no more than one listens.
        set_socket_reuseaddr(&bound, true).unwrap();
        bind(&bound, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0)).unwrap();
        let bound = TcpListener::from(bound);
        Self { address: bound.local_addr().unwrap(), _bound: bound }
    }
}
