//! `lexdex healthcheck` says by its exit code whether a server is ready, and in one line why not.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;

use crate::port::Port;
use crate::server::{Server, command, run};

/// The exit code and what is written, to standard output and to standard error.
type Said = (Option<i32>, String, String);

const HEALTHY: (Option<i32>, &str, &str) = (Some(0), "", "");

fn check(listen: &str) -> Said {
    said(command(&["healthcheck", "--listen", listen]))
}

fn said(command: std::process::Command) -> Said {
    let output = run(command);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn assert_healthy(said: &Said) {
    assert_eq!((said.0, said.1.as_str(), said.2.as_str()), HEALTHY);
}

fn sick(reason: &str) -> Said {
    (Some(1), String::new(), format!("error: {reason}\n"))
}

/// A server that answers its first request with these bytes.
fn server_that_says(answer: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 1000]).unwrap();
        stream.write_all(answer.as_bytes()).unwrap();
    });
    address
}

#[test]
fn a_server_that_serves_is_healthy() {
    let server = Server::start(&[]);
    assert_healthy(&check(&server.address.to_string()));
    assert_healthy(&said(command(&["--listen", &server.address.to_string(), "healthcheck"])));
    let mut by_variable = command(&["healthcheck"]);
    by_variable.env("LEXDEX_LISTEN", server.address.to_string());
    assert_healthy(&said(by_variable));
}

#[test]
fn a_server_at_all_addresses_is_asked_at_the_loopback_address() {
    for (all, one) in [("0.0.0.0:0", "127.0.0.1:0"), ("[::]:0", "[::1]:0")] {
        if TcpListener::bind(one).is_err() {
            // A machine without IPv6.
            continue;
        }
        let server = Server::of(command(&["--listen", all]));
        assert_healthy(&check(&server.address.to_string()));
    }
}

#[test]
fn checks_are_not_counted_by_the_limit() {
    let server = Server::start(&["--rate-limit", "1"]);
    for _ in 0..5 {
        assert_healthy(&check(&server.address.to_string()));
    }
}

#[test]
fn where_nobody_listens_is_sick() {
    let port = Port::reserve();
    let address = port.address.to_string();
    let reason = format!("no answer from {address}: Connection refused (os error 111)");
    assert_eq!(check(&address), sick(&reason));
}

#[test]
fn any_answer_but_200_is_sick() {
    for (answer, status) in [
        ("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 503 Service Unavailable"),
        ("HTTP/1.1 404 Not Found\r\n\r\n200", "HTTP/1.1 404 Not Found"),
        ("SSH-2.0-OpenSSH_9.2p1\r\n", "SSH-2.0-OpenSSH_9.2p1"),
        ("", ""),
    ] {
        let address = server_that_says(answer);
        assert_eq!(check(&address.to_string()), sick(&format!("{address} answers {status:?} to /readyz")));
    }
}

#[test]
fn an_address_that_cannot_be_asked_is_told() {
    let reason = "port 0 of 127.0.0.1:0 is whichever was free: give --listen with the port the server has told";
    assert_eq!(check("127.0.0.1:0"), sick(reason));
    assert_eq!(check("8080"), sick("there is no address 8080 to ask at: invalid socket address"));
}
