//! A temporary directory in which a program runs, so that its messages name short paths.

use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::tree::Tree;

/// A temporary directory, and the program that runs in it.
pub(crate) struct Directory {
    directory: TempDir,
    program: &'static str,
}

/// The result of a run of the program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The exit code; `None` if a signal ended the program.
    pub(crate) code: Option<i32>,
    /// The text [`with_slashes`], like that of standard error.
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Directory {
    pub(crate) fn new(program: &'static str) -> Self {
        Self { directory: tempfile::tempdir().unwrap(), program }
    }

    /// The directory itself.
    pub(crate) fn root(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    /// Writes a file, and the folders above it.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The command that runs the program with these arguments.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        command.args(arguments).current_dir(self.root()).stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        self.command(arguments).output().unwrap().into()
    }

    /// The files and folders at a path.
    pub(crate) fn tree(&self, path: &str) -> Tree {
        Tree::from_directory(&self.path(path))
    }
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Self {
        let text = |bytes| with_slashes(&String::from_utf8(bytes).unwrap());
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// A text with slashes in its paths, whatever the system's separator is.
pub(crate) fn with_slashes(text: &str) -> String {
    text.replace(MAIN_SEPARATOR, "/")
}
