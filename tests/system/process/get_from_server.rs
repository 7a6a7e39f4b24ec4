//! `lexdex get --server`: servers that refuse temporarily, that are down, or that are hostile.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Instant;

use crate::system::process::get::{Outcome, outcome_of};
use crate::system::support::port::Port;
use crate::system::support::server::command;

/// Runs a command against a server that sends these responses.
fn get_from(arguments: &[&str], responses: Vec<String>) -> Outcome {
    outcome_of(command(&[&["get"], arguments, &["--server", &serve(responses)]].concat()))
}

/// Starts a server that sends each of these responses on its own connection, in order. Returns its address.
pub(crate) fn serve(responses: Vec<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for response in responses {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 4096]).unwrap();
            let _ = stream.write_all(response.as_bytes());
        }
    });
    url
}

pub(crate) fn response(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}", body.len())
}

/// A success with a JSON body.
pub(crate) fn json(body: &str) -> String {
    response("200 OK", "Content-Type: application/json\r\n", body)
}

const EMPTY: &str = r#"{"data":[],"meta":{"total":0}}"#;

#[test]
fn refusals_that_name_a_time_are_waited_for() {
    let limit = response("429 Too Many Requests", "Retry-After: 1\r\n", r#"{"error":"too many"}"#);
    let capacity = response("503 Service Unavailable", "Retry-After: 0\r\n", r#"{"error":"busy"}"#);
    let start = Instant::now();
    let (code, stdout, stderr) = get_from(&["cases", "--format", "json"], vec![limit, capacity, json(EMPTY)]);
    assert_eq!((code, stdout.as_str()), (Some(0), EMPTY), "{stderr}");
    assert!(start.elapsed().as_secs() >= 1);
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(lines[0].ends_with(" answered 429: retrying in 1 second"), "{stderr}");
    assert!(lines[1].ends_with(" answered 503: retrying in 0 seconds"), "{stderr}");
    assert_eq!(lines.len(), 2);
}

#[test]
fn refusal_without_a_time_or_too_often_is_an_error() {
    let limit = |wait: &str| response("429 Too Many Requests", wait, r#"{"error":"too many"}"#);
    assert_eq!(get_from(&["cases"], vec![limit("")]).2, "error: too many\n");
    assert_eq!(get_from(&["cases"], vec![limit("Retry-After: 121\r\n")]).2, "error: too many\n");
    let (code, _, stderr) = get_from(&["cases"], vec![limit("Retry-After: 0\r\n"); 6]);
    assert_eq!((code, stderr.lines().count()), (Some(1), 6), "{stderr}");
    assert!(stderr.ends_with("error: too many\n"), "{stderr}");
}

#[test]
fn server_that_is_down_is_an_error() {
    let port = Port::reserve();
    let url = format!("http://{}", port.address);
    let (code, stdout, stderr) = outcome_of(command(&["get", "cases", "--server", &url]));
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.starts_with(&format!("error: no response from {url}: ")), "{stderr}");
}

#[test]
fn responses_of_other_services_are_errors() {
    let html = response("200 OK", "Content-Type: text/html\r\n", "<html>");
    let cases = [
        (html, "the response is not from the lexdex API: it has status 200 and the type \"text/html\""),
        (response("502 Bad Gateway", "", "<html>"), "it has status 502 and the type \"\""),
        (response("404 Not Found", "", r#"{"message":"a"}"#), "it has status 404"),
        (json("{}"), "the response does not have the format of the lexdex API"),
        (json("[1]"), "the response does not have the format of the lexdex API"),
        (json(r#"{"data":[{}],"meta":{"total":-1}}"#), "the response does not have the format of the lexdex API"),
        (json(&"[".repeat(100_000)), "the response does not have the format of the lexdex API"),
        (json(EMPTY).replace("Content-Length: ", "Content-Length: 1"), "the response was cut off"),
    ];
    for (response, message) in cases {
        let (code, stdout, stderr) = get_from(&["cases"], vec![response.clone()]);
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{response}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(message), "{response}: {stderr}");
    }
}

#[test]
fn truncated_export_is_an_error_after_the_received_part() {
    let export = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n\
                  9\r\n{\"id\":1}\n\r\n";
    for format in ["jsonl", "json", "table"] {
        let (code, _, stderr) = get_from(&["cases", "--all", "--format", format], vec![export.to_owned()]);
        assert_eq!(code, Some(1), "{format}: {stderr}");
        assert!(stderr.contains("error: the response was cut off"), "{format}: {stderr}");
    }
}

#[test]
fn control_characters_of_a_server_are_not_printed() {
    let record = "{\"id\":\"a\u{9b}31m\",\"caseName\":\"\\u001b]0;title\\u0007\\nb\",\"court\":\"\u{202e}c\"}";
    let page = json(&format!("{{\"data\":[{record}],\"meta\":{{\"total\":1}}}}"));
    let (code, stdout, _) = get_from(&["cases"], vec![page]);
    assert_eq!(code, Some(0));
    assert_eq!(stdout.lines().count(), 2, "{stdout}");
    assert!(stdout.contains("\u{fffd}]0;title\u{fffd} b"), "{stdout}");
    let one = json(&format!("{{\"data\":{record}}}"));
    let card = get_from(&["cases", "a"], vec![one]).1;
    let error = get_from(&["cases"], vec![response("400 Bad Request", "", "{\"error\":\"\\u001b[2J\u{9b}a\"}")]).2;
    assert_eq!(error, "error: \u{fffd}[2J\u{fffd}a\n");
    for text in [stdout, card, error] {
        let is_safe = |character: char| character == '\n' || !(character.is_control() || character == '\u{202e}');
        assert!(text.chars().all(is_safe), "{text:?}");
    }
}
