/*!
Measures the cost of a call by an AI tool: the processor time of the server for a message to `/mcp`, against that for the
same question to the API. Both are asked over one connection, one request at a time.
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

/// A question to the API and to a tool.
struct Question {
    name: &'static str,
    requests: [Vec<u8>; 2],
    cpu_us: [Vec<f64>; 2],
    n_bytes: [usize; 2],
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
            for (idx, request) in question.requests.iter().enumerate() {
                let before = server.cpu_seconds()?;
                let (n_requests, n_bytes) = send(server.address, request, time)?;
                let cpu_us = (server.cpu_seconds()? - before) * 1e6 / n_requests as f64;
                question.n_bytes[idx] = n_bytes;
                if round > 0 {
                    question.cpu_us[idx].push(cpu_us);
                }
            }
        }
    }
    println!("| question | API, µs | tool, µs | ratio | API, bytes | tool, bytes |\n|---|---:|---:|---:|---:|---:|");
    for Question { name, cpu_us, n_bytes: [api_bytes, tool_bytes], .. } in &questions {
        let [api, tool] = [0, 1].map(|idx| median(cpu_us[idx].iter().copied()));
        println!("| {name} | {api:.1} | {tool:.1} | {:.1} | {api_bytes} | {tool_bytes} |", tool / api);
    }
    Ok(())
}

/// The questions. The address of each at the API is the one that the answer of its tool names.
fn questions(address: SocketAddr) -> Result<Vec<Question>> {
    [
        ("10 cases", "search_cases", json!({})),
        ("10 cases by words and court", "search_cases", json!({ "q": "right to privacy", "court": ["scotus"] })),
        ("100 whole cases", "search_cases", json!({ "limit": 100, "fields": ["id", "caseName", "summary", "meta"] })),
        ("a statute", "get_record", json!({ "resource": "statutes", "id": "federal-usc-18-1341" })),
        ("counts by facet", "count_facets", json!({ "resource": "cases", "topic": ["privacy"] })),
        ("the coverage", "coverage", json!({})),
    ]
    .into_iter()
    .map(|(name, tool, arguments)| {
        let message = message(tool, &arguments);
        let mut answer = ask(&mut TcpStream::connect(address)?, &message)?;
        let start = answer.windows(4).position(|end| end == b"\r\n\r\n").context("there is no body")?;
        let answer: Value = serde_json::from_slice(&answer.split_off(start + 4))?;
        let url = answer["result"]["structuredContent"]["url"].as_str();
        let url = url.with_context(|| format!("{tool} has failed: {answer}"))?;
        let request = format!("GET {url} HTTP/1.1\r\nHost: bench\r\n\r\n").into_bytes();
        Ok(Question { name, requests: [request, message], cpu_us: Default::default(), n_bytes: [0; 2] })
    })
    .collect()
}

/// A call of a tool by the current protocol.
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

/// Sends a request again and again. Returns how often, and the size of a response.
fn send(address: SocketAddr, request: &[u8], time: Duration) -> Result<(u64, usize)> {
    let mut connection = TcpStream::connect(address)?;
    connection.set_nodelay(true)?;
    let start = Instant::now();
    let (mut n_requests, mut n_bytes) = (0, 0);
    while start.elapsed() < time {
        n_bytes = ask(&mut connection, request)?.len();
        n_requests += 1;
    }
    Ok((n_requests, n_bytes))
}

/// Sends a request and returns the whole response, which must be a success.
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
