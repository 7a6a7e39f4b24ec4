/*!
Writes the files of imported cases: records, texts, parallel citations and sidecars.

All data about an id are sorted together, so that no id is written twice: the decision that has it now, the file that
had it before, a record of another file, and the line of its parallel citations. An import computes the files of all
publishers of cases again. Files without changes are not touched.
*/

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::corpus::{ALIASES_FILE, AliasLine, TextLine, id_form};
use lexdex_core::model::{Date, Resource};
use lexdex_core::sort::Sorter;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::import::merge::case_note::CaseNote;
use crate::import::merge::files::{CorpusFiles, CorpusFolder};
use crate::import::merge::sidecar;
use crate::report::import_report::{LeftOutRecord, Report};
use crate::report::skip::ID_CONFLICT;

/// The beginning of the line of a record.
pub(crate) const BEFORE_ID: &str = "{\"id\":\"";

/// The maximum number of citations of a decision. No real decision reaches it.
pub(crate) const MAX_CITATIONS: usize = 100;

const CASES: CorpusFolder = CorpusFolder::Records(Resource::Cases);

const TEXTS: CorpusFolder = CorpusFolder::Texts(Resource::Cases);

/// An entry of an id.
#[derive(Serialize, Deserialize)]
pub(crate) enum CaseEntry<'e> {
    /// A file that the import writes had a record of the id.
    Was { file: &'e str },
    /// A file that the import does not write has a record of the id.
    InOtherFile { file: &'e str },
    /// The line of the id in the file of parallel citations.
    Aliases { line: &'e str },
    /// Citations of decisions that give way to the one of this number, whose record gets the id.
    Represented { rank: u8, number: u64, citations: Vec<&'e str> },
    /// A decision whose record gets the id. Its row follows the entry.
    Decision(#[serde(borrow)] OutputHead<'e>),
    /// A line of a sidecar that belongs to no id.
    Note { file: &'e str, line: &'e str },
}

impl CaseEntry<'_> {
    fn order(&self) -> u8 {
        match self {
            Self::Was { .. } => 0,
            Self::InOtherFile { .. } => 1,
            Self::Represented { .. } => 2,
            Self::Decision(_) => 3,
            Self::Aliases { .. } => 4,
            Self::Note { .. } => 5,
        }
    }
}

/// The part of a decision that its lines in the files are made of, without its id. It stays encoded while it passes
/// through the sorters.
#[derive(Serialize, Deserialize)]
pub(crate) struct CaseRow<'r> {
    /// The rest of the record's line after its id. Bytes need no check for UTF-8 each time a row is decoded.
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) tail: &'r [u8],
    /// The text behind the record. Empty if it has none.
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) text: &'r [u8],
    /// The first part of the ids of the court's cases.
    pub(crate) court: &'r str,
    pub(crate) docket: &'r str,
    /// The key that the publisher's number is made of. Empty if the publisher numbers its decisions itself.
    pub(crate) key: &'r str,
    /// The citations other than the record's.
    pub(crate) citations: Vec<&'r str>,
}

impl CaseRow<'_> {
    /// The citation of the record.
    pub(crate) fn own_citation(&self) -> Result<String> {
        const FIELD: &[u8] = b"\"citation\":";
        // Within a string of JSON, a backslash precedes the second quote.
        let field = memchr::memmem::find(self.tail, FIELD).context("the record has no citation")?;
        let value = &self.tail[field + FIELD.len()..];
        String::deserialize(&mut serde_json::Deserializer::from_slice(value)).context(CONTEXT)
    }
}

/// The outcome for a decision.
#[derive(Serialize, Deserialize)]
pub(crate) struct OutputHead<'e> {
    /// The rank of the publisher. The lowest rank wins.
    pub(crate) rank: u8,
    pub(crate) number: u64,
    pub(crate) file: &'e str,
    pub(crate) part: Option<&'e str>,
    pub(crate) seen: u32,
    /// Whether the record was imported now.
    pub(crate) is_imported: bool,
    /// The id of the decision's record before the import. Empty if it had none.
    pub(crate) old_id: &'e str,
    /// Whether the imported data equal those of the corpus.
    pub(crate) is_same: bool,
}

