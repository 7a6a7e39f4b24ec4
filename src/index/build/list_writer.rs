/*!
Writes one list: takes its records in any order, and writes them in list order.

The records wait in sorted runs on disk (see [`crate::sort`]), each behind its sort key and the numbers of its facets.
Merging the runs gives the list; what that takes in memory does not grow with the list.
*/

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use tantivy::Directory;
use tantivy::directory::{TerminatingWrite, WritePtr};

use crate::corpus::Catalogue;
use crate::index::build::facet_interner::{FacetNumbers, FacetTable};
use crate::index::build::indexable::Indexed;
use crate::index::build::part::{Part, Parts};
use crate::index::build::progress::Progress;
use crate::index::build::segment_writer::IndexWriter;
use crate::index::build::semaphore::Permits;
use crate::index::format::layout::{OFFSETS_FILE, RECORDS_FILE};
use crate::index::format::record_offsets;
use crate::index::format::storage::Storage;
use crate::sort::Sorter;

/// The SHA-256 digest of a list's records file, as hexadecimal digits.
pub(crate) type RecordsDigest = String;

/// Takes the records that one thread has read.
pub(crate) struct Batch<'t> {
    facets: FacetNumbers<'t>,
    catalogue: &'t Catalogue,
    sorter: Sorter,
    key: Vec<u8>,
    entry: Vec<u8>,
}

impl<'t> Batch<'t> {
    /// A batch without records.
    pub(crate) fn new<R: Indexed>(storage: &Storage, facets: &'t FacetTable, catalogue: &'t Catalogue) -> Self {
        Self {
            facets: FacetNumbers::new(facets, catalogue),
            catalogue,
            sorter: storage.sorter(R::RESOURCE),
            key: Vec::new(),
            entry: Vec::new(),
        }
    }

    /// Adds a record.
    pub(crate) fn add<R: Indexed>(&mut self, record: &R) -> Result<()> {
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
    pub(crate) fn into_sorter(self) -> Sorter {
        self.sorter
    }
}

/// A list whose records are all there, in no order.
pub(crate) struct UnorderedList {
    pub(crate) n_records: u64,
    pub(crate) facets: FacetTable,
    pub(crate) sorter: Sorter,
}

impl UnorderedList {
    /// Writes the list in its order, its records and its index, in parts of so many bytes, and returns the digest of its
    /// records.
    pub(crate) fn write<R: Indexed>(
        self,
        storage: &Storage,
        part_bytes: usize,
        permits: &Permits,
        progress: &dyn Progress,
    ) -> Result<RecordsDigest> {
        let facets = self.facets.into_facets();
        let sorted = self.sorter.sorted().context("cannot read the records back")?;
        let mut records = RecordsWriter::create(&*storage.list(R::RESOURCE)?)?;
        let parts = Parts::new(sorted, part_bytes).map(|part| {
            let part = part?;
            records.write(&part)?;
            Ok(part)
        });
        let index = IndexWriter { storage, facets: &facets, permits, progress }.write::<R>(parts);
        // Of a disk that is full, the records tell more clearly than tantivy does.
        let digest = records.finish()?;
        index.map(|()| digest)
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

    fn write(&mut self, part: &Part) -> Result<()> {
        self.digest.update(&part.records);
        self.records.write_all(&part.records)?;
        for end in &part.ends {
            record_offsets::write(self.n_bytes + *end as u64, &mut self.offsets)?;
        }
        self.n_bytes += part.records.len() as u64;
        Ok(())
    }

    fn finish(self) -> Result<RecordsDigest> {
        self.records.terminate()?;
        self.offsets.terminate()?;
        Ok(const_hex::encode(self.digest.finalize()))
    }
}
