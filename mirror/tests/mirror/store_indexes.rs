//! Indexes to push. Each is built once for all tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use index_builder::commands::build::{BuildArguments, TopicOrigin, build};
use index_builder::progress::BuildBar;
use lexdex_core::corpus::{MAX_TEXT_KIB, SummarySource};
use lexdex_index::Manifest;

use crate::tree::Tree;

/// An index on the disk.
#[derive(Clone, Debug)]
pub(crate) struct LocalIndex {
    pub(crate) path: PathBuf,
    pub(crate) build: String,
}

impl LocalIndex {
    /// An index of the bundled corpus. Indexes of different numbers differ in the code of New York, and share all other
    /// files.
    pub(crate) fn small(number: usize) -> Self {
        static BUILT: [OnceLock<LocalIndex>; 6] = [const { OnceLock::new() }; 6];
        BUILT[number].get_or_init(|| built(&format!("small-{number}"), &[record(number, "A section.")])).clone()
    }

    /// An index whose file of statutes is larger than a part of an upload.
    pub(crate) fn large() -> Self {
        static BUILT: OnceLock<LocalIndex> = OnceLock::new();
        let summary = "x".repeat(4000);
        BUILT
            .get_or_init(|| built("large", &(0..5000).map(|number| record(number, &summary)).collect::<Vec<_>>()))
            .clone()
    }

    pub(crate) fn tree(&self) -> Tree {
        Tree::from_directory(&self.path)
    }

    pub(crate) fn manifest(&self) -> Manifest {
        Manifest::read(&self.path).unwrap()
    }

    /// The digest of a file.
    pub(crate) fn digest(&self, path: &str) -> String {
        self.manifest().files.iter().find(|file| file.path == path).unwrap().sha256.clone()
    }
}

fn record(number: usize, summary: &str) -> String {
    format!(r#"{{"id":"ny-penal-law-{number}","jurisdiction":"New York","jurisdictionId":"ny","title":"One","#)
        + &format!(
            r#""titleNumber":"Penal Law","sectionNumber":"§ {number}","status":"active","topics":[],"summary":"{summary}","#
        )
        + r#""meta":{"source":"Own","jurisdiction":"ny","last_updated":"2024-01-01","citation":null,"license":"CC0 1.0"}}"#
        + "\n"
}

/// Builds an index of the bundled corpus and these statutes, below the folder of the build.
fn built(name: &str, statutes: &[String]) -> LocalIndex {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("store").join(name);
    let _ = fs::remove_dir_all(&folder);
    let corpus = folder.join("corpus");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"), &corpus);
    fs::write(corpus.join("statutes/own.jsonl"), statutes.concat()).unwrap();
    let path = folder.join("index");
    let arguments = BuildArguments {
        corpus: Some(corpus),
        parts: None,
        skips: None,
        out: path.clone(),
        replace: false,
        previous: None,
        text_kib: MAX_TEXT_KIB,
        text_positions: false,
        summaries: SummarySource::Bundled,
        topics: TopicOrigin::Inferred,
    };
    let build = build(&arguments, &BuildBar::new()).unwrap().manifest.build_id();
    LocalIndex { path, build }
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}
