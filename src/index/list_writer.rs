/*!
Writes one list: takes its records in any order, and writes them in list order.

The records wait in sorted runs on disk (see [`crate::sort`]), each behind its sort key and the numbers of its facets.
Merging the runs gives the list; what that takes in memory does not grow with the list.
*/

use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use tantivy::Directory;
use tantivy::directory::{TerminatingWrite, WritePtr};

use super::build::Progress;
use super::facet_table::{FacetNumber, FacetNumbers, FacetTable};
use super::index_writer::{IndexWriter, MOST_SEGMENT_BYTES};
use super::indexed::Indexed;
use super::manifest::hexadecimal;
use super::storage::Storage;
use super::{Stage, record_offsets};
use crate::corpus::Catalogue;
use crate::sort::{Sorted, Sorter};

/// The records of a list as JSON Lines, in list order.
pub(super) const RECORDS_FILE: &str = "records.jsonl";

/// Where each line of the records begins, and where the last ends, as [`record_offsets`] writes them.
pub(super) const OFFSETS_FILE: &str = "records.offsets";

/// The SHA-256 digest of a list's records file, as hexadecimal digits.
pub(super) type RecordsDigest = String;

/// How many bytes of records are digested and written at once.
const BLOCK_BYTES: usize = 1 << 18;

/// Takes the records that one thread has read.
pub(super) struct Batch<'t> {
    facets: FacetNumbers<'t>,
    catalogue: &'t Catalogue,
    sorter: Sorter,
    key: Vec<u8>,
    entry: Vec<u8>,
}

impl<'t> Batch<'t> {
    /// A batch without records.
    pub(super) fn new<R: Indexed>(storage: &Storage, facets: &'t FacetTable, catalogue: &'t Catalogue) -> Self {
        Self {
            facets: FacetNumbers::new(facets, catalogue),
            catalogue,
            sorter: storage.sorter(R::RESOURCE),
            key: Vec::new(),
            entry: Vec::new(),
        }
    }

    /// Adds a record.
    pub(super) fn add<R: Indexed>(&mut self, record: &R) -> Result<()> {
        let Self { facets, catalogue, sorter, key, entry } = self;
        key.clear();
        record.push_sort_key(catalogue, key);
        entry.clear();
        entry.extend_from_slice(&[0; size_of::<u32>()]);
        let mut n_facets: u32 = 0;
        record.add_facets(&mut |source| {
            entry.extend_from_slice(&facets.number(source).to_le_bytes());
            n_facets += 1;
        });
        entry[..size_of::<u32>()].copy_from_slice(&n_facets.to_le_bytes());
        serde_json::to_writer(&mut *entry, record)?;
        sorter.push(key, entry).context("cannot write the records")
    }

    /// The records, and no longer what they were read with.
    pub(super) fn into_sorter(self) -> Sorter {
        self.sorter
    }
}

/// A list whose records are all there, in no order.
pub(super) struct UnorderedList {
    pub(super) n_records: u64,
    pub(super) facets: FacetTable,
    pub(super) sorter: Sorter,
}

impl UnorderedList {
    /// Writes the list in its order, the index and the records at the same time, and returns the digest of its
    /// records.
    pub(super) fn write<R: Indexed>(self, storage: &Storage, progress: &dyn Progress) -> Result<RecordsDigest> {
        /// How many blocks the index may be behind the records.
        const MOST_BLOCKS: usize = 8;
        let directory = storage.list(R::RESOURCE)?;
        let facets = self.facets.into_facets();
        let sorted = self.sorter.sorted().context("cannot read the records back")?;
        let index = IndexWriter::create::<R>(storage, &facets, MOST_SEGMENT_BYTES)?;
        let (index, digest) = thread::scope(|scope| {
            let (blocks, of_blocks) = mpsc::sync_channel(MOST_BLOCKS);
            let index = scope.spawn(|| write_index::<R>(of_blocks, index));
            let digest = write_records(sorted, blocks, &*directory, progress);
            (index.join().expect("a thread of the build panicked"), digest)
        });
        // Of a disk that is full, the records tell more clearly than tantivy does.
        let digest = digest?;
        index?;
        digest.context("the index ended before its records")
    }
}