impl OutputHead<'_> {
    /// Writes the line of the sidecar for a decision whose record has this id; `None` for one without a record.
    pub(crate) fn write_note(&self, row: &CaseRow<'_>, id: Option<&str>, line: &mut Vec<u8>) -> Result<()> {
        let hidden = match id {
            Some(_) => None,
            None => {
                let record = format!("{BEFORE_ID}{}", from_utf8(row.tail)?);
                Some(RawValue::from_string(record).context(CONTEXT)?)
            }
        };
        let note = CaseNote {
            id: id.map(Cow::Borrowed),
            number: self.number,
            court: row.court.into(),
            docket: row.docket.into(),
            key: row.key.into(),
            part: self.part.map(Cow::Borrowed),
            seen: Date::from_number(self.seen).context("the date does not exist")?,
            citations: row.citations.iter().map(|citation| Cow::Borrowed(*citation)).collect(),
            text: if hidden.is_some() { from_utf8(row.text)?.into() } else { "".into() },
            record: hidden.as_deref().map(Cow::Borrowed),
        };
        write_line(&note, line)
    }
}

fn from_utf8(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).context(CONTEXT)
}

/// Replaces the content of `line`.
fn write_line(value: &impl Serialize, line: &mut Vec<u8>) -> Result<()> {
    line.clear();
    serde_json::to_writer(line, value).map_err(io::Error::from).context(CONTEXT)
}

const CONTEXT: &str = "cannot sort the cases";

/// Entries of one thread.
pub(crate) struct CaseEntries {
    sorter: Sorter,
    row: Vec<u8>,
}

impl CaseEntries {
    /// An empty collection. Entries that do not fit into memory are written to `scratch`.
    pub(crate) fn new(scratch: &Path) -> Self {
        Self { sorter: Sorter::new(scratch), row: Vec::new() }
    }

    /// Adds an entry of an id.
    pub(crate) fn push(&mut self, id: &str, entry: &CaseEntry<'_>) -> Result<()> {
        self.push_with_row(id, entry, &[])
    }

    /// Adds a decision with its encoded row.
    pub(crate) fn push_decision(&mut self, id: &str, head: OutputHead<'_>, row: &[u8]) -> Result<()> {
        self.push_with_row(id, &CaseEntry::Decision(head), row)
    }

    fn push_with_row(&mut self, id: &str, entry: &CaseEntry<'_>, case: &[u8]) -> Result<()> {
        let mut key = Vec::with_capacity(id.len() + 12);
        key.extend_from_slice(id.as_bytes());
        key.extend_from_slice(&[0, entry.order()]);
        if let CaseEntry::Decision(head) = entry {
            key.push(head.rank);
            key.extend_from_slice(&head.number.to_be_bytes());
        }
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        self.row = postcard::to_extend(entry, row).context(CONTEXT)?;
        self.row.extend_from_slice(case);
        self.sorter.push(&key, &self.row).context(CONTEXT)
    }

    /// Adds a line of a sidecar. Lines sort by `order`, after all ids.
    pub(crate) fn push_note(&mut self, order: &[u8], file: &str, line: &[u8]) -> Result<()> {
        // No id begins with this byte.
        let mut key = vec![u8::MAX];
        key.extend_from_slice(order);
        let line = from_utf8(line)?;
        let row = postcard::to_allocvec(&CaseEntry::Note { file, line }).context(CONTEXT)?;
        self.sorter.push(&key, &row).context(CONTEXT)
    }
}

/// The cases that an import found, and those of earlier imports.
#[derive(Default)]
pub(crate) struct CaseOutput {
    pub(crate) entries: Vec<CaseEntries>,
    /// The corpus files to rewrite. A file without new lines is removed.
    pub(crate) files: BTreeSet<String>,
    /// The sidecars of publishers.
    pub(crate) publisher_files: BTreeSet<String>,
}

impl CaseOutput {
    /// Whether there are no cases to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// A destination of lines.
trait LineDestination {
    fn write(&mut self, folder: CorpusFolder, file: &str, line: &[u8]) -> Result<()>;

    /// Declares that a file of records gets an id that was in another one.
    fn gain(&mut self, _file: &str) {}
}

impl LineDestination for CorpusFiles {
    fn write(&mut self, folder: CorpusFolder, file: &str, line: &[u8]) -> Result<()> {
        Self::write(self, folder, file, line)
    }

