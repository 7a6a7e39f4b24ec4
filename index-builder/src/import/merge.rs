/*!
Joins what was imported with what the corpus holds, id by id, and puts the files in their place.

Everything that has a say about an id is sorted together: the new records, the records of the files that this import
writes, and the ids in all other files of the list. So one pass over the ids decides, in bounded memory, and the
outcome does not depend on the order in which anything was read.
*/

mod files;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};
use lexdex::corpus::{Line, Lines, Source, SourceFile};
use lexdex::model::{Date, Resource};
use serde::Deserialize;

use self::files::Files;
use super::report::Report;
use super::sink::Records;
use super::skip::HELD_ELSEWHERE;
use super::sort::Sorter;

/// What an entry is to an id.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Another file, which the import does not write, has a record of it.
    Elsewhere = 0,
    /// An earlier import wrote this record.
    Old = 1,
    /// This import has read this record.
    New = 2,
}

/// The length of what stands before the file's name in an entry's value: role, date, length of the name.
const HEAD_BYTES: usize = 6;

/// Adds an entry. Within an id, entries sort by role, then by date, so that the last is the one that stays.
pub(super) fn push(
    sorter: &mut Sorter,
    role: Role,
    resource: Resource,
    file: &str,
    id: &str,
    last_updated: Date,
    line: &[u8],
) -> io::Result<()> {
    let mut key = Vec::with_capacity(1 + id.len());
    key.push(resource as u8);
    key.extend_from_slice(id.as_bytes());
    let mut value = Vec::with_capacity(HEAD_BYTES + file.len() + line.len());
    value.push(role as u8);
    value.extend_from_slice(&last_updated.as_number().to_be_bytes());
    value.push(u8::try_from(file.len()).map_err(|_| io::Error::other("the name of a corpus file is too long"))?);
    value.extend_from_slice(file.as_bytes());
    value.extend_from_slice(line);
    sorter.push(&key, &value)
}

/// An entry as it comes out of the sorter.
struct Entry<'e> {
    role: u8,
    date: &'e [u8],
    file: &'e str,
    line: &'e [u8],
}

impl<'e> Entry<'e> {
    fn of(value: &'e [u8]) -> Self {
        let (head, rest) = value.split_at(HEAD_BYTES);
        let (file, line) = rest.split_at(usize::from(head[HEAD_BYTES - 1]));
        Self { role: head[0], date: &head[1..5], file: std::str::from_utf8(file).unwrap_or_default(), line }
    }
}

/// Merges the records into the corpus.
pub(super) fn merge(records: Records, corpus: &Path, scratch: &Path, report: &mut Report) -> Result<()> {
    let Records { mut sorter, files: targets } = records;
    let source = Source::Directory(corpus.to_owned());
    for resource in targets.iter().map(|(resource, _)| *resource).collect::<BTreeSet<_>>() {
        let folder = corpus.join(resource.as_str());
        for file in source.record_files(resource)? {
            let name = Path::new(&file.path).strip_prefix(&folder).unwrap_or(Path::new(&file.path)).to_string_lossy();
            let is_target = targets.contains(&(resource, name.to_string()));
            push_file(&mut sorter, resource, &file, &name, is_target)?;
        }
    }
    let mut files = Files::new(corpus, scratch, targets);
    let mut sorted = sorter.sorted().context("cannot read the sorted records")?;
    let mut group = Group::default();
    while let Some((key, value)) = sorted.next_entry().context("cannot read the sorted records")? {
        if key != group.key {
            group.end(&mut files, report)?;
            group.begin(key);
        }
        group.add(value);
    }
    group.end(&mut files, report)?;
    files.publish()
}

/// The records as they are, each behind the file it goes to.
pub(super) fn lines(records: Records) -> io::Result<Vec<(String, String)>> {
    let mut sorted = records.sorter.sorted()?;
    let mut lines = Vec::new();
    while let Some((key, value)) = sorted.next_entry()? {
        let Entry { file, line, .. } = Entry::of(value);
        let resource = Resource::ALL[usize::from(key[0])];
        lines.push((format!("{resource}/{file}"), String::from_utf8_lossy(line).into_owned()));
    }
    Ok(lines)
}

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
    let mut lines = Lines::new(file.open()?);
    let mut number = 0;
    while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", file.path))? {
        number += 1;
        let Line::Bytes(line) = line else { bail!("{}:{number}: the line is too long for a record", file.path) };
        let head: RecordHead<'_> = serde_json::from_slice(line)
            .with_context(|| format!("{}:{number}: is no record, so nothing is imported beside it", file.path))?;
        let (role, line) = if is_target { (Role::Old, line) } else { (Role::Elsewhere, &[][..]) };
        push(sorter, role, resource, name, head.id, head.meta.last_updated, line)
            .context("cannot write the sorted records")?;
    }
    Ok(())
}

/// All that was said about one id: entries come by role, and within a role the one that stays comes last.
#[derive(Default)]
struct Group {
    key: Vec<u8>,
    elsewhere: Option<Vec<u8>>,
    old: Option<Vec<u8>>,
    new: Option<Vec<u8>>,
    n_new: u64,
}

impl Group {
    fn begin(&mut self, key: &[u8]) {
        *self = Self { key: key.to_vec(), ..Self::default() };
    }

    fn add(&mut self, value: &[u8]) {
        let place = match Entry::of(value).role {
            role if role == Role::Elsewhere as u8 => &mut self.elsewhere,
            role if role == Role::Old as u8 => &mut self.old,
            _ => {
                self.n_new += 1;
                &mut self.new
            }
        };
        let stays = place.get_or_insert_default();
        stays.clear();
        stays.extend_from_slice(value);
    }

    /// Decides what stays of an id, and counts what becomes of the new records.
    fn end(&self, files: &mut Files, report: &mut Report) -> Result<()> {
        let Some((resource, id)) = self.key.split_first() else { return Ok(()) };
        let resource = Resource::ALL[usize::from(*resource)];
        let [elsewhere, old, new] =
            [&self.elsewhere, &self.old, &self.new].map(|value| value.as_deref().map(Entry::of));
        if let Some(elsewhere) = elsewhere {
            let id = String::from_utf8_lossy(id);
            for n in 0..self.n_new {
                let order = (u64::MAX, report.skipped_as(HELD_ELSEWHERE.name) + n);
                report.skip(&HELD_ELSEWHERE, order, || format!("{id} is in {resource}/{}", elsewhere.file));
            }
            return Ok(());
        }
        report.repeated += self.n_new.saturating_sub(1);
        let stays = match (old, new) {
            (Some(old), Some(new)) if old.date > new.date => {
                report.older += 1;
                old
            }
            (Some(old), Some(new)) if old.line == new.line => {
                report.unchanged += 1;
                new
            }
            (Some(_), Some(new)) => {
                report.replaced += 1;
                new
            }
            (None, Some(new)) => {
                report.added += 1;
                new
            }
            (Some(old), None) => old,
            (None, None) => return Ok(()),
        };
        files.write(resource, stays.file, stays.line)
    }
}
