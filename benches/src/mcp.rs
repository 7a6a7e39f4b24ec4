/*!
Measures the cost of a call by an AI tool: the server's processor time for a message to `/mcp`, compared with the same
question to the API. Both use one connection, with one request at a time.
*/

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::{Value, json};

use crate::measure::program;
use crate::process::{LogMode, ServerProcess, pin_load};
use crate::statistics::median;

const PORT: u16 = 18_130;

#[derive(Args)]
pub(crate) struct McpArguments {
    /// The number of rounds, whose medians are reported.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The duration of each load in a round, in seconds.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
}

/// The number of different requests of each kind, which are sent in turn.
const N_VARIANTS: usize = 64;

/// A kind of question: its requests to the API, and the same questions to a tool.
struct Question {
    name: &'static str,
    requests: [Vec<Vec<u8>>; 2],
    cpu_us: [Vec<f64>; 2],
    n_bytes: [f64; 2],
}

/// Measures, and prints the table.
pub(crate) fn run(arguments: &McpArguments) -> Result<()> {
    let server = ServerProcess::start(&program("lexdex")?, &["--rate-limit", "0"], PORT, LogMode::Warnings)?;
    pin_load()?;
    let time = Duration::from_secs_f64(arguments.seconds);
    let mut questions = questions(server.address)?;
    // The first requests fill caches.
    for round in 0..=arguments.rounds {
        for question in &mut questions {
            for (idx, requests) in question.requests.iter().enumerate() {
                let before = server.cpu_seconds()?;
                let (n_requests, n_bytes) = send(server.address, requests, time)?;
                let cpu_us = (server.cpu_seconds()? - before) * 1e6 / n_requests as f64;
                question.n_bytes[idx] = n_bytes as f64 / n_requests as f64;
                if round > 0 {
                    question.cpu_us[idx].push(cpu_us);
                }
            }
        }
    }
    println!("| question | API, µs | tool, µs | ratio | API, bytes | tool, bytes |\n|---|---:|---:|---:|---:|---:|");
    for Question { name, cpu_us, n_bytes: [api_bytes, tool_bytes], .. } in &questions {
        let [api, tool] = [0, 1].map(|idx| median(cpu_us[idx].iter().copied()));
        println!("| {name} | {api:.1} | {tool:.1} | {:.1} | {api_bytes:.0} | {tool_bytes:.0} |", tool / api);
    }
    Ok(())
}

/// The questions of every tool. The tool's answer has the address of the same request to the API.
fn questions(address: SocketAddr) -> Result<Vec<Question>> {
    let mut connection = TcpStream::connect(address)?;
    let page = call(&mut connection, "search_cases", &json!({ "limit": 100, "fields": ["id"] }))?;
    let ids = page["data"].as_array().context("there are no cases")?;
    let topics = call(&mut connection, "list_values", &json!({ "of": "topics" }))?;
    let topics = topics["data"].as_array().context("there are no topics")?;
    let words = ["right to privacy", "search and seizure", "free speech", "due process", "equal protection"];
    let of = |question: &dyn Fn(usize) -> Value| (0..N_VARIANTS).map(question).collect::<Vec<_>>();
    let word = |number: usize| words[number % words.len()];
    let topic = |number: usize| json!([topics[number % topics.len()]["tag"]]);
    [
        ("10 cases", "search_cases", of(&|number| json!({ "offset": number * 10 }))),
        (
            "10 cases by words and court",
            "search_cases",
            of(&|number| json!({ "q": word(number), "court": ["scotus"], "offset": number / words.len() })),
        ),
        (
            "100 whole cases",
            "search_cases",
            of(&|number| {
                json!({ "limit": 100, "offset": number, "fields": ["id", "caseName", "summary", "meta"] })
            }),
        ),
        ("10 statutes by topic", "search_statutes", of(&|number| json!({ "topic": topic(number) }))),
        ("10 bills by topic", "search_bills", of(&|number| json!({ "topic": topic(number) }))),
        ("a case", "get_record", of(&|number| json!({ "resource": "cases", "id": ids[number % ids.len()]["id"] }))),
        (
            "a citation of a text",
            "check_citations",
            of(&|number| json!({ "text": format!("Roe v. Wade, {} U.S. 113 (1973).", 400 + number) })),
        ),
        (
            "counts by facet",
            "count_facets",
            of(&|number| json!({ "resource": "cases", "topic": topic(number) })),
        ),
        ("jurisdictions", "list_values", vec![json!({ "of": "jurisdictions" })]),
        ("topics", "list_values", vec![json!({ "of": "topics" })]),
        ("courts", "list_values", vec![json!({ "of": "courts" })]),
        ("the coverage", "coverage", vec![json!({})]),
    ]
    .into_iter()
    .map(|(name, tool, variants)| {
        let mut requests: [Vec<Vec<u8>>; 2] = Default::default();
        for arguments in variants {
            let answer = call(&mut connection, tool, &arguments)?;
            let url = answer["url"].as_str().context("there is no address")?;
            requests[0].push(match arguments["text"].as_str() {
                None => format!("GET {url} HTTP/1.1\r\nHost: bench\r\n\r\n").into_bytes(),
                Some(text) => format!(
                    "POST {url} HTTP/1.1\r\nHost: bench\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{text}",
                    text.len()
                )
                .into_bytes(),
            });
            requests[1].push(message(tool, &arguments));
        }
        Ok(Question { name, requests, cpu_us: Default::default(), n_bytes: [0.0; 2] })
    })
    .collect()
}

