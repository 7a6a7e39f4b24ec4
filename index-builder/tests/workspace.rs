//! A directory with a corpus in which the program runs.

use std::fs;
use std::ops::Deref;
use std::path::Path;

use crate::directory::{Directory, with_slashes};
use crate::tree::Tree;

pub(crate) use crate::directory::Outcome;

/// A directory in which `index-builder` runs, with messages that name paths such as `corpus/statutes/a.jsonl`.
pub(crate) struct Workspace {
    directory: Directory,
}

impl Deref for Workspace {
    type Target = Directory;

    fn deref(&self) -> &Directory {
        &self.directory
    }
}

impl Workspace {
    pub(crate) fn new() -> Self {
        Self { directory: Directory::new(env!("CARGO_BIN_EXE_index-builder")) }
    }

    /// A workspace with a corpus of these files, each a path within it and its lines.
    pub(crate) fn with_corpus<L: AsRef<[u8]>>(files: &[(&str, &[L])]) -> Self {
        let workspace = Self::new();
        for (file, lines) in files {
            workspace.write_lines(&format!("corpus/{file}"), lines);
        }
        workspace
    }

    pub(crate) fn write_lines<L: AsRef<[u8]>>(&self, path: &str, lines: &[L]) {
        let lines: Vec<u8> = lines.iter().flat_map(|line| [line.as_ref(), b"\n"].concat()).collect();
        self.write(path, lines);
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
        names(self.root())
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
    with_slashes(&format!("error: the corpus has {} {noun}:{lines}\n", problems.len()))
}
