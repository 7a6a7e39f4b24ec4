//! A Unix socket in place of a port.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::server::{PATIENCE, Process, command, run};

/// A socket's path, in a directory of its own.
struct Place {
    _directory: TempDir,
    path: PathBuf,
    address: String,
}

impl Place {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("lexdex.sock");
        let address = format!("unix:{}", path.display());
        Self { _directory: directory, path, address }
    }

    /// A server that listens there.
    fn serve(&self, arguments: &[&str]) -> Process {
        let (process, _) = Process::start(&mut command(&[&["--listen", &self.address], arguments].concat()));
        let start = Instant::now();
        while UnixStream::connect(&self.path).is_err() {
            assert!(start.elapsed() < PATIENCE, "the server did not start");
            thread::sleep(Duration::from_millis(5));
        }
        process
    }

    /// The answer to a request with these headers, head and body in one.
    fn get(&self, target: &str, headers: &str) -> String {
        let mut stream = UnixStream::connect(&self.path).unwrap();
        write!(stream, "GET {target} HTTP/1.1\r\nHost: lexdex\r\nConnection: close\r\n{headers}\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// The statuses of requests that a proxy has from these clients.
    fn statuses<const N: usize>(&self, clients: [&str; N]) -> [String; N] {
        clients.map(|client| {
            let answer = self.get("/api/v1/cases?limit=1", &format!("X-Forwarded-For: {client}\r\n"));
            answer.split(' ').nth(1).unwrap().to_owned()
        })
    }

    /// Why a server does not listen there.
    fn refusal(&self) -> String {
        let output = run(command(&["--listen", &self.address]));
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
fn a_socket_is_served_asked_whether_it_is_ready_and_removed_at_the_end() {
    let place = Place::new();
    let mut server = place.serve(&[]);
    assert!(place.get("/readyz", "").starts_with("HTTP/1.1 200 OK\r\n"));
    assert!(is_socket(&place.path));
    let check = || run(command(&["healthcheck", "--listen", &place.address]));
    assert_eq!(check().status.code(), Some(0));
    server.send(Signal::TERM);
    assert_eq!(server.wait(), Some(0));
    assert!(!place.path.exists());
    let output = check();
    let reason = format!("error: no answer from {}: No such file or directory (os error 2)\n", place.address);
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(1), reason));
}

#[test]
fn what_a_killed_server_left_behind_is_replaced() {
    let place = Place::new();
    let mut killed = place.serve(&[]);
    killed.send(Signal::KILL);
    assert_eq!(killed.wait(), None);
    assert!(is_socket(&place.path));
    let _server = place.serve(&[]);
    assert!(place.get("/readyz", "").starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
fn a_socket_in_use_and_other_files_are_refused_and_left_as_they_are() {
    let place = Place::new();
    let server = place.serve(&[]);
    assert_eq!(place.refusal(), "another process listens there");
    assert!(place.get("/readyz", "").starts_with("HTTP/1.1 200 OK\r\n"));
    drop(server);

    let no_socket = "there is something that is no socket: remove it, or choose another path";
    let place = Place::new();
    fs::write(&place.path, "mine").unwrap();
    assert_eq!(place.refusal(), no_socket);
    assert_eq!(fs::read_to_string(&place.path).unwrap(), "mine");

    let place = Place::new();
    fs::create_dir(&place.path).unwrap();
    assert_eq!(place.refusal(), no_socket);

    let place = Place::new();
    let elsewhere = place.path.with_extension("other");
    drop(UnixListener::bind(&elsewhere).unwrap());
    symlink(&elsewhere, &place.path).unwrap();
    assert_eq!(place.refusal(), no_socket);
    assert!(is_socket(&elsewhere));

    let place = Place::new();
    let _datagrams = UnixDatagram::bind(&place.path).unwrap();
    assert_eq!(place.refusal(), "Protocol wrong type for socket (os error 91)");
    assert!(is_socket(&place.path));
}

#[test]
fn a_path_where_no_socket_can_be_is_refused() {
    for (path, reason) in [
        ("", "there is no path behind \"unix:\""),
        ("/nowhere/lexdex.sock", "No such file or directory (os error 2)"),
        (&"x".repeat(200), "path must be shorter than SUN_LEN"),
    ] {
        let mut place = Place::new();
        place.address = format!("unix:{path}");
        assert_eq!(place.refusal(), reason);
    }
}

#[test]
fn a_file_that_somebody_else_has_put_there_stays() {
    let place = Place::new();
    let mut server = place.serve(&[]);
    fs::remove_file(&place.path).unwrap();
    let _other = UnixListener::bind(&place.path).unwrap();
    server.send(Signal::TERM);
    assert_eq!(server.wait(), Some(0));
    assert!(is_socket(&place.path));
}

#[test]
fn who_asks_over_a_socket_is_one_client_unless_proxies_are_trusted() {
    let place = Place::new();
    let server = place.serve(&["--rate-limit", "2"]);
    assert_eq!(place.statuses(["192.0.2.1", "192.0.2.2", "192.0.2.3"]), ["200", "200", "429"]);
    drop(server);
    let _server = place.serve(&["--rate-limit", "2", "--trusted-proxy", "10.0.0.0/8"]);
    let clients = ["192.0.2.1", "192.0.2.2, 10.0.0.1", "192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.3"];
    assert_eq!(place.statuses(clients), ["200", "200", "200", "200", "429", "200"]);
    assert_eq!(place.statuses(["junk", "unknown", "junk"]), ["200", "200", "429"]);
}
