/*!
Compares a list of one index with that of another.
*/

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex::index::records_file;
use lexdex::model::Resource;
use lexdex::platform;
use lexdex::sort::{Sorted, Sorter};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::commands::diff::output::{Change, Output};

const BUFFER_BYTES: usize = 1 << 18;

/// The file of a list's records, as they are served.
struct Records {
    path: PathBuf,
    file: File,
}

/// The index that a record is in. The older index sorts first, because its variant has the smaller first byte.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Side {
    Old,
    New,
}

/// An entry of the sorter: the id is its key, the location its value.
struct Entry {
    id: Vec<u8>,
    location: Location,
}

/// The position and digest of a record.
#[derive(Serialize, Deserialize)]
struct Location {
    side: Side,
    offset: u64,
    n_bytes: u32,
    digest: [u8; DIGEST_BYTES],
}

const DIGEST_BYTES: usize = 32;

/// The field of a record that is read.
#[derive(Deserialize)]
struct Identified<'l> {
    #[serde(borrow)]
    id: Cow<'l, str>,
}

/// Writes the differences between the lists of two indexes, by id.
pub(super) fn compare_lists(resource: Resource, old: &Path, new: &Path, output: &mut Output<impl Write>) -> Result<()> {
    let old = Records::open(records_file(old, resource))?;
    let new = Records::open(records_file(new, resource))?;
    let mut sorter = Sorter::new(&std::env::temp_dir());
    old.sort_into(&mut sorter, Side::Old)?;
    new.sort_into(&mut sorter, Side::New)?;
    let mut sorted = sorter.sorted().context(CANNOT_SORT)?;

    // A record of the old list, until the next entry shows whether the new list has it too.
    let mut pending: Option<Entry> = None;
    while let Some(entry) = Entry::next(&mut sorted)? {
        match (pending.take(), entry.location.side) {
            (Some(before), Side::New) if before.id == entry.id => {
                if before.location.digest == entry.location.digest {
                    output.unchanged(resource);
                } else {
                    output.change(
                        resource,
                        &entry.id,
                        &Change::Changed(&|| old.read(&before), &|| new.read(&entry)),
                    )?;
                }
            }
            (before, side) => {
                if let Some(before) = before {
                    output.change(resource, &before.id, &Change::Removed(&|| old.read(&before)))?;
                }
                match side {
                    Side::Old => pending = Some(entry),
                    Side::New => output.change(resource, &entry.id, &Change::Added(&|| new.read(&entry)))?,
                }
            }
        }
    }
    if let Some(before) = pending {
        output.change(resource, &before.id, &Change::Removed(&|| old.read(&before)))?;
    }
    output.end(resource)
}

const CANNOT_SORT: &str = "cannot sort the records: is there room in the directory for temporary files (TMPDIR)?";

impl Records {
    fn open(path: PathBuf) -> Result<Self> {
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { path, file })
    }

    fn sort_into(&self, sorter: &mut Sorter, side: Side) -> Result<()> {
        let context = || format!("cannot read {}", self.path.display());
        let mut reader = BufReader::with_capacity(BUFFER_BYTES, &self.file);
        let mut line = Vec::new();
        let mut offset = 0;
        while reader.read_until(b'\n', &mut line).with_context(context)? > 0 {
            let n_line_bytes = line.len() as u64;
            let record = line.strip_suffix(b"\n").unwrap_or(&line);
            let Identified { id } = serde_json::from_slice(record)
                .with_context(|| format!("{} has no record at byte {offset}", self.path.display()))?;
            let digest = Sha256::digest(record).into();
            let location = Location { side, offset, n_bytes: record.len() as u32, digest };
            sorter.push(id.as_bytes(), &postcard::to_allocvec(&location)?).context(CANNOT_SORT)?;
            offset += n_line_bytes;
            line.clear();
        }
        Ok(())
    }

    /// Reads a record.
    fn read(&self, entry: &Entry) -> Result<Vec<u8>> {
        let mut record = vec![0; entry.location.n_bytes as usize];
        let read = platform::read_exact_at(&self.file, &mut record, entry.location.offset);
        read.with_context(|| format!("cannot read {}", self.path.display()))?;
        Ok(record)
    }
}

impl Entry {
    fn next(sorted: &mut Sorted) -> Result<Option<Self>> {
        let Some((id, value)) = sorted.next_entry().context(CANNOT_SORT)? else {
            return Ok(None);
        };
        let location = postcard::from_bytes(value).context("a sorted entry was changed on the disk")?;
        Ok(Some(Self { id: id.to_vec(), location }))
    }
}
