//! The maximum number of connections and the limit of open files: clients beyond either wait until they are served.

use std::net::SocketAddr;
use std::process::Command;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::process::{Resource, getrlimit};

use crate::system::process::admin::{scrape, start};
use crate::system::support::client::{Client, Response, get};
use crate::system::support::server::{Server, command, indexed_command, run};

/// Longer than the response takes for a client that need not wait.
const SETTLING_TIME: Duration = Duration::from_millis(700);

/// The program at a free port, under a limit in the syntax of `ulimit`.
fn limited(limit: &str, arguments: &[&str]) -> Command {
    under_limit(limit, &indexed_command(&[&["--listen", "127.0.0.1:0"], arguments].concat()))
}

fn under_limit(limit: &str, command: &Command) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\"")]);
    shell.arg(command.get_program()).args(command.get_args());
    shell
}

/// Sends a request on a connection of its own, which may have to wait.
fn spawn_get(address: SocketAddr) -> JoinHandle<Response> {
    thread::spawn(move || get(address, "/healthz"))
}

#[test]
fn connection_above_the_maximum_waits_until_one_closes() {
    let (server, admin) = start(&["--max-connections", "3"]);
    let mut clients = [(); 3].map(|()| Client::connect(server.address));
    for client in &mut clients {
        assert_eq!(client.get("/healthz").status, 200);
    }
    let one_more = spawn_get(server.address);
    thread::sleep(SETTLING_TIME);
    assert!(!one_more.is_finished());
    assert!(server.logs("connection limit reached: new connections queue in the kernel capacity=3"));
    // The admin address has its own capacity.
    let series = scrape(admin);
    assert_eq!((series["lexdex_http_connections"], series["lexdex_http_connections_max"]), (3.0, 3.0));
    for client in &mut clients {
        assert_eq!(client.get("/healthz").status, 200);
    }
    let [first, ..] = clients;
    drop(first);
    assert_eq!(one_more.join().unwrap().status, 200);
}

#[test]
fn maximum_above_the_file_limit_is_refused() {
    let output = run(limited("-n 100", &["--max-connections", "51"]));
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "ERROR --max-connections 51 does not fit into the limit of 100 open files: give 50 at most, or \
                    raise the limit (ulimit -n; LimitNOFILE= of systemd; --ulimit nofile= of docker)\n";
    assert!(said.ends_with(expected), "{said}");
    assert_eq!(output.status.code(), Some(2));
    let server = Server::spawn(limited("-n 100", &["--max-connections", "50"]));
    assert_eq!(get(server.address, "/healthz").status, 200);
}

/// With so few files the program loads, but cannot start its runtime.
#[test]
fn program_without_free_files_exits_with_2() {
    for (command, code) in [(command(&[]), 2), (command(&["healthcheck"]), 1)] {
        let output = run(under_limit("-n 4", &command));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            message.ends_with("cannot start the threads that serve: Too many open files (os error 24)\n"),
            "{message}"
        );
        assert_eq!(output.status.code(), Some(code), "{message}");
    }
}

#[test]
fn soft_file_limit_is_raised_to_the_hard_limit() {
    let server = Server::spawn(limited("-S -n 64", &[]));
    let allowed = getrlimit(Resource::Nofile).maximum;
    assert_eq!(server.limit_files(allowed), allowed);
}

#[test]
fn few_files_serve_some_connections_while_others_wait() {
    let server = Server::spawn(limited("-n 64", &[]));
    let mut clients: Vec<Client> = (0..32).map(|_| Client::connect(server.address)).collect();
    for client in &mut clients {
        assert_eq!(client.get("/api/v1/cases").status, 200);
    }
    let others: Vec<_> = (0..100).map(|_| spawn_get(server.address)).collect();
    thread::sleep(SETTLING_TIME);
    assert!(others.iter().all(|other| !other.is_finished()));
    assert_eq!(clients[0].get("/api/v1/statutes").status, 200);
    drop(clients);
    for other in others {
        assert_eq!(other.join().unwrap().status, 200);
    }
    let log = server.stop().log;
    assert!(log.iter().all(|line| !line.contains("cannot accept")), "{log:?}");
}

#[test]
fn exhausted_file_table_is_logged_once_and_survived() {
    let server = Server::start(&["--rate-limit", "0"]);
    let mut client = Client::connect(server.address);
    assert_eq!(client.get("/api/v1/cases").status, 200);
    // Simulates that other programs have exhausted the file table.
    let allowed = server.limit_files(Some(1));
    let one_more = spawn_get(server.address);
    assert!(server.logs("cannot accept a connection error=Too many open files"));
    thread::sleep(SETTLING_TIME);
    assert!(!one_more.is_finished());
    for list in ["statutes", "cases", "bills", "jurisdictions", "cases/facets"] {
        assert_eq!(client.get(&format!("/api/v1/{list}")).status, 200, "{list}");
    }
    server.limit_files(allowed);
    assert_eq!(one_more.join().unwrap().status, 200);
    let log = server.stop().log;
    let n_logged = log.iter().filter(|line| line.contains("cannot accept")).count();
    assert_eq!(n_logged, 1, "{log:?}");
}
