//! Connections: pipelining, garbage, large heads and unexpected bodies.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use socket2::SockRef;

use crate::system::support::client::{Client, get};
use crate::system::support::index::IndexDirectory;
use crate::system::support::server::Server;

/// Less than the head timeout: a response within it did not wait for any time limit.
const PROMPT: Duration = Duration::from_secs(9);

#[test]
fn connection_serves_consecutive_requests() {
    let server = Server::start(&["--rate-limit", "0"]);
    let mut client = Client::connect(server.address);
    let expected = client.get("/api/v1/cases?limit=2");
    assert_eq!(expected.status, 200);
    for _ in 0..50 {
        assert_eq!(client.get("/nothing").status, 404);
        assert_eq!(client.get("/api/v1/cases?limit=2").body, expected.body);
    }
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let server = Server::start(&["--rate-limit", "0"]);
    let mut client = Client::connect(server.address);
    let targets: Vec<String> = (1..=50).map(|limit| format!("/api/v1/statutes?limit={limit}")).collect();
    let requests: String =
        targets.iter().map(|target| format!("GET {target} HTTP/1.1\r\nHost: lexdex\r\n\r\n")).collect();
    client.send(requests);
    for target in targets {
        assert_eq!(client.response().body, get(server.address, &target).body, "{target}");
    }
}

#[test]
fn connection_closes_if_the_client_asks_for_it() {
    let server = Server::start(&[]);
    for request in
        ["GET /healthz HTTP/1.1\r\nHost: lexdex\r\nConnection: close\r\n\r\n", "GET /healthz HTTP/1.0\r\n\r\n"]
    {
        let mut client = Client::connect(server.address);
        client.send(request);
        let start = Instant::now();
        assert_eq!(client.response().status, 200);
        client.wait_for_the_end();
        assert!(start.elapsed() < PROMPT);
    }
}

