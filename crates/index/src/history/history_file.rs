/*!
The description of a history, `history.json`.
*/

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use lexdex_core::model::Resource;
use serde::{Deserialize, Serialize};

use crate::format::manifest::FileEntry;
use crate::format::published::is_build_id;
use crate::format::regular_file;
use crate::history::layout::{HISTORY_FILE, HISTORY_VERSION, HistoryPart, MAX_BUILDS};

/// A published build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedBuild {
    /// The id of the build.
    pub build: String,
    /// The time of its publication, in seconds since the Unix epoch.
    pub published: u64,
}

/// The counts of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListCounts {
    /// For each earlier build, oldest first: the number of records that differ from it.
    pub since: Vec<u64>,
    /// For each publication after the first build, newest first: the number of records of the current build that this
    /// publication was the last to add or change.
    pub news: Vec<u64>,
}

/// The description of a history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryFile {
    /// The version of the files.
    version: u32,
    /// The builds in order of publication. The last one is current. A build that was published again after another one
    /// occurs several times.
    pub builds: Vec<PublishedBuild>,
    /// The counts of the lists, in the order of [`Resource::ALL`].
    pub lists: Vec<ListCounts>,
    /// The other files.
    files: Vec<FileEntry>,
}

impl HistoryFile {
    /// Describes the history of these builds from the files in a directory.
    pub fn describe(directory: &Path, builds: Vec<PublishedBuild>, lists: Vec<ListCounts>) -> Result<Self> {
        let names = Resource::ALL.iter().flat_map(|list| HistoryPart::ALL.map(|part| part.file_name(*list)));
        let file = |name: String| {
            let path = directory.join(&name);
            let entry = || {
                let sha256 = regular_file::digest(&path)?;
                Ok::<_, std::io::Error>(FileEntry { bytes: path.metadata()?.len(), path: name, sha256 })
            };
            entry().with_context(|| format!("cannot read {}", path.display()))
        };
        let files = names.map(file).collect::<Result<_>>()?;
        Ok(Self { version: HISTORY_VERSION, builds, lists, files })
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        // Strings and numbers always serialize.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads the description of the history of a build, and checks the sizes of its files. Returns `None` if the build
    /// has no history.
    pub fn read(directory: &Path, build: &str) -> Result<Option<Self>> {
        let path = directory.join(HISTORY_FILE);
        let text = match regular_file::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let file = Self::parse(&text, build).with_context(|| format!("{} is damaged", path.display()))?;
        for expected in &file.files {
            let path = directory.join(&expected.path);
            let metadata = path.metadata().with_context(|| format!("cannot read {}", path.display()))?;
            ensure!(metadata.len() == expected.bytes, "{} does not have {} bytes", path.display(), expected.bytes);
        }
        Ok(Some(file))
    }

    /// Parses and checks the description of the history of a build.
    pub fn parse(text: &[u8], build: &str) -> Result<Self> {
        #[derive(Deserialize)]
        struct AnyVersion {
            version: u32,
        }
        let AnyVersion { version } = serde_json::from_slice(text)?;
        if version != HISTORY_VERSION {
            bail!("it has version {version}, and this program reads version {HISTORY_VERSION}");
        }
        let file: Self = serde_json::from_slice(text)?;
        file.check(build)?;
        Ok(file)
    }

    fn check(&self, build: &str) -> Result<()> {
        let Self { builds, lists, files, .. } = self;
        ensure!((1..=MAX_BUILDS).contains(&builds.len()), "it has {} builds", builds.len());
        ensure!(builds.iter().all(|build| is_build_id(&build.build)), "it contains an invalid build id");
        ensure!(builds.is_sorted_by_key(|build| build.published), "its builds are not in order of publication");
        ensure!(builds.last().is_some_and(|last| last.build == build), "it is not the history of build {build}");
        let n_earlier = builds.len() - 1;
        let is_whole = |counts: &ListCounts| (counts.since.len(), counts.news.len()) == (n_earlier, n_earlier);
        ensure!(lists.len() == Resource::ALL.len() && lists.iter().all(is_whole), "its counts do not match its builds");
        for (list, counts) in Resource::ALL.iter().zip(lists) {
            for (part, bytes) in [(HistoryPart::Since, 8), (HistoryPart::News, 4)] {
                let counts = if part == HistoryPart::Since { &counts.since } else { &counts.news };
                let expected = counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(count.checked_mul(bytes)?));
                let name = part.file_name(*list);
                let found = files.iter().find(|file| file.path == name).map(|file| file.bytes);
                ensure!(found.is_some() && found == expected, "its counts do not match {name}");
            }
        }
        let names: Vec<String> =
            Resource::ALL.iter().flat_map(|list| HistoryPart::ALL.map(|part| part.file_name(*list))).collect();
        ensure!(files.iter().map(|file| &file.path).eq(&names), "it does not list the files of a history");
        Ok(())
    }

    /// Checks the digests of the files.
    pub fn verify(&self, directory: &Path) -> Result<()> {
        self.files.iter().try_for_each(|file| file.verify(directory))
    }

    /// The other files.
    pub fn files(&self) -> &[FileEntry] {
        &self.files
    }
}
