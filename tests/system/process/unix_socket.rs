//! Unix sockets.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::system::support::server::{PATIENCE, Process, command, indexed_command, run};

/// The path of a socket, in a temporary directory of its own.
struct SocketPath {
    _directory: TempDir,
    path: PathBuf,
    address: String,
}

impl SocketPath {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lexdex.sock");
        let address = format!("unix:{}", path.display());
        Self { _directory: directory, path, address }
    }

    /// Starts a server that listens at this path.
    fn serve(&self, arguments: &[&str]) -> Process {
        let (process, _) = Process::start(&mut indexed_command(&[&["--listen", &self.address], arguments].concat()));
        let start = Instant::now();
        while UnixStream::connect(&self.path).is_err() {
            assert!(start.elapsed() < PATIENCE, "the server did not start");
            thread::sleep(Duration::from_millis(5));
        }
        process
    }

    /// The response to a request with these headers, as one text with head and body.
    fn get(&self, target: &str, headers: &str) -> String {
        let mut stream = UnixStream::connect(&self.path).unwrap();
        write!(stream, "GET {target} HTTP/1.1\r\nHost: lexdex\r\nConnection: close\r\n{headers}\r\n").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }

    /// The statuses of requests that a proxy forwards for these clients.
    fn statuses<const N: usize>(&self, clients: [&str; N]) -> [String; N] {
        clients.map(|client| {
            let response = self.get("/api/v1/cases?limit=1", &format!("X-Forwarded-For: {client}\r\n"));
            response.split(' ').nth(1).unwrap().to_owned()
        })
    }

    /// The reason why a server cannot listen at this path.
    fn refusal(&self) -> String {
        let output = run(indexed_command(&["--listen", &self.address]));
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        let start = format!(" ERROR cannot listen at {}: ", self.address);
        let (_, reason) = message.trim_end().split_once(&start).unwrap_or_else(|| panic!("{message}"));
        reason.to_owned()
    }
}

fn is_socket(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.file_type().is_socket())
}

#[test]
fn socket_is_served_checked_and_removed_at_the_end() {
    let socket = SocketPath::new();
    let mut server = socket.serve(&[]);
    assert!(socket.get("/readyz", "").starts_with("HTTP/1.1 200 OK\r\n"));
    assert!(is_socket(&socket.path));
    let check = || run(command(&["healthcheck", "--listen", &socket.address]));
    assert_eq!(check().status.code(), Some(0));
    server.send(Signal::TERM);
    assert_eq!(server.wait(), Some(0));
    assert!(!socket.path.exists());
    let output = check();
    let reason = format!("error: no response from {}: No such file or directory (os error 2)\n", socket.address);
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(1), reason));
}

#[test]
fn stale_socket_of_a_killed_server_is_replaced() {
    let socket = SocketPath::new();
    let mut killed = socket.serve(&[]);
    killed.send(Signal::KILL);
    assert_eq!(killed.wait(), None);
    assert!(is_socket(&socket.path));
    let _server = socket.serve(&[]);
    assert!(socket.get("/readyz", "").starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
fn socket_in_use_and_other_files_are_refused_and_untouched() {
    let socket = SocketPath::new();
    let server = socket.serve(&[]);
    assert_eq!(socket.refusal(), "another process listens there");
    assert!(socket.get("/readyz", "").starts_with("HTTP/1.1 200 OK\r\n"));
    drop(server);

    let no_socket = "the file there is not a socket: remove it, or choose another path";
    let socket = SocketPath::new();
    fs::write(&socket.path, "mine").unwrap();
    assert_eq!(socket.refusal(), no_socket);
    assert_eq!(fs::read_to_string(&socket.path).unwrap(), "mine");

    let socket = SocketPath::new();
    fs::create_dir(&socket.path).unwrap();
    assert_eq!(socket.refusal(), no_socket);

    let socket = SocketPath::new();
    let elsewhere = socket.path.with_extension("other");
    drop(UnixListener::bind(&elsewhere).unwrap());
    symlink(&elsewhere, &socket.path).unwrap();
    assert_eq!(socket.refusal(), no_socket);
    assert!(is_socket(&elsewhere));

    let socket = SocketPath::new();
    let _datagrams = UnixDatagram::bind(&socket.path).unwrap();
    assert_eq!(socket.refusal(), "Protocol wrong type for socket (os error 91)");
    assert!(is_socket(&socket.path));
}

#[test]
fn unusable_socket_path_is_refused() {
    for (path, reason) in [
        ("", "the path after \"unix:\" is missing"),
        ("/nowhere/lexdex.sock", "No such file or directory (os error 2)"),
        (&"x".repeat(200), "path must be shorter than SUN_LEN"),
    ] {
        let mut socket = SocketPath::new();
        socket.address = format!("unix:{path}");
        assert_eq!(socket.refusal(), reason);
    }
}

#[test]
fn replaced_socket_file_is_not_removed() {
    let socket = SocketPath::new();
    let mut server = socket.serve(&[]);
    fs::remove_file(&socket.path).unwrap();
    let _other = UnixListener::bind(&socket.path).unwrap();
    server.send(Signal::TERM);
    assert_eq!(server.wait(), Some(0));
    assert!(is_socket(&socket.path));
}

#[test]
fn socket_clients_share_one_limit_unless_proxies_are_trusted() {
    let socket = SocketPath::new();
    let server = socket.serve(&["--rate-limit", "2"]);
    assert_eq!(socket.statuses(["192.0.2.1", "192.0.2.2", "192.0.2.3"]), ["200", "200", "429"]);
    drop(server);
    let _server = socket.serve(&["--rate-limit", "2", "--trusted-proxy", "10.0.0.0/8"]);
    let clients = ["192.0.2.1", "192.0.2.2, 10.0.0.1", "192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.3"];
    assert_eq!(socket.statuses(clients), ["200", "200", "200", "200", "429", "200"]);
    assert_eq!(socket.statuses(["junk", "unknown", "junk"]), ["200", "200", "429"]);
}
