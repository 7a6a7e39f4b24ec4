//! Floods of HTTP/2 control frames.

use std::iter;

use lexdex_index::Index;

use super::client::get;
use super::frames::{
    self, DATA, END_HEADERS, END_STREAM, FrameClient, HEADERS, PRIORITY, SETTINGS, frame, initial_window, ping, window,
};
use super::index::IndexDirectory;
use super::{TIMEOUTS, TestServer};
use crate::integration::support::tiny_index;

/// The number of control frames that a client may send at once.
const BURST: usize = 1000;

/// More control frames than the server allows, however long sending them takes.
const FLOOD: usize = 100_000;

#[test]
fn h2_flood_of_control_frames_is_cut_above_the_burst() {
    let server = TestServer::start(tiny_index(), 16, TIMEOUTS);
    let floods = [
        ("SETTINGS", frame(SETTINGS, 0, 0, &[])),
        ("PING", ping()),
        ("PRIORITY", frame(PRIORITY, 0, 9, &[0, 0, 0, 0, 1])),
        ("WINDOW_UPDATE", window(0, 1)),
        ("unknown", frame(0xbe, 0, 0, b"?")),
    ];
    for (name, frame) in floods {
        let mut client = FrameClient::connect(server.address, 1 << 16);
        // The connection began with one control frame.
        client.send(frame.repeat(BURST - 1)).unwrap();
        client.send(frames::get(1, "/healthz")).unwrap();
        assert!(client.next_of(HEADERS).is_some(), "{name}");
        // The server stops reading somewhere in between.
        let _ = client.send(frame.repeat(FLOOD));
        assert!(iter::from_fn(|| client.next()).count() < FLOOD, "{name}");
    }
    assert_eq!(get(server.address, "/healthz").status, 200);
}

#[test]
fn h2_settings_that_toggle_the_window_of_open_streams_are_cut() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let mut client = FrameClient::connect(server.address, 0);
    for number in 0..100 {
        client.send(frames::get(2 * number + 1, "/api/v1/cases")).unwrap();
    }
    let _ = client.send([initial_window(1), initial_window(0)].concat().repeat(FLOOD / 2));
    assert!(iter::from_fn(|| client.next()).count() < FLOOD);
}

#[test]
fn h2_trailers_of_a_request_end_its_connection() {
    let server = TestServer::start(tiny_index(), 8, TIMEOUTS);
    let trailers = frame(HEADERS, END_HEADERS | END_STREAM, 1, b"\x00\x01a\x01b");
    let mut client = FrameClient::connect(server.address, 1 << 16);
    client.send([frames::post(1, "/api/v1/citations"), frame(DATA, 0, 1, b"1 U.S.C. 1"), trailers].concat()).unwrap();
    assert!(client.next_of(HEADERS).is_none());
    assert_eq!(get(server.address, "/healthz").status, 200);
}

/// The client opens both windows for every frame it reads.
#[test]
fn h2_client_that_opens_windows_often_for_a_long_body_is_served() {
    let index = IndexDirectory::of_long_statutes(100, 200_000);
    let server = TestServer::start(Index::open(&index.path()).unwrap().into(), 8, TIMEOUTS);
    let mut client = FrameClient::connect(server.address, 1 << 14);
    let page = "/api/v1/statutes?limit=100";
    client.send(frames::get(1, page)).unwrap();
    let mut body = Vec::new();
    let (mut n_windows, mut is_whole) = (0, false);
    while !is_whole {
        let frame = client.next_of(DATA).unwrap();
        is_whole = frame.flags & END_STREAM > 0;
        body.extend_from_slice(&frame.payload);
        let n_bytes = frame.payload.len().max(1) as u32;
        client.send([window(0, n_bytes), window(1, n_bytes)].concat()).unwrap();
        n_windows += 2;
    }
    assert!(body == get(server.address, page).body.as_bytes() && n_windows > BURST, "{} bytes", body.len());
}
