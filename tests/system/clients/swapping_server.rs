//! A server that replaces its index when a program requests that over HTTP, in the middle of a walk.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use index_builder::cli::{BuilderArguments, run};
use rustix::process::Signal;
use tempfile::TempDir;

use crate::system::support::index::IndexDirectory;
use crate::system::support::server::{PATIENCE, Server};

/// A server of 40 or 61 statutes that keeps no previous build; stopped on drop.
pub(crate) struct SwappingServer {
    pub(crate) address: SocketAddr,
    /// Any request to this address replaces the index by the other. The response comes when the other is served.
    pub(crate) swap: SocketAddr,
    _served: Arc<Served>,
}

/// The server and its indexes. The thread that replaces them does not keep it alive.
struct Served {
    server: Server,
    builds: Mutex<Builds>,
}

impl SwappingServer {
    pub(crate) fn start() -> Self {
        let mut builds = Builds::new();
        builds.publish();
        let folder = builds.folder.to_str().unwrap();
        let server = Server::start(&["--index", folder, "--rate-limit", "0", "--keep-previous-secs", "0"]);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, swap) = (server.address, listener.local_addr().unwrap());
        let served = Arc::new(Served { server, builds: Mutex::new(builds) });
        let replaced = Arc::downgrade(&served);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Some(served) = replaced.upgrade() else { return };
                served.answer(stream.unwrap());
            }
        });
        Self { address, swap, _served: served }
    }
}

impl Served {
    /// Reads a request, replaces the index, and answers.
    fn answer(&self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        while stream.by_ref().lines().next().is_some_and(|line| !line.unwrap().is_empty()) {}
        self.builds.lock().unwrap().replace(&self.server);
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        stream.get_mut().write_all(answer).unwrap();
    }
}

/// Two indexes, and the folder where they are published in turn.
struct Builds {
    next: IndexDirectory,
    other: IndexDirectory,
    folder: PathBuf,
    _directory: TempDir,
}

impl Builds {
    fn new() -> Self {
        let directory = TempDir::new().unwrap();
        let folder = directory.path().join("published");
        let [next, other] = [40, 61].map(IndexDirectory::with_statutes);
        Self { next, other, folder, _directory: directory }
    }

    /// Publishes the next index in turn.
    fn publish(&mut self) {
        let arguments = ["index-builder".into(), "publish".into(), self.next.path().into_os_string()];
        let arguments = arguments.into_iter().chain(["--to".into(), self.folder.clone().into_os_string()]);
        assert_eq!(run(BuilderArguments::parse_from(arguments)), ExitCode::SUCCESS);
        std::mem::swap(&mut self.next, &mut self.other);
    }

    /// Publishes the other index, and waits until it is served.
    fn replace(&mut self, server: &Server) {
        let before = build_served(server.address);
        self.publish();
        server.send(Signal::HUP);
        let start = Instant::now();
        while build_served(server.address) == before {
            assert!(start.elapsed() < PATIENCE, "the other index is not served");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The build that a server names.
fn build_served(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes())
        .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let build = response.lines().find_map(|line| line.strip_prefix("lexdex-build: "));
    build.unwrap_or_else(|| panic!("no build: {response}")).to_owned()
}
