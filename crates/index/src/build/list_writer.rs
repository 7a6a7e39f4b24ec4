/*!
Writes a list. Accepts its records in any order, and writes them in list order.

Records are spilled to disk in sorted runs (see [`lexdex_core::sort`]). Each is an entry with its sort key; the value
contains the place of its text, the use of this project's summary, whether its topics were inferred, the ids of its
facets, its parallel citations and its JSON. Merging the runs yields the list, in constant memory.
*/

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::corpus::{Catalogue, Summaries};
use lexdex_core::sort::Sorter;
use sha2::{Digest, Sha256};
use tantivy::Directory;
use tantivy::directory::{TerminatingWrite, WritePtr};

use crate::build::aliases::JoinedAliases;
use crate::build::facet_interner::{FacetInterner, LocalFacetInterner};
use crate::build::indexable::Indexable;
use crate::build::line_files::LinePlace;
use crate::build::lines_digest::DigestsBeside;
use crate::build::part::{ListPart, ListParts};
use crate::build::progress::BuildProgress;
use crate::build::segment_writer::SegmentWriter;
use crate::build::summary_use::SummaryUse;
use crate::build::texts::TextFiles;
use crate::format::layout::{OFFSETS_FILE, RECORDS_FILE};
use crate::format::record_offsets;
use crate::format::storage::Storage;

/// The SHA-256 digest of a list's records file, as hexadecimal digits.
pub(crate) type RecordsDigest = String;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ListDigests {
    pub(crate) records: RecordsDigest,
    pub(crate) beside: DigestsBeside,
}

/// Data of a record that is not in its JSON.
pub(crate) struct Beside<'r> {
    /// The place of its text, if it has one.
    pub(crate) text: Option<LinePlace>,
    pub(crate) aliases: &'r JoinedAliases,
    pub(crate) summary: SummaryUse,
    pub(crate) has_inferred_topics: bool,
}

/// Collects the records that one thread has parsed.
pub(crate) struct RecordBatch<'t> {
    facets: LocalFacetInterner<'t>,
    catalogue: &'t Catalogue,
    sorter: Sorter,
    /// Buffers that are reused for each record.
    key: Vec<u8>,
    value: Vec<u8>,
}

impl<'t> RecordBatch<'t> {
    /// An empty batch.
    pub(crate) fn new<R: Indexable>(storage: &Storage, facets: &'t FacetInterner, catalogue: &'t Catalogue) -> Self {
        Self {
            facets: LocalFacetInterner::new(facets, catalogue),
            catalogue,
            sorter: storage.sorter(R::RESOURCE),
            key: Vec::new(),
            value: Vec::new(),
        }
    }

    /// Adds a record.
    pub(crate) fn add<R: Indexable>(&mut self, record: &R, beside: Beside<'_>) -> Result<()> {
        let Self { facets, catalogue, sorter, key, value } = self;
        let Beside { text, aliases, summary, has_inferred_topics } = beside;
        key.clear();
        record.push_sort_key(catalogue, key);
        value.clear();
        value.extend_from_slice(&[0; size_of::<u32>()]);
        value.extend_from_slice(&(aliases.as_str().len() as u32).to_le_bytes());
        value.extend_from_slice(&text.map_or(LinePlace::NONE, LinePlace::to_bytes));
        value.extend_from_slice(&[summary.to_byte(), has_inferred_topics.into()]);
        let mut n_facets: u32 = 0;
        record.add_facets(&mut |source| {
            value.extend_from_slice(&facets.id(source).to_le_bytes());
            n_facets += 1;
        });
        value[..size_of::<u32>()].copy_from_slice(&n_facets.to_le_bytes());
        value.extend_from_slice(aliases.as_str().as_bytes());
        serde_json::to_writer(&mut *value, record)?;
        sorter.push(key, value).context("cannot write the records")
    }

    /// The records. Frees the memory that was used to collect them.
    pub(crate) fn into_sorter(self) -> Sorter {
        self.sorter
    }
}

/// A complete list whose records are not sorted yet.
pub(crate) struct UnsortedList {
    pub(crate) n_records: u64,
    pub(crate) facets: FacetInterner,
    pub(crate) sorter: Sorter,
    pub(crate) texts: TextFiles,
}

impl UnsortedList {
    /// Writes the list: its records, and its index in parts of `part_bytes`. Returns the digests of the records
    /// and of what is beside them.
    ///
    /// Parts are indexed on the threads of the current thread pool.
    pub(crate) fn write<R: Indexable>(
        self,
        storage: &Storage,
        (catalogue, summaries): (&Catalogue, &Summaries),
        part_bytes: usize,
        progress: &dyn BuildProgress,
    ) -> Result<ListDigests> {
        let facets = self.facets.into_facets();
        let sorted = self.sorter.sorted().context("cannot read the records back")?;
        let mut records = RecordsWriter::create(&*storage.list(R::RESOURCE)?)?;
        let parts = ListParts::new(sorted, part_bytes).map(|part| {
            let part = part?;
            records.write(&part)?;
            Ok(part)
        });
        let writer = SegmentWriter { storage, catalogue, summaries, facets: &facets, texts: &self.texts, progress };
        let index = writer.write::<R>(parts);
        // Finished first, because its error on a full disk is clearer than tantivy's.
        let records = records.finish()?;
        index.map(|beside| ListDigests { records, beside })
    }
}

/// Writes the files of the records.
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

    fn write(&mut self, part: &ListPart) -> Result<()> {
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
