//! The log: one line per request, without data of the client. Writing it never delays a response.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::FileExt;
use std::process::ChildStderr;
use std::thread;
use std::time::{Duration, Instant};

use lexdex::http::Timeouts;
use rustix::process::Signal;
use serde_json::Value;

use crate::system::process::admin::scrape;
use crate::system::support::client::{Client, get};
use crate::system::support::index::IndexDirectory;
use crate::system::support::port::Port;
use crate::system::support::server::{PATIENCE, Process, Server, address_in, indexed_command};

/// Requests, with the method, the route and the status in their log lines.
const REQUESTS: [(&str, &str, &str, u16); 7] = [
    ("GET", "/api/v1/cases?topic=a-secret&limit=3", "/api/v1/cases", 200),
    ("GET", "/api/v1/bills?a-secret=1", "/api/v1/bills", 400),
    ("HEAD", "/api/v1/statutes/?limit=1", "/api/v1/statutes", 200),
    ("GET", "/a-secret/path?token=a-secret", "(none)", 404),
    ("POST", "/healthz", "/healthz", 405),
    ("POST", "/api/v1/citations", "/api/v1/citations", 415),
    ("GET", "/readyz", "/readyz", 200),
];

/// Sends the requests, with secrets in their headers too, and returns the log lines between start and stop.
fn log_of_requests(arguments: &[&str]) -> Vec<String> {
    // Trusts a proxy, because the server would warn about an untrusted one.
    let server = Server::start(&[&["--trusted-proxy", "192.0.2.0/24"], arguments].concat());
    for (method, target, _, status) in REQUESTS {
        let mut client = Client::connect(server.address);
        let headers = "Host: a-secret\r\nUser-Agent: a-secret\r\nX-Forwarded-For: 192.0.2.77\r\nConnection: close";
        client.send(format!("{method} {target} HTTP/1.1\r\n{headers}\r\n\r\n"));
        if method == "HEAD" {
            client.wait_for_the_end();
        } else {
            assert_eq!(client.response().status, status, "{target}");
        }
    }
    let log = server.stop().log;
    assert!(log[0].contains("serving ") && log[log.len() - 1].contains("stopping"), "{log:?}");
    log[1..log.len() - 1].to_vec()
}

