/*!
Pairs the records of two indexes by id, in bounded memory: sorts the ids, locations and digests of both lists together.
*/

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_core::platform;
use lexdex_core::sort::{Sorted, Sorter};
use lexdex_index::DIGEST_BYTES;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

const BUFFER_BYTES: usize = 1 << 18;

const CANNOT_SORT: &str = "cannot sort the records: is there room in the directory for temporary files?";

/// The file of a list's records, as they are served.
pub(crate) struct ListRecords {
    path: PathBuf,
    file: File,
}

/// The location and digest of a record.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Location {
    /// The position in the list.
    pub(crate) position: u32,
    offset: u64,
    n_bytes: u32,
    pub(crate) digest: [u8; DIGEST_BYTES],
}

/// A record that the older index, the newer index or both have.
pub(crate) struct RecordPair {
    pub(crate) id: Vec<u8>,
    pub(crate) old: Option<Location>,
    pub(crate) new: Option<Location>,
}

/// The pairs of two lists in the order of their ids.
pub(crate) struct Pairs {
    sorted: Sorted,
    /// An entry that was read ahead and belongs to the next pair.
    next: Option<PairEntry>,
}

/// The index that a record is in. The older index sorts first, because its variant has the smaller first byte.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Side {
    Old,
    New,
}

/// An entry of the sorter: the id is its key, the rest its value.
struct PairEntry {
    id: Vec<u8>,
    side: Side,
    location: Location,
}

/// The only field of a record that is read.
#[derive(Deserialize)]
struct Identified<'l> {
    #[serde(borrow)]
    id: Cow<'l, str>,
}

impl Pairs {
    /// Sorts the records of two lists. Records that do not fit into memory are written to `directory`.
    pub(crate) fn new(old: &ListRecords, new: &ListRecords, directory: &Path) -> Result<Self> {
        let mut sorter = Sorter::new(directory);
        old.sort_into(&mut sorter, Side::Old)?;
        new.sort_into(&mut sorter, Side::New)?;
        Ok(Self { sorted: sorter.sorted().context(CANNOT_SORT)?, next: None })
    }

    pub(crate) fn next_pair(&mut self) -> Result<Option<RecordPair>> {
        let Some(first) = self.next_entry()? else {
            return Ok(None);
        };
        let (id, location) = (first.id, Some(first.location));
        if first.side == Side::New {
            return Ok(Some(RecordPair { id, old: None, new: location }));
        }
        let new = match self.next_entry()? {
            Some(second) if second.id == id && second.side == Side::New => Some(second.location),
            other => {
                self.next = other;
                None
            }
        };
        Ok(Some(RecordPair { id, old: location, new }))
    }

    fn next_entry(&mut self) -> Result<Option<PairEntry>> {
        if let Some(entry) = self.next.take() {
            return Ok(Some(entry));
        }
        let Some((id, value)) = self.sorted.next_entry().context(CANNOT_SORT)? else {
            return Ok(None);
        };
        let (side, location) = postcard::from_bytes(value).context("a sorted entry was changed on the disk")?;
        Ok(Some(PairEntry { id: id.to_vec(), side, location }))
    }
}

impl ListRecords {
    /// Opens a file of records.
    pub(crate) fn open(path: PathBuf) -> Result<Self> {
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { path, file })
    }

    fn sort_into(&self, sorter: &mut Sorter, side: Side) -> Result<()> {
        let context = || format!("cannot read {}", self.path.display());
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, &self.file);
        let mut line = Vec::new();
        let (mut position, mut offset) = (0, 0);
        while reader.read_until(b'\n', &mut line).with_context(context)? > 0 {
            let n_line_bytes = line.len() as u64;
            let record = line.strip_suffix(b"\n").unwrap_or(&line);
            let Identified { id } = serde_json::from_slice(record)
                .with_context(|| format!("{} has no record at byte {offset}", self.path.display()))?;
            let digest = Sha256::digest(record).into();
            let location = Location { position, offset, n_bytes: record.len() as u32, digest };
            sorter.push(id.as_bytes(), &postcard::to_allocvec(&(side, location))?).context(CANNOT_SORT)?;
            offset += n_line_bytes;
            position += 1;
            line.clear();
        }
        Ok(())
    }

    /// Reads a record.
    pub(crate) fn read(&self, location: &Location) -> Result<Vec<u8>> {
        let mut record = vec![0; location.n_bytes as usize];
        let read = platform::read_exact_at(&self.file, &mut record, location.offset);
        read.with_context(|| format!("cannot read {}", self.path.display()))?;
        Ok(record)
    }
}
