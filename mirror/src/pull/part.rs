/*!
A blob that is being downloaded in ranges: the file, and beside it a list of the finished ranges.
*/

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result};

use crate::object_store::parallel::lock;

/// The size of a range in bytes.
pub(crate) const RANGE_BYTES: u64 = 16 << 20;

/// A blob in the folder of downloads.
#[derive(Debug)]
pub(crate) struct BlobPart {
    path: PathBuf,
    /// The path of the list of synced ranges: a number on each line.
    ranges_path: PathBuf,
    bytes: u64,
    ranges: Mutex<BTreeSet<u64>>,
}

impl BlobPart {
    /// Opens the download of a blob of this size, with the ranges of an earlier pull.
    pub(crate) fn open(downloads: &Path, digest: &str, bytes: u64) -> Self {
        let path = downloads.join(digest);
        let ranges_path = downloads.join(format!("{digest}.ranges"));
        // Ranges that cannot be read are fetched again, and the digest of the whole is checked at the end.
        let text = fs::read_to_string(&ranges_path).unwrap_or_default();
        let is_there = path.exists();
        let ranges = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')?.parse().ok());
        let ranges = if is_there { ranges.collect() } else { BTreeSet::new() };
        Self { path, ranges_path, bytes, ranges: Mutex::new(ranges) }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The ranges that are missing, by their numbers. A manifest may state any size, so they are counted lazily.
    pub(crate) fn missing(&self) -> impl Iterator<Item = u64> + Send {
        let there = lock(&self.ranges).clone();
        // An empty blob has one empty range.
        (0..self.bytes.div_ceil(RANGE_BYTES).max(1)).filter(move |range| !there.contains(range))
    }

    /// The number of bytes in finished ranges.
    pub(crate) fn bytes_there(&self) -> u64 {
        lock(&self.ranges).iter().map(|range| self.end(*range).saturating_sub(self.start(*range))).sum()
    }

    /// The offset of the first byte of a range.
    pub(crate) fn start(&self, range: u64) -> u64 {
        range.saturating_mul(RANGE_BYTES).min(self.bytes)
    }

    /// The offset after the last byte of a range.
    pub(crate) fn end(&self, range: u64) -> u64 {
        range.saturating_add(1).saturating_mul(RANGE_BYTES).min(self.bytes)
    }

    /// Opens the file at the beginning of a range.
    pub(crate) fn at(&self, range: u64) -> Result<File> {
        let context = || self.cannot_write();
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(false).open(&self.path).with_context(context)?;
        file.seek(SeekFrom::Start(self.start(range))).with_context(context)?;
        Ok(file)
    }

    /// Syncs a range that has been written, and adds it to the list.
    pub(crate) fn finish(&self, range: u64, file: &File) -> Result<()> {
        file.sync_data().with_context(|| self.cannot_write())?;
        let mut ranges = lock(&self.ranges);
        let mut list = OpenOptions::new().append(true).create(true).open(&self.ranges_path);
        let written = list.as_mut().map_err(|error| io::Error::from(error.kind()));
        written
            .and_then(|list| list.write_all(format!("{range}\n").as_bytes()))
            .with_context(|| format!("cannot write {}", self.ranges_path.display()))?;
        ranges.insert(range);
        Ok(())
    }

    /// The message for a write that failed.
    pub(crate) fn cannot_write(&self) -> String {
        format!("cannot write {}", self.path.display())
    }

    /// Removes the file.
    pub(crate) fn discard(&self) -> Result<()> {
        for path in [&self.ranges_path, &self.path] {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {}", path.display()));
                }
                _ => {}
            }
        }
        lock(&self.ranges).clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_pull_keeps_finished_ranges_despite_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let open = || BlobPart::open(folder.path(), "digest", 3 * RANGE_BYTES + 1);
        let part = open();
        assert_eq!(part.missing().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!((part.start(3), part.end(3)), (3 * RANGE_BYTES, 3 * RANGE_BYTES + 1));
        for range in [3, 1] {
            part.finish(range, &part.at(range).unwrap()).unwrap();
        }
        fs::write(&part.ranges_path, "3\n1\n2").unwrap();
        assert_eq!(open().missing().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(open().bytes_there(), RANGE_BYTES + 1);
        open().discard().unwrap();
        assert_eq!(open().missing().count(), 4);
    }

    #[test]
    fn blob_of_any_size_has_ranges() {
        let folder = tempfile::tempdir().unwrap();
        let missing = |bytes| BlobPart::open(folder.path(), "digest", bytes).missing().take(3).collect::<Vec<_>>();
        assert_eq!([missing(0), missing(1), missing(RANGE_BYTES)], [[0], [0], [0]]);
        assert_eq!([missing(RANGE_BYTES + 1)], [[0, 1]]);
        assert_eq!([missing(u64::MAX)], [[0, 1, 2]]);
    }
}
