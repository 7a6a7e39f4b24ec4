//! `lexdex healthcheck`: its exit code and the reason for a failure.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

use crate::system::support::port::Port;
use crate::system::support::server::{Server, command, indexed_command, run};

/// The exit code, standard output and standard error.
type Outcome = (Option<i32>, String, String);

const HEALTHY: (Option<i32>, &str, &str) = (Some(0), "", "");

fn check(listen: &str) -> Outcome {
    outcome_of(command(&["healthcheck", "--listen", listen]))
}

fn outcome_of(command: std::process::Command) -> Outcome {
    let output = run(command);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn assert_healthy(outcome: &Outcome) {
    assert_eq!((outcome.0, outcome.1.as_str(), outcome.2.as_str()), HEALTHY);
}

fn unhealthy(reason: &str) -> Outcome {
    (Some(1), String::new(), format!("error: {reason}\n"))
}

/// A server that answers its first request with these bytes.
fn server_with_response(response: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 1000]).unwrap();
        stream.write_all(response.as_bytes()).unwrap();
    });
    address
}

#[test]
fn running_server_is_healthy() {
    let server = Server::start(&[]);
    assert_healthy(&check(&server.address.to_string()));
    assert_healthy(&outcome_of(command(&["--listen", &server.address.to_string(), "healthcheck"])));
    let mut by_variable = command(&["healthcheck"]);
    by_variable.env("LEXDEX_LISTEN", server.address.to_string());
    assert_healthy(&outcome_of(by_variable));
}

#[test]
fn server_below_a_base_path_is_checked_there() {
    let server = Server::start(&["--base-path", "/law"]);
    let address = server.address.to_string();
    assert_healthy(&outcome_of(command(&["healthcheck", "--listen", &address, "--base-path", "/law"])));
    let mut by_variable = command(&["healthcheck", "--listen", &address]);
    by_variable.env("LEXDEX_BASE_PATH", "/law");
    assert_healthy(&outcome_of(by_variable));
    let reason = format!("{address} responded to /readyz with \"HTTP/1.1 404 Not Found\"");
    assert_eq!(check(&address), unhealthy(&reason));
}

#[test]
fn server_at_the_unspecified_address_is_checked_over_loopback() {
    for (all, one) in [("0.0.0.0:0", "127.0.0.1:0"), ("[::]:0", "[::1]:0")] {
        if TcpListener::bind(one).is_err() {
            // A machine without IPv6.
            continue;
        }
        let server = Server::spawn(indexed_command(&["--listen", all]));
        assert_healthy(&check(&server.address.to_string()));
    }
}

#[test]
fn checks_do_not_count_against_the_rate_limit() {
    let server = Server::start(&["--rate-limit", "1"]);
    for _ in 0..5 {
        assert_healthy(&check(&server.address.to_string()));
    }
}

#[test]
fn closed_port_is_unhealthy() {
    let port = Port::reserve();
    let address = port.address.to_string();
    let refused = TcpStream::connect(port.address).unwrap_err();
    let reason = format!("no response from {address}: {refused}");
    assert_eq!(check(&address), unhealthy(&reason));
}

#[test]
fn any_response_but_200_is_unhealthy() {
    for (response, status) in [
        ("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 503 Service Unavailable"),
        ("HTTP/1.1 404 Not Found\r\n\r\n200", "HTTP/1.1 404 Not Found"),
        ("SSH-2.0-OpenSSH_9.2p1\r\n", "SSH-2.0-OpenSSH_9.2p1"),
        ("", ""),
    ] {
        let address = server_with_response(response);
        assert_eq!(check(&address.to_string()), unhealthy(&format!("{address} responded to /readyz with {status:?}")));
    }
}

#[test]
fn unusable_address_is_reported() {
    let reason = "127.0.0.1:0 has port 0: give --listen the port that the server logged";
    assert_eq!(check("127.0.0.1:0"), unhealthy(reason));
    assert_eq!(check("8080"), unhealthy("cannot resolve 8080: invalid socket address"));
}
