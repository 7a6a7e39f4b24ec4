/*!
Merges imported records with those of the corpus, id by id, and moves the files to their final paths. For cases,
`law::cases` decides which records and ids to keep, and `case_files` writes them.

All statements about an id are sorted together: the imported and removed records of this import, the records, texts and
sidecars of the corpus files that it writes, and the ids in all other files of the list. One pass over the ids decides,
in bounded memory, and the result does not depend on the order of the input. All scopes are known before the pass.
*/

pub(crate) mod publication;

pub(crate) mod files;

pub(crate) mod scope;

pub(crate) mod statement;

pub(crate) mod record_batch;

pub(crate) mod sidecar;

pub(crate) mod case_note;

pub(crate) mod case_files;

mod scopes;

mod group;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader};
use std::mem;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use lexdex_core::corpus::{Line, LineReader, Source, SourceFile, SourceLocation, parse_text};
use lexdex_core::model::{Date, Resource};
use lexdex_core::sort::{Sorted, Sorter};
use serde::Deserialize;

use self::files::{CorpusFiles, CorpusFolder};
use self::group::StatementGroup;
use self::record_batch::StatementBatch;
use self::scope::ScopeStatements;
use self::scopes::Scopes;
use self::sidecar::{Note, SidecarLine};
use self::statement::{Statement, StatementEntry, StatementRole};
use crate::report::import_report::Report;

/// Merges the records of all threads with those of the corpus, and completes the report. Returns the files, which are
/// not yet at their final paths.
pub(crate) fn merge(
    mut records: Vec<StatementBatch>,
    corpus: &Path,
    scratch: &Path,
    report: &mut Report,
) -> Result<CorpusFiles> {
    let targets: BTreeSet<(Resource, String)> = records.iter().flat_map(|records| records.files.clone()).collect();
    let mut existing = Sorter::new(scratch);
    let source = Source::Directory(corpus.to_owned());
    for resource in targets.iter().map(|(resource, _)| *resource).collect::<BTreeSet<_>>() {
        let folder = corpus.join(resource.as_str());
        for file in source.record_files(resource)? {
            let name = Path::new(&file.path).strip_prefix(&folder).unwrap_or(Path::new(&file.path)).to_string_lossy();
            let is_own = targets.iter().any(|target| target.0 == resource && target.1 == name);
            let role = if is_own { StatementRole::Existing } else { StatementRole::InOtherFile };
            push_file(&mut existing, role, resource, &file, &name)?;
        }
    }
    let mut scopes = stated_scopes(&mut records);
    for (resource, file) in &targets {
        push_sidecar(&mut existing, &mut scopes, corpus, *resource, file)?;
        push_texts(&mut existing, corpus, *resource, file)?;
    }
    let mut files = CorpusFiles::new(corpus, scratch, targets);
    scopes.each_note(&mut |resource, file, note| files.write_note(resource, file, &serde_json::to_vec(note)?))?;
    let mut sorted = sorted(records, existing).context("cannot read the sorted records")?;
    let mut group = StatementGroup::new(&scopes);
    while let Some((key, value)) = sorted.next_entry().context("cannot read the sorted records")? {
        if !group.is_of(key) {
            group.end(&mut files, report)?;
            group.begin(key);
        }
        group.add(value, report);
    }
    group.end(&mut files, report)?;
    Ok(files)
}

/// The scopes that this import states. Those of damaged inputs are left out.
fn stated_scopes(records: &mut [StatementBatch]) -> Scopes {
    let mut statements = ScopeStatements::default();
    records.iter_mut().for_each(|records| statements.absorb(mem::take(&mut records.scopes)));
    let mut scopes = Scopes::default();
    statements.into_valid().for_each(|(scope, release)| scopes.add_stated(scope, release));
    scopes
}

/// Sorts the statements of the threads and the corpus on all cores.
fn sorted(records: Vec<StatementBatch>, existing: Sorter) -> io::Result<Sorted> {
    let imported = records.into_iter().map(|records| records.sorter);
    Sorter::sorted_together(imported.chain([existing]).collect())
}

/// Lines, each with its corpus file.
type MergedLines = Vec<(String, String)>;