#[test]
fn response_is_whole_while_the_client_still_sends() {
    let index = IndexDirectory::with_long_statutes(100, 100_000);
    let server = Server::start(&["--index", &index.argument()]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    SockRef::from(&stream).set_recv_buffer_size(1 << 16).unwrap();
    stream.set_read_timeout(Some(PROMPT)).unwrap();
    stream.write_all(b"GET /api/v1/statutes?limit=100 HTTP/1.1\r\nHost: lexdex\r\nConnection: close\r\n\r\n").unwrap();
    let mut response = vec![0; 9 << 20];
    stream.read_exact(&mut response).unwrap();
    // The server has now written the whole response. The kernel still buffers its last megabyte.
    stream.write_all(&b"GET /healthz HTTP/1.1\r\nHost: lexdex\r\n\r\n".repeat(10_000)).unwrap();
    thread::sleep(Duration::from_millis(500));
    stream.read_to_end(&mut response).unwrap();
    assert!(response.ends_with(get(server.address, "/api/v1/statutes?limit=100").body.as_bytes()));
}

#[test]
fn head_over_the_limit_is_refused() {
    let server = Server::start(&[]);
    let long_header = format!("X-Long: {}\r\n", "x".repeat(200_000));
    let many_headers: String = (0..2_000).map(|number| format!("X-{number}: x\r\n")).collect();
    for headers in [long_header, many_headers] {
        let mut client = Client::connect(server.address);
        client.send(format!("GET /healthz HTTP/1.1\r\nHost: lexdex\r\n{headers}\r\n"));
        assert_eq!(client.response().status, 431);
        assert_eq!(get(server.address, "/healthz").status, 200);
    }
}

/// hyper refuses more header fields than this before lexdex sees the request.
#[test]
fn header_field_over_the_limit_is_refused_without_a_body() {
    let server = Server::start(&[]);
    for (n_fields, status) in [(100, 200), (101, 431)] {
        let mut client = Client::connect(server.address);
        let headers: String = (1..n_fields).map(|number| format!("X-{number}: x\r\n")).collect();
        client.send(format!("GET /healthz HTTP/1.1\r\nHost: lexdex\r\n{headers}\r\n"));
        let response = client.response();
        assert_eq!((response.status, response.body.is_empty()), (status, status == 431), "{n_fields} fields");
    }
}

#[test]
fn headers_of_a_usual_size_are_accepted() {
    let server = Server::start(&[]);
    let mut client = Client::connect(server.address);
    let cookie = "x".repeat(30_000);
    client.send(format!("GET /healthz HTTP/1.1\r\nHost: lexdex\r\nCookie: {cookie}\r\n\r\n"));
    assert_eq!(client.response().status, 200);
}

#[test]
fn unexpected_request_body_does_not_delay_the_response() {
    let server = Server::start(&[]);
    for (method, status) in [("GET", 200), ("POST", 405)] {
        let mut client = Client::connect(server.address);
        let start = Instant::now();
        let length = "Content-Length: 100000000000";
        client.send(format!("{method} /healthz HTTP/1.1\r\nHost: lexdex\r\n{length}\r\n\r\n"));
        assert_eq!(client.response().status, status, "{method}");
        // The server does not read the body: it closes the connection, and sending fails soon.
        let chunk = vec![0; 1 << 16];
        let n_chunks = (0..2_000).take_while(|_| client.try_send(&chunk).is_ok()).count();
        assert!(n_chunks < 2_000, "{method}");
        assert!(start.elapsed() < PROMPT, "{method}");
    }
    let mut client = Client::connect(server.address);
    client.send("GET /healthz HTTP/1.1\r\nHost: lexdex\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
    assert_eq!(client.response().status, 200);
    assert_eq!(get(server.address, "/healthz").status, 200);
}

#[test]
fn garbage_does_not_harm_the_server() {
    let server = Server::start(&["--rate-limit", "0"]);
    let kilobyte: Vec<u8> = (0..1024).map(|number| (number * 37 % 256) as u8).collect();
    let long_line = "A".repeat(1 << 20);
    let garbage: [&[u8]; 15] = [
        b"\0\0\0\0\r\n\r\n",
        b"\r\n\r\n\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET  HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: lexdex\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost lexdex\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nX: \0\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        &kilobyte,
        long_line.as_bytes(),
    ];
    for bytes in garbage {
        let start = &bytes[..bytes.len().min(40)].escape_ascii().to_string();
        let mut client = Client::connect(server.address);
        let _ = client.try_send(bytes);
        let _ = client.try_send("\r\n\r\n");
        if let Ok(Some(response)) = client.try_response() {
            assert!((400..500).contains(&response.status), "{start}: {response:?}");
        }
        assert_eq!(get(server.address, "/healthz").status, 200, "{start}");
    }
    let log = server.stop().log;
    assert!(log.iter().all(|line| !line.contains("ERROR") && !line.contains("panicked")), "{log:?}");
}

#[test]
fn unusual_targets_are_answered() {
    let server = Server::start(&["--rate-limit", "0"]);
    for (target, status) in [
        ("*", 404),
        ("http://elsewhere/healthz", 200),
        ("//healthz", 404),
        ("/healthz?%ff", 200),
        ("/api/v1/cases?%ff", 400),
        ("/%2e%2e/%2e%2e/etc/passwd", 404),
        ("/../../etc/passwd", 404),
    ] {
        let response = get(server.address, target);
        assert_eq!(response.status, status, "{target}: {response:?}");
        assert!(status == 200 || response.json()["error"].is_string(), "{target}: {response:?}");
    }
}

#[test]
fn many_connections_are_served_concurrently() {
    // macOS allows 256 open files by default.
    lexdex::open_files::raise_limit();
    let server = Server::start(&["--rate-limit", "0"]);
    let mut clients: Vec<Client> = (0..300).map(|_| Client::connect(server.address)).collect();
    for client in &mut clients {
        client.send("GET /api/v1/jurisdictions HTTP/1.1\r\nHost: lexdex\r\n\r\n");
    }
    for client in &mut clients {
        assert_eq!(client.response().total(), 57);
    }
}
