/*!
A folder of published indexes, and the expected history.
*/

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

use index_builder::commands::diff::{DiffFormat, compare};
use index_builder::commands::publish::{PublishArguments, Published, publish};
use lexdex::http::SnapshotOptions;
use lexdex_core::corpus::Source;
use lexdex_index::{BuildOptions, Index, Storage, build};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::super::contract::List;
use super::super::corpus::{Corpus, CorpusDirectory};
use super::super::support::TestApp;

/// A list and the id of a record.
type Key = (usize, String);

/// A folder of published indexes.
pub(in crate::integration) struct Site {
    root: TempDir,
    /// The builds in the order of publication, with their corpora.
    published: Vec<(String, Arc<CorpusDirectory>)>,
}

impl Site {
    pub(super) fn new() -> Self {
        Self { root: tempfile::tempdir().unwrap(), published: Vec::new() }
    }

    /// A folder to which these corpora were published.
    pub(in crate::integration) fn from_corpora(corpora: &[&Corpus]) -> Self {
        let mut site = Self::new();
        corpora.iter().for_each(|corpus| _ = site.publish(corpus));
        site
    }

    pub(super) fn folder(&self) -> PathBuf {
        self.root.path().join("site")
    }

    /// Builds a corpus and publishes its index. Returns the build.
    pub(super) fn publish(&mut self, corpus: &Corpus) -> String {
        let directory = corpus.write();
        let index = self.root.path().join("new");
        let _ = fs::remove_dir_all(&index);
        let source = Source::Directory(directory.path().to_owned());
        let manifest = build(&source, &Storage::directory(&index), &BuildOptions::default(), &()).unwrap();
        manifest.write(&index).unwrap();
        let kept = self.index(&manifest.build_id());
        let arguments = PublishArguments { index: index.clone(), to: self.folder(), keep: NonZero::new(2).unwrap() };
        let Published { build_id, lost_history, .. } = publish(&arguments).unwrap();
        assert_eq!(lost_history, None);
        if !kept.exists() {
            fs::rename(&index, kept).unwrap();
        }
        // Publishing the current build again does not count as a publication.
        if self.published.last().is_none_or(|(last, _)| *last != build_id) {
            self.published.push((build_id.clone(), Arc::new(directory)));
        }
        build_id
    }

    /// The index of a build, which the folder may no longer have.
    fn index(&self, build: &str) -> PathBuf {
        self.root.path().join(build)
    }

    pub(super) fn open(&self) -> Arc<Index> {
        Arc::new(Index::open(&self.folder()).unwrap())
    }

    pub(in crate::integration) fn app(&self) -> TestApp {
        TestApp::new(self.open(), SnapshotOptions { cache_bytes: 1 << 20, ..SnapshotOptions::default() })
    }

    /// The builds in the order of publication.
    pub(in crate::integration) fn builds(&self) -> Vec<&str> {
        self.published.iter().map(|(build, _)| build.as_str()).collect()
    }

    pub(in crate::integration) fn current(&self) -> &str {
        &self.published.last().unwrap().0
    }

    pub(super) fn corpus(&self) -> &CorpusDirectory {
        &self.published.last().unwrap().1
    }

    /// The builds of the history, with the times of their publication.
    pub(in crate::integration) fn history(&self) -> Vec<(String, String)> {
        let path = self.folder().join("changes").join(self.current()).join("history.json");
        let history: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        let builds = history["builds"].as_array().unwrap().iter();
        let time =
            |build: &Value| jiff::Timestamp::from_second(build["published"].as_i64().unwrap()).unwrap().to_string();
        builds.map(|build| (build["build"].as_str().unwrap().to_owned(), time(build))).collect()
    }

    /// The number of the publication that last changed each record, for records that changed at all.
    pub(super) fn last_changes(&self) -> BTreeMap<Key, usize> {
        let n_builds = self.history().len();
        let kept = &self.published[self.published.len() - n_builds..];
        let mut last = BTreeMap::new();
        let mut before: Option<BTreeMap<Key, Value>> = None;
        for (number, (_, corpus)) in kept.iter().enumerate() {
            let contract = corpus.contract();
            let now: BTreeMap<Key, Value> = List::ALL
                .iter()
                .enumerate()
                .flat_map(|(list, of)| contract.records(*of).iter().map(move |record| (list, record)))
                .map(|(list, record)| ((list, record["id"].as_str().unwrap().to_owned()), record.clone()))
                .collect();
            if let Some(before) = &before {
                let keys = before.keys().chain(now.keys());
                let changed = keys.filter(|key| before.get(key) != now.get(key));
                last.extend(changed.map(|key| (key.clone(), number)));
            }
            before = Some(now);
        }
        last
    }

    /// The changes since a build that `/changes` must list.
    pub(super) fn expected(&self, since: &str) -> Vec<Value> {
        let mut lines = Vec::new();
        compare(&self.index(since), &self.folder(), DiffFormat::Jsonl, &mut lines).unwrap();
        let (history, last_changes) = (self.history(), self.last_changes());
        let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let entry = |line: &[u8]| {
            let line: Value = serde_json::from_slice(line).unwrap();
            let list = List::ALL.iter().position(|list| line["list"] == list.folder()).unwrap();
            let (_, time) = &history[last_changes[&(list, line["id"].as_str().unwrap().to_owned())]];
            json!({ "change": line["change"], "resource": line["list"], "id": line["id"], "publishedAt": time })
        };
        lines.map(entry).collect()
    }
}
