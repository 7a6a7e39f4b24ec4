/*!
The records of a list: a memory-mapped file of the JSON that is served, and the offset of each record.

Accessing a page of the file that is not in memory waits for the disk, which must not happen on a thread of the async
runtime. The store tracks how far the file has been prefaulted, so that callers know which records may have to wait.
*/

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use anyhow::{Result, ensure};
use lexdex_core::platform;
use tantivy::DocId;
use tantivy::directory::OwnedBytes;

use crate::format::record_offsets;
use crate::format::regular_file;

/// The number of bytes that are prefaulted between two updates of the resident size.
const STEP_BYTES: usize = 8 << 20;

/// The smallest page size of any system.
const PAGE_BYTES: usize = 4 << 10;

/// The records of a list. Clones share the file and how far it has been prefaulted.
#[derive(Clone)]
pub(crate) struct RecordStore {
    bytes: OwnedBytes,
    offsets: OwnedBytes,
    n_docs: u32,
    /// The number of bytes from the start that have been read into memory.
    n_resident_bytes: Arc<AtomicUsize>,
}

impl RecordStore {
    /// The records of a list with `n_docs` documents. Checks that every record can be read: all offsets exist and
    /// ascend, and the last is the end of the records.
    pub(crate) fn new(bytes: OwnedBytes, offsets: OwnedBytes, n_docs: u32) -> Result<Self> {
        let records = Self { bytes, offsets, n_docs, n_resident_bytes: Arc::default() };
        let n_offsets = record_offsets::count(&records.offsets);
        ensure!(n_offsets as u64 == u64::from(n_docs) + 1, "there are {n_offsets} offsets");
        let offsets = (0..=n_docs).map(|doc| records.offset(doc));
        ensure!(offsets.is_sorted_by(|offset, next| offset < next), "the offsets do not ascend");
        ensure!(records.offset(n_docs) == records.bytes.len(), "the last offset is not the end of the records");
        Ok(records)
    }

    /// The number of records.
    pub(crate) fn n_docs(&self) -> u32 {
        self.n_docs
    }

    /// The number of bytes of all records.
    pub(crate) fn n_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The JSON of a record, without the line feed. Does not touch its memory.
    pub(crate) fn get(&self, doc: DocId) -> &[u8] {
        &self.bytes[self.offset(doc)..self.offset(doc + 1) - 1]
    }

    /// The start of a record; `n_docs` gives the end of the last one.
    fn offset(&self, doc: DocId) -> usize {
        record_offsets::get(&self.offsets, doc as usize).map_or(self.bytes.len(), |offset| offset as usize)
    }

    /// Whether a record has been read into memory since the list was opened. The system may have evicted it since, if
    /// other programs take the memory that was available then; reading it then waits for the disk.
    pub(crate) fn is_resident(&self, doc: DocId) -> bool {
        self.offset(doc + 1) <= self.n_resident_bytes.load(Ordering::Relaxed)
    }

    /// Marks all records as resident, for a list that is held in memory.
    pub(crate) fn mark_resident(&self) {
        self.n_resident_bytes.store(self.bytes.len(), Ordering::Relaxed);
    }

    /// Marks all records as not resident, as in a list that was just opened. For tests.
    pub(crate) fn mark_not_resident(&self) {
        self.n_resident_bytes.store(0, Ordering::Relaxed);
    }

    /// Returns a task that reads the records' file into memory. Run it on a thread that may block. It ends early when
    /// the list is closed.
    pub(crate) fn prefaulter(&self, file: PathBuf) -> impl FnOnce() -> io::Result<()> + Send + use<> {
        let bytes = self.bytes.clone();
        let n_resident_bytes = Arc::downgrade(&self.n_resident_bytes);
        move || prefault(&bytes, &regular_file::open(&file)?, &n_resident_bytes)
    }
}

fn prefault(bytes: &[u8], file: &File, n_resident_bytes: &Weak<AtomicUsize>) -> io::Result<()> {
    for (step_idx, step) in (0..).zip(bytes.chunks(STEP_BYTES)) {
        let Some(n_resident_bytes) = n_resident_bytes.upgrade() else {
            break;
        };
        // The system reads the next step ahead, in large requests, while this step is accessed.
        let next = (step_idx + 1) * STEP_BYTES as u64;
        platform::read_ahead(file, next, STEP_BYTES as u64)?;
        std::hint::black_box(step.iter().step_by(PAGE_BYTES).chain(step.last()).fold(0, |sum, byte| sum ^ byte));
        n_resident_bytes.fetch_add(step.len(), Ordering::Relaxed);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn records() -> RecordStore {
        let lines = b"{\"a\":1}\n{}\n{\"b\":22}\n";
        let mut offsets = Vec::new();
        for offset in [0, 8, 11, lines.len() as u64] {
            record_offsets::write(offset, &mut offsets).unwrap();
        }
        RecordStore::new(OwnedBytes::new(lines.to_vec()), OwnedBytes::new(offsets), 3).unwrap()
    }

    #[test]
    fn record_is_its_line_without_the_line_feed() {
        let records = records();
        assert_eq!([0, 1, 2].map(|doc| records.get(doc)), [b"{\"a\":1}".as_slice(), b"{}", b"{\"b\":22}"]);
    }

    #[test]
    fn records_are_resident_as_far_as_the_file_is_prefaulted() {
        let records = records();
        assert!(!records.is_resident(0));
        records.n_resident_bytes.store(11, Ordering::Relaxed);
        assert_eq!([0, 1, 2].map(|doc| records.is_resident(doc)), [true, true, false]);
        records.n_resident_bytes.store(0, Ordering::Relaxed);
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&records.bytes).unwrap();
        records.prefaulter(file.path().to_owned())().unwrap();
        assert!(records.is_resident(2));
    }
}
