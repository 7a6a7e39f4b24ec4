/*!
Writes the parts of an import, and compares each with the part that it replaces.
*/

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_core::model::{Completeness, Date, Resource};
use lexdex_core::platform;
use lexdex_core::sort::{Sorted, Sorter};

use crate::import::parts::header::{HeaderLine, LAYOUT, PartHeader, PartList, complete_lists};
use crate::import::parts::names::ENDING;
use crate::import::parts::reader::{PartReader, RecordHead};
use crate::import::parts::row::{RowContent, read_record_key, read_value, split_key};
use crate::import::parts::rows::{PartFacts, PartRows};
use crate::report::import_report::{LeftOutRecord, Report};
use crate::report::skip::BREAKS_OFF;

/// The fields of headers that all parts of an import share.
pub(crate) struct SharedFields {
    /// The name of the importer.
    pub(crate) format: &'static str,
    /// The digest of the catalogues.
    pub(crate) catalogues: String,
    /// Whether a part may replace one with newer data.
    pub(crate) may_be_older: bool,
}

/// The refusal of inputs that are older than the part that they would replace.
#[derive(Debug)]
pub(crate) struct OlderInputs {
    part: String,
    newest: Date,
    replaced: Date,
}

impl fmt::Display for OlderInputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, newest, replaced } = self;
        write!(
            f,
            "the inputs are older than the part {part}, which they would replace: their data are of {newest}, and its \
             data of {replaced}. Nothing is imported; give --older to replace it"
        )
    }
}

impl Error for OlderInputs {}

const CONTEXT: &str = "cannot read the sorted records";

/// Parts that are written, but not yet at their places.
#[derive(Debug, Default)]
pub(crate) struct PendingParts {
    /// The files in the scratch directory, each with its place.
    files: Vec<(PathBuf, PathBuf)>,
}

/// Writes the parts of all threads to the scratch directory, and counts their records.
///
/// Fails with [`OlderInputs`] if a part is older than the one that it would replace.
pub(crate) fn write(
    batches: Vec<PartRows>,
    shared: &SharedFields,
    folder: &Path,
    scratch: &Path,
    report: &mut Report,
) -> Result<PendingParts> {
    let (parts, mut sorted) = sorted(batches)?;
    let mut pending = PendingParts::default();
    let mut complete = Vec::new();
    for (name, PendingPart { facts, has_losses, is_broken }) in parts {
        if is_broken {
            each_record(&mut sorted, &name, report, &mut |KeptRecord { resource, id, .. }, report| {
                report.skip_record(&BREAKS_OFF, LeftOutRecord { resource, id });
                Ok(())
            })?;
            report.broken_parts.push(name);
            continue;
        }
        let place = folder.join(format!("{name}{ENDING}"));
        let replaced = ReplacedPart::open(&place)?;
        let newest_before = replaced.newest();
        let written = scratch.join(format!("{name}{ENDING}"));
        let mut part = PartFile::create(&written, replaced)?;
        each_record(&mut sorted, &name, report, &mut |record, report| part.write(record, report))?;
        let header = PartHeader {
            layout: LAYOUT,
            name,
            format: shared.format.to_owned(),
            importer: env!("CARGO_PKG_VERSION").to_owned(),
            catalogues: shared.catalogues.clone(),
            inputs: facts.inputs,
            newest: part.newest,
            has_losses,
            complete: if has_losses { Default::default() } else { facts.complete },
            complete_sessions: if has_losses { Default::default() } else { facts.complete_sessions },
            lists: std::mem::take(&mut part.lists),
        };
        if let (Some(before), Some(newest), false) = (newest_before, header.newest, shared.may_be_older)
            && newest < before
        {
            return Err(OlderInputs { part: header.name, newest, replaced: before }.into());
        }
        complete.extend(header.complete.iter().cloned());
        report.parts.push(header.name.clone());
        part.finish(header, report)?;
        pending.files.push((written, place));
    }
    for (list, jurisdiction) in complete_lists(complete.iter()) {
        report.cover(list, &jurisdiction, Completeness::Complete);
    }
    Ok(pending)
}

/// The facts about a part that is to be written.
struct PendingPart {
    facts: PartFacts,
    has_losses: bool,
    /// Whether it is not written, because one of its inputs breaks off.
    is_broken: bool,
}

/// Sorts the rows of all threads, and unites the facts about their parts, by name.
fn sorted(batches: Vec<PartRows>) -> Result<(BTreeMap<String, PendingPart>, Sorted)> {
    let (mut facts, mut sorters) = (PartRows::in_memory(), Vec::new());
    for mut batch in batches {
        sorters.push(std::mem::replace(&mut batch.sorter, Sorter::in_memory()));
        facts.absorb(batch)?;
    }
    let PartRows { parts, losses, broken, .. } = facts;
    let pending = |(name, facts): (String, PartFacts)| {
        let (has_losses, is_broken) = (losses.contains(&name), broken.contains(&name));
        (name, PendingPart { facts, has_losses, is_broken })
    };
    let parts = parts.into_iter().map(pending).collect();
    Ok((parts, Sorter::sorted_together(sorters).context(CONTEXT)?))
}