#[test]
fn text_log_has_one_line_per_request_and_no_client_data() {
    let lines = log_of_requests(&[]);
    let without_measures = |line: &String| {
        let (_, event) = line.split_once(' ').unwrap();
        let (request, measures) = event.split_once(" duration_us=").unwrap();
        let (duration, request_id) = measures.split_once(" request_id=").unwrap();
        duration.parse::<u64>().unwrap();
        assert_eq!(request_id.len(), r#""01234567-01234567""#.len(), "{line}");
        request.trim().to_owned()
    };
    let expected = REQUESTS
        .map(|(method, _, route, status)| format!("INFO request method={method} route=\"{route}\" status={status}"));
    assert_eq!(lines.iter().map(without_measures).collect::<Vec<_>>(), expected);
}

#[test]
fn json_log_has_one_line_per_request_and_no_client_data() {
    let lines = log_of_requests(&["--log-format", "json"]);
    let mut request_ids = Vec::new();
    for (line, (method, _, route, status)) in lines.iter().zip(REQUESTS) {
        let mut line: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
        assert!(line.remove("timestamp").unwrap().as_str().unwrap().ends_with('Z'));
        assert!(line.remove("duration_us").unwrap().is_u64());
        request_ids.push(line.remove("request_id").unwrap().as_str().unwrap().to_owned());
        let expected = serde_json::json!({
            "level": "INFO", "message": "request", "method": method, "route": route, "status": status,
        });
        assert_eq!(Value::Object(line), expected);
    }
    assert_eq!(lines.len(), REQUESTS.len(), "{lines:?}");
    request_ids.sort();
    request_ids.dedup();
    assert_eq!(request_ids.len(), REQUESTS.len(), "an id stands for one request");
}

#[test]
fn log_line_and_response_share_the_request_id() {
    let server = Server::start(&["--log-format", "json"]);
    let response = get(server.address, "/api/v1/cases?limit=1");
    let request_id = response.header("x-request-id").unwrap().to_owned();
    assert!(server.logs(&format!("\"request_id\":\"{request_id}\"")));
}

#[test]
fn rust_log_silences_request_lines() {
    // The silent log does not have the address, so the port is reserved beforehand.
    let port = Port::reserve();
    let address = port.address;
    let mut command = indexed_command(&["--listen", &address.to_string()]);
    let (mut process, mut stderr) = Process::start(command.env("RUST_LOG", "warn"));
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(start.elapsed() < PATIENCE, "the server did not start");
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(get(address, "/api/v1/cases").status, 200);
    assert_eq!(get(address, "/nothing").status, 404);
    process.send(Signal::TERM);
    assert_eq!(process.wait(), Some(0));
    let mut log = String::new();
    stderr.read_to_string(&mut log).unwrap();
    assert_eq!(log, "");
}

/// The file is too large for the digest check at the start.
#[test]
fn export_of_a_damaged_record_is_logged_as_an_error_and_counted() {
    let index = IndexDirectory::with_long_statutes(200, 100_000);
    let records = index.path().join("statutes/records.jsonl");
    let file = fs::OpenOptions::new().write(true).open(&records).unwrap();
    assert!(file.metadata().unwrap().len() > 16 << 20);
    // A line feed within the summary of the middle record.
    file.write_all_at(b"\n", 10_050_000).unwrap();
    let server = Server::start(&["--index", &index.argument(), "--admin-listen", "127.0.0.1:0"]);
    let mut client = Client::connect(server.address);
    let head = "Host: lexdex\r\nConnection: close";
    client.send(format!("GET /api/v1/statutes/export?format=csv HTTP/1.1\r\n{head}\r\n\r\n"));
    client.wait_for_the_end();
    assert!(server.logs("ERROR export failed list=statutes format=csv cause=\"a record of the index is damaged: "));
    let metrics = get(server.admin_address(), "/metrics").body;
    assert!(metrics.contains("\nlexdex_export_failures_total 1\n"), "{metrics}");
}

#[test]
fn forwarded_private_requests_cause_one_warning() {
    let warnings = |arguments: &[&str], header: &str| {
        let server = Server::start(arguments);
        for _ in 0..3 {
            let mut client = Client::connect(server.address);
            client.send(format!("GET /healthz HTTP/1.1\r\nHost: lexdex\r\n{header}\r\n\r\n"));
            assert_eq!(client.response().status, 200);
        }
        server.stop().log.into_iter().filter(|line| line.contains("WARN")).collect::<Vec<_>>()
    };
    let [warning] = &*warnings(&[], "X-Forwarded-For: 192.0.2.77") else { panic!("not one warning") };
    assert!(
        warning.ends_with(
            "a proxy in 127.0.0.0/8 sends X-Forwarded-For, and no proxy is trusted: all users behind it are one client, \
             with one rate limit; name the address of your proxy with --trusted-proxy"
        ),
        "{warning}"
    );
    assert_eq!(warnings(&[], "Accept: */*"), [""; 0]);
    assert_eq!(warnings(&["--trusted-proxy", "10.0.0.0/8"], "X-Forwarded-For: 192.0.2.77"), [""; 0]);
}

/// Starts a server and reads its log up to the line with its address.
fn start_unread(arguments: &[&str]) -> (Process, SocketAddr, BufReader<ChildStderr>) {
    let (process, stderr) = Process::start(&mut indexed_command(&[&["--listen", "127.0.0.1:0"], arguments].concat()));
    let mut log = BufReader::new(stderr);
    let mut line = String::new();
    log.read_line(&mut line).unwrap();
    (process, address_in(&line), log)
}

#[test]
fn unread_log_delays_nothing_and_dropped_lines_are_counted() {
    let admin = Port::reserve();
    let (mut process, address, unread) =
        start_unread(&["--rate-limit", "0", "--admin-listen", &admin.address.to_string()]);
    let mut client = Client::connect(address);
    // A pipe holds 64 KiB, about 500 lines, and the queue before it holds 8,000 lines.
    for _ in 0..100 {
        client.send("GET /healthz HTTP/1.1\r\nHost: lexdex\r\n\r\n".repeat(100));
        for _ in 0..100 {
            assert_eq!(client.response().status, 200);
        }
    }
    let n_dropped = scrape(admin.address)["lexdex_log_lines_dropped_total"];
    assert!(n_dropped > 0.0 && n_dropped < 10_000.0, "{n_dropped}");
    let start = Instant::now();
    process.send(Signal::TERM);
    assert_eq!(process.wait(), Some(0));
    assert!(start.elapsed() < Timeouts::default().shutdown, "{:?}", start.elapsed());
    drop(unread);
}

#[test]
fn closed_log_pipe_does_not_end_the_server() {
    let (mut process, address, log) = start_unread(&[]);
    drop(log);
    for _ in 0..20 {
        assert_eq!(get(address, "/healthz").status, 200);
    }
    process.send(Signal::TERM);
    assert_eq!(process.wait(), Some(0));
}
