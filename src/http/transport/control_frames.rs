/*!
Bounds the HTTP/2 control frames of a client: SETTINGS, PING, PRIORITY, `WINDOW_UPDATE` and all others that neither open
a request nor carry a body. Each costs the server work (SETTINGS for every open stream), and the rate limit does not
count them.

A client needs control frames in proportion to its requests and to the bytes that it receives, so both raise its
allowance. The connection of a client that exceeds the allowance is closed.

So is a connection with the trailers of a request. No request needs them, and hyper holds those of requests that wait.
*/

use std::io;

use tokio::time::Instant;

/// The preface that starts every HTTP/2 connection.
pub(crate) const HTTP_2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The initial allowance, and the maximum to which it recovers over time: the number of control frames that a client
/// may send in a burst, without any request.
const BURST: usize = 1000;

/// The number of control frames by which the allowance recovers per second.
const PER_SECOND: usize = 100;

/// The number of control frames that a request adds to the allowance. Clients use them to open the window of its
/// stream, to prioritize it or to cancel it.
const PER_REQUEST: usize = 4;

/// The number of bytes sent to the client that add one control frame to the allowance. Fast readers open a window every
/// 4 KiB.
const BYTES_PER_FRAME: usize = 1 << 10;

/// The size of a frame head in bytes.
const HEAD_BYTES: usize = 9;

const DATA: u8 = 0;
const HEADERS: u8 = 1;

/// Parses the frame heads in the byte stream of a client, and counts control frames.
pub(crate) struct ControlFrames {
    /// The bytes of the next frame head that have arrived.
    head: [u8; HEAD_BYTES],
    n_head_bytes: usize,
    /// The number of payload bytes before the next frame head.
    n_payload_bytes: usize,
    /// The number of control frames that the client may still send.
    allowance: usize,
    last_refill: Instant,
    /// The number of bytes sent that have not added a control frame yet.
    n_sent_bytes: usize,
    /// The number of the last stream that was opened.
    last_stream: u32,
}

impl ControlFrames {
    /// Creates the counter for a connection, whose input starts with the preface.
    pub(crate) fn new() -> Self {
        Self {
            head: [0; HEAD_BYTES],
            n_head_bytes: 0,
            n_payload_bytes: HTTP_2_PREFACE.len(),
            allowance: BURST,
            last_refill: Instant::now(),
            n_sent_bytes: 0,
            last_stream: 0,
        }
    }

    /// Records bytes that were sent to the client.
    pub(crate) fn sent(&mut self, n_bytes: usize) {
        self.n_sent_bytes += n_bytes;
        self.allowance += self.n_sent_bytes / BYTES_PER_FRAME;
        self.n_sent_bytes %= BYTES_PER_FRAME;
    }

    /// Parses the next bytes from the client. Fails if they exceed the allowance, or have the trailers of a request.
    pub(crate) fn received(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.refill();
        while !bytes.is_empty() {
            if self.n_payload_bytes > 0 {
                let n_skipped = self.n_payload_bytes.min(bytes.len());
                self.n_payload_bytes -= n_skipped;
                bytes = &bytes[n_skipped..];
            } else {
                let (start, rest) = bytes.split_at(bytes.len().min(HEAD_BYTES - self.n_head_bytes));
                self.head[self.n_head_bytes..][..start.len()].copy_from_slice(start);
                self.n_head_bytes += start.len();
                bytes = rest;
                if self.n_head_bytes == HEAD_BYTES {
                    self.count()?;
                }
            }
        }
        Ok(())
    }

    /// Counts the frame whose head is now complete.
    fn count(&mut self) -> io::Result<()> {
        let [high, middle, low, kind, _, stream @ ..] = self.head;
        self.n_payload_bytes = u32::from_be_bytes([0, high, middle, low]) as usize;
        self.n_head_bytes = 0;
        match kind {
            DATA => {}
            HEADERS => {
                // The highest bit is reserved.
                let stream = u32::from_be_bytes(stream) & (u32::MAX >> 1);
                if stream <= self.last_stream {
                    return Err(io::Error::other("HTTP/2 request trailers"));
                }
                self.last_stream = stream;
                self.allowance += PER_REQUEST;
            }
            _ => {
                self.allowance =
                    self.allowance.checked_sub(1).ok_or_else(|| io::Error::other("too many HTTP/2 control frames"))?;
            }
        }
        Ok(())
    }

