/*!
Reads the decisions of earlier imports from the corpus, and the records that no import writes.

The records, texts and notes of a file are sorted by id, and are read in parallel.
*/

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use lexdex_core::corpus::{Catalogue, Line, LineReader, Source, SourceFile, SourceLocation, TextLine, id_form};
use lexdex_core::corpus::{parse_aliases, parse_text};
use lexdex_core::model::{Date, Resource};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::law::cases::identity::{self, CitedRow};
use crate::import::law::cases::name;
use crate::import::law::cases::publisher::Publisher;
use crate::import::law::cases::statement::{CONTEXT, DecisionHead, StatementOrder, StatementRow, Statements};
use crate::import::law::id;
use crate::import::merge::case_files::{BEFORE_ID, CaseEntries, CaseEntry, CaseOutput, CaseRow};
use crate::import::merge::case_note::{self, CaseNote, PublisherNote};

/// The data of the corpus that are not about single decisions.
pub(super) struct Existing {
    /// The parts of the sources that were read completely.
    pub(super) complete: BTreeMap<(u8, String), Date>,
    /// The records that no import writes, by court and citation.
    pub(super) cited: Partitions,
}

/// Reads the cases of the corpus.
pub(super) fn read(
    session: &Session<'_>,
    statements: &mut Statements,
    entries: &mut CaseEntries,
    output: &mut CaseOutput,
) -> Result<Existing> {
    let mut existing = Existing { complete: BTreeMap::new(), cited: session.partitions() };
    let Some(corpus) = session.corpus() else { return Ok(existing) };
    let folder = corpus.join(Resource::Cases.as_str());
    for publisher in Publisher::ALL {
        case_note::each_publisher_note(&folder, publisher.name(), &mut |note| {
            match note {
                PublisherNote::Complete { part, date } => _ = existing.complete.insert((publisher.rank(), part), date),
                PublisherNote::Withdrawn { number, key, part, date, seen } => {
                    let location = "an earlier import removed it";
                    let row = StatementRow::Withdrawn { key: &key, part: part.as_deref(), location };
                    statements.push(publisher, StatementOrder::existing(number, date, seen), &row);
                }
            }
            Ok(())
        })?;
        for file in case_note::files(&folder, publisher.name())? {
            ManagedFile { corpus, publisher, file: &file }.read(statements, entries)?;
            output.files.insert(file);
        }
    }
    read_others(session, corpus, &mut existing, entries)?;
    Ok(existing)
}

/// The fields of a record that the comparison of decisions needs.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecordHead<'l> {
    #[serde(borrow)]
    id: Cow<'l, str>,
    #[serde(borrow)]
    case_name: Cow<'l, str>,
    #[serde(borrow)]
    citation: Cow<'l, str>,
    #[serde(borrow)]
    court: Cow<'l, str>,
    #[serde(borrow)]
    jurisdiction_id: Cow<'l, str>,
    #[serde(default)]
    decision_date: Option<Date>,
    meta: MetaHead,
}

#[derive(Serialize, Deserialize)]
struct MetaHead {
    last_updated: Date,
}

/// A file of records that an import has written.
struct ManagedFile<'f> {
    corpus: &'f Path,
    publisher: Publisher,
    file: &'f str,
}

