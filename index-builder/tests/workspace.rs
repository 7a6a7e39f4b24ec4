//! A directory with a corpus in which the program runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::tree::Tree;

/// A temporary directory in which the program runs, so that its messages name paths such as
/// `corpus/statutes/a.jsonl`.
pub(crate) struct Workspace {
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

impl Workspace {
    pub(crate) fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    /// A workspace with a corpus of these files, each a path within it and its lines.
    pub(crate) fn with_corpus<L: AsRef<[u8]>>(files: &[(&str, &[L])]) -> Self {
        let workspace = Self::new();
        for (file, lines) in files {
            workspace.write_lines(&format!("corpus/{file}"), lines);
        }
        workspace
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

    pub(crate) fn write_lines<L: AsRef<[u8]>>(&self, path: &str, lines: &[L]) {
        let lines: Vec<u8> = lines.iter().flat_map(|line| [line.as_ref(), b"\n"].concat()).collect();
        self.write(path, lines);
    }

    /// The command that runs the program with these arguments.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_index-builder"));
        command.args(arguments).current_dir(self.directory.path()).stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        self.command(arguments).output().unwrap().into()
    }

    /// Builds the corpus into `index`.
    pub(crate) fn build(&self) -> Outcome {
        self.run(&["build", "--corpus", "corpus", "--out", "index"])
    }

    /// Builds the corpus into `index`. The build must succeed. Returns the finished directory.
    #[track_caller]
    pub(crate) fn built(&self) -> Tree {
        let outcome = self.build();
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        self.tree("index")
    }

    /// Builds the corpus. The build must be rejected and leave no files behind. Returns the error message.
    #[track_caller]
    pub(crate) fn refused(&self) -> String {
        let before = self.names();
        let Outcome { code, stdout, stderr } = self.build();
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
        assert_eq!(self.names(), before, "something was left behind");
        stderr
    }

    /// The names of all entries of the workspace, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        names(self.directory.path())
    }

    pub(crate) fn tree(&self, path: &str) -> Tree {
        Tree::of(&self.path(path))
    }
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// The names of all entries of a directory, including hidden ones, sorted.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The error message for these problems, each with its place.
pub(crate) fn problems<P: AsRef<str>>(problems: &[P]) -> String {
    let noun = if problems.len() == 1 { "problem" } else { "problems" };
    let lines: String = problems.iter().map(|problem| format!("\n  {}", problem.as_ref())).collect();
    format!("error: the corpus has {} {noun}:{lines}\n", problems.len())
}
