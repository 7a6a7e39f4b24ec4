/*!
Writes one list: takes its records in any order, and writes them in list order.

What is held in memory is a sort key and two offsets a record. The records themselves wait in a file, each
behind the numbers of its facets, until their order is known.
*/

use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use tantivy::directory::{TerminatingWrite, WritePtr};
use tantivy::schema::Facet;
use tantivy::{Directory, Index as TantivyIndex, TantivyDocument};

use super::build::Progress;
use super::indexed::Indexed;
use super::schema::{FacetField, FacetPath, schema};
use super::{Stage, Storage};
use crate::corpus::Catalogue;

/// The records of a list as JSON Lines, in list order.
pub(super) const RECORDS_FILE: &str = "records.jsonl";

/// Where each line of the records begins, and where the last ends: 64-bit little-endian numbers.
pub(super) const OFFSETS_FILE: &str = "records.offsets";

/// Holds the records until their order is known; no part of a finished index.
const WAITING_FILE: &str = "waiting";

/// The SHA-256 digest of a list's records file.
pub(super) type RecordsDigest = [u8; 32];

/// A list being written.
pub(super) struct ListWriter<'c> {
    catalogue: &'c Catalogue,
    directory: Box<dyn Directory>,
    waiting: WritePtr,
    entries: Entries,
    buffer: Vec<u8>,
}

impl<'c> ListWriter<'c> {
    /// A list without records.
    pub(super) fn create<R: Indexed>(storage: &Storage, catalogue: &'c Catalogue) -> Result<Self> {
        let directory = storage.list(R::RESOURCE)?;
        let waiting = directory.open_write(Path::new(WAITING_FILE)).context("cannot make a file for the records")?;
        Ok(Self { catalogue, directory, waiting, entries: Entries::default(), buffer: Vec::new() })
    }

    /// Adds a record.
    pub(super) fn add<R: Indexed>(&mut self, record: &R) -> Result<()> {
        let mut numbers = Vec::new();
        record.add_facets(self.catalogue, &mut |field, path| numbers.push(self.entries.facet_number(field, path)));
        self.buffer.clear();
        self.buffer.extend_from_slice(&(numbers.len() as u32).to_le_bytes());
        for number in numbers {
            self.buffer.extend_from_slice(&number.to_le_bytes());
        }
        serde_json::to_writer(&mut self.buffer, record)?;
        self.waiting.write_all(&self.buffer).context("cannot write the records")?;
        record.push_sort_key(self.catalogue, &mut self.entries.keys);
        self.entries.close(self.buffer.len());
        Ok(())
    }

    /// Ends the adding.
    pub(super) fn close(self) -> Result<UnorderedList> {
        self.waiting.terminate().context("cannot write the records")?;
        Ok(UnorderedList { directory: self.directory, entries: self.entries })
    }
}

/// A list whose records are all there, in the order of their coming.
pub(super) struct UnorderedList {
    directory: Box<dyn Directory>,
    entries: Entries,
}

impl UnorderedList {
    /// How many records there are.
    pub(super) fn n_records(&self) -> u64 {
        self.entries.ends.len() as u64
    }

    /// Writes the list in its order, and returns the digest of its records.
    pub(super) fn write<R: Indexed>(self, storage: &Storage, progress: &dyn Progress) -> Result<RecordsDigest> {
        let waiting_file = Path::new(WAITING_FILE);
        let waiting = self.directory.open_read(waiting_file)?.read_bytes()?;
        let (index, digest) = self.entries.write_in_order(&waiting, &*self.directory, progress)?;
        self.directory.delete(waiting_file)?;
        storage.settle(R::RESOURCE, &index)?;
        Ok(digest)
    }
}

/// What is held in memory of the records that wait, in the order of their coming.
#[derive(Default)]
struct Entries {
    /// Where the sort key and the waiting bytes of each record end.
    ends: Vec<(u64, u64)>,
    keys: Vec<u8>,
    facet_numbers: HashMap<(FacetField, FacetPath), u32>,
    facets: Vec<(FacetField, Facet)>,
}

impl Entries {
    /// The number of a facet within this list, given to it when it first comes.
    fn facet_number(&mut self, field: FacetField, path: FacetPath) -> u32 {
        let next = self.facets.len() as u32;
        let facets = &mut self.facets;
        *self.facet_numbers.entry((field, path)).or_insert_with_key(|(field, path)| {
            facets.push((*field, path.to_facet()));
            next
        })
    }

    /// Ends the record whose sort key has been added.
    fn close(&mut self, n_waiting_bytes: usize) {
        let (_, waiting_end) = self.ends.last().copied().unwrap_or_default();
        self.ends.push((self.keys.len() as u64, waiting_end + n_waiting_bytes as u64));
    }

    fn write_in_order(
        &self,
        waiting: &[u8],
        directory: &dyn Directory,
        progress: &dyn Progress,
    ) -> Result<(TantivyIndex, RecordsDigest)> {
        const INDEX_MEMORY_BYTES: usize = 64 << 20;
        let mut index = TantivyIndex::builder()
            .schema(schema())
            .single_segment_index_writer::<TantivyDocument>(directory.box_clone(), INDEX_MEMORY_BYTES)?;
        let mut records = directory.open_write(Path::new(RECORDS_FILE))?;
        let mut offsets = directory.open_write(Path::new(OFFSETS_FILE))?;
        let mut digest = Sha256::new();
        let mut offset: u64 = 0;
        offsets.write_all(&offset.to_le_bytes())?;
        for position in self.list_order() {
            let (facets, record) = self.split_entry(&waiting[self.waiting_range(position)])?;
            index.add_document(facets)?;
            for bytes in [record, b"\n"] {
                records.write_all(bytes)?;
                digest.update(bytes);
                offset += bytes.len() as u64;
            }
            offsets.write_all(&offset.to_le_bytes())?;
            progress.advance(Stage::Write, 1);
        }
        records.terminate()?;
        offsets.terminate()?;
        Ok((index.finalize()?, digest.finalize().into()))
    }

    /// The positions of the records, in list order.
    fn list_order(&self) -> Vec<u32> {
        let mut positions: Vec<u32> = (0..self.ends.len() as u32).collect();
        positions.sort_unstable_by(|a, b| self.key(*a).cmp(self.key(*b)));
        positions
    }

    fn key(&self, position: u32) -> &[u8] {
        let start = self.previous_ends(position).0;
        &self.keys[start as usize..self.ends[position as usize].0 as usize]
    }

    fn waiting_range(&self, position: u32) -> Range<usize> {
        self.previous_ends(position).1 as usize..self.ends[position as usize].1 as usize
    }

    fn previous_ends(&self, position: u32) -> (u64, u64) {
        position.checked_sub(1).map_or((0, 0), |previous| self.ends[previous as usize])
    }

    /// The facets and the JSON of a waiting record.
    fn split_entry<'w>(&self, entry: &'w [u8]) -> Result<(TantivyDocument, &'w [u8])> {
        let (n_facets, rest) = entry.split_first_chunk().context("a waiting record is cut off")?;
        let n_facet_bytes = 4 * u32::from_le_bytes(*n_facets) as usize;
        let (numbers, record) = rest.split_at_checked(n_facet_bytes).context("a waiting record is cut off")?;
        let mut document = TantivyDocument::default();
        for number in numbers.as_chunks().0 {
            let (field, facet) = &self.facets[u32::from_le_bytes(*number) as usize];
            document.add_facet(field.field(), facet.clone());
        }
        Ok((document, record))
    }
}