impl ManagedFile<'_> {
    fn read(&self, statements: &mut Statements, entries: &mut CaseEntries) -> Result<()> {
        let folder = self.corpus.join(Resource::Cases.as_str());
        let mut records = FileLines::open(folder.join(self.file))?;
        let text_folder = self.corpus.join(lexdex_core::corpus::TEXT_FOLDER).join(Resource::Cases.as_str());
        let mut texts = FileTexts::open(text_folder.join(self.file))?;
        for note in case_note::case_notes(&folder, self.file, self.publisher.name())? {
            let mut note = note?;
            match (note.id.take(), note.record.take()) {
                (Some(id), None) => {
                    let Some((line, location)) = records.next()? else {
                        bail!("cases/{}: has no record of {id}: {}", self.file, self.advice())
                    };
                    if RecordHead::from_line(line, location)?.id != id {
                        bail!("{location}: is not the record of {id}: {}", self.advice());
                    }
                    let text = texts.for_id(&id)?;
                    self.push(line, &id, &text, &note, location, statements)?;
                    entries.push(&id, &CaseEntry::Was { file: self.file })?;
                }
                (None, Some(record)) => {
                    let text = std::mem::take(&mut note.text);
                    self.push(record.get(), "", &text, &note, &records.location, statements)?;
                }
                _ => bail!("cases/{}: its sidecar does not fit: {}", self.file, self.advice()),
            }
        }
        match records.next()? {
            None => Ok(()),
            Some((_, location)) => bail!("{location}: has no note in the sidecar: {}", self.advice()),
        }
    }

    fn advice(&self) -> String {
        case_note::how_to_begin(self.publisher.name())
    }

    fn push(
        &self,
        line: &str,
        id: &str,
        text: &str,
        note: &CaseNote<'_>,
        location: &SourceLocation,
        statements: &mut Statements,
    ) -> Result<()> {
        let head = RecordHead::from_line(line, location)?;
        let tail = line.strip_prefix(BEFORE_ID).and_then(|rest| rest.strip_prefix(id));
        let tail = tail.with_context(|| format!("{location}: is not a record of an import: {}", self.advice()))?;
        let decision = DecisionHead {
            name: &head.case_name,
            decided: head.decision_date.map_or(0, Date::as_number),
            jurisdiction: &head.jurisdiction_id,
            page: &id::case(&note.court, &head.citation),
            part: note.part.as_deref(),
            old_id: id,
        };
        let row = CaseRow {
            tail: tail.as_bytes(),
            text: text.as_bytes(),
            court: &note.court,
            docket: &note.docket,
            key: &note.key,
            citations: note.citations.iter().map(|citation| &**citation).collect(),
        };
        let mut order = StatementOrder::existing(note.number, head.meta.last_updated, note.seen);
        if self.publisher == Publisher::Mapped {
            // The rows of an import have no date but that of their data, and replace those of earlier imports.
            statements.push(self.publisher, StatementOrder::seen_before(note.number, note.seen), &StatementRow::Seen);
            order = StatementOrder::existing(note.number, head.meta.last_updated, head.meta.last_updated);
        }
        statements.push_record(self.publisher, order, decision, &row);
        Ok(())
    }
}

impl<'l> RecordHead<'l> {
    fn from_line(line: &'l str, location: &SourceLocation) -> Result<Self> {
        serde_json::from_str(line)
            .with_context(|| format!("{location}: is not a record: repair the file or move it away, then import again"))
    }

    /// Adds the record to the pages of its citations. The court must be in the catalogue.
    fn cite(&self, file: &str, citations: &[String], catalogue: &Catalogue, cited: &mut Partitions) {
        let court = catalogue.courts.find_catalogued(&self.court, &self.jurisdiction_id);
        let Some(court) = court.and_then(|court| court.id.as_deref()) else { return };
        let name = name::normalized(&self.case_name);
        let own = std::iter::once(&*self.citation);
        for citation in own.chain(citations.iter().map(String::as_str)) {
            let row = CitedRow {
                name: &name,
                decided: self.decision_date.map_or(0, Date::as_number),
                rank: 0,
                number: 0,
                is_own: false,
                docket: "",
                key: "",
                id: &self.id,
                file,
            };
            identity::push(cited, &id::page(court, &id_form::citation(citation)), &row);
        }
    }
}

/// The lines of a file, which may not exist.
struct FileLines {
    reader: Option<LineReader<BufReader<File>>>,
    location: SourceLocation,
}

impl FileLines {
    fn open(path: PathBuf) -> Result<Self> {
        const BUFFER_BYTES: usize = 1 << 18;
        let reader = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            file => {
                let file = file.with_context(|| format!("cannot read {}", path.display()))?;
                Some(LineReader::new(BufReader::with_capacity(BUFFER_BYTES, file)))
            }
        };
        Ok(Self { reader, location: SourceLocation { path: path.display().to_string(), line: 0 } })
    }

    fn next(&mut self) -> Result<Option<(&str, &SourceLocation)>> {
        let Self { reader: Some(reader), location } = self else { return Ok(None) };
        location.line += 1;
        match reader.next_line().with_context(|| format!("cannot read {}", location.path))? {
            None => Ok(None),
            Some(Line::Bytes(line)) => {
                let line = std::str::from_utf8(line).with_context(|| format!("{location}: is not UTF-8"))?;
                Ok(Some((line, location)))
            }
            Some(_) => bail!("{location}: the line is too long for a record"),
        }
    }
}

/// The texts of a file, in the order of their ids.
struct FileTexts {
    lines: FileLines,
    next: Option<TextLine<'static>>,
}

impl FileTexts {
    fn open(path: PathBuf) -> Result<Self> {
        let mut texts = Self { lines: FileLines::open(path)?, next: None };
        texts.advance()?;
        Ok(texts)
    }

