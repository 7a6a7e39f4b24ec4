//! A temporary folder with a mirror, in which the program runs.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Deref;
use std::path::Path;

use lexdex_index::{Manifest, index_directory};
use serde_json::Value;

use crate::directory::Directory;

pub(crate) use crate::directory::Outcome;

/// A folder with `mirror.toml`.
pub(crate) struct Folder {
    directory: Directory,
}

impl Deref for Folder {
    type Target = Directory;

    fn deref(&self) -> &Directory {
        &self.directory
    }
}

impl Folder {
    /// A folder whose `mirror.toml` has the lines that every mirror needs, and then these.
    pub(crate) fn new(configuration: &str) -> Self {
        let folder = Self { directory: Directory::new(env!("CARGO_BIN_EXE_lexdex-mirror")) };
        folder.configure(configuration);
        folder
    }

    /// Replaces the configuration.
    pub(crate) fn configure(&self, configuration: &str) {
        self.write("mirror.toml", format!("contact = \"tests@example.org\"\n{configuration}"));
    }

    /// Runs the program, and asserts its exit code.
    #[track_caller]
    pub(crate) fn run_to(&self, code: i32, arguments: &[&str]) -> Outcome {
        let outcome = self.run(arguments);
        assert_eq!(outcome.code, Some(code), "{}{}", outcome.stdout, outcome.stderr);
        outcome
    }

    /// The records of the published index by id. Every byte of the index is checked first.
    pub(crate) fn published(&self) -> BTreeMap<String, Value> {
        records(&self.path("published"))
    }
}

/// The records by id of an index, or of the current one of a folder of published indexes. Every byte of it is checked
/// first.
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
