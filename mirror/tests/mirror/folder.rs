//! A temporary folder with a mirror, in which the program runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use lexdex::index::{Manifest, index_directory};
use serde_json::Value;
use tempfile::TempDir;

use crate::tree::Tree;

/// A folder with `mirror.toml`.
pub(crate) struct Folder {
    directory: TempDir,
}

/// The result of a run of the program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The exit code; `None` if a signal ended the program.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    /// A folder with these lines in `mirror.toml`, after those that every mirror needs.
    pub(crate) fn new(configuration: &str) -> Self {
        let folder = Self { directory: tempfile::tempdir().unwrap() };
        folder.configure(configuration);
        folder
    }

    /// Replaces the configuration.
    pub(crate) fn configure(&self, configuration: &str) {
        self.write("mirror.toml", format!("contact = \"tests@example.org\"\n{configuration}"));
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.directory.path().join(path)
    }

    /// Writes a file, and the folders above it.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The command that runs the program with these arguments.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lexdex-mirror"));
        command.args(arguments).current_dir(self.directory.path()).stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs the program, which must end with this exit code.
    #[track_caller]
    pub(crate) fn run_to(&self, code: i32, arguments: &[&str]) -> Outcome {
        let outcome = self.run(arguments);
        assert_eq!(outcome.code, Some(code), "{}{}", outcome.stdout, outcome.stderr);
        outcome
    }

    /// The files and folders at a path.
    pub(crate) fn tree(&self, path: &str) -> Tree {
        Tree::of(&self.path(path))
    }

    /// The records of the published index by id, whose every byte is checked first.
    pub(crate) fn published(&self) -> BTreeMap<String, Value> {
        records(&self.path("published"))
    }
}

/// The records of an index, or of the current one of a folder of published indexes, by id. Every byte is checked first.
pub(crate) fn records(place: &Path) -> BTreeMap<String, Value> {
    let index = index_directory(place).unwrap();
    Manifest::read(&index).unwrap().verify(&index).unwrap();
    let mut records = BTreeMap::new();
    for list in ["statutes", "cases", "bills"] {
        let lines = fs::read_to_string(index.join(list).join("records.jsonl")).unwrap();
        for line in lines.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let id = record["id"].as_str().unwrap().to_owned();
            assert!(records.insert(id.clone(), record).is_none(), "{id} occurs twice");
        }
    }
    records
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}
