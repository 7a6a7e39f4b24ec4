//! Request heads over HTTP/2, which are small on the wire and large in memory.

use std::thread;
use std::time::Duration;

use lexdex::http::Timeouts;
use serde_json::{Value, json};

use super::frames::{self, DATA, END_STREAM, FrameClient, HEADERS, initial_window, window};
use super::{TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

/// The maximum number of responses of a connection that are computed or sent at once.
const MAX_RESPONSES: usize = 16;

/// `:status: 200` in HPACK's static table.
const STATUS_200: u8 = 0x88;

#[test]
fn h2_request_of_100_header_fields_is_served_and_one_more_is_a_431() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let mut client = FrameClient::connect(server.address, 1 << 16);
    let fields = |n_fields| b"\x00\x01a\x01b".repeat(n_fields);
    client.send(frames::get_with(1, "/api/v1/cases", &fields(100))).unwrap();
    assert_eq!(client.next_of(HEADERS).unwrap().payload[0], STATUS_200);
    while client.next_of(DATA).unwrap().flags & END_STREAM == 0 {}
    client.send(frames::get_with(3, "/api/v1/cases", &fields(101))).unwrap();
    assert_ne!(client.next_of(HEADERS).unwrap().payload[0], STATUS_200);
    let body: Value = serde_json::from_slice(&client.next_of(DATA).unwrap().payload).unwrap();
    assert_eq!(body, json!({ "error": "the request has 101 header fields; the maximum is 100" }));
}

#[test]
fn h2_requests_with_more_than_512_kib_of_heads_at_once_are_431s() {
    const TARGET: &str = "/api/v1/cases";
    const N_REQUESTS: usize = 100;
    let server = TestServer::start(tiny_index(), 8, Timeouts::default());
    let mut client = FrameClient::connect(server.address, 0);
    // A field with a name of one byte and a value of 8,000 bytes. HPACK encodes that length as 127 and then 7,873 in
    // groups of seven bits.
    let field = [b"\x00\x01a\x7f\xc1\x3d".as_slice(), &b"x".repeat(8000)].concat();
    for number in 0..N_REQUESTS {
        client.send(frames::get_with(2 * number as u32 + 1, TARGET, &field)).unwrap();
    }
    // No response ends before all requests have come.
    thread::sleep(Duration::from_millis(500));
    client.send([window(0, 1 << 24), initial_window(1 << 16)].concat()).unwrap();
    let heads: Vec<u8> = (0..N_REQUESTS).map(|_| client.next_of(HEADERS).unwrap().payload[0]).collect();
    let n_served = heads.iter().filter(|status| **status == STATUS_200).count();
    // The server has already dropped the request heads of responses that wait to be sent.
    let max_waiting = (512 << 10) / (1 + 8000 + 32 + TARGET.len());
    assert!((max_waiting..=max_waiting + MAX_RESPONSES).contains(&n_served), "{n_served}");
}
