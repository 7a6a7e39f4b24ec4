//! HTTP/2 clients that leave responses unread while their connection is active.

use std::iter;
use std::thread;
use std::time::{Duration, Instant};

use lexdex::http::Timeouts;
use lexdex_index::Index;

use super::client::get;
use super::frames::{self, DATA, END_STREAM, FrameClient, HEADERS, PING, RST_STREAM, frame, ping, window};
use super::index::IndexDirectory;
use super::{SLACK, TIMEOUTS, TestServer};
use crate::integration::corpus::cases_of_one_citation;
use crate::integration::support::tiny_index;

/// The maximum number of responses of a connection that are computed or sent at once.
const MAX_RESPONSES: usize = 16;

/// The number of the longest responses that fill the budget of a connection.
const N_LONG_RESPONSES: u32 = 8;

/// The time for which the server keeps the connection of a client that repeats `again`.
#[track_caller]
fn duration_of(mut client: FrameClient, again: impl Fn(&mut FrameClient)) -> Duration {
    let start = Instant::now();
    let pings = client.keep_pinging();
    let mut reader = client.another();
    let reader = thread::spawn(move || while reader.next().is_some() {});
    while !pings.is_finished() {
        assert!(start.elapsed() < 4 * TIMEOUTS.take + SLACK, "the connection stays open");
        again(&mut client);
        thread::sleep(Duration::from_millis(10));
    }
    let duration = start.elapsed();
    for thread in [pings, reader] {
        thread.join().unwrap();
    }
    duration
}

#[test]
fn h2_connection_of_an_unread_response_is_cut_despite_pings() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let mut client = FrameClient::connect(server.address, 0);
    for number in 0..100 {
        client.send(frames::get(2 * number + 1, "/api/v1/cases")).unwrap();
    }
    assert!(duration_of(client, |_| ()) >= TIMEOUTS.take);
}

#[test]
fn h2_connection_of_a_response_that_is_read_byte_by_byte_is_cut() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let mut client = FrameClient::connect(server.address, 0);
    client.send(frames::get(1, "/api/v1/statutes")).unwrap();
    let duration = duration_of(client, |client| {
        let _ = client.send(window(1, 1));
    });
    assert!(duration >= TIMEOUTS.take);
}

#[test]
fn h2_connection_of_an_unread_response_is_cut_while_others_are_read() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let mut client = FrameClient::connect(server.address, 0);
    client.send(frames::get(1, "/api/v1/statutes")).unwrap();
    let next = std::sync::atomic::AtomicU32::new(3);
    let duration = duration_of(client, |client| {
        let stream = next.fetch_add(2, std::sync::atomic::Ordering::Relaxed);
        let _ = client.send([frames::get(stream, "/healthz"), window(stream, 1000)].concat());
    });
    assert!(duration >= TIMEOUTS.take);
}

#[test]
fn h2_connection_without_requests_is_closed_despite_pings() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    assert!(duration_of(FrameClient::connect(server.address, 0), |_| ()) >= TIMEOUTS.idle);
}

#[test]
fn h2_connection_computes_a_bounded_number_of_responses_at_once() {
    let timeouts = Timeouts { take: 2 * SLACK, ..TIMEOUTS };
    let server = TestServer::start(tiny_index(), 8, timeouts);
    let mut client = FrameClient::connect(server.address, 0);
    for number in 0..100 {
        client.send(frames::get(2 * number + 1, "/api/v1/cases")).unwrap();
    }
    let mut heads: Vec<_> = (0..MAX_RESPONSES).map(|_| client.next_of(HEADERS).unwrap()).collect();
    thread::sleep(Duration::from_millis(300));
    client.send(ping()).unwrap();
    let n_more = iter::from_fn(|| client.next()).take_while(|frame| frame.kind != PING).count();
    assert_eq!(n_more, 0);
    // Each stream that the client resets makes room for another.
    for number in 0..100 - MAX_RESPONSES {
        client.send(frame(RST_STREAM, 0, heads[number].stream, &8_u32.to_be_bytes())).unwrap();
        heads.push(client.next_of(HEADERS).unwrap());
    }
}

#[test]
fn h2_connection_holds_a_bounded_number_of_bytes_of_responses_at_once() {
    let timeouts = Timeouts { take: 4 * SLACK, body: SLACK, ..TIMEOUTS };
    let server = TestServer::start(cases_of_one_citation("9 F.3d 9", 12).write().index(), 8, timeouts);
    // The records of the last citations do not fit into the response.
    let text = b"9 F.3d 9; ".repeat(600);
    let mut client = FrameClient::connect(server.address, 0);
    for number in 0..N_LONG_RESPONSES {
        let stream = 2 * number + 1;
        client
            .send([frames::post(stream, "/api/v1/citations"), frame(DATA, END_STREAM, stream, &text)].concat())
            .unwrap();
        assert_eq!(client.next_of(HEADERS).unwrap().stream, stream);
    }
    let next = 2 * N_LONG_RESPONSES + 1;
    client.send([frames::get(next, "/healthz"), ping()].concat()).unwrap();
    thread::sleep(Duration::from_millis(300));
    client.send(ping()).unwrap();
    for _ in 0..2 {
        let frame = iter::from_fn(|| client.next()).find(|frame| [PING, HEADERS].contains(&frame.kind)).unwrap();
        assert_eq!(frame.kind, PING, "{frame:?}");
    }
    client.send(frame(RST_STREAM, 0, 1, &8_u32.to_be_bytes())).unwrap();
    assert_eq!(client.next_of(HEADERS).unwrap().stream, next);
}

/// The client takes longer for the page than the time limit for a single piece.
#[test]
fn h2_response_that_is_read_slowly_is_whole() {
    let index = IndexDirectory::of_long_statutes(100, 10_000);
    let server = TestServer::start(Index::open(&index.path()).unwrap().into(), 8, TIMEOUTS);
    let page = "/api/v1/statutes?limit=100";
    let start = Instant::now();
    let mut client = FrameClient::connect(server.address, 0);
    client.send([frames::get(1, page), window(0, 1 << 30)].concat()).unwrap();
    let mut opening = client.another();
    let windows = thread::spawn(move || {
        while opening.send(window(1, 1 << 14)).is_ok() {
            thread::sleep(Duration::from_millis(50));
        }
    });
    let mut body = Vec::new();
    loop {
        let frame = client.next_of(DATA).unwrap();
        body.extend(frame.payload);
        if frame.flags & END_STREAM > 0 {
            break;
        }
    }
    assert!(start.elapsed() > TIMEOUTS.take + TIMEOUTS.idle, "{:?}", start.elapsed());
    assert!(body == get(server.address, page).body.as_bytes(), "{} bytes", body.len());
    drop(server);
    windows.join().unwrap();
}