/// Writes the records and where each begins, hands them on to be indexed, and returns their digest; `None` if nobody
/// takes them any more.
fn write_records(
    mut sorted: Sorted,
    blocks: SyncSender<Block>,
    directory: &dyn Directory,
    progress: &dyn Progress,
) -> Result<Option<RecordsDigest>> {
    let mut writer = RecordsWriter::create(directory)?;
    let mut block = Block::default();
    let mut hand_on = |block: Block| -> Result<bool> {
        writer.write(&block)?;
        progress.advance(Stage::Write, block.ends.len() as u64);
        Ok(blocks.send(block).is_ok())
    };
    while let Some((_, entry)) = sorted.next_entry().context("cannot read the records back")? {
        block.add(entry).context("a waiting record is damaged")?;
        if block.records.len() >= BLOCK_BYTES && !hand_on(std::mem::take(&mut block))? {
            return Ok(None);
        }
    }
    let is_taken = hand_on(block)?;
    drop(blocks);
    writer.finish().map(|digest| is_taken.then_some(digest))
}

/// Records that stand behind each other in a list.
#[derive(Default)]
struct Block {
    /// The records as lines.
    records: Vec<u8>,
    /// Where each line ends.
    ends: Vec<usize>,
    /// For each record how many facets it has, and then they.
    facets: Vec<FacetNumber>,
}

impl Block {
    /// Adds a waiting record; `None` if it is damaged.
    fn add(&mut self, entry: &[u8]) -> Option<()> {
        let (n_facets, rest) = entry.split_first_chunk()?;
        let n_facets = u32::from_le_bytes(*n_facets);
        let (numbers, record) = rest.split_at_checked(n_facets as usize * size_of::<FacetNumber>())?;
        self.facets.push(n_facets);
        self.facets.extend(numbers.as_chunks().0.iter().map(|number| FacetNumber::from_le_bytes(*number)));
        self.records.extend_from_slice(record);
        self.records.push(b'\n');
        self.ends.push(self.records.len());
        Some(())
    }

    /// The records, each with the numbers of its facets.
    fn iter(&self) -> impl Iterator<Item = (&[u8], &[FacetNumber])> {
        let mut start = 0;
        let mut facets = self.facets.as_slice();
        self.ends.iter().map(move |end| {
            let record = &self.records[start..*end];
            start = *end;
            let (numbers, behind) =
                facets.split_first().map_or((facets, facets), |(n_facets, rest)| rest.split_at(*n_facets as usize));
            facets = behind;
            (record, numbers)
        })
    }
}

/// The files of the records.
struct RecordsWriter {
    records: WritePtr,
    offsets: WritePtr,
    n_bytes: u64,
    digest: Sha256,
}

impl RecordsWriter {
    fn create(directory: &dyn Directory) -> Result<Self> {
        let records = directory.open_write(Path::new(RECORDS_FILE))?;
        let mut offsets = directory.open_write(Path::new(OFFSETS_FILE))?;
        record_offsets::write(0, &mut offsets)?;
        Ok(Self { records, offsets, n_bytes: 0, digest: Sha256::new() })
    }

    fn write(&mut self, block: &Block) -> Result<()> {
        self.digest.update(&block.records);
        self.records.write_all(&block.records)?;
        for end in &block.ends {
            record_offsets::write(self.n_bytes + *end as u64, &mut self.offsets)?;
        }
        self.n_bytes += block.records.len() as u64;
        Ok(())
    }

    fn finish(self) -> Result<RecordsDigest> {
        self.records.terminate()?;
        self.offsets.terminate()?;
        Ok(hexadecimal(&self.digest.finalize()))
    }
}

/// Writes the tantivy index.
fn write_index<R: Indexed>(blocks: Receiver<Block>, mut index: IndexWriter<'_>) -> Result<()> {
    for block in blocks {
        for (record, facets) in block.iter() {
            index.add::<R>(record, facets)?;
        }
    }
    index.finish::<R>()
}
