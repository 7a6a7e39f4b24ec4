/*!
Reads an open history: the pages of changes, and the sets of new and changed records.

The files stay open, so that the publisher can remove them while they are served.
*/

use std::cmp::Ordering;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use lexdex_core::model::{ChangeKind, Resource};
use lexdex_core::platform;
use sha2::{Digest, Sha256};

use crate::docset::doc_set::DocSet;
use crate::format::regular_file;
use crate::history::field_edit::FieldEdit;
use crate::history::history_file::{HistoryFile, ListCounts, PublishedBuild};
use crate::history::layout::HistoryPart;
use crate::history::row::{HistoryRow, MAX_ROW_BYTES};

/// An open history of the current build.
pub struct History {
    /// The first eight bytes of the digest of `history.json`.
    id: u64,
    builds: Vec<PublishedBuild>,
    /// In the order of [`Resource::ALL`].
    lists: Vec<ListHistory>,
}

/// The reason why an index has no history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoHistory {
    /// The index is not in a folder of published indexes.
    NotPublished,
    /// The folder has no history of the build.
    Missing,
    /// The history cannot be read. The cause is logged.
    Damaged,
}

struct ListHistory {
    rows: File,
    since: File,
    /// The range in `since` of each earlier build.
    ranges: Vec<Range<u64>>,
    /// For each publication after the first build, newest first: the number of its build, and the records.
    news: Vec<(usize, DocSet)>,
}

/// A record that differs between two builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The list of the record.
    pub resource: Resource,
    /// The id of the record.
    pub id: String,
    /// The time of the publication that last changed it, in seconds since the Unix epoch.
    pub published: u64,
}

impl History {
    /// Opens the history of a build whose lists have these numbers of records. Logs a damaged history.
    pub(crate) fn open(directory: &Path, build: &str, n_docs: [u32; 3]) -> Result<Self, NoHistory> {
        match Self::try_open(directory, build, n_docs) {
            Ok(history) => history.ok_or(NoHistory::Missing),
            Err(error) => {
                tracing::warn!("the history {} is not served: {error:#}", directory.display());
                Err(NoHistory::Damaged)
            }
        }
    }

    fn try_open(directory: &Path, build: &str, n_docs: [u32; 3]) -> Result<Option<Self>> {
        let Some(file) = HistoryFile::read(directory, build)? else {
            return Ok(None);
        };
        let lists = Resource::ALL.iter().zip(&file.lists).zip(n_docs);
        let lists = lists.map(|((resource, counts), n_docs)| ListHistory::open(directory, *resource, counts, n_docs));
        let lists = lists.collect::<Result<Vec<ListHistory>>>()?;
        let id = Sha256::digest(file.text()).iter().take(8).fold(0, |id, byte| id << 8 | u64::from(*byte));
        Ok(Some(Self { id, builds: file.builds, lists }))
    }

    /// Returns the id of the history. One build can have different histories.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the builds in order of publication. The last one is current.
    pub fn builds(&self) -> &[PublishedBuild] {
        &self.builds
    }

    /// The number of a build; `None` if it is not in the history.
    pub fn find_build(&self, build: &str) -> Option<usize> {
        self.builds.iter().rposition(|published| published.build == build)
    }

    /// The number of the build that was current at a time; `None` before the first one.
    pub fn find_time(&self, seconds: i64) -> Option<usize> {
        let seconds = u64::try_from(seconds).ok()?;
        self.builds.partition_point(|build| build.published <= seconds).checked_sub(1)
    }

    /// The number of records of a list that differ between a build and the current one.
    pub fn n_changes(&self, resource: Resource, since: usize) -> u64 {
        self.list(resource).ranges.get(since).map_or(0, |range| range.end - range.start)
    }

    /// Returns up to `limit` of these records by ascending id, after the first `offset`. Fails if the history cannot be
    /// read.
    pub fn changes(&self, resource: Resource, since: usize, offset: u64, limit: usize) -> Result<Vec<Change>> {
        let list = self.list(resource);
        let n_wanted = self.n_changes(resource, since).saturating_sub(offset).min(limit as u64);
        if n_wanted == 0 {
            return Ok(Vec::new());
        }
        let mut offsets = vec![0; n_wanted as usize * 8];
        platform::read_exact_at(&list.since, &mut offsets, (list.ranges[since].start + offset) * 8)
            .with_context(|| format!("the changes of the {resource} cannot be read"))?;
        let (offsets, _) = offsets.as_chunks::<8>();
        let change = |offset: &[u8; 8]| {
            let row = list.row(u64::from_le_bytes(*offset))?;
            let kind = row.change_since(since).context("a row of the history contains no change")?;
            let published = self.published(row.last_change());
            Ok(Change { kind, resource, id: String::from_utf8(row.id)?, published })
        };
        offsets.iter().map(change).collect()
    }

