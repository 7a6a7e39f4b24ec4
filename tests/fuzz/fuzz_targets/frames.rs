//! Any frames on an HTTP/2 connection: the server sends valid frames, and ends the connection.

#![no_main]

mod live;

use libfuzzer_sys::fuzz_target;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The kinds of frames, and one unknown kind.
const N_KINDS: u8 = 11;

/// Heads of requests, so that there are open streams.
const HEADS: [&[u8]; 3] = [
    // `GET /`, a list and an export.
    &[0x82, 0x86, 0x84],
    b"\x82\x86\x04\x0d/api/v1/cases",
    b"\x82\x86\x04\x22/api/v1/bills/export?format=ndjson",
];

/// The answer to the last frame, a ping.
const LAST_ANSWER: &[u8] = &[0, 0, 8, PING, ACK, 0, 0, 0, 0, 0xf0, 0x22, 0xf0, 0x22, 0xf0, 0x22, 0xf0, 0x22];

const PING: u8 = 6;
const ACK: u8 = 1;

fuzz_target!(|input: &[u8]| {
    let mut last = LAST_ANSWER.to_vec();
    last[4] = 0;
    let sent = [PREFACE, &frames(input), &last].concat();
    live::check_frames(&live::answers_to(&sent, LAST_ANSWER));
});

/// The frames that the input describes: kind, flags, stream and length by a byte each, and the payload.
fn frames(mut input: &[u8]) -> Vec<u8> {
    let mut frames = vec![0, 0, 0, 4, 0, 0, 0, 0, 0];
    while let [kind, flags, stream, n_bytes, rest @ ..] = input {
        let head = HEADS.get(usize::from(*n_bytes).wrapping_sub(usize::from(u8::MAX) - HEADS.len()));
        let payload = head.copied().unwrap_or(&rest[..rest.len().min((*n_bytes).into())]);
        frames.extend([0, 0, payload.len() as u8, kind % N_KINDS, *flags, 0, 0, 0, stream % 16]);
        frames.extend(payload);
        input = if head.is_some() { rest } else { &rest[payload.len()..] };
    }
    frames
}