    /// Restores the allowance for the time since the last refill, up to the burst.
    fn refill(&mut self) {
        let now = Instant::now();
        let n_frames = now.duration_since(self.last_refill).as_millis() as usize * PER_SECOND / 1000;
        if n_frames > 0 {
            self.allowance = self.allowance.max(BURST.min(self.allowance + n_frames));
            self.last_refill = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use tokio::time::advance;

    use super::*;

    const SETTINGS: u8 = 4;

    fn frame(kind: u8, n_payload_bytes: u8) -> Vec<u8> {
        frame_of_stream(kind, n_payload_bytes, 0)
    }

    fn frame_of_stream(kind: u8, n_payload_bytes: u8, stream: u8) -> Vec<u8> {
        let head = [0, 0, n_payload_bytes, kind, 0, 0, 0, 0, stream];
        [&head[..], &vec![0xff; n_payload_bytes.into()]].concat()
    }

    /// Creates a counter that has received the preface.
    fn started() -> ControlFrames {
        let mut frames = ControlFrames::new();
        frames.received(HTTP_2_PREFACE).unwrap();
        frames
    }

    /// Returns the number of further control frames that are accepted.
    fn n_accepted(frames: &mut ControlFrames) -> usize {
        // Frames without a payload, because the rejected frame would leave its payload unread.
        let settings = frame(SETTINGS, 0);
        std::iter::repeat_with(|| frames.received(&settings)).take_while(Result::is_ok).count()
    }

    #[tokio::test(start_paused = true)]
    async fn burst_is_accepted_and_one_more_frame_is_refused() {
        for kind in (2..=9).chain([0x7f]) {
            let mut frames = started();
            frames.received(&frame(kind, 5).repeat(BURST)).unwrap();
            frames.received(&frame(kind, 5)).unwrap_err();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn spent_allowance_is_regained_by_the_second_up_to_the_burst() {
        let mut frames = started();
        assert_eq!(n_accepted(&mut frames), BURST);
        advance(Duration::from_secs(1)).await;
        assert_eq!(n_accepted(&mut frames), PER_SECOND);
        for _ in 0..1000 {
            advance(Duration::from_millis(1)).await;
            frames.received(&[]).unwrap();
        }
        assert_eq!(n_accepted(&mut frames), PER_SECOND);
        advance(Duration::from_secs(3600)).await;
        assert_eq!(n_accepted(&mut frames), BURST);
    }

    #[tokio::test(start_paused = true)]
    async fn requests_and_sent_bytes_earn_frames_that_time_does_not_take() {
        let mut frames = started();
        (1..=10).for_each(|stream| frames.received(&frame_of_stream(HEADERS, 30, stream)).unwrap());
        frames.received(&frame(DATA, 200).repeat(10)).unwrap();
        (0..4).for_each(|_| frames.sent(BYTES_PER_FRAME / 4));
        frames.sent(7 * BYTES_PER_FRAME + BYTES_PER_FRAME / 2);
        advance(Duration::from_secs(60)).await;
        assert_eq!(n_accepted(&mut frames), BURST + 10 * PER_REQUEST + 8);
    }

    #[tokio::test(start_paused = true)]
    async fn trailers_of_a_request_are_refused() {
        for stream in [1, 3] {
            let mut frames = started();
            (1..=3).for_each(|stream| frames.received(&frame_of_stream(HEADERS, 5, stream)).unwrap());
            frames.received(&frame_of_stream(HEADERS, 5, stream)).unwrap_err();
        }
    }

    proptest! {
        #[test]
        fn frames_are_counted_however_the_bytes_are_cut(
            sent in vec((0..10_u8, 0..20_u8), 0..50),
            cuts in vec(1..40_usize, 1..20),
        ) {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
            runtime.unwrap().block_on(async {
                let bytes = (1..).zip(&sent).map(|(stream, (kind, n_bytes))| frame_of_stream(*kind, *n_bytes, stream));
                let bytes: Vec<u8> = std::iter::once(HTTP_2_PREFACE.to_vec()).chain(bytes).flatten().collect();
                let mut frames = ControlFrames::new();
                let mut rest = &bytes[..];
                for cut in cuts.iter().cycle() {
                    let (piece, after) = rest.split_at(rest.len().min(*cut));
                    frames.received(piece).unwrap();
                    rest = after;
                    if rest.is_empty() {
                        break;
                    }
                }
                let n_headers = sent.iter().filter(|(kind, _)| *kind == HEADERS).count();
                let n_control = sent.iter().filter(|(kind, _)| ![DATA, HEADERS].contains(kind)).count();
                assert_eq!(n_accepted(&mut frames), BURST + n_headers * PER_REQUEST - n_control);
            });
        }
    }
}
