/*!
Compares a list of one index with that of another.
*/

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex::index::records_file;
use lexdex::model::Resource;
use lexdex::sort::{Sorted, Sorter};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::commands::diff::output::{Change, Output};

const BUFFER_BYTES: usize = 1 << 18;

/// The records of a list as the bytes that are served.
struct Records {
    path: PathBuf,
    file: File,
}

/// Which of the two indexes a record lies in. The older one sorts first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

/// A record as it is sorted: its id is the key, the rest the value.
struct Entry {
    id: Vec<u8>,
    side: Side,
    offset: u64,
    n_bytes: u32,
    digest: [u8; DIGEST_BYTES],
}

const DIGEST_BYTES: usize = 32;

/// The one field of a record that is looked at.
#[derive(Deserialize)]
struct Identified<'l> {
    #[serde(borrow)]
    id: Cow<'l, str>,
}

/// Tells how a list of one index differs from that of another, by id.
pub(super) fn compare_lists(resource: Resource, old: &Path, new: &Path, output: &mut Output<impl Write>) -> Result<()> {
    let old = Records::open(records_file(old, resource))?;
    let new = Records::open(records_file(new, resource))?;
    let mut sorter = Sorter::new(&std::env::temp_dir());
    old.sort_into(&mut sorter, Side::Old)?;
    new.sort_into(&mut sorter, Side::New)?;
    let mut sorted = sorter.sorted().context(CANNOT_SORT)?;

    // A record of the old list, until it is known whether the new list has it, too.
    let mut waiting: Option<Entry> = None;
    while let Some(entry) = Entry::next(&mut sorted)? {
        match (waiting.take(), entry.side) {
            (Some(before), Side::New) if before.id == entry.id => {
                if before.digest == entry.digest {
                    output.unchanged();
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
                    Side::Old => waiting = Some(entry),
                    Side::New => output.change(resource, &entry.id, &Change::Added(&|| new.read(&entry)))?,
                }
            }
        }
    }
    if let Some(before) = waiting {
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
            let id = id.into_owned().into_bytes();
            let entry = Entry { id, side, offset, n_bytes: record.len() as u32, digest };
            entry.push_to(sorter).context(CANNOT_SORT)?;
            offset += n_line_bytes;
            line.clear();
        }
        Ok(())
    }

    /// Reads a record again.
    fn read(&self, entry: &Entry) -> Result<Vec<u8>> {
        let mut record = vec![0; entry.n_bytes as usize];
        let read = self.file.read_exact_at(&mut record, entry.offset);
        read.with_context(|| format!("cannot read {}", self.path.display()))?;
        Ok(record)
    }
}

impl Entry {
    fn push_to(&self, sorter: &mut Sorter) -> io::Result<()> {
        let side = match self.side {
            Side::Old => 0,
            Side::New => 1,
        };
        let value = [&[side], self.offset.to_be_bytes().as_slice(), &self.n_bytes.to_be_bytes(), &self.digest].concat();
        sorter.push(&self.id, &value)
    }

    fn next(sorted: &mut Sorted) -> Result<Option<Self>> {
        let Some((id, value)) = sorted.next_entry().context(CANNOT_SORT)? else {
            return Ok(None);
        };
        Ok(Some(Self::read(id, value).context("what was sorted has changed on the disk")?))
    }

    fn read(id: &[u8], value: &[u8]) -> Option<Self> {
        let (side, value) = value.split_first()?;
        let side = if *side == 0 { Side::Old } else { Side::New };
        let (offset, value) = value.split_first_chunk()?;
        let (n_bytes, digest) = value.split_first_chunk()?;
        let (offset, n_bytes) = (u64::from_be_bytes(*offset), u32::from_be_bytes(*n_bytes));
        Some(Self { id: id.to_vec(), side, offset, n_bytes, digest: digest.try_into().ok()? })
    }
}
