//! A proxy between the program and a real store that loses, changes and delays responses as a test requests.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::store_run::StoreAt;

/// A fault of a response.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// The connection ends after this many bytes of the body.
    Cut(usize),
    /// The byte at this offset of the body is changed.
    Flip(usize),
    /// The head comes after this time, and then every 64 KiB.
    Slow(Duration),
    /// No byte comes after this many of the body, until the program closes the connection.
    Stall(usize),
}

/// An action before a request is passed on.
type Action = Box<dyn FnOnce() + Send>;

/// A proxy on the loopback interface, with a log of all requests. It lives as long as the test program.
pub(crate) struct Proxy {
    address: SocketAddr,
    state: Arc<State>,
}

struct State {
    store: String,
    log: Mutex<Vec<String>>,
    /// The fault of the next response to a request whose line contains this text.
    fault: Mutex<Option<(String, Fault)>>,
    before: Mutex<Option<(String, Action)>>,
}

impl Proxy {
    /// A proxy in front of the endpoint of a store.
    pub(crate) fn to(store: &StoreAt) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let store = store.endpoint.as_ref().unwrap().strip_prefix("http://").unwrap().to_owned();
        let state = Arc::new(State { store, log: Mutex::default(), fault: Mutex::default(), before: Mutex::default() });
        let of_listener = Arc::clone(&state);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let state = Arc::clone(&of_listener);
                // An error only means that one side has closed the connection.
                thread::spawn(move || drop(state.pass_on(&stream)));
            }
        });
        Self { address, state }
    }

    /// The store behind the proxy.
    pub(crate) fn for_store(&self, store: &StoreAt) -> StoreAt {
        StoreAt { endpoint: Some(format!("http://{}", self.address)), ..store.clone() }
    }

    /// Adds a fault to the next response to a request whose line contains this text.
    pub(crate) fn fault(&self, request: &str, fault: Fault) {
        *self.state.fault.lock().unwrap() = Some((request.to_owned(), fault));
    }

    /// Runs an action before the next request whose line contains this text is passed on.
    pub(crate) fn before(&self, request: &str, action: impl FnOnce() + Send + 'static) {
        *self.state.before.lock().unwrap() = Some((request.to_owned(), Box::new(action)));
    }

    /// The requests since the start or the last call: the status, the method and the path without its query.
    pub(crate) fn take_log(&self) -> Vec<String> {
        std::mem::take(&mut *self.state.log.lock().unwrap())
    }
}

impl State {
    /// Passes one request on, and its response back.
    fn pass_on(&self, mut client: &TcpStream) -> io::Result<()> {
        let mut reader = BufReader::new(client);
        let (head, length) = read_head(&mut reader)?;
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body)?;
        let line = head.lines().next().unwrap_or_default();
        let line = line.split(['?', ' ']).take(2).collect::<Vec<_>>().join(" ");
        let action = take(&self.before, &line);
        if let Some(action) = action {
            action();
        }
        let mut store = TcpStream::connect(&self.store)?;
        store.write_all(head.as_bytes())?;
        store.write_all(&body)?;
        let mut reader = BufReader::new(&store);
        let (head, length) = read_head(&mut reader)?;
        let status = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let is_bodiless = line.starts_with("HEAD ") || matches!(status.as_str(), "204" | "304");
        let mut body = Vec::new();
        match length {
            _ if is_bodiless => {}
            Some(length) => drop(reader.take(length as u64).read_to_end(&mut body)?),
            None => drop(reader.read_to_end(&mut body)?),
        }
        let fault = take(&self.fault, &line);
        self.log.lock().unwrap().push(format!("{status} {line}"));
        let delay = if let Some(Fault::Slow(delay)) = fault { delay } else { Duration::ZERO };
        thread::sleep(delay);
        client.write_all(head.as_bytes())?;
        match fault {
            Some(Fault::Cut(end)) => body.truncate(end),
            Some(Fault::Flip(place)) => body[place] ^= 1,
            Some(Fault::Stall(end)) => {
                client.write_all(&body[..end])?;
                return client.read(&mut [0]).map(drop);
            }
            Some(Fault::Slow(_)) | None => {}
        }
        for chunk in body.chunks(64 << 10) {
            client.write_all(chunk)?;
            thread::sleep(delay);
        }
        Ok(())
    }
}

/// Takes the value if the request line contains its text.
fn take<T>(place: &Mutex<Option<(String, T)>>, line: &str) -> Option<T> {
    place.lock().unwrap().take_if(|(text, _)| line.contains(text.as_str())).map(|(_, value)| value)
}

/// Reads a head, and makes it say that the connection closes after the body. Returns the head and the length of the
/// body.
fn read_head(reader: &mut impl BufRead) -> io::Result<(String, Option<usize>)> {
    let (mut head, mut length) = (String::new(), None);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim_end().split_once(':').filter(|_| !head.is_empty()) else {
            if line.trim_end().is_empty() {
                head.push_str("Connection: close\r\n\r\n");
                return Ok((head, length));
            }
            head.push_str(&line);
            continue;
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok();
        }
        if !name.eq_ignore_ascii_case("connection") {
            head.push_str(&line);
        }
    }
}
