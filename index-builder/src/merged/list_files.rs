/*!
The files of a list in the merged corpus.
*/

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_core::corpus::TEXT_FOLDER;
use lexdex_core::model::Resource;

/// The name of the file in each folder.
const FILE: &str = "parts.jsonl";

const CONTEXT: &str = "cannot write the merged corpus";

/// The records of a list, and the texts behind them.
pub(super) struct ListFiles {
    records: BufWriter<File>,
    texts: BufWriter<File>,
}

impl ListFiles {
    pub(super) fn create(merged: &Path, list: Resource) -> Result<Self> {
        let records = create(&merged.join(list.as_str()))?;
        Ok(Self { records, texts: create(&merged.join(TEXT_FOLDER).join(list.as_str()))? })
    }

    /// Writes a record, given in pieces, and its text as a string of JSON, which may be empty.
    pub(super) fn write(&mut self, id: &str, record: &[&str], text: &str) -> Result<()> {
        let mut pieces = record.iter().chain(&["\n"]);
        pieces.try_for_each(|piece| self.records.write_all(piece.as_bytes())).context(CONTEXT)?;
        if text.is_empty() {
            return Ok(());
        }
        // Ids need no escapes in JSON.
        writeln!(self.texts, "{{\"id\":\"{id}\",\"text\":{text}}}").context(CONTEXT)
    }

    pub(super) fn finish(mut self) -> Result<()> {
        self.records.flush().and_then(|()| self.texts.flush()).context(CONTEXT)
    }
}

fn create(folder: &PathBuf) -> Result<BufWriter<File>> {
    const BUFFER_BYTES: usize = 1 << 18;
    let context = || format!("cannot write into {}", folder.display());
    fs::create_dir_all(folder).with_context(context)?;
    Ok(BufWriter::with_capacity(BUFFER_BYTES, File::create(folder.join(FILE)).with_context(context)?))
}
