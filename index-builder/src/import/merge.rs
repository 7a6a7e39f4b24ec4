/*!
Merges imported records with those of the corpus, id by id, and moves the files to their place.

All statements about an id are sorted together: the imported and removed records of this import, the records, texts and
sidecars of the corpus files that it writes, and the ids in all other files of the list. One pass over the ids decides,
in bounded memory, and the result does not depend on the order of the input. The scopes of which a release has every
record are known before the pass.
*/

mod files;

pub(crate) mod scope;

pub(crate) mod former_file;

pub(crate) mod statement;

pub(crate) mod record_batch;

pub(crate) mod sidecar;

mod scopes;

mod group;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::mem;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use lexdex::corpus::{Line, LineReader, Source, SourceFile, SourceLocation, parse_text};
use lexdex::model::{Date, Resource};
use lexdex::sort::{Sorted, Sorter};
use serde::Deserialize;

use self::files::{Files, Folder, aside};
use self::former_file::FormerFile;
use self::group::Group;
use self::record_batch::RecordBatch;
use self::scope::ScopeStatements;
use self::scopes::Scopes;
use self::sidecar::{Line as SidecarLine, Note};
use self::statement::{Entry, Role, Statement};
use crate::report::import_report::Report;

/// Merges the records of all threads with those of the corpus, and completes the report. Returns the files, which are
/// not yet in their place.
pub(crate) fn merge(mut records: Vec<RecordBatch>, corpus: &Path, scratch: &Path, report: &mut Report) -> Result<Files> {
    let targets: BTreeSet<(Resource, String)> = records.iter().flat_map(|records| records.files.clone()).collect();
    let mut existing = Sorter::new(scratch);
    let source = Source::Directory(corpus.to_owned());
    for resource in targets.iter().map(|(resource, _)| *resource).collect::<BTreeSet<_>>() {
        let folder = corpus.join(resource.as_str());
        for file in source.record_files(resource)? {
            let name = Path::new(&file.path).strip_prefix(&folder).unwrap_or(Path::new(&file.path)).to_string_lossy();
            let is_target = targets.contains(&(resource, name.to_string()));
            push_file(&mut existing, resource, &file, &name, is_target)?;
        }
    }
    let mut scopes = stated_scopes(&mut records);
    for (resource, file) in &targets {
        push_sidecar(&mut existing, &mut scopes, *resource, &corpus.join(resource.as_str()), file)?;
    }
    for (resource, file) in &targets {
        push_texts(&mut existing, *resource, corpus, file)?;
    }
    let mut files = Files::new(corpus, scratch, targets);
    scopes.each_note(&mut |resource, file, note| files.write_note(resource, file, &serde_json::to_vec(note)?))?;
    let mut sorted = sorted(records, existing).context("cannot read the sorted records")?;
    let mut group = Group::new(&scopes);
    while let Some((key, value)) = sorted.next_entry().context("cannot read the sorted records")? {
        if !group.is_of(key) {
            group.end(&mut files, report)?;
            group.begin(key);
        }
        group.add(value);
    }
    group.end(&mut files, report)?;
    Ok(files)
}

/// Renames the corpus files of the import that earlier versions of the program wrote under other names.
pub(crate) fn rename_former_files(records: &[RecordBatch], corpus: &Path) -> Result<()> {
    let former_files: BTreeSet<&FormerFile> = records.iter().flat_map(|records| &records.former_files).collect();
    former_files.into_iter().try_for_each(|file| file.rename(corpus))
}

/// The scopes that this import states. Those of damaged inputs are left out.
fn stated_scopes(records: &mut [RecordBatch]) -> Scopes {
    let mut statements = ScopeStatements::default();
    records.iter_mut().for_each(|records| statements.absorb(mem::take(&mut records.scopes)));
    let mut scopes = Scopes::default();
    statements.into_valid().for_each(|(scope, release)| scopes.add_stated(scope, release));
    scopes
}

/// Sorts the statements of the threads and the corpus on all cores.
fn sorted(records: Vec<RecordBatch>, existing: Sorter) -> io::Result<Sorted> {
    let imported = records.into_iter().map(|records| records.sorter);
    Sorter::sorted_together(imported.chain([existing]).collect())
}

/// Lines, each with its corpus file.
type Lines = Vec<(String, String)>;

