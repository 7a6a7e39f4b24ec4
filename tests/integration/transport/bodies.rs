//! Bodies of requests over a real socket. Unit tests beside the code have more of them.

use super::client::Client;
use super::{TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

#[test]
fn slow_body_is_408_while_others_are_served() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let mut slow = Client::connect(server.address);
    slow.send(
        "POST /api/v1/citations HTTP/1.1\r\nHost: lexdex\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nx",
    );
    let mut other = Client::connect(server.address);
    other.send(
        "POST /api/v1/citations HTTP/1.1\r\nHost: lexdex\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno",
    );
    assert_eq!(other.response().status, 200);
    let response = slow.response();
    assert_eq!((response.status, response.header("connection")), (408, Some("close")));
    slow.wait_for_the_end();
}
