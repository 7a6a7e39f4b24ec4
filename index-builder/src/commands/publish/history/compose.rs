/*!
Composes the history of a list from the earlier history and the differences between two indexes. Both are sorted by id
and are read once, so memory does not grow with the number of changes.
*/

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use lexdex_core::sort::Sorter;
use lexdex_index::{FieldEdit, HistoryPart, HistoryRow, ListCounts, RecordVersion};

use crate::commands::pairs::{ListRecords, Pairs, RecordPair};
use crate::commands::publish::history::rows::HistoryRows;

/// The rows of the earlier history, and the records of the two indexes.
pub(super) struct Merged {
    /// `None` if the history begins with the older index.
    pub(super) rows: Option<HistoryRows>,
    /// `None` if both lists are the same.
    pub(super) compared: Option<ComparedLists>,
}

/// The list of the older index and that of the newer one.
pub(super) struct ComparedLists {
    old: ListRecords,
    new: ListRecords,
    pairs: Pairs,
}

/// Writes the history of a list after a publication. The new build has the number `n_before`. Then drops the first
/// `n_forgotten` builds.
pub(super) fn write_list(
    mut merged: Merged,
    (n_before, n_forgotten): (u8, u8),
    mut writer: ListWriter,
) -> Result<ListCounts> {
    let mut row = merged.next_row()?;
    let mut pair = merged.next_pair()?;
    loop {
        let order = match (&row, &pair) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(row), Some(pair)) => row.id.cmp(&pair.id),
        };
        let row_now = if order.is_le() { row.take() } else { None };
        let pair_now = if order.is_ge() { pair.take() } else { None };
        if row_now.is_some() {
            row = merged.next_row()?;
        }
        if pair_now.is_some() {
            pair = merged.next_pair()?;
        }
        if let Some(mut row) = merged.step(row_now, pair_now, n_before)?
            && row.forget(n_forgotten)
        {
            writer.add(&row)?;
        }
    }
    writer.finish()
}

impl ComparedLists {
    /// Pairs the records of two lists. Records that do not fit into memory are written to `scratch`.
    pub(super) fn new(old: ListRecords, new: ListRecords, scratch: &Path) -> Result<Self> {
        let pairs = Pairs::new(&old, &new, scratch)?;
        Ok(Self { old, new, pairs })
    }

    /// The fields in which both versions of a record differ; empty if an index does not have the record.
    fn edits(&self, pair: &RecordPair) -> Result<Vec<FieldEdit>> {
        let (Some(old), Some(new)) = (&pair.old, &pair.new) else { return Ok(Vec::new()) };
        Ok(FieldEdit::between(&self.old.read(old)?, &self.new.read(new)?)?)
    }
}

impl Merged {
    fn next_row(&mut self) -> Result<Option<HistoryRow>> {
        self.rows.as_mut().map_or(Ok(None), HistoryRows::next_row)
    }

    fn next_pair(&mut self) -> Result<Option<RecordPair>> {
        self.compared.as_mut().map_or(Ok(None), |compared| compared.pairs.next_pair())
    }

    /// The row of a record after a publication; `None` if the record has never changed. Fails if the row is not that of
    /// the older index.
    fn step(&self, row: Option<HistoryRow>, pair: Option<RecordPair>, build: u8) -> Result<Option<HistoryRow>> {
        let digests =
            pair.as_ref().map(|pair| [&pair.old, &pair.new].map(|side| side.as_ref().map(|side| side.digest)));
        let [old, new] = digests.unwrap_or_default();
        let edits = match (&self.compared, &pair) {
            (Some(compared), Some(pair)) if old != new => compared.edits(pair)?,
            _ => Vec::new(),
        };
        let position = pair.as_ref().and_then(|pair| pair.new.as_ref()).map(|new| new.position);
        let Some(mut row) = row else {
            let Some(pair) = pair else { return Ok(None) };
            let versions = vec![RecordVersion { from: 0, digest: old }, RecordVersion { from: build, digest: new }];
            return Ok((old != new).then_some(HistoryRow { id: pair.id, position, versions, edits }));
        };
        if self.compared.is_none() {
            return Ok(Some(row));
        }
        if row.versions.last().is_none_or(|last| last.digest != old) {
            return Err(self.rows.as_ref().map_or_else(|| anyhow::anyhow!("no rows"), |rows| rows.damaged().into()));
        }
        row.add(build, new);
        let edits = if old == new { row.edits } else { edits };
        Ok(Some(HistoryRow { position, edits, ..row }))
    }
}