/// Lines, each with a name of its file.
type NamedLines = Vec<(String, String)>;

/// The records of the parts and the texts behind them as lines of merged files, for an import without a corpus.
pub(crate) fn lines(batches: Vec<PartRows>, report: &mut Report) -> Result<(NamedLines, NamedLines)> {
    let (parts, mut sorted) = sorted(batches)?;
    let (mut records, mut texts) = (Vec::new(), Vec::new());
    for name in parts.into_keys() {
        each_record(&mut sorted, &name, report, &mut |kept, report| {
            let KeptRecord { resource, content, .. } = kept;
            report.add(resource);
            let file = format!("{resource}/parts.jsonl");
            if !content.text.is_empty() {
                let RecordHead { id, .. } = serde_json::from_slice(content.record)?;
                let line = serde_json::json!({ "id": id, "text": content.text });
                texts.push((format!("text/{file}"), line.to_string()));
            }
            records.push((file, String::from_utf8_lossy(content.record).into_owned()));
            Ok(())
        })?;
    }
    Ok((records, texts))
}

/// The record that counts of those of one id.
struct KeptRecord<'k> {
    resource: Resource,
    id: &'k str,
    date: u32,
    content: RowContent<'k>,
}

/// Takes a record, and counts it.
type Take<'t> = &'t mut dyn FnMut(KeptRecord<'_>, &mut Report) -> Result<()>;

/// Calls `take` with the record of each id of a part, and counts the others.
fn each_record(sorted: &mut Sorted, part: &str, report: &mut Report, take: Take<'_>) -> Result<()> {
    let mut rows = IdRows::default();
    while let Some((key, value)) = sorted.peek().context(CONTEXT)? {
        let (name, key) = split_key(key);
        if name != part.as_bytes() {
            break;
        }
        if rows.key != key {
            rows.end(report, take)?;
            rows.begin(key);
        }
        rows.add(value, report)?;
        sorted.next_entry().context(CONTEXT)?;
    }
    rows.end(report, take)
}

/// The rows of an id.
#[derive(Default)]
struct IdRows {
    key: Vec<u8>,
    /// The value of the newest row.
    newest: Vec<u8>,
    n_records: u64,
    /// The location of the newest record.
    location: String,
}

impl IdRows {
    fn begin(&mut self, key: &[u8]) {
        key.clone_into(&mut self.key);
        self.newest.clear();
        self.n_records = 0;
    }

    /// Adds a row, which is newer than those before it.
    fn add(&mut self, value: &[u8], report: &mut Report) -> Result<()> {
        if let (_, Some(content)) = read_value(value)? {
            self.n_records += 1;
            if self.n_records > 1 {
                let (resource, id) = read_record_key(&self.key)?;
                report.log_repeated(LeftOutRecord { resource, id }, &self.location);
            }
            content.location.clone_into(&mut self.location);
        }
        value.clone_into(&mut self.newest);
        Ok(())
    }

    fn end(&self, report: &mut Report, take: Take<'_>) -> Result<()> {
        if self.newest.is_empty() {
            return Ok(());
        }
        let (resource, id) = read_record_key(&self.key)?;
        let record = LeftOutRecord { resource, id };
        if self.n_records > 1 {
            report.count_repeated(record, self.n_records);
        }
        match read_value(&self.newest)? {
            (date, Some(content)) => take(KeptRecord { resource, id, date, content }, report)?,
            (_, None) if self.n_records > 0 => report.count_older(record, &self.location),
            (_, None) => {}
        }
        Ok(())
    }
}

/// A part that is written.
struct PartFile {
    path: PathBuf,
    out: BufWriter<File>,
    replaced: ReplacedPart,
    lists: BTreeMap<Resource, PartList>,
    newest: Option<Date>,
    line: Vec<u8>,
}

impl PartFile {
    fn create(path: &Path, replaced: ReplacedPart) -> Result<Self> {
        const BUFFER_BYTES: usize = 1 << 18;
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        let out = BufWriter::with_capacity(BUFFER_BYTES, file);
        Ok(Self { path: path.to_owned(), out, replaced, lists: BTreeMap::new(), newest: None, line: Vec::new() })
    }

    /// Writes a record, and compares it with the one that it replaces.
    fn write(&mut self, KeptRecord { resource, id, date, content }: KeptRecord<'_>, report: &mut Report) -> Result<()> {
        let of_list = self.lists.entry(resource).or_default();
        if of_list.records == 0 {
            id.clone_into(&mut of_list.first);
        }
        of_list.records += 1;
        self.newest = self.newest.max(Date::from_number(date));
        let line = &mut self.line;
        line.clear();
        line.extend_from_slice(b"{\"record\":");
        line.extend_from_slice(content.record);
        if !content.text.is_empty() {
            line.extend_from_slice(b",\"text\":");
            serde_json::to_writer(&mut *line, content.text)?;
        }
        if let Some(case) = &content.case {
            line.extend_from_slice(b",\"case\":");
            serde_json::to_writer(&mut *line, case)?;
        }
        line.push(b'}');
        self.replaced.pass((resource, id), line, report)?;
        report.corpus.entry(resource).or_default().after += 1;
        let written = self.out.write_all(line).and_then(|()| self.out.write_all(b"\n"));
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Writes the header, and syncs the file.
    fn finish(mut self, header: PartHeader, report: &mut Report) -> Result<()> {
        self.replaced.end(report)?;
        let context = || format!("cannot write {}", self.path.display());
        let mut line = serde_json::to_vec(&HeaderLine { part: header })?;
        line.push(b'\n');
        self.out.write_all(&line).and_then(|()| self.out.flush()).with_context(context)?;
        self.out.get_ref().sync_all().with_context(context)
    }
}

/// The part that an import replaces.
struct ReplacedPart {
    reader: Option<PartReader>,
    /// The next record that was not passed yet: its list, id and line.
    next: Option<(Resource, String, Vec<u8>)>,
}

impl ReplacedPart {
    fn open(place: &Path) -> Result<Self> {
        let is_there = fs::exists(place).with_context(|| format!("cannot read {}", place.display()))?;
        // A part of another layout is replaced without a comparison.
        let reader = if is_there { PartReader::open(place).ok() } else { None };
        let mut replaced = Self { reader, next: None };
        replaced.advance()?;
        Ok(replaced)
    }

    /// The date of its data.
    fn newest(&self) -> Option<Date> {
        self.reader.as_ref()?.header.newest
    }

    fn advance(&mut self) -> Result<()> {
        let Some(reader) = &mut self.reader else { return Ok(()) };
        self.next = reader.next_raw()?;
        Ok(())
    }

    /// Counts a record as added, replaced or unchanged, and the records before it as removed.
    fn pass(&mut self, key: (Resource, &str), line: &[u8], report: &mut Report) -> Result<()> {
        while let Some((resource, id, old)) = &self.next {
            let known = (*resource as u8, id.as_str());
            if known > (key.0 as u8, key.1) {
                break;
            }
            report.corpus.entry(*resource).or_default().before += 1;
            if known == (key.0 as u8, key.1) {
                let counter = if old == line { &mut report.unchanged } else { &mut report.replaced };
                *counter += 1;
                return self.advance();
            }
            report.remove(LeftOutRecord { resource: *resource, id }, "its part no longer has it");
            self.advance()?;
        }
        report.add(key.0);
        Ok(())
    }

    /// Counts the records that were not passed as removed.
    fn end(&mut self, report: &mut Report) -> Result<()> {
        while let Some((resource, id, _)) = &self.next {
            report.corpus.entry(*resource).or_default().before += 1;
            report.remove(LeftOutRecord { resource: *resource, id }, "its part no longer has it");
            self.advance()?;
        }
        Ok(())
    }
}

impl PendingParts {
    /// Moves the parts to their places. A part without changes is not touched.
    pub(crate) fn publish(self, folder: &Path) -> Result<()> {
        if self.files.is_empty() {
            return Ok(());
        }
        for (written, place) in &self.files {
            let context = || format!("cannot write {}", place.display());
            if !is_same(written, place).with_context(context)? {
                fs::rename(written, place).with_context(context)?;
            }
        }
        platform::sync_directory(folder).with_context(|| format!("cannot write {}", folder.display()))
    }
}

/// Whether two files have the same bytes.
fn is_same(written: &Path, place: &Path) -> io::Result<bool> {
    const BUFFER_BYTES: usize = 1 << 16;
    if !fs::exists(place)? || fs::metadata(written)?.len() != fs::metadata(place)?.len() {
        return Ok(false);
    }
    let open = |path| File::open(path).map(|file| BufReader::with_capacity(BUFFER_BYTES, file));
    let (mut written, mut place) = (open(written)?, open(place)?);
    let (mut a, mut b) = (vec![0; BUFFER_BYTES], vec![0; BUFFER_BYTES]);
    loop {
        let n_read = written.read(&mut a)?;
        place.read_exact(&mut b[..n_read])?;
        if n_read == 0 || a[..n_read] != b[..n_read] {
            return Ok(n_read == 0);
        }
    }
}
