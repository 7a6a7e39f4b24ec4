//! A server at its capacity.

use std::thread;

use super::client::{Client, get};
use super::{TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

#[test]
fn idle_connections_at_capacity_give_way_to_waiting_clients() {
    let server = TestServer::start(tiny_index(), 2, TIMEOUTS);
    let address = server.address;
    let _silent = [(); 2].map(|()| Client::connect(address));
    let responses = [(); 5].map(|()| thread::spawn(move || get(address, "/healthz")));
    for response in responses {
        assert_eq!(response.join().unwrap().status, 200);
    }
}
