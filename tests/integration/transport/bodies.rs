//! Bodies of requests over a real socket. Those over HTTP/1.1 have tests of their own beside the code.

use super::client::Client;
use super::frames::{DATA, END_HEADERS, END_STREAM, FrameClient, HEADERS, SETTINGS, frame};
use super::{TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

/// The maximum number of streams of a connection.
const N_STREAMS: u32 = 100;

/// `:status: 200` in HPACK's static table.
const STATUS_200: u8 = 0x88;

/// A POST of plain text, whose body comes in frames of its own.
fn post(stream: u32) -> Vec<u8> {
    // `:method: POST` and `:scheme: http` of HPACK's static table, the path, the authority and the type as literals.
    let head = b"\x83\x86\x04\x11/api/v1/citations\x01\x06lexdex\x0f\x10\x0atext/plain";
    frame(HEADERS, END_HEADERS, stream, head)
}

#[test]
fn h2_bodies_that_come_at_the_same_time_are_all_read_through_small_windows() {
    let server = TestServer::start(tiny_index(), 8, lexdex::http::Timeouts::default());
    let mut client = FrameClient::connect(server.address, 1 << 16);
    let settings = client.next_of(SETTINGS).unwrap().payload;
    let window = settings.chunks(6).find(|setting| setting[..2] == [0, 4]).map(|setting| &setting[2..]);
    assert_eq!(window, Some(&8192_u32.to_be_bytes()[..]));
    let streams = || (0..N_STREAMS).map(|number| 2 * number + 1);
    // More streams than responses are made at once, each with a body that is not complete.
    for stream in streams() {
        client.send([post(stream), frame(DATA, 0, stream, &b"x".repeat(300))].concat()).unwrap();
    }
    for stream in streams() {
        client.send(frame(DATA, END_STREAM, stream, &b"y".repeat(300))).unwrap();
    }
    for _ in streams() {
        assert_eq!(client.next_of(HEADERS).unwrap().payload[0], STATUS_200);
    }
}

#[test]
fn slow_body_is_408_and_the_connection_ends_while_others_are_served() {
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