/// The imported records without a corpus, and the texts behind them.
pub(crate) fn lines(batches: Vec<RecordBatch>) -> io::Result<(Lines, Lines)> {
    let mut sorted = sorted(batches, Sorter::in_memory())?;
    let (mut records, mut texts) = (Vec::new(), Vec::new());
    while let Some((key, value)) = sorted.next_entry()? {
        let entry = Entry::of(value);
        if entry.is(Role::Imported) {
            let resource = Resource::ALL[usize::from(key[0])];
            let line = |folder: Folder, line| {
                (format!("{}/{}", folder.path(), entry.file), String::from_utf8_lossy(line).into_owned())
            };
            let (record, text) = entry.record_and_text();
            records.push(line(Folder::Records(resource), record));
            texts.extend(text.map(|text| line(Folder::Texts(resource), text)));
        }
    }
    Ok((records, texts))
}

/// The error context of a statement that cannot be sorted.
const CONTEXT: &str = "cannot write the sorted records";

/// The fields that decide which of two records is kept.
#[derive(Deserialize)]
struct RecordHead<'l> {
    id: &'l str,
    meta: MetaHead,
}

#[derive(Deserialize)]
struct MetaHead {
    last_updated: Date,
}

/// Adds the ids of a corpus file. If the import writes the file, the records are added too.
fn push_file(sorter: &mut Sorter, resource: Resource, file: &SourceFile, name: &str, is_target: bool) -> Result<()> {
    let mut lines = LineReader::new(file.open()?);
    let mut number = 0;
    while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", file.path))? {
        number += 1;
        let Line::Bytes(line) = line else { bail!("{}:{number}: the line is too long for a record", file.path) };
        let head: RecordHead<'_> = serde_json::from_slice(line).with_context(|| {
            format!("{}:{number}: is not a record: repair the file or move it away, then import again", file.path)
        })?;
        let (role, content) = if is_target { (Role::Existing, line) } else { (Role::InOtherFile, &[][..]) };
        let date = Some(head.meta.last_updated);
        let statement = Statement { role, resource, file: name, id: head.id, date, content, input: None };
        statement.push_to(sorter).context(CONTEXT)?;
    }
    Ok(())
}

/// Adds the texts behind the records of a corpus file, also if an import was killed when it had set them aside.
fn push_texts(sorter: &mut Sorter, resource: Resource, corpus: &Path, name: &str) -> Result<()> {
    let place = corpus.join(Folder::Texts(resource).path()).join(name);
    for path in [place.clone(), aside(&place)] {
        if fs::exists(&path).with_context(|| format!("cannot read {}", path.display()))? {
            return push_texts_of_file(sorter, resource, &path, name);
        }
    }
    Ok(())
}

fn push_texts_of_file(sorter: &mut Sorter, resource: Resource, path: &Path, name: &str) -> Result<()> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = LineReader::new(BufReader::new(file));
    let mut location = SourceLocation { path: path.display().to_string(), line: 0 };
    while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", path.display()))? {
        location.line += 1;
        let Line::Bytes(line) = line else { bail!("{location}: the line is too long for a text") };
        let text = parse_text(line, &location)
            .map_err(|error| anyhow!("{error}: repair the file or move it away, then import again"))?;
        let (role, id) = (Role::ExistingText, &*text.id);
        let statement = Statement { role, resource, file: name, id, date: None, content: line, input: None };
        statement.push_to(sorter).context(CONTEXT)?;
    }
    Ok(())
}

/// Adds the scopes and the notes on ids of a corpus file's sidecar.
fn push_sidecar(sorter: &mut Sorter, scopes: &mut Scopes, resource: Resource, folder: &Path, file: &str) -> Result<()> {
    sidecar::each_line(folder, file, &mut |line| {
        let Note { id, number, gone } = match line {
            SidecarLine::Scope(note) => {
                scopes.add_known(resource, file, note);
                return Ok(());
            }
            SidecarLine::Id(note) => note,
        };
        let number = number.map(|number| number.to_string());
        let mut push = |role, date, content: &str| {
            let content = content.as_bytes();
            Statement { role, resource, file, id: &id, date, content, input: None }.push_to(sorter).context(CONTEXT)
        };
        number.map_or(Ok(()), |number| push(Role::PublisherNumber, None, &number))?;
        gone.map_or(Ok(()), |_| push(Role::RemovedBefore, gone, ""))
    })
}
