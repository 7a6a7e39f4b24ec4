//! Clients of HTTP/2 that pin memory or flood their connections.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::system::drills::crowds::{latencies, start};
use crate::system::drills::wire::{Metrics, report};
use crate::system::support::frames::{
    self, DATA, END_STREAM, FrameClient, PRIORITY, SETTINGS, WINDOW_UPDATE, frame, initial_window, ping, window,
};

/// The duration in seconds, unless `PIN_SECONDS` sets it.
const DEFAULT_PIN_SECONDS: u64 = 600;

/// The interval between two lines of figures. The first is the time in which memory may grow.
const REPORT_INTERVAL: Duration = Duration::from_secs(60);

const N_PINNING: u32 = 50;

/// The time between the first connections of two of these clients.
const PAUSE: Duration = Duration::from_millis(500);

/// As many requests as a connection may have open at once.
const N_STREAMS: u32 = 100;

/// The time for which each kind of frame floods the server.
const FLOOD_TIME: Duration = Duration::from_secs(10);

/// The number of frames in one write of a flood.
const N_FRAMES: usize = 10_000;

#[test]
#[ignore = "a drill: it takes ten minutes"]
fn clients_that_leave_streams_unread_hold_bounded_memory() {
    let seconds = std::env::var("PIN_SECONDS").map_or(DEFAULT_PIN_SECONDS, |seconds| seconds.parse().unwrap());
    // The cache is off, because cached responses share memory.
    let (server, admin, _index) = start(&["--rate-limit", "0", "--cache-mib", "0"]);
    let address = server.address;
    let is_over = Arc::new(AtomicBool::new(false));
    let n_cut = Arc::new(AtomicU64::new(0));
    let figures = |time: Duration| {
        let metrics = Metrics::of(admin);
        let (kib, n_open) = (metrics.resident_kib(), metrics.n("lexdex_http_connections"));
        let n_cut = n_cut.load(Ordering::Relaxed);
        let latencies = latencies(address);
        report(format!("{time:6.1?}: {kib} KiB resident, {n_open} open, {n_cut} cut; a request: {latencies}"));
        kib
    };
    figures(Duration::ZERO);
    let start = Instant::now();
    let pinning: Vec<_> = (0..N_PINNING)
        .map(|number| {
            let (is_over, n_cut) = (Arc::clone(&is_over), Arc::clone(&n_cut));
            thread::spawn(move || {
                // All connections are of one client, whose checks are refused if too many of them wait.
                thread::sleep(PAUSE * number);
                while !is_over.load(Ordering::Relaxed) {
                    pin(address, number, &is_over);
                    n_cut.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let mut resident = Vec::new();
    while start.elapsed() < Duration::from_secs(seconds) {
        thread::sleep(REPORT_INTERVAL);
        resident.push(figures(start.elapsed()));
    }
    is_over.store(true, Ordering::Relaxed);
    pinning.into_iter().for_each(|client| client.join().unwrap());
    let most = resident.iter().max().unwrap();
    assert!(*most <= resident[0] * 5 / 4, "memory grows after the first minute: {resident:?} KiB");
    assert_eq!(server.stop().code, Some(0));
}

/// Sends as many requests as a connection allows, reads no response, and pings until the connection is cut. The first half
/// are checks of citations, which have the longest responses.
fn pin(address: SocketAddr, number: u32, is_over: &AtomicBool) {
    let mut client = FrameClient::connect(address, 0);
    // Until this frame arrives, the window for the bodies of all requests is 64 KiB. A client that exceeds it is cut.
    client.next_of(WINDOW_UPDATE).expect("the server widens the connection's window");
    // As many fields as a head may have.
    let fields = b"\x00\x01a\x01b".repeat(100);
    for request in 0..N_STREAMS {
        let stream = 2 * request + 1;
        let _ = if request < N_STREAMS / 2 {
            // As many bytes as a body may have before any of them are read.
            let text = b"1 U.S.C. 1; ".repeat(682);
            client.send([frames::post(stream, "/api/v1/citations"), frame(DATA, END_STREAM, stream, &text)].concat())
        } else {
            let target = format!("/api/v1/statutes?limit=100&offset={}", (number * N_STREAMS + request) % 700);
            client.send(frames::get_with(stream, &target, &fields))
        };
    }
    while client.send(ping()).is_ok() && !is_over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
#[ignore = "a drill: it takes a minute"]
fn floods_of_control_frames_are_cut() {
    let (server, admin, _index) = start(&["--rate-limit", "0"]);
    let floods = [
        ("SETTINGS that toggle the windows of 100 streams", [initial_window(1), initial_window(0)].concat(), 2),
        ("SETTINGS", frame(SETTINGS, 0, 0, &[]), 1),
        ("PING", ping(), 1),
        ("PRIORITY", frame(PRIORITY, 0, 999, &[0, 0, 0, 0, 1]), 1),
        ("WINDOW_UPDATE", window(0, 1), 1),
    ];
    for (name, frames, n_frames) in floods {
        let bytes = frames.repeat(N_FRAMES / n_frames);
        let before = Metrics::of(admin).cpu_seconds();
        let start = Instant::now();
        let mut n_cut = 0;
        while start.elapsed() < FLOOD_TIME {
            let mut client = FrameClient::connect(server.address, 0);
            let mut reader = client.another();
            let reader = thread::spawn(move || while reader.next().is_some() {});
            for request in 0..N_STREAMS {
                let _ = client.send(frames::get(2 * request + 1, "/api/v1/statutes?limit=100"));
            }
            while start.elapsed() < FLOOD_TIME && client.send(&bytes).is_ok() {}
            client.close();
            reader.join().unwrap();
            n_cut += 1;
        }
        let cpu = Metrics::of(admin).cpu_seconds() - before;
        report(format!("{name}: {n_cut} connections cut, {cpu:.1} s of CPU"));
        report(format!("then, a request: {}", latencies(server.address)));
    }
    assert_eq!(server.stop().code, Some(0));
}
