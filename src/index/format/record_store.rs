/*!
The records of a list: the bytes that are served, mapped into memory, and where each of them begins.

A page of the file that is not in memory is read from disk by whoever touches it, who waits for it. A request must not
wait so on a thread that others need too. A thread of its own therefore touches the file from front to back when the list
is opened, and what is not behind it yet counts as cold.
*/

use std::fs::File;
use std::io;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::thread;

use anyhow::{Result, ensure};
use rustix::fs::{Advice, fadvise};
use tantivy::DocId;
use tantivy::directory::OwnedBytes;

use crate::index::format::{available_memory, record_offsets};

/// How much is read before the mark is moved.
const STEP_BYTES: usize = 8 << 20;

/// No page of memory is smaller.
const PAGE_BYTES: usize = 4 << 10;

/// The records.
pub(crate) struct Records {
    bytes: OwnedBytes,
    offsets: OwnedBytes,
    n_docs: u32,
    /// How many bytes from the front on have been read into memory.
    n_warm_bytes: Arc<AtomicUsize>,
}

impl Records {
    /// The records of a list with `n_docs` documents: every offset there must be is there, each behind the one before
    /// it, the last one at the end of the records, so that every record can be read.
    pub(crate) fn new(bytes: OwnedBytes, offsets: OwnedBytes, n_docs: u32) -> Result<Self> {
        let records = Self { bytes, offsets, n_docs, n_warm_bytes: Arc::default() };
        let n_offsets = record_offsets::count(&records.offsets);
        ensure!(n_offsets as u64 == u64::from(n_docs) + 1, "there are {n_offsets} offsets");
        let offsets = (0..=n_docs).map(|doc| records.offset(doc));
        ensure!(offsets.is_sorted_by(|offset, next| offset < next), "the offsets do not ascend");
        ensure!(records.offset(n_docs) == records.bytes.len(), "the last offset is not the end of the records");
        Ok(records)
    }

    /// How many records there are.
    pub(crate) fn n_docs(&self) -> u32 {
        self.n_docs
    }

    /// The JSON of a record, without the end of its line. Does not touch it.
    pub(crate) fn get(&self, doc: DocId) -> &[u8] {
        &self.bytes[self.offset(doc)..self.offset(doc + 1) - 1]
    }

    /// Where a record begins; where the last one ends, for the number behind it.
    fn offset(&self, doc: DocId) -> usize {
        record_offsets::get(&self.offsets, doc as usize).map_or(self.bytes.len(), |offset| offset as usize)
    }

    /// Whether the record has been read into memory since the list was opened.
    pub(crate) fn is_warm(&self, doc: DocId) -> bool {
        self.offset(doc + 1) <= self.n_warm_bytes.load(Ordering::Relaxed)
    }

    /// Counts all as read: they lie in memory anyway.
    pub(crate) fn count_as_warm(&self) {
        self.n_warm_bytes.store(self.bytes.len(), Ordering::Relaxed);
    }

    /// Counts all as not yet read, as after a start.
    #[cfg(test)]
    pub(crate) fn count_as_cold(&self) {
        self.n_warm_bytes.store(0, Ordering::Relaxed);
    }

    /// What reads the file of the records into memory: to be called on a thread that may wait. Ends early if the list
    /// is closed.
    fn warmer(&self, file: PathBuf) -> impl FnOnce() -> io::Result<()> + Send + use<> {
        let bytes = self.bytes.clone();
        let n_warm_bytes = Arc::downgrade(&self.n_warm_bytes);
        move || warm(&bytes, &File::open(file)?, &n_warm_bytes)
    }
}

fn warm(bytes: &[u8], file: &File, n_warm_bytes: &Weak<AtomicUsize>) -> io::Result<()> {
    for (step_idx, step) in (0..).zip(bytes.chunks(STEP_BYTES)) {
        let Some(n_warm_bytes) = n_warm_bytes.upgrade() else {
            break;
        };
        // The next step is on its way from the disk, in large pieces, while this one is looked at.
        let next = (step_idx + 1) * STEP_BYTES as u64;
        fadvise(file, next, NonZeroU64::new(STEP_BYTES as u64), Advice::WillNeed)?;
        std::hint::black_box(step.iter().step_by(PAGE_BYTES).chain(step.last()).fold(0, |sum, byte| sum ^ byte));
        n_warm_bytes.fetch_add(step.len(), Ordering::Relaxed);
    }
    Ok(())
}

/// Reads the records of the lists, each with its file, into memory on a thread of its own, if there is room for all of
/// them. If there is none, they stay cold: what is read now would be gone when it is asked for.
pub(crate) fn warm_up<'r>(lists: impl Iterator<Item = (&'r Records, PathBuf)> + Clone) {
    let n_bytes: usize = lists.clone().map(|(records, _)| records.bytes.len()).sum();
    match available_memory::available() {
        Some(available) if available >= n_bytes as u64 => {}
        Some(_) => {
            tracing::info!("the records have {n_bytes} bytes, more than there is memory for: they are read from disk");
            return;
        }
        None => {
            tracing::warn!("/proc/meminfo does not tell how much memory there is: the records are read from disk");
            return;
        }
    }
    let warmers: Vec<_> = lists.map(|(records, file)| records.warmer(file)).collect();
    let warm_all = || warmers.into_iter().try_for_each(|warm| warm()).unwrap_or_else(|error| tell(&error));
    if let Err(error) = thread::Builder::new().name("warm-up".to_owned()).spawn(warm_all) {
        tell(&error);
    }
}

fn tell(error: &io::Error) {
    tracing::warn!(%error, "the records cannot be read into memory ahead of requests: each is read when it is asked for");
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn records() -> Records {
        let lines = b"{\"a\":1}\n{}\n{\"b\":22}\n";
        let mut offsets = Vec::new();
        for offset in [0, 8, 11, lines.len() as u64] {
            record_offsets::write(offset, &mut offsets).unwrap();
        }
        Records::new(OwnedBytes::new(lines.to_vec()), OwnedBytes::new(offsets), 3).unwrap()
    }

    #[test]
    fn a_record_is_its_line() {
        let records = records();
        assert_eq!([0, 1, 2].map(|doc| records.get(doc)), [b"{\"a\":1}".as_slice(), b"{}", b"{\"b\":22}"]);
    }

    #[test]
    fn records_are_warm_up_to_where_the_file_has_been_read() {
        let records = records();
        assert!(!records.is_warm(0));
        records.n_warm_bytes.store(11, Ordering::Relaxed);
        assert_eq!([0, 1, 2].map(|doc| records.is_warm(doc)), [true, true, false]);
        records.n_warm_bytes.store(0, Ordering::Relaxed);
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&records.bytes).unwrap();
        records.warmer(file.path().to_owned())().unwrap();
        assert!(records.is_warm(2));
    }
}
