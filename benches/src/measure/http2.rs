//! Compares lexdex over HTTP/2 with hyper's constant body, under the load of h2load: one connection with 32 streams.

use std::io::{BufWriter, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tempfile::NamedTempFile;

use crate::load::Requests;
use crate::measure::http::{mean_body_bytes, ratio};
use crate::measure::{RunArguments, row};
use crate::process::{LogMode, ServerProcess};

const PORT: u16 = 18_110;

const N_STREAMS: &str = "32";

pub(super) fn measure(mix: &str, lexdex: &ServerProcess, requests: &Requests, arguments: &RunArguments) -> Result<()> {
    let what = format!("HTTP/2, {mix} mix, against hyper's constant body, CPU");
    if Command::new("h2load").arg("--version").output().is_err() {
        row(&what, "≤ 1.5", "not measured: h2load is not installed");
        return Ok(());
    }
    let floor = start_floor(mean_body_bytes(lexdex, requests, arguments.time())?)?;
    let (mut lexdex_us, mut floor_us) = (Vec::new(), Vec::new());
    for _ in 0..arguments.rounds {
        // h2load begins its list again in each run.
        let targets = write_targets(requests.take(arguments.n_requests(1)))?;
        for (server, figures) in [(&floor, &mut floor_us), (lexdex, &mut lexdex_us)] {
            let before = server.cpu_seconds()?;
            let n_requests = send(server.address, targets.path(), arguments.time())?;
            figures.push((server.cpu_seconds()? - before) * 1e6 / n_requests as f64);
        }
    }
    row(&what, "≤ 1.5", &ratio(&lexdex_us, &floor_us));
    Ok(())
}

/// Starts the floor with axum's own server, which adds nothing to hyper's connections.
fn start_floor(n_bytes: usize) -> Result<ServerProcess> {
    let arguments = ["floor", "--bare", "--bytes", &n_bytes.to_string()];
    ServerProcess::start(&std::env::current_exe()?, &arguments, PORT, LogMode::Warnings)
}

/// Writes the targets, one a line.
fn write_targets<'r>(targets: impl Iterator<Item = &'r str>) -> Result<NamedTempFile> {
    let mut file = BufWriter::new(NamedTempFile::new()?);
    for target in targets {
        writeln!(file, "{target}")?;
    }
    Ok(file.into_inner()?)
}

/// Runs h2load, and returns the number of requests that were served. All must be.
fn send(address: SocketAddr, targets: &Path, time: Duration) -> Result<u64> {
    let output = Command::new("h2load")
        .args(["--clients", "1", "--max-concurrent-streams", N_STREAMS])
        .args(["--duration", &format!("{}ms", time.as_millis()), "--base-uri", &format!("http://{address}")])
        .arg("--input-file")
        .arg(targets)
        .output()
        .context("cannot start h2load")?;
    let report = String::from_utf8_lossy(&output.stdout);
    let n_requests = served(&report).with_context(|| format!("h2load failed: {output:?}"))?;
    ensure!(n_requests > 0, "a request over HTTP/2 was not served: {report}");
    Ok(n_requests)
}

/// Reads `status codes: 123 2xx, 0 3xx, 0 4xx, 0 5xx`; zero if a status is not 2xx.
fn served(report: &str) -> Option<u64> {
    let codes = report.lines().find_map(|line| line.strip_prefix("status codes: "))?;
    let (n_served, others) = codes.split_once(" 2xx, ")?;
    if others == "0 3xx, 0 4xx, 0 5xx" { n_served.parse().ok() } else { Some(0) }
}
