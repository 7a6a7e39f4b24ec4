//! Bodies of requests over a real socket. Unit tests beside the code cover HTTP/1.1.

use std::time::Instant;

use super::client::Client;
use super::frames::{
    DATA, END_HEADERS, END_STREAM, Frame, FrameClient, HEADERS, RST_STREAM, SETTINGS, WINDOW_UPDATE, frame,
};
use super::{TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

/// The maximum number of streams of a connection.
const N_STREAMS: u32 = 100;

/// The flag of SETTINGS that acknowledges those of the server.
const ACK: u8 = 1;

/// The bytes of a body that may come before any of them are read.
const STREAM_WINDOW: usize = 8192;

/// `:status: 200` in HPACK's static table.
const STATUS_200: u8 = 0x88;

/// A POST with a media type that is refused at once.
fn post_of_other_type(stream: u32) -> Vec<u8> {
    frame(HEADERS, END_HEADERS, stream, b"\x83\x86\x04\x11/api/v1/citations\x01\x06lexdex\x0f\x10\x09text/html")
}

/// A POST of plain text. Its body comes in later frames.
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
    assert_eq!(window, Some(&(STREAM_WINDOW as u32).to_be_bytes()[..]));
    let streams = || (0..N_STREAMS).map(|number| 2 * number + 1);
    // More streams than the server handles at once, each with an incomplete body.
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

fn next_of_stream(client: &mut FrameClient, stream: u32) -> Frame {
    std::iter::from_fn(|| client.next()).find(|frame| frame.stream == stream).expect("the connection ends")
}

/// Reads a response to its end; no reset may come before that.
fn read_response(client: &mut FrameClient, stream: u32) {
    let mut is_ended = false;
    while !is_ended {
        let frame = next_of_stream(client, stream);
        assert!(frame.kind == HEADERS || frame.kind == DATA, "{frame:?}");
        is_ended = frame.flags & END_STREAM != 0;
    }
}

#[test]
fn h2_body_of_a_refused_request_is_discarded_until_it_ends() {
    let server = TestServer::start(tiny_index(), 8, lexdex::http::Timeouts::default());
    let mut client = FrameClient::connect(server.address, 1 << 16);
    // The server's window applies once its settings are acknowledged.
    client.next_of(SETTINGS).unwrap();
    client.send([frame(SETTINGS, ACK, 0, b""), post_of_other_type(1)].concat()).unwrap();
    read_response(&mut client, 1);
    for _ in 0..4 {
        client.send(frame(DATA, 0, 1, &b"x".repeat(STREAM_WINDOW))).unwrap();
        assert_eq!(next_of_stream(&mut client, 1).kind, WINDOW_UPDATE);
    }
    client.send([frame(DATA, END_STREAM, 1, b"x"), post_of_other_type(3)].concat()).unwrap();
    loop {
        let frame = client.next().unwrap();
        assert!(frame.kind != RST_STREAM, "{frame:?}");
        if frame.kind == HEADERS {
            assert_eq!(frame.stream, 3);
            break;
        }
    }
}

#[test]
fn h2_stream_of_a_refused_body_without_end_is_reset_without_an_error() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let mut client = FrameClient::connect(server.address, 1 << 16);
    let start = Instant::now();
    client.send(post_of_other_type(1)).unwrap();
    read_response(&mut client, 1);
    let reset = client.next_of(RST_STREAM).unwrap();
    assert_eq!((reset.stream, &reset.payload[..]), (1, &[0; 4][..]));
    assert!(start.elapsed() >= TIMEOUTS.linger, "{:?}", start.elapsed());
}
