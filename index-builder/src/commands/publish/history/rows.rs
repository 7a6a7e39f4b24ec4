/*!
Reads the rows of a history one after the other.
*/

use std::fmt;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use lexdex_index::{HistoryPart, HistoryRow};

/// The error of a history that does not match the index.
#[derive(Debug)]
pub(super) struct DamagedHistory {
    pub(super) path: PathBuf,
}

impl fmt::Display for DamagedHistory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} is not the history of the build that was current", self.path.display())
    }
}

impl std::error::Error for DamagedHistory {}

/// The rows of a list, in the order of their ids.
pub(super) struct HistoryRows {
    path: PathBuf,
    reader: BufReader<File>,
    bytes: Vec<u8>,
}

impl HistoryRows {
    pub(super) fn open(directory: &Path, resource: Resource) -> Result<Self> {
        let path = directory.join(HistoryPart::Rows.file_name(resource));
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Self { path, reader: BufReader::new(file), bytes: Vec::new() })
    }

    pub(super) fn next_row(&mut self) -> Result<Option<HistoryRow>> {
        let context = || format!("cannot read {}", self.path.display());
        let mut length = [0; 2];
        match self.reader.read_exact(&mut length) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            read => read.with_context(context)?,
        }
        self.bytes.clear();
        self.bytes.extend_from_slice(&length);
        self.bytes.resize(length.len() + usize::from(u16::from_le_bytes(length)), 0);
        self.reader.read_exact(&mut self.bytes[length.len()..]).with_context(context)?;
        let (row, _) = HistoryRow::decode(&self.bytes).ok_or_else(|| self.damaged())?;
        Ok(Some(row))
    }

    /// The error of rows that do not match the index.
    pub(super) fn damaged(&self) -> DamagedHistory {
        DamagedHistory { path: self.path.clone() }
    }
}
