//! Plans of the publishers against a server that plays them: the first run, and the next day.

use std::collections::BTreeMap;

use lexdex_mirror::config::Config;
use lexdex_mirror::fetch::client::FetchClient;
use lexdex_mirror::fetch::lock_file::LockedFile;
use lexdex_mirror::fetch::planned_file::{ContentKind, PlannedFile, SourcePlan};
use lexdex_mirror::publishers::registry;

use crate::support::Server;

#[path = "publishers/billstatus.rs"]
mod billstatus;
#[path = "publishers/cap.rs"]
mod cap;
#[path = "publishers/courtlistener.rs"]
mod courtlistener;
#[path = "publishers/git.rs"]
mod git;
#[path = "publishers/us_code.rs"]
mod us_code;

/// The size in bytes of each file that the mirror has.
const LOCKED_BYTES: u64 = 1_000_000;

/// A mirror of one source, whose publisher a server plays.
struct Mirror {
    server: Server,
    /// The table of the source in `mirror.toml`.
    table: String,
    /// The files that the mirror has.
    known: BTreeMap<String, LockedFile>,
}

impl Mirror {
    /// A mirror without files. `keys` are the keys of the source's table except `base-url`.
    fn new(name: &str, keys: &str) -> Self {
        let server = Server::start();
        let table = format!("[{name}]\nbase-url = \"{}\"\n{keys}\n", server.url("/"));
        Self { server, table, known: BTreeMap::new() }
    }

    /// The plan, and the requests that it made.
    fn plan(&self) -> (anyhow::Result<SourcePlan>, Vec<String>) {
        let text = format!("contact = \"law@example.org\"\n[politeness]\nattempts = 1\n{}", self.table);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mirror.toml");
        std::fs::write(&path, text).unwrap();
        let config = Config::read(&path).unwrap();
        let client = FetchClient::new(&config.contact, &config.politeness).unwrap();
        let publishers = registry::for_config(&config).unwrap();
        let plan = publishers[0].plan(&client, &self.known);
        (plan, self.server.take_log())
    }

    /// Asserts that a plan fails with this message after these requests.
    #[track_caller]
    fn assert_error(&self, message: &str, requests: &[&str]) {
        let (plan, log) = self.plan();
        let error = format!("{:#}", plan.unwrap_err());
        assert!(error.contains(message), "{error}");
        assert_eq!(log, requests);
    }

    /// Asserts that a part of the source fails with this message after these requests, and that the plan has these files.
    #[track_caller]
    fn assert_failure(&self, message: &str, requests: &[&str], files: &[PlannedFile]) {
        let (plan, log) = self.plan();
        let plan = plan.unwrap();
        assert_eq!(log, requests);
        assert_eq!(plan.files, files);
        let [failure] = &plan.failures[..] else { panic!("{plan:?}") };
        assert!(failure.contains(message), "{failure}");
    }

    /// Asserts the plan and its requests, and then records its files as fetched at this time.
    #[track_caller]
    fn fetch(&mut self, fetched: &str, expected: &SourcePlan, requests: &[&str]) {
        let (plan, log) = self.plan();
        assert_eq!(plan.unwrap(), *expected);
        assert_eq!(log, requests);
        let known = std::mem::take(&mut self.known);
        for file in &expected.files {
            let is_same = |known: &&LockedFile| known.version == file.version;
            let locked = known.get(&file.path).filter(is_same).cloned().unwrap_or_else(|| LockedFile {
                path: file.path.clone(),
                source: file.path.split('/').next().unwrap().to_owned(),
                release: expected.release.clone(),
                url: file.url.clone(),
                etag: None,
                last_modified: None,
                version: file.version.clone(),
                bytes: file.bytes.unwrap_or(LOCKED_BYTES),
                sha256: "00".repeat(32),
                fetched: fetched.to_owned(),
            });
            self.known.insert(file.path.clone(), locked);
        }
    }

    /// A file of a plan.
    fn file(&self, path: &str, address: &str, bytes: Option<u64>, version: &str) -> PlannedFile {
        let content = match path.rsplit('.').next() {
            Some("zip") => ContentKind::Zip,
            Some("bz2") => ContentKind::Bzip2,
            _ => ContentKind::Gzip,
        };
        let version = Some(version.to_owned());
        PlannedFile { path: path.to_owned(), url: self.server.url(address), content, bytes, version, sha256: None }
    }
}

/// A plan without notes.
fn plan(release: Option<&str>, files: Vec<PlannedFile>) -> SourcePlan {
    SourcePlan { release: release.map(str::to_owned), files, ..SourcePlan::default() }
}