    fn gain(&mut self, file: &str) {
        Self::gain(self, CASES, file);
    }
}

/// Writes the files of cases for a corpus, and completes the report. Returns the files, which are not yet at their
/// final paths.
pub(crate) fn write(
    output: CaseOutput,
    corpus: &Path,
    scratch: &Path,
    report: &mut Report,
) -> Result<Option<CorpusFiles>> {
    if output.is_empty() {
        return Ok(None);
    }
    let targets = output.files.iter().map(|file| (Resource::Cases, file.clone())).collect();
    let mut files = CorpusFiles::new(corpus, scratch, targets);
    output.publisher_files.iter().for_each(|file| files.add_target(CASES, file));
    files.add_target(CorpusFolder::Aliases, ALIASES_FILE);
    write_entries(output, &mut files, report)?;
    Ok(Some(files))
}

/// Lines, each with the path of its corpus file.
type CaseLines = Vec<(String, String)>;

impl LineDestination for CaseLines {
    fn write(&mut self, folder: CorpusFolder, file: &str, line: &[u8]) -> Result<()> {
        self.push((format!("{}/{file}", folder.path()), String::from_utf8_lossy(line).into_owned()));
        Ok(())
    }
}

/// The lines of all files of cases, for an import without a corpus.
pub(crate) fn lines(output: CaseOutput, report: &mut Report) -> Result<CaseLines> {
    let mut lines = CaseLines::new();
    write_entries(output, &mut lines, report)?;
    Ok(lines)
}

fn write_entries(output: CaseOutput, place: &mut dyn LineDestination, report: &mut Report) -> Result<()> {
    let sorters = output.entries.into_iter().map(|entries| entries.sorter).collect();
    let mut sorted = Sorter::sorted_together(sorters).context(CONTEXT)?;
    let mut group = CaseGroup {
        place,
        report,
        id: String::new(),
        was_in: None,
        in_other_file: None,
        represented: Vec::new(),
        is_taken: false,
        line: Vec::new(),
    };
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let (entry, row): (CaseEntry<'_>, &[u8]) = postcard::take_from_bytes(value).context(CONTEXT)?;
        if let CaseEntry::Note { file, line } = entry {
            group.place.write(CASES, file, line.as_bytes())?;
            continue;
        }
        let id = memchr::memchr(0, key).map_or(key, |end| &key[..end]);
        if group.id.as_bytes() != id {
            group.begin(from_utf8(id)?);
        }
        group.add(&entry, row)?;
    }
    Ok(())
}

fn case_id(id: &str) -> LeftOutRecord<'_> {
    LeftOutRecord { resource: Resource::Cases, id }
}

/// The entries of an id.
struct CaseGroup<'g> {
    place: &'g mut dyn LineDestination,
    report: &'g mut Report,
    id: String,
    was_in: Option<String>,
    in_other_file: Option<String>,
    /// The citations of decisions that give way, each with the rank and number of the decision that represents them.
    represented: Vec<((u8, u64), String)>,
    /// Whether a decision has the id.
    is_taken: bool,
    /// A buffer for lines.
    line: Vec<u8>,
}

