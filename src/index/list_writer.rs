/*!
Writes one list: takes its records in any order, and writes them in list order.

What is held in memory is a sort key and two offsets a record. The records themselves wait in a file, each
behind its facets, until their order is known.
*/

use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use tantivy::directory::{TerminatingWrite, WritePtr};
use tantivy::{Directory, Index as TantivyIndex, TantivyDocument};

use super::build::Progress;
use super::indexed::Indexed;
use super::manifest::hexadecimal;
use super::schema::{FacetPath, schema};
use super::{Stage, Storage};
use crate::corpus::Catalogue;

/// The records of a list as JSON Lines, in list order.
pub(super) const RECORDS_FILE: &str = "records.jsonl";

/// Where each line of the records begins, and where the last ends: 64-bit little-endian numbers.
pub(super) const OFFSETS_FILE: &str = "records.offsets";

/// Holds the records until their order is known; no part of a finished index.
const WAITING_FILE: &str = "waiting";

/// The SHA-256 digest of a list's records file, as hexadecimal digits.
pub(super) type RecordsDigest = String;

/// Records on their way to a list: each with its sort key, and its facets before its JSON.
#[derive(Default)]
pub(super) struct Batch {
    keys: Vec<u8>,
    entries: Vec<u8>,
    /// Where the sort key and the entry of each record end.
    ends: Vec<(u64, u64)>,
}

impl Batch {
    /// Adds a record.
    pub(super) fn add<R: Indexed>(&mut self, record: &R, catalogue: &Catalogue) -> Result<()> {
        record.push_sort_key(catalogue, &mut self.keys);
        let start = self.entries.len();
        self.entries.extend_from_slice(&[0; size_of::<u32>()]);
        record.add_facets(catalogue, &mut |field, path| path.push_to(field, &mut self.entries));
        let n_facet_bytes = (self.entries.len() - start - size_of::<u32>()) as u32;
        self.entries[start..start + size_of::<u32>()].copy_from_slice(&n_facet_bytes.to_le_bytes());
        serde_json::to_writer(&mut self.entries, record)?;
        self.ends.push((self.keys.len() as u64, self.entries.len() as u64));
        Ok(())
    }
}

/// A list being written.
pub(super) struct ListWriter {
    directory: Box<dyn Directory>,
    waiting: WritePtr,
    waiting_records: WaitingRecords,
}

impl ListWriter {
    /// A list without records.
    pub(super) fn create<R: Indexed>(storage: &Storage) -> Result<Self> {
        let directory = storage.list(R::RESOURCE)?;
        let waiting = directory.open_write(Path::new(WAITING_FILE)).context("cannot make a file for the records")?;
        Ok(Self { directory, waiting, waiting_records: WaitingRecords::default() })
    }

    /// Adds records.
    pub(super) fn add(&mut self, batch: &Batch) -> Result<()> {
        self.waiting.write_all(&batch.entries).context("cannot write the records")?;
        self.waiting_records.add(batch);
        Ok(())
    }

    /// Ends the adding.
    pub(super) fn close(self) -> Result<UnorderedList> {
        self.waiting.terminate().context("cannot write the records")?;
        Ok(UnorderedList { directory: self.directory, records: self.waiting_records })
    }
}

/// A list whose records are all there, in the order of their coming.
pub(super) struct UnorderedList {
    directory: Box<dyn Directory>,
    records: WaitingRecords,
}

impl UnorderedList {
    /// How many records there are.
    pub(super) fn n_records(&self) -> u64 {
        self.records.ends.len() as u64
    }

    /// Writes the list in its order, the index and the records at the same time, and returns the digest of its
    /// records.
    pub(super) fn write<R: Indexed>(self, storage: &Storage, progress: &dyn Progress) -> Result<RecordsDigest> {
        let waiting_file = Path::new(WAITING_FILE);
        let waiting = self.directory.open_read(waiting_file)?.read_bytes()?;
        let order = self.records.list_order();
        let entries = || order.iter().map(|place| Entry::split(&waiting[place.start as usize..place.end as usize]));
        let (index, digest) = thread::scope(|scope| {
            let index = scope.spawn(|| write_index(entries(), &*self.directory));
            let digest = write_records(entries(), &*self.directory, progress);
            (index.join().expect("a thread of the build panicked"), digest)
        });
        self.directory.delete(waiting_file)?;
        storage.settle(R::RESOURCE, &index?)?;
        digest
    }
}

