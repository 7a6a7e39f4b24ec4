/*!
Reads the state of a mirror.
*/

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use index_builder::import::importer::FormatOrigin;
use index_builder::import::registry as importers;
use jiff::Timestamp;
use lexdex_core::model::{Date, Resource};
use lexdex_index::{Index, current_build};
use serde::Serialize;

use crate::config::Config;
use crate::disk::size_below;
use crate::fetch::lock_file::LockFile;
use crate::mapping_head::MappingHead;
use crate::publishers::registry;
use crate::sync::hold::held_build;
use crate::sync::last_sync::{LastSync, SourceCheck};
use crate::sync::state::ImportedState;

/// The state of a mirror.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Status {
    /// The sources, in the order of their imports.
    pub(crate) sources: Vec<SourceStatus>,
    /// The last sync; `None` before the first.
    pub(crate) last_sync: Option<LastSync>,
    /// The id of the published build.
    pub(crate) build: Option<String>,
    /// The id of the build that is held; `None` if no build is.
    pub(crate) held: Option<String>,
    /// The disk space that the mirror takes.
    pub(crate) disk: DiskUse,
    /// The present time.
    #[serde(skip)]
    pub(super) now: Timestamp,
}

/// The sizes of a mirror's files in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct DiskUse {
    pub(crate) downloads: u64,
    pub(crate) parts: u64,
    /// The published builds. A file that builds share counts for each of them.
    pub(crate) published: u64,
}

/// The state of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct SourceStatus {
    pub(crate) name: String,
    /// The publisher's name of the imported release.
    pub(crate) release: Option<String>,
    /// The number of files that the mirror has.
    pub(crate) files: u64,
    /// Their size in bytes; `None` for files that the operator has placed.
    pub(crate) bytes: Option<u64>,
    /// The time at which a file was fetched last, in UTC.
    pub(crate) fetched: Option<String>,
    /// The time of the last import, in UTC.
    pub(crate) imported: Option<String>,
    /// The number of records in the published index that name this publisher. `None` if an earlier source has the same
    /// publisher, because records do not name their source.
    pub(crate) records: Option<u64>,
    /// The earlier source whose `records` includes those of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) records_with: Option<String>,
    /// The date of the newest imported data.
    pub(crate) newest: Option<Date>,
    /// The last check of the publisher, and its error.
    #[serde(flatten)]
    pub(crate) check: SourceCheck,
}

impl Status {
    /// Reads the state of a mirror.
    pub(crate) fn read(config: &Config) -> Result<Self> {
        let downloads = &config.folders.downloads;
        let lock = LockFile::read(downloads)?;
        let last_sync = LastSync::read(downloads)?;
        let state = ImportedState::read(&config.folders.parts)?;
        let publish = config.publish.as_ref();
        let build = publish.map(|publish| current_build(&publish.to)).transpose()?.flatten();
        let records = match publish.filter(|_| build.is_some()) {
            Some(publish) => records(&Index::open(&publish.to)?),
            None => BTreeMap::new(),
        };
        let publishers = registry::for_config(config)?;
        let fetched = publishers.iter().map(|of| (of.name(), publisher_of(of.format(), None)));
        let placed = config.placed.iter();
        let placed =
            placed.map(|placed| (placed.name.as_str(), publisher_of(&placed.format, placed.mapping.as_deref())));
        let of_config: Vec<(&str, String)> = fetched.chain(placed).collect();
        let source = |(idx, (name, publisher)): (usize, &(&str, String))| {
            let earlier = of_config[..idx].iter().find(|(_, other)| other == publisher && !publisher.is_empty());
            let records_with = earlier.map(|(name, _)| (*name).to_owned());
            let name = *name;
            let files: Vec<_> = lock.files.values().filter(|file| file.source == name).collect();
            let imported = state.sources.get(name);
            SourceStatus {
                name: name.to_owned(),
                release: imported.and_then(|imported| imported.release.clone()),
                files: imported.map_or(0, |imported| imported.files.len() as u64).max(files.len() as u64),
                bytes: (!files.is_empty()).then(|| files.iter().map(|file| file.bytes).sum()),
                fetched: files.iter().map(|file| file.fetched.clone()).max(),
                imported: imported.map(|imported| imported.imported.clone()),
                records: records_with.is_none().then(|| n_records(&records, publisher)),
                records_with,
                newest: imported.and_then(|imported| imported.newest),
                check: last_sync.as_ref().and_then(|last| last.sources.get(name)).cloned().unwrap_or_default(),
            }
        };
        let sources = of_config.iter().enumerate().map(source).collect();
        let disk = DiskUse {
            downloads: size_below(downloads)?,
            parts: size_below(&config.folders.parts)?,
            published: publish.map_or(Ok(0), |publish| size_below(&publish.to))?,
        };
        Ok(Self { sources, last_sync, build, held: held_build(downloads)?, disk, now: Timestamp::now() })
    }

    /// The state as JSON, with a line feed at its end.
    pub(crate) fn to_json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// The number of records that name a publisher, alone or after the name of a code: `Wyoming Statutes,
/// Public.Resource.Org`.
fn n_records(records: &BTreeMap<String, u64>, publisher: &str) -> u64 {
    let is_named = |source: &str| source == publisher || source.ends_with(&format!(", {publisher}"));
    records.iter().filter(|(source, _)| is_named(source)).map(|(_, n_records)| n_records).sum()
}

/// The publisher that the records of a format name. Empty for an unknown format or an unreadable mapping; the import
/// reports that error.
fn publisher_of(format: &str, mapping: Option<&Path>) -> String {
    match importers::find(format).map(|importer| importer.origin) {
        Some(FormatOrigin::Publisher { source, .. }) => source.to_owned(),
        Some(FormatOrigin::Mapping) => mapping.and_then(MappingHead::read).map(|head| head.source).unwrap_or_default(),
        None => String::new(),
    }
}

/// Counts the records of an index by the publishers that they name.
fn records(index: &Index) -> BTreeMap<String, u64> {
    let mut records = BTreeMap::new();
    for list in Resource::ALL {
        for (_, coverage) in index.coverage(*list).jurisdictions() {
            for (publisher, n_records) in &coverage.sources {
                *records.entry(publisher.clone()).or_default() += n_records;
            }
        }
    }
    records
}