/// Calls a tool and returns its answer.
fn call(connection: &mut TcpStream, tool: &str, arguments: &Value) -> Result<Value> {
    let mut response = ask(connection, &message(tool, arguments))?;
    let start = response.windows(4).position(|end| end == b"\r\n\r\n").context("there is no body")?;
    let mut message: Value = serde_json::from_slice(&response.split_off(start + 4))?;
    ensure!(message["result"]["isError"] == false, "{tool} has failed: {message}");
    Ok(message["result"]["structuredContent"].take())
}

/// A call of a tool in the current version of the protocol.
fn message(tool: &str, arguments: &Value) -> Vec<u8> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "lexdex-bench", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }).to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nAccept: application/json, \
         text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: {tool}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Sends requests in turn, repeatedly. Returns their number, and the total size of the responses in bytes.
fn send(address: SocketAddr, requests: &[Vec<u8>], time: Duration) -> Result<(u64, usize)> {
    let mut connection = TcpStream::connect(address)?;
    connection.set_nodelay(true)?;
    let start = Instant::now();
    let (mut n_requests, mut n_bytes) = (0, 0);
    for request in requests.iter().cycle() {
        if start.elapsed() >= time {
            break;
        }
        n_bytes += ask(&mut connection, request)?.len();
        n_requests += 1;
    }
    Ok((n_requests, n_bytes))
}

/// Sends a request and returns the whole response. Fails unless it is a success.
fn ask(connection: &mut TcpStream, request: &[u8]) -> Result<Vec<u8>> {
    const LENGTH: &str = "content-length: ";
    connection.write_all(request)?;
    let mut response = Vec::with_capacity(16 << 10);
    let mut buffer = [0; 16 << 10];
    let mut n_bytes = None;
    while n_bytes.is_none_or(|n_bytes| response.len() < n_bytes) {
        let n_read = connection.read(&mut buffer)?;
        ensure!(n_read > 0, "the server has closed the connection");
        response.extend_from_slice(&buffer[..n_read]);
        if n_bytes.is_none()
            && let Some(end) = response.windows(4).position(|end| end == b"\r\n\r\n")
        {
            let head = str::from_utf8(&response[..end])?;
            ensure!(head.starts_with("HTTP/1.1 200"), "the response is {head}");
            let length = head.lines().find_map(|line| line.strip_prefix(LENGTH)).context("there is no length")?;
            n_bytes = Some(end + 4 + length.parse::<usize>()?);
        }
    }
    Ok(response)
}
