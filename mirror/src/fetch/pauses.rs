/*!
The pauses between two requests to one host.
*/

use std::cell::RefCell;
use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use url::{Host, Url};

/// The time at which the last request to each host ended.
#[derive(Debug)]
pub(crate) struct Pauses {
    pause: Duration,
    ends: RefCell<HashMap<String, Instant>>,
}

/// A request in progress. The pause begins when this value is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    pauses: &'a Pauses,
    host: String,
}

impl Pauses {
    pub(crate) fn new(pause: Duration) -> Self {
        Self { pause, ends: RefCell::default() }
    }

    /// Waits until a request to the host of an address is allowed.
    pub(crate) fn turn(&self, url: &Url) -> Turn<'_> {
        let host = url.host_str().unwrap_or_default().to_owned();
        let last = if is_loopback(url) { None } else { self.ends.borrow().get(&host).copied() };
        if let Some(end) = last {
            thread::sleep((end + self.pause).saturating_duration_since(Instant::now()));
        }
        Turn { pauses: self, host }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.pauses.ends.borrow_mut().insert(std::mem::take(&mut self.host), Instant::now());
    }
}

/// Whether a server runs on this machine. It gets requests without a pause.
fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(domain)) => domain == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAUSE: Duration = Duration::from_millis(50);

    /// Whether a second request to `second` waits after one to `first`.
    fn waits(first: &str, second: &str) -> bool {
        let pauses = Pauses::new(PAUSE);
        drop(pauses.turn(&Url::parse(first).unwrap()));
        let end = pauses.ends.borrow().values().copied().next().unwrap();
        drop(pauses.turn(&Url::parse(second).unwrap()));
        // On a slow machine this can be true without a pause, but it is never false after one.
        Instant::now() >= end + PAUSE
    }

    #[test]
    fn request_to_the_same_host_waits() {
        assert!(waits("https://a.example/1", "https://a.example/2"));
        assert!(waits("https://a.example/1", "http://A.example:8080/2"));
    }

    #[test]
    fn only_servers_on_this_machine_are_asked_without_a_pause() {
        let is_loopback = |url: &str| is_loopback(&Url::parse(url).unwrap());
        assert!(["http://127.0.0.1:80/", "http://localhost/", "http://[::1]/"].into_iter().all(is_loopback));
        assert!(!["http://10.0.0.1/", "http://localhost.example/", "http://[::2]/"].into_iter().any(is_loopback));
    }
}