    /// Iterates over the publications, newest first: the number of the build of each, and the records of the current
    /// build that it was the last to add or change.
    pub(crate) fn news(&self, resource: Resource) -> impl Iterator<Item = (usize, &DocSet)> {
        self.list(resource).news.iter().map(|(build, docs)| (*build, docs))
    }

    /// Returns the fields that the last change of a record changed, or `None` if it added the record. `build` is the
    /// number of the build with that change. Fails if the history cannot be read.
    pub(crate) fn last_edits(&self, resource: Resource, build: usize, id: &[u8]) -> Result<Option<Vec<FieldEdit>>> {
        let list = self.list(resource);
        let before = build.checked_sub(1).context("the first build has no changes")?;
        // The records that differ from the build before are in the order of their ids.
        let Range { mut start, mut end } = list.ranges.get(before).cloned().unwrap_or_default();
        while start < end {
            let middle = start.midpoint(end);
            let mut offset = [0; 8];
            platform::read_exact_at(&list.since, &mut offset, middle * 8)
                .with_context(|| format!("the changes of the {resource} cannot be read"))?;
            let row = list.row(u64::from_le_bytes(offset))?;
            match row.id.as_slice().cmp(id) {
                Ordering::Less => start = middle + 1,
                Ordering::Greater => end = middle,
                Ordering::Equal => {
                    return Ok((row.change_since(before) == Some(ChangeKind::Changed)).then_some(row.edits));
                }
            }
        }
        bail!("the history does not have a changed record")
    }

    /// Returns the time of the publication of a build.
    pub(crate) fn published(&self, build: usize) -> u64 {
        self.builds.get(build).map_or(0, |build| build.published)
    }

    fn list(&self, resource: Resource) -> &ListHistory {
        &self.lists[resource as usize]
    }
}

impl ListHistory {
    fn open(directory: &Path, resource: Resource, counts: &ListCounts, n_docs: u32) -> Result<Self> {
        let path = |part: HistoryPart| directory.join(part.file_name(resource));
        let open =
            |part| regular_file::open(&path(part)).with_context(|| format!("cannot read {}", path(part).display()));
        let mut start = 0;
        let ranges = counts.since.iter().map(|count| {
            let range = start..start + count;
            start = range.end;
            range
        });
        let news_path = path(HistoryPart::News);
        let positions =
            regular_file::read(&news_path).with_context(|| format!("cannot read {}", news_path.display()))?;
        let (mut positions, _) = positions.as_chunks::<4>();
        let mut news = Vec::with_capacity(counts.news.len());
        for (idx, count) in counts.news.iter().enumerate() {
            let docs;
            (docs, positions) = positions.split_at_checked(*count as usize).context("it has too few positions")?;
            let docs: Vec<u32> = docs.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
            let is_ordered = docs.is_sorted_by(|one, next| one < next) && docs.last().is_none_or(|last| *last < n_docs);
            ensure!(is_ordered, "{} is damaged", news_path.display());
            news.push((counts.news.len() - idx, DocSet::from_docs(&docs, n_docs)));
        }
        Ok(Self { rows: open(HistoryPart::Rows)?, since: open(HistoryPart::Since)?, ranges: ranges.collect(), news })
    }

    fn row(&self, offset: u64) -> Result<HistoryRow> {
        let mut bytes = [0; MAX_ROW_BYTES];
        let n_read = read_up_to(&self.rows, &mut bytes, offset)?;
        let (row, _) =
            HistoryRow::decode(&bytes[..n_read]).with_context(|| format!("there is no row at byte {offset}"))?;
        Ok(row)
    }
}

/// Reads until `into` is full or the file ends. Returns the number of bytes.
fn read_up_to(file: &File, into: &mut [u8], position: u64) -> io::Result<usize> {
    let mut n_read = 0;
    while n_read < into.len() {
        match platform::read_at(file, &mut into[n_read..], position.saturating_add(n_read as u64)) {
            Ok(0) => break,
            Ok(n_more) => n_read += n_more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(n_read)
}
