/*!
Reads parts.
*/

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use lexdex_core::model::{Date, Resource};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::import::parts::case_keys::CaseKeys;
use crate::import::parts::header::{HeaderLine, LAYOUT, PartHeader};
use crate::import::parts::names::ENDING;

/// The paths of the parts in a folder, sorted. Empty if the folder does not exist.
pub(crate) fn part_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot read the folder {}", folder.display());
    let entries = match folder.read_dir() {
        // The build reports a corpus that is not a folder.
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        entries => entries.with_context(context)?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.with_context(context)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        ensure!(name.ends_with(ENDING), "{} is not a part, which an import writes: move it away", path.display());
        files.push(path);
    }
    files.sort();
    Ok(files)
}

/// A part whose lines are read.
#[derive(Debug)]
pub(crate) struct PartReader {
    pub(crate) header: PartHeader,
    path: PathBuf,
    lines: BufReader<Take<File>>,
    line: Vec<u8>,
    /// The lists, each with the number of its records that are not read yet. The current list is the last.
    remaining: Vec<(Resource, u64)>,
}

/// A line of a part.
#[derive(Deserialize)]
pub(crate) struct PartLine<'l> {
    #[serde(borrow)]
    pub(crate) record: &'l RawValue,
    /// The text behind the record as a string of JSON.
    #[serde(borrow, default)]
    pub(crate) text: Option<&'l RawValue>,
    /// The keys of the decision, if it is a case.
    #[serde(borrow, default)]
    pub(crate) case: Option<CaseKeys<'l>>,
}

/// The beginning of a record.
#[derive(Deserialize)]
pub(crate) struct RecordHead<'l> {
    #[serde(borrow)]
    pub(crate) id: &'l str,
    pub(crate) meta: MetaHead,
}

#[derive(Deserialize)]
pub(crate) struct MetaHead {
    pub(crate) last_updated: Date,
}

impl PartLine<'_> {
    /// The id and the date of the record.
    pub(crate) fn head(&self) -> Result<RecordHead<'_>> {
        serde_json::from_str(self.record.get()).context("a record of a part has no id or date")
    }
}

impl PartReader {
    /// Opens a part, and reads its header.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        const BUFFER_BYTES: usize = 1 << 18;
        let damaged = || format!("{} is not a whole part: remove it, and import its files again", path.display());
        let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let (start, last_line) = last_line(&mut file).with_context(damaged)?;
        let HeaderLine { part: header } = serde_json::from_slice(&last_line).with_context(damaged)?;
        ensure!(
            header.layout == LAYOUT,
            "{} has layout {} in place of {LAYOUT}: import its files again",
            path.display(),
            header.layout
        );
        file.seek(SeekFrom::Start(0)).with_context(damaged)?;
        let lines = BufReader::with_capacity(BUFFER_BYTES, file.take(start));
        let mut remaining: Vec<(Resource, u64)> = header.lists.iter().map(|(list, of)| (*list, of.records)).collect();
        remaining.reverse();
        Ok(Self { header, path: path.to_owned(), lines, line: Vec::new(), remaining })
    }

    /// Leaves out the lists before this one.
    pub(crate) fn skip_to(&mut self, list: Resource) -> Result<()> {
        while self.remaining.last().is_some_and(|(next, n_records)| *next < list && *n_records > 0) {
            self.read_line()?;
        }
        Ok(())
    }

    /// The next record, and its list.
    pub(crate) fn next_line(&mut self) -> Result<Option<(Resource, PartLine<'_>)>> {
        let Some(list) = self.read_line()? else { return Ok(None) };
        let line = serde_json::from_slice(&self.line).with_context(|| self.damaged())?;
        Ok(Some((list, line)))
    }

    /// The list, the id or name, and the line of the next record.
    pub(crate) fn next_raw(&mut self) -> Result<Option<(Resource, String, Vec<u8>)>> {
        let Some(list) = self.read_line()? else { return Ok(None) };
        let line: PartLine<'_> = serde_json::from_slice(&self.line).with_context(|| self.damaged())?;
        let id = match &line.case {
            Some(case) => case.name().into_owned(),
            None => line.head()?.id.to_owned(),
        };
        Ok(Some((list, id, self.line.strip_suffix(b"\n").unwrap_or(&self.line).to_vec())))
    }

    fn damaged(&self) -> String {
        format!("{} is damaged: remove it, and import its files again", self.path.display())
    }

    /// Reads the next line into the buffer. Returns its list.
    fn read_line(&mut self) -> Result<Option<Resource>> {
        while self.remaining.last().is_some_and(|(_, n_records)| *n_records == 0) {
            self.remaining.pop();
        }
        let Some((list, n_records)) = self.remaining.last_mut() else { return Ok(None) };
        *n_records -= 1;
        let list = *list;
        self.line.clear();
        self.lines.read_until(b'\n', &mut self.line).with_context(|| self.damaged())?;
        Ok(Some(list))
    }
}

/// The last line of a file, without its line feed, and the offset where it begins.
fn last_line(file: &mut File) -> Result<(u64, Vec<u8>)> {
    const BLOCK_BYTES: u64 = 1 << 16;
    let n_bytes = file.seek(SeekFrom::End(0))?;
    let mut start = n_bytes;
    let mut end = Vec::new();
    loop {
        let n_read = start.min(BLOCK_BYTES);
        ensure!(n_read > 0 || !end.is_empty(), "it is empty");
        start -= n_read;
        file.seek(SeekFrom::Start(start))?;
        let mut block = vec![0; usize::try_from(n_read)?];
        file.read_exact(&mut block)?;
        end.splice(..0, block);
        let line = end.strip_suffix(b"\n").context("its last line has no end")?;
        if let Some(before) = memchr::memrchr(b'\n', line) {
            return Ok((start + before as u64 + 1, line[before + 1..].to_vec()));
        }
        if start == 0 {
            return Ok((0, line.to_vec()));
        }
    }
}
