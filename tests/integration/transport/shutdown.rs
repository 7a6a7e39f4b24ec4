//! Shutdown with clients that do not finish their requests.

use std::thread;
use std::time::Duration;

use super::client::Client;
use super::{SLACK, TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

#[test]
fn unfinished_requests_delay_no_longer_than_the_timeout() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let _silent = Client::connect(server.address);
    let mut half = Client::connect(server.address);
    half.send("GET /healthz HT");
    let mut no_body = Client::connect(server.address);
    no_body.send("POST /healthz HTTP/1.1\r\nHost: lexdex\r\nContent-Length: 1000\r\n\r\n");
    assert_eq!(no_body.response().status, 405);
    thread::sleep(Duration::from_millis(100));
    let time = server.stop();
    assert!(time < TIMEOUTS.shutdown + SLACK, "{time:?}");
}

#[test]
fn connections_beyond_the_shutdown_timeout_are_cut() {
    // No other limit ends a connection on which the client only waits for its turn.
    let timeouts = lexdex::http::Timeouts { head: 10 * SLACK, drain_delay: 10 * SLACK, ..TIMEOUTS };
    let server = TestServer::start(tiny_index(), 8, timeouts);
    let mut silent = Client::connect(server.address);
    assert_eq!(silent.get("/healthz").status, 200);
    let time = server.stop();
    assert!(time >= TIMEOUTS.shutdown && time < TIMEOUTS.shutdown + SLACK, "{time:?}");
    silent.wait_for_the_end();
}
