/*!
Ids of cases. Several decisions can stand on one page, and so have one court and one citation: one of them has the id
of the court and citation alone, the others have their publisher's number behind it (`scotus-500-us-901`,
`scotus-500-us-901-9410827`). The first import of the page gives the plain id to the lowest number, and the ledger of
the corpus file keeps the number, so that a decision has its id for good, whatever later releases add to its page.

That takes all cases of an import at once, sorted by court and citation, in bounded memory.
*/

use std::io;

use anyhow::{Context, Result};
use lexdex::model::{Case, Resource};

use super::ledger;
use super::session::Import;
use super::sink::{RecordKey, Sink};
use super::sort::{Sorted, Sorter};

/// Cases that wait for their ids.
pub(super) struct CaseIds {
    sorter: Sorter,
    failure: io::Result<()>,
}

impl CaseIds {
    pub(super) fn new(import: &Import<'_>) -> Self {
        Self { sorter: import.sorter(), failure: Ok(()) }
    }

    /// Takes a case whose id is, so far, that of its court and citation; `number` is the publisher's.
    pub(super) fn push(&mut self, case: &Case, number: u64) {
        let line = serde_json::to_vec(case).map_err(io::Error::from);
        self.push_entry(&case.id, CASE, number, line);
    }

    fn push_entry(&mut self, id: &str, kind: u8, number: u64, line: io::Result<Vec<u8>>) {
        let pushed = line.and_then(|line| {
            let value = [&[kind], &number.to_be_bytes()[..], &line].concat();
            self.sorter.push(id.as_bytes(), &value)
        });
        self.failure = std::mem::replace(&mut self.failure, Ok(())).and(pushed);
    }

    /// Gives the cases of the publisher called `name`, each to the file of its jurisdiction.
    pub(super) fn give(mut self, import: &Import<'_>, name: &str) -> Result<()> {
        self.take_ledgers(import, name)?;
        self.failure.context(CONTEXT)?;
        let mut sorted = self.sorter.sorted().context(CONTEXT)?;
        import.with_sink(name, |sink| give_sorted(&mut sorted, name, sink))
    }

    /// Takes the numbers of the cases that have their ids from earlier imports.
    fn take_ledgers(&mut self, import: &Import<'_>, name: &str) -> Result<()> {
        let Some(folder) = import.corpus_folder(Resource::Cases) else { return Ok(()) };
        for file in ledger::files(&folder, &format!("{name}-"))? {
            ledger::each_note(&folder, &file, &mut |note| {
                if let Some(number) = note.number {
                    self.push_entry(&note.id, HOLDER, number, Ok(Vec::new()));
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// An entry that tells which number has the id of a page, which sorts before the cases.
const HOLDER: u8 = 0;

/// An entry that is a case.
const CASE: u8 = 1;

/// What was under way when something failed.
const CONTEXT: &str = "cannot sort the cases";

fn give_sorted(sorted: &mut Sorted, name: &str, sink: &mut Sink<'_>) -> Result<()> {
    let mut id = Vec::new();
    let mut holder = None;
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let (kind, value) = value.split_first().context(CONTEXT)?;
        let (number, line) = value.split_first_chunk().context(CONTEXT)?;
        let number = u64::from_be_bytes(*number);
        if id != key {
            id = key.to_vec();
            holder = None;
        }
        if *kind == HOLDER {
            holder = holder.or(Some(number));
            continue;
        }
        let mut case: Case = serde_json::from_slice(line)?;
        let file = format!("{name}-{}.jsonl", case.jurisdiction_id);
        if holder.is_none() {
            let last_updated = case.meta.last_updated;
            sink.number(&RecordKey { resource: Resource::Cases, file: &file, id: &case.id, last_updated }, number);
        }
        if *holder.get_or_insert(number) != number {
            case.id = format!("{}-{number}", case.id);
        }
        sink.write(&file, &case, &format!("case {number}"));
    }
    Ok(())
}