/// What is held in memory of the records that wait, in the order of their coming.
#[derive(Default)]
struct WaitingRecords {
    keys: Vec<u8>,
    /// Where the sort key and the entry of each record end.
    ends: Vec<(u64, u64)>,
}

impl WaitingRecords {
    fn add(&mut self, batch: &Batch) {
        let (key_end, entry_end) = self.ends.last().copied().unwrap_or_default();
        self.keys.extend_from_slice(&batch.keys);
        self.ends.extend(batch.ends.iter().map(|(key, entry)| (key_end + key, entry_end + entry)));
    }

    /// The places of the entries, in list order.
    fn list_order(&self) -> Vec<Range<u64>> {
        // Most comparisons are decided by the first bytes, which need not be looked for elsewhere.
        let first_bytes = |position: u32| {
            let mut first = [0; 8];
            first.iter_mut().zip(self.key(position)).for_each(|(first, byte)| *first = *byte);
            u64::from_be_bytes(first)
        };
        let mut order: Vec<(u64, u32)> =
            (0..self.ends.len() as u32).map(|position| (first_bytes(position), position)).collect();
        order.sort_unstable_by(|(a_first, a), (b_first, b)| {
            a_first.cmp(b_first).then_with(|| self.key(*a).cmp(self.key(*b)))
        });
        order.into_iter().map(|(_, position)| self.previous_ends(position).1..self.ends[position as usize].1).collect()
    }

    fn key(&self, position: u32) -> &[u8] {
        let start = self.previous_ends(position).0;
        &self.keys[start as usize..self.ends[position as usize].0 as usize]
    }

    fn previous_ends(&self, position: u32) -> (u64, u64) {
        position.checked_sub(1).map_or((0, 0), |previous| self.ends[previous as usize])
    }
}

/// Writes the records and where each begins, and returns their digest.
fn write_records<'w>(
    entries: impl Iterator<Item = Result<Entry<'w>>>,
    directory: &dyn Directory,
    progress: &dyn Progress,
) -> Result<RecordsDigest> {
    let mut records = directory.open_write(Path::new(RECORDS_FILE))?;
    let mut offsets = directory.open_write(Path::new(OFFSETS_FILE))?;
    let mut digest = Sha256::new();
    let mut offset: u64 = 0;
    offsets.write_all(&offset.to_le_bytes())?;
    for entry in entries {
        for bytes in [entry?.record, b"\n"] {
            records.write_all(bytes)?;
            digest.update(bytes);
            offset += bytes.len() as u64;
        }
        offsets.write_all(&offset.to_le_bytes())?;
        progress.advance(Stage::Write, 1);
    }
    records.terminate()?;
    offsets.terminate()?;
    Ok(hexadecimal(&digest.finalize()))
}

/// Writes the tantivy index: a document a record, of its facets alone.
fn write_index<'w>(
    entries: impl Iterator<Item = Result<Entry<'w>>>,
    directory: &dyn Directory,
) -> Result<TantivyIndex> {
    const MEMORY_BYTES: usize = 64 << 20;
    let mut index = TantivyIndex::builder()
        .schema(schema())
        .single_segment_index_writer::<TantivyDocument>(directory.box_clone(), MEMORY_BYTES)?;
    for entry in entries {
        let mut document = TantivyDocument::default();
        let mut facets = entry?.facets;
        while !facets.is_empty() {
            let (field, path, rest) = FacetPath::split_first(facets).context("a waiting record is damaged")?;
            document.add_facet(field.field(), path.to_facet());
            facets = rest;
        }
        index.add_document(document)?;
    }
    Ok(index.finalize()?)
}

/// A waiting record.
struct Entry<'w> {
    facets: &'w [u8],
    record: &'w [u8],
}

impl<'w> Entry<'w> {
    fn split(entry: &'w [u8]) -> Result<Self> {
        let split = || {
            let (n_facet_bytes, rest) = entry.split_first_chunk()?;
            rest.split_at_checked(u32::from_le_bytes(*n_facet_bytes) as usize)
        };
        let (facets, record) = split().context("a waiting record is cut off")?;
        Ok(Self { facets, record })
    }
}
