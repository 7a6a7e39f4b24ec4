//! Servers that send too little, or name a wait that is too long.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::fetch::progress::Silent;

const TIMES: RequestTimes = RequestTimes {
    stall: Duration::from_millis(150),
    head: Duration::from_millis(200),
    window: Duration::from_millis(200),
    pause: Duration::from_millis(1),
    ..RequestTimes::USUAL
};

const OFTEN: Duration = Duration::from_millis(20);

/// Requests `latest` from a server that sends `at_once` immediately and then a letter in each interval. Returns the
/// error and the number of requests.
fn error_of(at_once: &'static str, interval: Duration) -> (String, usize) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let n_requests = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&n_requests);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let counter = Arc::clone(&counter);
            thread::spawn(move || serve(&stream, at_once, interval, &counter));
        }
    });
    let address = Address::parse(&address, None, "r").unwrap();
    let client = StoreClient::with_times(address, &Silent, TIMES).unwrap();
    let error = client.get("latest", None, 1 << 20).unwrap_err();
    (error.to_string(), n_requests.load(Ordering::Relaxed))
}

fn serve(mut stream: &TcpStream, at_once: &str, interval: Duration, counter: &AtomicUsize) {
    let mut lines = BufReader::new(stream).lines().map_while(std::io::Result::ok);
    if lines.by_ref().any(|line| line.is_empty()) {
        counter.fetch_add(1, Ordering::Relaxed);
        let mut next = stream.write_all(at_once.as_bytes());
        while next.is_ok() {
            thread::sleep(interval);
            next = stream.write_all(b"x");
        }
    }
}

#[test]
fn body_that_trickles_is_an_error() {
    let (error, n_requests) = error_of("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n", OFTEN);
    assert!(error.ends_with("/latest sent less than 4096 bytes a second for 0.2 s (attempt 6 of 6)"), "{error}");
    assert_eq!(n_requests, 6);
}

#[test]
fn body_that_stalls_is_an_error() {
    let (error, n_requests) = error_of("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n", Duration::from_secs(3600));
    assert!(error.ends_with("/latest sent nothing for 0.15 s (attempt 6 of 6)"), "{error}");
    assert_eq!(n_requests, 6);
}

#[test]
fn head_that_trickles_is_an_error() {
    let (error, n_requests) = error_of("HTTP/1.1 200 OK\r\nx-long: ", OFTEN);
    assert!(error.ends_with("/latest did not answer within 0.2 s (attempt 6 of 6)"), "{error}");
    assert_eq!(n_requests, 6);
}

#[test]
fn store_that_asks_for_an_hour_is_not_waited_for() {
    let response = "HTTP/1.1 503 Busy\r\nretry-after: 3600\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    let (error, n_requests) = error_of(response, OFTEN);
    let expected = "/latest answered 503 Service Unavailable, and asks to wait 3600 s: run again after that";
    assert!(error.ends_with(expected), "{error}");
    assert_eq!(n_requests, 1);
}
