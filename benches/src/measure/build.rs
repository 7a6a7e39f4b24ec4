//! What it takes to build the index, and the disk it needs.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use lexdex::model::{Bill, Case, Statute};

use super::{program, row};
use crate::process::memory_of;

pub(super) fn measure(corpus: &Path, index: &Path) -> Result<()> {
    let parse = Instant::now();
    parse_only::<Statute>(&corpus.join("statutes"))?;
    parse_only::<Case>(&corpus.join("cases"))?;
    parse_only::<Bill>(&corpus.join("bills"))?;
    let parse = parse.elapsed().as_secs_f64();
    let start = Instant::now();
    let mut builder = Command::new(program("index-builder")?)
        .args(["build", "--replace", "--corpus"])
        .arg(corpus)
        .arg("--out")
        .arg(index)
        .stdout(Stdio::null())
        .spawn()?;
    let (status, peak_bytes) = wait_watching_memory(&mut builder)?;
    ensure!(status.success(), "index-builder failed");
    let build = start.elapsed().as_secs_f64();
    row(
        "build against a bare typed parse on one thread, wall",
        "≤ 2.0",
        &format!("{:.2} ({build:.1} s / {parse:.1} s)", build / parse),
    );
    row(
        "build, most memory held, files mapped into it included",
        "≤ 2 GiB at 10 M",
        &format!("{:.0} MiB", peak_bytes as f64 / f64::from(1 << 20)),
    );
    Ok(())
}

/// Waits until a process ends, and tells the most memory it has held: that of its last look, for the system keeps the
/// figure only as long as the process.
fn wait_watching_memory(child: &mut Child) -> Result<(ExitStatus, u64)> {
    let mut peak_bytes = 0;
    loop {
        peak_bytes = memory_of(child.id(), "VmHWM").unwrap_or(peak_bytes);
        if let Some(status) = child.try_wait()? {
            return Ok((status, peak_bytes));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Reads every line as a record and does nothing with it.
fn parse_only<T: serde::de::DeserializeOwned>(folder: &Path) -> Result<()> {
    let file = std::io::BufReader::with_capacity(1 << 18, fs::File::open(folder.join("synthetic.jsonl"))?);
    let mut lines = lexdex::corpus::Lines::new(file);
    while let Some(line) = lines.next_line()? {
        if let lexdex::corpus::Line::Bytes(line) = line {
            std::hint::black_box(serde_json::from_slice::<T>(line)?);
        }
    }
    Ok(())
}

pub(super) fn measure_disk(index: &Path, n_records: u64) -> Result<()> {
    let manifest = lexdex::index::Manifest::read(index)?;
    let beyond = manifest.files.iter().filter(|file| !file.path.ends_with("records.jsonl"));
    let n_bytes: u64 = beyond.map(|file| file.bytes).sum();
    row("disk beyond the records' JSON, bytes a record", "≤ 20", &format!("{:.1}", n_bytes as f64 / n_records as f64));
    Ok(())
}
