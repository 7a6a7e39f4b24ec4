//! A temporary corpus directory, and imports into it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use index_builder::commands::import::{DEFAULT_MAX_AGE_MONTHS, ImportArguments, import};
use index_builder::commands::status::headers;
use index_builder::import::importer::Importer;
use index_builder::import::registry;
use index_builder::merged::merge;
use index_builder::report::import_report::Report;
use lexdex_core::corpus::MAX_TEXT_KIB;
use serde_json::Value;
use tempfile::TempDir;

use crate::accounts;

/// A corpus that is removed after the test.
pub(crate) struct Corpus {
    directory: TempDir,
}

/// The options of an import that a test sets.
pub(crate) struct Options {
    pub(crate) text_kib: u16,
    pub(crate) older: bool,
    pub(crate) mapping: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self { text_kib: MAX_TEXT_KIB, older: false, mapping: None }
    }
}

impl Corpus {
    pub(crate) fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.directory.path().join("corpus")
    }

    /// Writes a file beside the corpus, and returns its path.
    pub(crate) fn beside(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn import(&self, importer: &'static Importer, inputs: &[&Path]) -> Report {
        self.try_import(importer, inputs).unwrap()
    }

    pub(crate) fn try_import(&self, importer: &'static Importer, inputs: &[&Path]) -> anyhow::Result<Report> {
        self.try_import_with(importer, inputs, Options::default())
    }

    /// Imports with these options. Checks that every count of the report is explained.
    pub(crate) fn try_import_with(
        &self,
        importer: &'static Importer,
        inputs: &[&Path],
        options: Options,
    ) -> anyhow::Result<Report> {
        let logs = tempfile::tempdir().unwrap();
        let skips = logs.path().join("skips.jsonl");
        let before = self.n_records();
        let report = import(&ImportArguments {
            format: importer,
            inputs: inputs.iter().map(|input| input.to_path_buf()).collect(),
            corpus: self.path(),
            mapping: options.mapping,
            source: None,
            text_kib: options.text_kib,
            parts: None,
            part: None,
            older: options.older,
            as_of: None,
            strict: false,
            max_age_months: DEFAULT_MAX_AGE_MONTHS,
            report: None,
            skips: Some(skips.clone()),
        })?;
        accounts::check(&report.to_json(), &fs::read_to_string(skips).unwrap());
        accounts::check_lists(&report.to_json(), &before, &self.n_records());
        Ok(report)
    }

    /// The number of records of the parts in each list.
    pub(crate) fn n_records(&self) -> BTreeMap<String, u64> {
        let mut lists = BTreeMap::new();
        for header in headers(&self.path().join("parts")).unwrap() {
            for (list, of) in header.lists {
                *lists.entry(list.to_string()).or_default() += of.records;
            }
        }
        lists
    }

    /// The ids of all records of a list, in their order.
    pub(crate) fn ids(&self, list: &str) -> Vec<String> {
        self.records(list).iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
    }

    /// The files of the merged corpus and of the corpus itself by path, with their content.
    pub(crate) fn files(&self) -> BTreeMap<String, String> {
        let merged = tempfile::tempdir().unwrap();
        merge(&self.path(), &self.path().join("parts"), merged.path(), None).unwrap();
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for folder in ["statutes", "cases", "bills", "text/statutes", "text/cases", "text/bills", "aliases"] {
            for place in [self.path(), merged.path().to_owned()] {
                for entry in fs::read_dir(place.join(folder)).into_iter().flatten() {
                    let entry = entry.unwrap();
                    let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
                    let content = fs::read_to_string(entry.path()).unwrap();
                    if !content.is_empty() {
                        files.entry(name).or_default().push_str(&content);
                    }
                }
            }
        }
        let coverage = fs::read_to_string(merged.path().join("coverage.toml"));
        files.extend(coverage.ok().map(|content| ("coverage.toml".to_owned(), content)));
        files
    }

    /// The parts by name of file, with their content.
    pub(crate) fn parts(&self) -> BTreeMap<String, String> {
        let entries = fs::read_dir(self.path().join("parts")).into_iter().flatten().map(|entry| entry.unwrap().path());
        let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        entries.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
    }

    /// The records of a list in the merged corpus and in the corpus itself, or the lines of a file.
    pub(crate) fn records(&self, list: &str) -> Vec<Value> {
        let prefix = format!("{list}/");
        let files = self.files().into_iter().filter(|(path, _)| path == list || path.starts_with(&prefix));
        let lines = files.flat_map(|(_, content)| content.lines().map(str::to_owned).collect::<Vec<_>>());
        lines.map(|line| serde_json::from_str(&line).unwrap()).collect()
    }

    /// Builds an index of the corpus, because `build` must accept everything that an import writes.
    pub(crate) fn build(&self) {
        let merged = tempfile::tempdir().unwrap();
        let (source, _) = merge(&self.path(), &self.path().join("parts"), merged.path(), None).unwrap();
        lexdex_index::build(&source, &lexdex_index::Storage::memory(), &lexdex_index::BuildOptions::default(), &())
            .unwrap();
    }
}

pub(crate) fn importer(name: &str) -> &'static Importer {
    registry::find(name).unwrap()
}

/// The first places at which something was skipped for a reason.
pub(crate) fn places_of(report: &Report, reason: &str) -> Vec<String> {
    let json = report.to_json();
    let skipped = json["skipped"]["reasons"].as_array().unwrap().iter().find(|skipped| skipped["reason"] == reason);
    skipped.map(|skipped| texts(&skipped["first"])).unwrap_or_default()
}

/// The location of a file as a report names it: with slashes on every system.
pub(crate) fn location_of(path: &Path) -> String {
    path.display().to_string().replace(MAIN_SEPARATOR, "/")
}

/// The first records that were removed.
pub(crate) fn removed(report: &Report) -> Vec<String> {
    texts(&report.to_json()["removed"]["first"])
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}
