//! A bucket of the tests' own server, and a `pull --watch` of it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::store_indexes::LocalIndex;
use crate::store_run::StoreAt;
use crate::support::Server;
use crate::tree::Tree;

/// A bucket of the tests' own server, and a folder of published indexes.
pub(crate) struct Bucket {
    pub(crate) server: Server,
    pub(crate) store: StoreAt,
    pub(crate) folder: TempDir,
}

impl Bucket {
    pub(crate) fn new() -> Self {
        let server = Server::start();
        let store = StoreAt { store: "s3://law".to_owned(), endpoint: Some(server.url("")), key: None };
        Self { server, store, folder: tempfile::tempdir().unwrap() }
    }

    /// A bucket to which an index was pushed.
    pub(crate) fn with(index: &LocalIndex) -> Self {
        let bucket = Self::new();
        bucket.store.push(0, index);
        bucket.server.take_log();
        bucket
    }

    /// A bucket with a large index, placed without a push, which would upload it in parts.
    pub(crate) fn holding(index: &LocalIndex) -> Self {
        let bucket = Self::new();
        for file in index.manifest().files {
            let content = fs::read(index.path.join(&file.path)).unwrap();
            bucket.server.put(&format!("/law/blobs/sha256/{}", file.sha256), content);
        }
        bucket.put_manifest(&fs::read_to_string(index.path.join("manifest.json")).unwrap());
        bucket
    }

    pub(crate) fn out(&self) -> PathBuf {
        self.folder.path().join("published")
    }

    pub(crate) fn url(&self, name: &str) -> String {
        self.server.url(&format!("/law/{name}"))
    }

    /// Asserts that a pull fails with this error and publishes nothing.
    #[track_caller]
    pub(crate) fn assert_refused(&self, expected: &str) {
        let error = self.store.pull(1, &self.out());
        let last = error.lines().last().unwrap_or_default();
        assert_eq!(last.replace(&self.server.url(""), ""), format!("error: {expected}"));
        assert!(!self.out().join("current").exists() && !self.out().join("builds").exists());
    }

    /// Pulls, and asserts that every byte equals the index.
    #[track_caller]
    pub(crate) fn assert_pulled(&self, index: &LocalIndex) -> String {
        let printed = self.store.pull(0, &self.out());
        self.assert_published(index);
        printed
    }

    #[track_caller]
    pub(crate) fn assert_published(&self, index: &LocalIndex) {
        assert_eq!(fs::read_to_string(self.out().join("current")).unwrap().trim(), index.build);
        assert_eq!(Tree::from_directory(&self.out().join("builds").join(&index.build)), index.tree());
    }

    /// Serves a manifest, and returns its build id.
    pub(crate) fn put_manifest(&self, manifest: &str) -> String {
        let build = const_hex::encode(Sha256::digest(manifest));
        self.server.put(&format!("/law/builds/{build}/manifest.json"), manifest);
        self.server.put("/law/latest", build.clone());
        build
    }
}

/// A watch, and the lines that it logs.
pub(crate) struct Watch {
    pub(crate) process: Child,
    lines: std::io::Lines<BufReader<ChildStderr>>,
}

impl Watch {
    pub(crate) fn start(store: &StoreAt, out: &Path, variables: &[(&str, &Path)]) -> Self {
        let mut command = store.command(&["pull", "--watch", "1", "--out", out.to_str().unwrap()]);
        command.envs(variables.iter().copied());
        Self::from_command(command)
    }

    /// A watch that this command starts.
    pub(crate) fn from_command(mut command: Command) -> Self {
        let mut process = command.spawn().unwrap();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        Self { process, lines }
    }

    pub(crate) fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
