//! Index directories.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use index_builder::cli::{BuilderArguments, run};
use lexdex_core::corpus::Source;
use lexdex_index::{BuildOptions, Storage, build};
use tempfile::TempDir;

/// A temporary index directory.
pub(crate) struct IndexDirectory {
    directory: TempDir,
}

impl IndexDirectory {
    /// An index of this many statutes, numbered in their identifiers.
    pub(crate) fn with_statutes(n_statutes: usize) -> Self {
        Self::with_long_statutes(n_statutes, 10)
    }

    /// An index of statutes whose summaries have this many bytes.
    pub(crate) fn with_long_statutes(n_statutes: usize, n_summary_bytes: usize) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let corpus = directory.path().join("corpus");
        fs::create_dir_all(corpus.join("statutes")).unwrap();
        let summary = "x".repeat(n_summary_bytes);
        let lines: String = (0..n_statutes).map(|number| statute(number, &summary) + "\n").collect();
        fs::write(corpus.join("statutes/all.jsonl"), lines).unwrap();
        let index = directory.path().join("index");
        // As the builder does it by default, so that both give the same build.
        let options = BuildOptions::bundled().unwrap();
        let manifest = build(&Source::Directory(corpus), &Storage::directory(&index), &options, &()).unwrap();
        manifest.write(&index).unwrap();
        Self { directory }
    }

    /// The corpus from which it was built.
    #[cfg(target_os = "linux")]
    pub(crate) fn corpus(&self) -> PathBuf {
        self.directory.path().join("corpus")
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("index")
    }

    /// The path as a command-line argument.
    pub(crate) fn argument(&self) -> String {
        self.path().to_str().unwrap().to_owned()
    }

    /// Replaces a text in the manifest.
    #[track_caller]
    pub(crate) fn edit_manifest(&self, from: &str, to: &str) {
        let manifest = self.path().join("manifest.json");
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(text.contains(from), "{from} is not in {text}");
        fs::write(manifest, text.replacen(from, to, 1)).unwrap();
    }
}

/// Publishes an index to a folder, which then has no other.
pub(crate) fn publish(index: &Path, to: &Path) {
    let arguments = ["index-builder".as_ref(), "publish".as_ref(), index.as_os_str()];
    let arguments = arguments.into_iter().chain(["--keep".as_ref(), "1".as_ref(), "--to".as_ref(), to.as_os_str()]);
    assert_eq!(run(BuilderArguments::parse_from(arguments)), ExitCode::SUCCESS);
}

fn statute(number: usize, summary: &str) -> String {
    format!(
        r#"{{"id":"s-{number}","jurisdiction":"United States","jurisdictionId":"federal","title":"Title of {number}","sectionNumber":"§ {number}","status":"active","topics":["fraud"],"summary":"{summary}","meta":{{"source":"U.S. Code","jurisdiction":"federal","last_updated":"2024-02-29","citation":null,"license":"CC0 1.0"}}}}"#
    )
}

/// The directory and all entries below it.
#[cfg(target_os = "linux")]
pub(crate) fn entries(directory: &Path) -> Vec<PathBuf> {
    let mut entries = vec![directory.to_owned()];
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { entries.extend(self::entries(&path)) } else { entries.push(path) }
    }
    entries
}
