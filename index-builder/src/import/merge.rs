/*!
Joins what was imported with what the corpus holds, id by id, and puts the files in their place.

Everything that has a say about an id is sorted together: the new records and what this import was told that there is
no more, the records and the ledgers of the files that it writes, and the ids in all other files of the list. So one
pass over the ids decides, in bounded memory, and the outcome does not depend on the order in which anything was read.
*/

mod files;

mod group;

pub(crate) mod statement;

pub(crate) mod record_batch;

pub(crate) mod sidecar;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};
use lexdex::corpus::{Line, LineReader, Source, SourceFile};
use lexdex::model::{Date, Resource};
use lexdex::sort::{Sorted, Sorter};
use serde::Deserialize;

use self::files::Files;
use self::group::Group;
use self::record_batch::RecordBatch;
use self::sidecar::Note;
use self::statement::{Entry, Role, Statement};
use crate::report::import_report::Report;

/// Merges the records, as the threads have given them, into the corpus.
pub(crate) fn merge(records: Vec<RecordBatch>, corpus: &Path, scratch: &Path, report: &mut Report) -> Result<()> {
    let targets: BTreeSet<(Resource, String)> = records.iter().flat_map(|records| records.files.clone()).collect();
    let mut of_corpus = Sorter::new(scratch);
    let source = Source::Directory(corpus.to_owned());
    for resource in targets.iter().map(|(resource, _)| *resource).collect::<BTreeSet<_>>() {
        let folder = corpus.join(resource.as_str());
        for file in source.record_files(resource)? {
            let name = Path::new(&file.path).strip_prefix(&folder).unwrap_or(Path::new(&file.path)).to_string_lossy();
            let is_target = targets.contains(&(resource, name.to_string()));
            push_file(&mut of_corpus, resource, &file, &name, is_target)?;
        }
    }
    for (resource, file) in &targets {
        push_ledger(&mut of_corpus, *resource, &corpus.join(resource.as_str()), file)?;
    }
    let mut files = Files::new(corpus, scratch, targets);
    let mut sorted = sorted(records, of_corpus).context("cannot read the sorted records")?;
    let mut group = Group::default();
    while let Some((key, value)) = sorted.next_entry().context("cannot read the sorted records")? {
        if !group.is_of(key) {
            group.end(&mut files, report)?;
            group.begin(key);
        }
        group.add(value);
    }
    group.end(&mut files, report)?;
    files.publish()
}

/// What the threads have given and what the corpus has, sorted on all cores.
fn sorted(records: Vec<RecordBatch>, of_corpus: Sorter) -> io::Result<Sorted> {
    let given = records.into_iter().map(|records| records.sorter);
    Sorter::sorted_together(given.chain([of_corpus]).collect())
}

/// The records as they are, each behind the file it goes to.
pub(crate) fn lines(records: Vec<RecordBatch>) -> io::Result<Vec<(String, String)>> {
    let mut sorted = sorted(records, Sorter::in_memory())?;
    let mut lines = Vec::new();
    while let Some((key, value)) = sorted.next_entry()? {
        let entry = Entry::of(value);
        if entry.is(Role::Imported) {
            let resource = Resource::ALL[usize::from(key[0])];
            lines.push((format!("{resource}/{}", entry.file), entry.text().to_owned()));
        }
    }
    Ok(lines)
}

/// What was under way when an entry could not be sorted.
const CONTEXT: &str = "cannot write the sorted records";

/// The part of a record that decides which of two stays.
#[derive(Deserialize)]
struct RecordHead<'l> {
    id: &'l str,
    meta: MetaHead,
}

#[derive(Deserialize)]
struct MetaHead {
    last_updated: Date,
}

/// Adds the ids of a corpus file, with the records if the import writes that file.
fn push_file(sorter: &mut Sorter, resource: Resource, file: &SourceFile, name: &str, is_target: bool) -> Result<()> {
    let mut lines = LineReader::new(file.open()?);
    let mut number = 0;
    while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", file.path))? {
        number += 1;
        let Line::Bytes(line) = line else { bail!("{}:{number}: the line is too long for a record", file.path) };
        let head: RecordHead<'_> = serde_json::from_slice(line)
            .with_context(|| format!("{}:{number}: is no record, so nothing is imported beside it", file.path))?;
        let (role, content) = if is_target { (Role::Existing, line) } else { (Role::InOtherFile, &[][..]) };
        let date = Some(head.meta.last_updated);
        let statement = Statement { role, resource, file: name, id: head.id, date, content };
        statement.push_to(sorter).context(CONTEXT)?;
    }
    Ok(())
}

/// Adds what is known of the ids of a corpus file.
fn push_ledger(sorter: &mut Sorter, resource: Resource, folder: &Path, file: &str) -> Result<()> {
    sidecar::each_note(folder, file, &mut |Note { id, number, gone, complete }| {
        let number = number.map(|number| number.to_string());
        let mut push = |role, date, content: &str| {
            let statement = Statement { role, resource, file, id: &id, date, content: content.as_bytes() };
            statement.push_to(sorter).context(CONTEXT)
        };
        number.map_or(Ok(()), |number| push(Role::PublisherNumber, None, &number))?;
        gone.map_or(Ok(()), |_| push(Role::RemovedBefore, gone, ""))?;
        complete.map_or(Ok(()), |_| push(Role::PartComplete, complete, ""))
    })
}
