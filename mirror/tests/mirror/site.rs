//! A mirror of a made-up publisher, and its runs.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread;

use anyhow::{Result, bail};
use lexdex_mirror::config::{Config, Politeness};
use lexdex_mirror::fetch::client::FetchClient;
use lexdex_mirror::fetch::lock_file::{LockFile, LockedFile};
use lexdex_mirror::fetch::planned_file::{ContentKind, PlannedFile, SourcePlan};
use lexdex_mirror::fetch::progress::{FetchProgress, Silent};
use lexdex_mirror::publishers::publisher::Publisher;
use lexdex_mirror::refresh::fetch_all::{FetchOptions, fetch_all};
use lexdex_mirror::refresh::outcome::{FetchOutcome, SourceOutcome};
use tempfile::TempDir;

use crate::support::Server;

/// A publisher with a fixed plan.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    pub(crate) name: &'static str,
    pub(crate) plan: Result<SourcePlan, String>,
}

impl Publisher for Planned {
    fn name(&self) -> &'static str {
        self.name
    }

    fn format(&self) -> &'static str {
        "none"
    }

    fn plan(&self, _: &FetchClient, _: &BTreeMap<String, LockedFile>) -> Result<SourcePlan> {
        match &self.plan {
            Ok(plan) => Ok(plan.clone()),
            Err(error) => bail!("{error}"),
        }
    }
}

/// A server, and a folder with the configuration of a mirror of it.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) server: Server,
    pub(crate) folder: TempDir,
    pub(crate) attempts: u32,
    /// Whether a request is limited to one second in all.
    pub(crate) is_hasty: bool,
}

impl Site {
    pub(crate) fn new() -> Self {
        Self { server: Server::start(), folder: tempfile::tempdir().unwrap(), attempts: 3, is_hasty: false }
    }

    /// A planned JSON document at `/NAME`, without a size, version or digest.
    pub(crate) fn file(&self, name: &str) -> PlannedFile {
        PlannedFile {
            path: format!("law/{name}"),
            url: self.server.url(&format!("/{name}")),
            content: ContentKind::Json,
            bytes: None,
            version: None,
            sha256: None,
        }
    }

    /// Runs the source `law` with these files, and returns its outcome.
    pub(crate) fn fetch(&self, files: &[PlannedFile]) -> SourceOutcome {
        let plan = SourcePlan { files: files.to_vec(), ..SourcePlan::default() };
        let mut outcome =
            self.fetch_from(&[Planned { name: "law", plan: Ok(plan) }], &FetchOptions::default()).unwrap();
        assert_eq!(outcome.sources.len(), 1);
        outcome.sources.remove(0)
    }

    /// Runs these sources.
    pub(crate) fn fetch_from(&self, publishers: &[Planned], options: &FetchOptions) -> Result<FetchOutcome> {
        let publishers: Vec<Box<dyn Publisher>> =
            publishers.iter().map(|publisher| Box::new(publisher.clone()) as Box<dyn Publisher>).collect();
        let progress: Rc<dyn FetchProgress> = Rc::new(Silent);
        loop {
            match fetch_all(&self.config(), &publishers, options, &progress) {
                // A process that another test starts inherits this one's open files for a moment, including the lock.
                Err(error) if error.to_string().starts_with("another run works in") => thread::yield_now(),
                result => return result,
            }
        }
    }

    /// A configuration with short waits.
    pub(crate) fn config(&self) -> Config {
        let path = self.folder.path().join("mirror.toml");
        fs::write(&path, "contact = \"a@example.org\"\n").unwrap();
        let attempts = NonZero::new(self.attempts).unwrap();
        let second = NonZero::<u64>::MIN;
        let max_request_secs = if self.is_hasty { second } else { Politeness::default().max_request_secs };
        let min_bytes_per_sec = if self.is_hasty { 0 } else { 10_000 };
        let politeness =
            Politeness { pause_secs: 0.002, attempts, stall_secs: second, min_bytes_per_sec, max_request_secs };
        Config { politeness, ..Config::read(&path).unwrap() }
    }

    pub(crate) fn downloads(&self) -> PathBuf {
        self.folder.path().join("downloads")
    }

    /// The content of a download; `None` if the file is not there.
    pub(crate) fn downloaded(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.downloads().join("law").join(name)).ok()
    }

    pub(crate) fn lock(&self) -> LockFile {
        LockFile::read(&self.downloads()).unwrap()
    }

    /// The files below the folder of downloads.
    pub(crate) fn tree(&self) -> Vec<String> {
        let mut files = Vec::new();
        walk(&self.downloads(), "", &mut files);
        files.sort_unstable();
        files
    }
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let entry = entry.unwrap();
        let path = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() { walk(&entry.path(), &format!("{path}/"), files) } else { files.push(path) }
    }
}

/// A JSON document of at least `n_bytes` bytes.
pub(crate) fn json(n_bytes: usize, text: &str) -> Vec<u8> {
    let mut document = b"[\"".to_vec();
    document.extend(text.bytes().cycle().take(n_bytes));
    document.extend(b"\"]");
    document
}
