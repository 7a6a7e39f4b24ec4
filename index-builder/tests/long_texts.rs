//! A build does not hold the texts behind records in memory.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::process::Stdio;
use std::time::Duration;

use crate::samples::{STATUTE, with_id};
use crate::workspace::Workspace;

const N_TEXTS: usize = 1024;
const TEXT_BYTES: usize = 256 << 10;

/// Less than the texts take: 256 MiB.
const MAX_MEMORY_BYTES: u64 = 200 << 20;

/// The peak memory of a process, while it runs.
fn peak_bytes(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(1024 * peak.trim().trim_end_matches(" kB").parse::<u64>().ok()?)
}

#[test]
fn texts_of_a_large_file_are_not_held() {
    let statutes: Vec<String> = (0..N_TEXTS).map(|number| with_id(STATUTE, &format!("s-{number}"))).collect();
    let workspace = Workspace::with_corpus(&[("statutes/a.jsonl", &statutes)]);
    fs::create_dir_all(workspace.path("corpus/text/statutes")).unwrap();
    let mut file = BufWriter::new(File::create(workspace.path("corpus/text/statutes/a.jsonl")).unwrap());
    let text = "word ".repeat(TEXT_BYTES / 5);
    for number in 0..N_TEXTS {
        writeln!(file, r#"{{"id":"s-{number}","text":"{text}"}}"#).unwrap();
    }
    file.into_inner().unwrap();
    let mut build = workspace.command(&["build", "--corpus", "corpus", "--out", "index"]);
    let mut child = build.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    let status = loop {
        peak = peak.max(peak_bytes(child.id()).unwrap_or_default());
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(status.success());
    assert!(peak > 0 && peak < MAX_MEMORY_BYTES, "{} MiB", peak >> 20);
}