impl CaseGroup<'_> {
    fn begin(&mut self, id: &str) {
        id.clone_into(&mut self.id);
        self.was_in = None;
        self.in_other_file = None;
        self.represented.clear();
        self.is_taken = false;
    }

    fn add(&mut self, entry: &CaseEntry<'_>, row: &[u8]) -> Result<()> {
        match entry {
            CaseEntry::Was { file } => {
                self.report.corpus.entry(Resource::Cases).or_default().before += 1;
                self.was_in = Some((*file).to_owned());
            }
            CaseEntry::InOtherFile { file } => self.in_other_file = Some((*file).to_owned()),
            CaseEntry::Represented { rank, number, citations } => {
                self.represented.extend(citations.iter().map(|citation| ((*rank, *number), (*citation).to_owned())));
            }
            // The line belongs to an id of a record that no import has written.
            CaseEntry::Aliases { line } if self.was_in.is_none() && !self.is_taken => {
                self.place.write(CorpusFolder::Aliases, ALIASES_FILE, line.as_bytes())?;
            }
            CaseEntry::Decision(head) => {
                let row: CaseRow<'_> = postcard::from_bytes(row).context(CONTEXT)?;
                match self.is_taken || self.in_other_file.is_some() {
                    true => self.hide(head, &row)?,
                    false => self.write(head, &row)?,
                }
            }
            CaseEntry::Aliases { .. } | CaseEntry::Note { .. } => {}
        }
        Ok(())
    }

    /// Writes a decision whose id is taken to the sidecar.
    fn hide(&mut self, head: &OutputHead<'_>, row: &CaseRow<'_>) -> Result<()> {
        let elsewhere = match &self.in_other_file {
            Some(file) => format!("{}/{file}", CASES.path()),
            None => "another decision of this import".to_owned(),
        };
        if head.is_imported {
            self.report.skip_in_corpus(&ID_CONFLICT, case_id(&self.id), &elsewhere);
        }
        if !head.old_id.is_empty() {
            self.report.remove(case_id(head.old_id), &format!("{} is in {elsewhere}", self.id));
        }
        head.write_note(row, None, &mut self.line)?;
        self.place.write(CASES, &sidecar::file_name(head.file), &self.line)
    }

    fn write(&mut self, head: &OutputHead<'_>, row: &CaseRow<'_>) -> Result<()> {
        self.is_taken = true;
        self.count(head);
        if self.was_in.as_ref().is_some_and(|file| file != head.file) {
            self.place.gain(head.file);
        }
        let Self { place, id, line, represented, .. } = self;
        line.clear();
        [BEFORE_ID.as_bytes(), id.as_bytes(), row.tail].iter().for_each(|part| line.extend_from_slice(part));
        place.write(CASES, head.file, line)?;
        head.write_note(row, Some(id.as_str()), line)?;
        place.write(CASES, &sidecar::file_name(head.file), line)?;
        if !row.text.is_empty() {
            write_line(&TextLine { id: id.as_str().into(), text: from_utf8(row.text)?.into() }, line)?;
            place.write(TEXTS, head.file, line)?;
        }
        let all;
        let citations = match represented.is_empty() {
            true => &row.citations,
            false => {
                all = all_citations(represented, head, row)?;
                &all
            }
        };
        if !citations.is_empty() {
            let citations = citations.iter().copied().map(Cow::Borrowed).collect();
            write_line(&AliasLine { id: id.as_str().into(), citations }, line)?;
            place.write(CorpusFolder::Aliases, ALIASES_FILE, line)?;
        }
        Ok(())
    }

    fn count(&mut self, head: &OutputHead<'_>) {
        let Self { report, id, .. } = self;
        report.corpus.entry(Resource::Cases).or_default().after += 1;
        let is_moved = !head.old_id.is_empty() && head.old_id != id;
        match (head.is_imported, head.old_id.is_empty()) {
            (true, true) => report.add(Resource::Cases),
            (true, false) if head.is_same && !is_moved => report.unchanged += 1,
            (true, false) => report.replaced += 1,
            (false, true) => report.return_record(case_id(id)),
            (false, false) => {}
        }
        if is_moved {
            report.rename(case_id(id), head.old_id);
        }
    }
}

/// The usable citations other than the record's own, without duplicates. Citations with the same form in an id are
/// equal.
pub(crate) fn parallel_citations<'c>(own: &str, citations: impl Iterator<Item = &'c str>) -> Vec<&'c str> {
    let mut forms = vec![id_form::citation(own)];
    let mut parallel = Vec::new();
    for citation in citations.filter(|citation| *citation != own) {
        let form = id_form::citation(citation);
        if parallel.len() < MAX_CITATIONS && !form.is_empty() && !forms.contains(&form) {
            forms.push(form);
            parallel.push(citation);
        }
    }
    parallel
}

/// The parallel citations of a decision, followed by those of the decisions that give way to it.
fn all_citations<'c>(
    represented: &'c [((u8, u64), String)],
    head: &OutputHead<'_>,
    row: &CaseRow<'c>,
) -> Result<Vec<&'c str>> {
    let of_decision = represented.iter().filter(|(decision, _)| *decision == (head.rank, head.number));
    let citations = row.citations.iter().copied().chain(of_decision.map(|(_, citation)| citation.as_str()));
    Ok(parallel_citations(&row.own_citation()?, citations))
}
