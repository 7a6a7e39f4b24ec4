/*!
Merges the statutes and bills of the parts by id. A part is opened when the merge reaches its first id, so that few files are open at a time.
*/

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::corpus::{IdHash, Line, LineReader, Source};
use lexdex_core::model::{Date, Resource};
use serde::Deserialize;

use crate::import::parts::reader::PartReader;
use crate::merged::left_out::{LeftOut, LeftOutRecord, Reason};
use crate::merged::list_files::ListFiles;
use crate::merged::part_files::PartFile;
use crate::merged::sessions::CompleteSessions;

/// Writes the records of all parts into the merged corpus, except those that lose.
pub(super) fn merge_by_id(corpus: &Path, merged: &Path, parts: &[PartFile], left_out: &mut LeftOut) -> Result<()> {
    let sessions = CompleteSessions::new(parts);
    for list in [Resource::Statutes, Resource::Bills] {
        if !parts.iter().any(|part| part.header.lists.contains_key(&list)) {
            continue;
        }
        let own = ids_of_operator(corpus, list)?;
        let mut out = ListFiles::create(merged, list)?;
        let mut heap = BinaryHeap::new();
        heap.extend(parts.iter().filter_map(|part| PartRecords::before_first(part, list)).map(Reverse));
        while let Some(Reverse(first)) = heap.pop() {
            if first.reader.is_none() {
                heap.extend(first.next()?.map(Reverse));
                continue;
            }
            let mut same = vec![first];
            while heap.peek().is_some_and(|Reverse(next)| next.id == same[0].id) {
                same.extend(heap.pop().map(|Reverse(next)| next));
            }
            let is_own = own.contains(&IdHash::from_id(&same[0].id));
            decide(&same, list, is_own, &sessions, left_out, &mut out)?;
            for records in same {
                heap.extend(records.next()?.map(Reverse));
            }
        }
        out.finish()?;
    }
    Ok(())
}

/// Writes the record of an id that comes first, and counts the others.
fn decide(
    same: &[PartRecords<'_>],
    list: Resource,
    is_own: bool,
    sessions: &CompleteSessions<'_>,
    left_out: &mut LeftOut,
    out: &mut ListFiles,
) -> Result<()> {
    let mut leave = |records: &PartRecords<'_>, reason, by: Option<&str>| {
        let (id, part) = (records.id.as_str(), records.part.header.name.as_str());
        left_out.add(&LeftOutRecord { kind: "left_out", reason, list, id, part, by })
    };
    if is_own {
        return same.iter().try_for_each(|records| leave(records, Reason::Overridden, None));
    }
    let mut kept: Option<&PartRecords<'_>> = None;
    for records in same {
        let hiding = if list == Resource::Bills {
            sessions.newer(&records.part.header, &records.id, &records.record)
        } else {
            None
        };
        match (hiding, kept) {
            (Some(hiding), _) => leave(records, Reason::NoLongerInSession, Some(&hiding.name))?,
            (None, None) => kept = Some(records),
            (None, Some(first)) => {
                let reason =
                    if first.part.rank == records.part.rank { Reason::OlderRecord } else { Reason::OtherSource };
                leave(records, reason, Some(&first.part.header.name))?;
            }
        }
    }
    kept.map_or(Ok(()), |records| out.write(&records.id, &[&records.record], &records.text))
}

/// The ids of the operator's records of a list. Lines with errors have none; the build reports them.
fn ids_of_operator(corpus: &Path, list: Resource) -> Result<BTreeSet<IdHash>> {
    #[derive(Deserialize)]
    struct Head<'l> {
        #[serde(borrow)]
        id: std::borrow::Cow<'l, str>,
    }
    let mut ids = BTreeSet::new();
    for file in Source::Directory(corpus.to_owned()).record_files(list)? {
        let mut lines = LineReader::new(file.open()?);
        while let Some(line) = lines.next_line().with_context(|| format!("cannot read {}", file.path))? {
            if let Line::Bytes(line) = line
                && let Ok(head) = serde_json::from_slice::<Head<'_>>(line)
            {
                ids.insert(IdHash::from_id(&head.id));
            }
        }
    }
    Ok(ids)
}

/// The records of a list in a part, at one of them. Ordered by its id, then by precedence.
struct PartRecords<'p> {
    id: String,
    /// The date of the record. `None` before the first one is read.
    date: Option<Date>,
    part: &'p PartFile,
    record: String,
    /// The text behind the record as a string of JSON. Empty if it has none.
    text: String,
    list: Resource,
    /// `None` before the first record is read.
    reader: Option<PartReader>,
}

impl<'p> PartRecords<'p> {
    /// The records before the first one is read, whose id the header has. `None` if there are none.
    fn before_first(part: &'p PartFile, list: Resource) -> Option<Self> {
        let id = part.header.lists.get(&list)?.first.clone();
        let (record, text) = Default::default();
        Some(Self { id, date: None, part, record, text, list, reader: None })
    }

    /// The same records at the next one. `None` at the end.
    fn next(mut self) -> Result<Option<Self>> {
        let reader = match &mut self.reader {
            Some(reader) => reader,
            none => {
                let reader = none.insert(PartReader::open(&self.part.path)?);
                reader.skip_to(self.list)?;
                reader
            }
        };
        let Some((list, line)) = reader.next_line()? else { return Ok(None) };
        if list != self.list {
            return Ok(None);
        }
        let head = line.head()?;
        head.id.clone_into(&mut self.id);
        self.date = Some(head.meta.last_updated);
        line.record.get().clone_into(&mut self.record);
        line.text.map_or("", |text| text.get()).clone_into(&mut self.text);
        Ok(Some(self))
    }

    /// Records that are not read yet come first, so that all of an id are read before one is chosen.
    fn order(&self) -> (&str, bool, usize, Reverse<Option<Date>>, &str) {
        (&self.id, self.reader.is_some(), self.part.rank, Reverse(self.date), &self.part.header.name)
    }
}

impl PartialEq for PartRecords<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for PartRecords<'_> {}

impl PartialOrd for PartRecords<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PartRecords<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}