    fn advance(&mut self) -> Result<()> {
        self.next = match self.lines.next()? {
            None => None,
            Some((line, location)) => {
                let text = parse_text(line.as_bytes(), location);
                Some(text.map_err(|error| anyhow!("{error}: repair the file or move it away, then import again"))?)
            }
        };
        Ok(())
    }

    /// The text behind the record of an id, which may be empty.
    fn for_id(&mut self, id: &str) -> Result<String> {
        while self.next.as_ref().is_some_and(|text| *text.id < *id) {
            self.advance()?;
        }
        match self.next.take_if(|text| text.id == id) {
            Some(text) => {
                self.advance()?;
                Ok(text.text.into_owned())
            }
            None => Ok(String::new()),
        }
    }
}

/// The kind of a row with parallel citations. It sorts before the record of the id.
const ALIASES: u8 = 0;
const RECORD: u8 = 1;

/// A record that no import writes.
#[derive(Serialize, Deserialize)]
struct OtherRecord<'r> {
    file: &'r str,
    line: &'r str,
}

/// Reads the records that no import writes, each with its parallel citations.
fn read_others(session: &Session<'_>, corpus: &Path, existing: &mut Existing, entries: &mut CaseEntries) -> Result<()> {
    let source = Source::Directory(corpus.to_owned());
    let mut by_id = session.partitions();
    let mut push = |id: &str, kind: u8, file: &str, line: &str| {
        by_id.push_row(id.as_bytes(), &[id.as_bytes(), &[0, kind]].concat(), &OtherRecord { file, line });
    };
    let mut has_records = false;
    for file in source.record_files(Resource::Cases)? {
        let name = Path::new(&file.path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        if Publisher::ALL.iter().any(|publisher| case_note::is_file_of(&name, publisher.name())) {
            continue;
        }
        each_line(&file, |line, location| {
            let head = RecordHead::from_line(line, location)?;
            has_records = true;
            push(&head.id, RECORD, &name, &serde_json::to_string(&head).context(CONTEXT)?);
            identity::push_taken(&mut existing.cited, &head.id);
            entries.push(&head.id, &CaseEntry::InOtherFile { file: &name })
        })?;
    }
    if let Some(file) = source.aliases_file()? {
        each_line(&file, |line, location| {
            let aliases = parse_aliases(line.as_bytes(), location).map_err(|errors| {
                let error = errors.first().map(ToString::to_string).unwrap_or_default();
                anyhow!("{error}: repair the file or move it away, then import again")
            })?;
            if has_records {
                push(&aliases.id, ALIASES, "", line);
            }
            entries.push(&aliases.id, &CaseEntry::Aliases { line })
        })?;
    }
    let cited = Mutex::new(std::mem::replace(&mut existing.cited, session.partitions()));
    session.join("cases", by_id, |sorted, _| {
        let mut found = session.partitions();
        let mut aliases: Option<(Vec<u8>, Vec<String>)> = None;
        while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
            let (kind, id) = key.split_last().context(CONTEXT)?;
            let row: OtherRecord<'_> = read_row(value)?;
            let location = SourceLocation { path: format!("cases/{}", row.file), line: 0 };
            if *kind == ALIASES {
                let parsed = parse_aliases(row.line.as_bytes(), &location).ok();
                let citations = parsed.map(|aliases| aliases.citations).unwrap_or_default();
                aliases = Some((id.to_owned(), citations.into_iter().map(Cow::into_owned).collect()));
                continue;
            }
            let of_id = aliases.take().filter(|(known, _)| known == id);
            let citations = of_id.map(|(_, citations)| citations).unwrap_or_default();
            RecordHead::from_line(row.line, &location)?.cite(row.file, &citations, session.catalogue(), &mut found);
        }
        cited.lock().absorb(found);
        Ok(())
    })?;
    existing.cited = cited.into_inner();
    Ok(())
}

fn each_line(file: &SourceFile, mut take: impl FnMut(&str, &SourceLocation) -> Result<()>) -> Result<()> {
    let mut lines = LineReader::new(file.open()?);
    let mut location = SourceLocation { path: file.path.clone(), line: 0 };
    while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", file.path))? {
        location.line += 1;
        let Line::Bytes(line) = line else { bail!("{location}: the line is too long for a record") };
        take(std::str::from_utf8(line).with_context(|| format!("{location}: is not UTF-8"))?, &location)?;
    }
    Ok(())
}