/// The imported records as lines, and the texts behind them, for an import without a corpus.
pub(crate) fn lines(batches: Vec<StatementBatch>) -> io::Result<(MergedLines, MergedLines)> {
    let mut sorted = sorted(batches, Sorter::in_memory())?;
    let (mut records, mut texts) = (Vec::new(), Vec::new());
    while let Some((key, value)) = sorted.next_entry()? {
        let entry = StatementEntry::from_value(value);
        if entry.is(StatementRole::Imported) {
            let resource = Resource::ALL[usize::from(key[0])];
            let line = |folder: CorpusFolder, line| {
                (format!("{}/{}", folder.path(), entry.file), String::from_utf8_lossy(line).into_owned())
            };
            let (record, text) = entry.record_and_text();
            records.push(line(CorpusFolder::Records(resource), record));
            texts.extend(text.map(|text| line(CorpusFolder::Texts(resource), text)));
        }
    }
    Ok((records, texts))
}

/// The error context of a statement that cannot be sorted.
const CONTEXT: &str = "cannot write the sorted records";

/// The fields that decide which of two records is kept.
#[derive(Deserialize)]
struct KeptRecordHead<'l> {
    id: &'l str,
    meta: KeptMetaHead,
}

#[derive(Deserialize)]
struct KeptMetaHead {
    last_updated: Date,
}

/// Adds the ids of a corpus file. If the import writes the file, the records are added too.
fn push_file(
    sorter: &mut Sorter,
    role: StatementRole,
    resource: Resource,
    file: &SourceFile,
    name: &str,
) -> Result<()> {
    let mut lines = LineReader::new(file.open()?);
    let mut number = 0;
    while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", file.path))? {
        number += 1;
        let Line::Bytes(line) = line else { bail!("{}:{number}: the line is too long for a record", file.path) };
        let head: KeptRecordHead<'_> = serde_json::from_slice(line).with_context(|| {
            format!("{}:{number}: is not a record: repair the file or move it away, then import again", file.path)
        })?;
        let content = if role == StatementRole::InOtherFile { &[][..] } else { line };
        let date = Some(head.meta.last_updated);
        let statement = Statement { role, resource, file: name, id: head.id, date, content, location: "", input: None };
        statement.push_to(sorter).context(CONTEXT)?;
    }
    Ok(())
}

/// Adds the texts behind the records of a corpus file, if it has any.
fn push_texts(sorter: &mut Sorter, corpus: &Path, resource: Resource, file: &str) -> Result<()> {
    let path = corpus.join(CorpusFolder::Texts(resource).path()).join(file);
    let content = match File::open(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        content => content.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let mut lines = LineReader::new(BufReader::new(content));
    let mut location = SourceLocation { path: path.display().to_string(), line: 0 };
    while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", path.display()))? {
        location.line += 1;
        let Line::Bytes(line) = line else { bail!("{location}: the line is too long for a text") };
        let text = parse_text(line, &location)
            .map_err(|error| anyhow!("{error}: repair the file or move it away, then import again"))?;
        let (role, id) = (StatementRole::ExistingText, &*text.id);
        let statement = Statement { role, resource, file, id, date: None, content: line, location: "", input: None };
        statement.push_to(sorter).context(CONTEXT)?;
    }
    Ok(())
}

/// Adds the scopes and the notes on ids of a corpus file's sidecar.
fn push_sidecar(sorter: &mut Sorter, scopes: &mut Scopes, corpus: &Path, resource: Resource, file: &str) -> Result<()> {
    sidecar::each_line(&corpus.join(resource.as_str()), file, &mut |line| {
        let Note { id, gone } = match line {
            SidecarLine::Scope(note) => {
                scopes.add_known(resource, file, note);
                return Ok(());
            }
            SidecarLine::Id(note) => note,
        };
        let mut push = |role, date, content: &str| {
            let content = content.as_bytes();
            Statement { role, resource, file, id: &id, date, content, location: "", input: None }
                .push_to(sorter)
                .context(CONTEXT)
        };
        gone.map_or(Ok(()), |_| push(StatementRole::RemovedBefore, gone, ""))
    })
}