/// Writes the files of a list.
pub(super) struct ListWriter {
    rows: HistoryOutput,
    n_row_bytes: u64,
    /// The offsets for each earlier build, the oldest first, in temporary files until all are known.
    since: Vec<HistoryOutput>,
    since_path: PathBuf,
    news: Sorter,
    news_path: PathBuf,
    counts: ListCounts,
}

/// A file that is being written.
struct HistoryOutput {
    path: PathBuf,
    file: BufWriter<File>,
}

impl ListWriter {
    /// Creates the files of a list in a directory, for a history of `n_builds` builds.
    pub(super) fn create(directory: &Path, resource: Resource, n_builds: usize, scratch: &Path) -> Result<Self> {
        let path = |part: HistoryPart| directory.join(part.file_name(resource));
        let since =
            (0..n_builds - 1).map(|build| HistoryOutput::create(scratch.join(format!("since-{resource}-{build}"))));
        Ok(Self {
            rows: HistoryOutput::create(path(HistoryPart::Rows))?,
            n_row_bytes: 0,
            since: since.collect::<Result<_>>()?,
            since_path: path(HistoryPart::Since),
            news: Sorter::new(scratch),
            news_path: path(HistoryPart::News),
            counts: ListCounts { since: vec![0; n_builds - 1], news: vec![0; n_builds - 1] },
        })
    }

    fn add(&mut self, row: &HistoryRow) -> Result<()> {
        let mut bytes = Vec::new();
        row.encode(&mut bytes);
        self.rows.write(&bytes)?;
        for (build, (since, count)) in self.since.iter_mut().zip(&mut self.counts.since).enumerate() {
            if row.change_since(build).is_some() {
                since.write(&self.n_row_bytes.to_le_bytes())?;
                *count += 1;
            }
        }
        self.n_row_bytes += bytes.len() as u64;
        if let Some(position) = row.position {
            // The counts are ordered from the newest publication.
            let publication = self.counts.news.len() - row.last_change();
            self.counts.news[publication] += 1;
            let key = [&[publication as u8][..], &position.to_be_bytes()].concat();
            self.news.push(&key, &[]).context("cannot sort the positions of new records")?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<ListCounts> {
        self.rows.finish()?;
        let mut since = HistoryOutput::create(self.since_path)?;
        for build in self.since {
            build.append_to(&mut since)?;
        }
        since.finish()?;
        let mut news = HistoryOutput::create(self.news_path)?;
        let mut sorted = self.news.sorted().context("cannot sort the positions of new records")?;
        while let Some((key, _)) = sorted.next_entry().context("cannot sort the positions of new records")? {
            let position = key.last_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
            news.write(&position.to_le_bytes())?;
        }
        news.finish()?;
        Ok(self.counts)
    }
}

impl HistoryOutput {
    fn create(path: PathBuf) -> Result<Self> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path, file: BufWriter::new(file) })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Flushes the file.
    fn finish(mut self) -> Result<()> {
        self.file.flush().with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Appends the file to another one, and removes it.
    fn append_to(self, other: &mut Self) -> Result<()> {
        let context = || format!("cannot write {}", other.path.display());
        let append = || {
            let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.rewind()?;
            io::copy(&mut file, &mut other.file)?;
            drop(file);
            std::fs::remove_file(&self.path)
        };
        append().with_context(context)
    }
}
