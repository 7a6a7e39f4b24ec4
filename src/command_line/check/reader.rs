/*!
Reads files. Those of binary formats are read by a second process of this program, with limits on its time and memory,
so that no file can end or exhaust the first.
*/

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::{Arg, value_parser};
use lexdex_core::platform;
use serde::{Deserialize, Serialize};

use super::document::Document;
use super::documents;
use super::file_format::{FileFormat, recognize};

/// The name of the command of the second process.
pub(crate) const COMMAND: &str = "read-document";

/// The maximum size of a file in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// The time and the memory of the second process. Windows does not limit the memory.
const MAX_TIME: Duration = Duration::from_secs(60);
const MAX_MEMORY_BYTES: u64 = 1 << 30;

/// The option by which the allocator reserves 64 MiB of addresses at once, and not 1 GiB, which is the whole limit.
const RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "65536");

/// The maximum size of its output in bytes: the text and its places, as JSON.
const MAX_OUTPUT_BYTES: u64 = 256 << 20;

/// The maximum size of its messages that are read, in bytes.
const MAX_MESSAGE_BYTES: u64 = 64 << 10;

/// The output of the second process: the document that it has read, or its error.
#[derive(Deserialize, Serialize)]
enum ReadDocument {
    Document(Document),
    Error(String),
}

/// A file to check.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Input {
    StandardInput,
    File(PathBuf),
}

impl Input {
    /// Returns the name for messages.
    pub(super) fn name(&self) -> String {
        match self {
            Self::StandardInput => "standard input".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    fn path(&self) -> Option<&Path> {
        match self {
            Self::StandardInput => None,
            Self::File(path) => Some(path),
        }
    }

    fn read_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let n_bytes = match self {
            Self::StandardInput => stdin().take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes),
            Self::File(path) => File::open(path).and_then(|file| file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)),
        };
        let n_bytes = n_bytes.with_context(|| format!("cannot read {}", self.name()))? as u64;
        ensure!(n_bytes <= MAX_FILE_BYTES, "{} has more than {} MiB: split it", self.name(), MAX_FILE_BYTES >> 20);
        Ok(bytes)
    }

    /// Reads the document. The error names the file, the cause and the remedy.
    pub(super) fn read(&self) -> Result<Document> {
        let bytes = self.read_bytes()?;
        let document = recognize(&bytes, self.path()).and_then(|format| match format {
            FileFormat::Text | FileFormat::Markdown | FileFormat::Html => documents::read(format, bytes),
            FileFormat::Docx | FileFormat::Pdf => read_apart(format, &bytes),
        });
        document.with_context(|| format!("cannot check {}", self.name()))
    }
}

/// Reads a document in a second process.
fn read_apart(format: FileFormat, bytes: &[u8]) -> Result<Document> {
    let program = env::current_exe().context("cannot find this program to start it again")?;
    let name = if format == FileFormat::Pdf { "pdf" } else { "docx" };
    let mut command = Command::new(program);
    command
        .args([COMMAND, name])
        .env(RESERVE.0, RESERVE.1)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot start the reader of documents")?;
    let (output, message, status) = exchange(&mut child, bytes)?;
    match serde_json::from_slice(&output) {
        Ok(ReadDocument::Document(document)) if status.success() => Ok(document),
        Ok(ReadDocument::Error(error)) => bail!("{error}"),
        _ => Err(failure(&message, status)),
    }
}

/// Sends a file to the second process. Returns its output, its messages and its status. Ends it after the time limit.
fn exchange(child: &mut Child, bytes: &[u8]) -> Result<(Vec<u8>, Vec<u8>, ExitStatus)> {
    let (Some(mut input), Some(output), Some(messages)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        bail!("the reader of documents has no pipes");
    };
    let (sender, receiver) = mpsc::channel();
    let bounded = |stream: Box<dyn Read + Send>, max_bytes: u64| {
        let sender = sender.clone();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = stream.take(max_bytes).read_to_end(&mut bytes);
            // Nobody waits any more after the time limit.
            let _ = sender.send(());
            read.map(|_| bytes)
        })
    };
    let output = bounded(Box::new(output), MAX_OUTPUT_BYTES);
    let messages = bounded(Box::new(messages), MAX_MESSAGE_BYTES);
    let ended = thread::scope(|scope| {
        // A process that has ended already does not read the rest; its status says why.
        scope.spawn(move || drop(input.write_all(bytes)));
        let end = Instant::now() + MAX_TIME;
        let ended = (0..2).try_for_each(|_| receiver.recv_timeout(end.saturating_duration_since(Instant::now())));
        if ended.is_err() {
            // Closes the pipes, so that all threads end.
            child.kill()?;
        }
        io::Result::Ok(ended)
    });
    let ended = ended.context("cannot end the reader of documents")?;
    let status = child.wait().context("cannot wait for the reader of documents")?;
    if let Err(RecvTimeoutError::Timeout) = ended {
        bail!("reading it takes more than {} seconds: print it as a new PDF, or split it", MAX_TIME.as_secs());
    }
    let join = |thread: thread::JoinHandle<io::Result<Vec<u8>>>| {
        thread.join().map_err(|_| anyhow!("a thread failed"))?.context("cannot read from the reader of documents")
    };
    Ok((join(output)?, join(messages)?, status))
}

/// Returns the error for a second process that ended without a result.
fn failure(message: &[u8], status: ExitStatus) -> anyhow::Error {
    let message = String::from_utf8_lossy(message);
    if message.contains("memory allocation of") {
        return anyhow!(
            "reading it takes more than {} GiB of memory: print it as a new PDF, or split it",
            MAX_MEMORY_BYTES >> 30
        );
    }
    anyhow!("it is damaged in a way that ends its reader ({status}): print it as a new PDF, or save it again")
}

/// Reads the arguments of the second process: its command, and the format. The command is not one for people, and has
/// no page and no completions.
pub(crate) fn read_format(arguments: &[OsString]) -> Result<FileFormat, clap::Error> {
    let format = Arg::new("format").value_parser(value_parser!(FileFormat)).required(true);
    let matches = clap::Command::new(COMMAND).arg(format).try_get_matches_from(arguments)?;
    Ok(*matches.get_one("format").unwrap_or(&FileFormat::Text))
}

/// Runs the second process: reads a file from standard input, and writes its document to standard output.
pub(crate) fn run_apart(format: FileFormat) -> Result<ExitCode> {
    platform::limit_memory(MAX_MEMORY_BYTES).context("cannot limit the memory of the reader of documents")?;
    let mut bytes = Vec::new();
    stdin().read_to_end(&mut bytes).context("cannot read the document")?;
    let read = match documents::read(format, bytes) {
        Ok(document) => ReadDocument::Document(document),
        Err(error) => ReadDocument::Error(format!("{error:#}")),
    };
    let mut output = io::BufWriter::new(stdout());
    serde_json::to_writer(&mut output, &read).and_then(|()| output.flush().map_err(serde_json::Error::io))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reader_that_ends_early_is_explained() {
        for (message, expected) in [
            ("memory allocation of 2147483648 bytes failed\n", "reading it takes more than 1 GiB of memory: "),
            ("thread 'main' panicked at a.rs:1:1\n", "it is damaged in a way that ends its reader (exit"),
            ("", "it is damaged in a way that ends its reader (exit"),
        ] {
            let error = failure(message.as_bytes(), ExitStatus::default()).to_string();
            assert!(error.starts_with(expected) && error.contains("print it as a new PDF"), "{error}");
        }
    }
}
