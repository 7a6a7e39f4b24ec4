//! Measures the time, the memory and the disk space that an index takes to build.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use lexdex_core::model::{Bill, Case, Statute};

use crate::measure::{bare_build, program, row};
use crate::process::memory_of;

/// Builds the index, and prints its time against bare parsing and bare tantivy, and its memory.
pub(super) fn measure(corpus: &Path, index: &Path) -> Result<()> {
    let parse_start = Instant::now();
    parse_only::<Statute>(&corpus.join("statutes"))?;
    parse_only::<Case>(&corpus.join("cases"))?;
    parse_only::<Bill>(&corpus.join("bills"))?;
    let parse = parse_start.elapsed().as_secs_f64();
    let build_start = Instant::now();
    let mut builder = Command::new(program("index-builder")?)
        .args(["build", "--replace", "--corpus"])
        .arg(corpus)
        .arg("--out")
        .arg(index)
        .stdout(Stdio::null())
        .spawn()?;
    let (status, memory) = wait_polling_memory(&mut builder)?;
    ensure!(status.success(), "index-builder failed");
    let build = build_start.elapsed().as_secs_f64();
    let bare_directory = tempfile::tempdir_in(index.parent().context("the index has no parent directory")?)?;
    let bare_start = Instant::now();
    bare_build::build(corpus, bare_directory.path())?;
    let bare = bare_start.elapsed().as_secs_f64();
    row(
        "build against bare tantivy with two threads, wall",
        "≤ 1.4 at 2 M on two cores",
        &format!("{:.2} ({build:.1} s / {bare:.1} s)", build / bare),
    );
    row(
        "build against a bare typed parse on one thread, wall",
        "≤ 2.0",
        &format!("{:.2} ({build:.1} s / {parse:.1} s)", build / parse),
    );
    let mebibytes = |n_bytes| format!("{:.0} MiB", n_bytes as f64 / f64::from(1 << 20));
    row("build, most memory held beyond the page cache", "≤ 2 GiB at 10 M", &mebibytes(memory.anonymous));
    row("build, the same with the files mapped into it", "", &mebibytes(memory.with_files));
    Ok(())
}

/// The peak memory of a process, in bytes.
#[derive(Clone, Copy, Default)]
struct PeakMemory {
    anonymous: u64,
    /// Anonymous memory plus mapped files. The system may reclaim the latter at any time.
    with_files: u64,
}

/// Waits until a process ends, polling its memory: the system keeps no peak of anonymous memory, and no figures of
/// processes that have ended.
fn wait_polling_memory(child: &mut Child) -> Result<(ExitStatus, PeakMemory)> {
    let mut peak = PeakMemory::default();
    loop {
        let size = |name| memory_of(child.id(), name).unwrap_or_default();
        peak = PeakMemory {
            anonymous: peak.anonymous.max(size("RssAnon")),
            with_files: peak.with_files.max(size("VmHWM")),
        };
        if let Some(status) = child.try_wait()? {
            return Ok((status, peak));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Parses every line as a record and discards it.
fn parse_only<T: serde::de::DeserializeOwned>(folder: &Path) -> Result<()> {
    let file = std::io::BufReader::with_capacity(1 << 18, fs::File::open(folder.join("synthetic.jsonl"))?);
    let mut lines = lexdex_core::corpus::LineReader::new(file);
    while let Some(line) = lines.next_line()? {
        if let lexdex_core::corpus::Line::Bytes(line) = line {
            std::hint::black_box(serde_json::from_slice::<T>(line)?);
        }
    }
    Ok(())
}
