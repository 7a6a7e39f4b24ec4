//! Any bytes on a connection: every response is a success or a client error, and the connection ends.

#![no_main]

mod live;

use libfuzzer_sys::fuzz_target;

/// Starts of requests, so that fewer inputs are refused at their first byte.
const STARTS: [&[u8]; 4] = [
    b"",
    b"GET /",
    b"GET /api/v1/cases HTTP/1.1\r\n",
    b"POST /api/v1/cases HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
];

fuzz_target!(|input: &[u8]| {
    let Some((start, rest)) = input.split_first() else { return };
    let start = STARTS[usize::from(*start) % STARTS.len()];
    let answers = live::answers_to(&[start, rest].concat());
    if answers.is_empty() {
        return;
    }
    let status = answers.strip_prefix(b"HTTP/1.1 ").or_else(|| answers.strip_prefix(b"HTTP/1.0 "));
    assert!(matches!(status, Some([b'1'..=b'4', ..])), "{}", answers.escape_ascii());
});
