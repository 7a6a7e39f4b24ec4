//! A build does not hold the texts behind records in memory.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::process::Stdio;

use crate::peak_memory;
use crate::samples::{STATUTE, with_id};
use crate::workspace::Workspace;

const N_TEXTS: usize = 1024;
const TEXT_BYTES: usize = 256 << 10;

/// Less than the texts take: 256 MiB.
const MAX_MEMORY_BYTES: u64 = 200 << 20;

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
    let child = build.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (status, peak) = peak_memory::wait(child);
    assert!(status.success());
    assert!(peak > 0 && peak < MAX_MEMORY_BYTES, "{} MiB", peak >> 20);
}
