/*!
Ids of cases. Several decisions can stand on one page, and so have one court and one citation: one of them has the id
of the court and citation alone, the others have their publisher's number behind it (`scotus-500-us-901`,
`scotus-500-us-901-9410827`). The first import of the page gives the plain id to the lowest number, and the ledger of
the corpus file keeps the number, so that a decision has its id for good, whatever later releases add to its page.

That takes all cases of an import at once, sorted by court and citation, in bounded memory and on all cores.
*/

mod waiting;

use anyhow::{Context, Result};
use lexdex::model::{Case, Resource};
use lexdex::sort::Sorted;

use self::waiting::Entry;
use crate::import::engine::partitions::Partitions;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::merge::sidecar;
use crate::report::skip::INVALID;

/// Cases that wait for their ids.
pub(crate) struct CaseIds {
    waiting: Partitions,
}

impl CaseIds {
    pub(crate) fn new(session: &Session<'_>) -> Self {
        Self { waiting: session.partitions() }
    }

    /// Takes a case whose id is, so far, that of its court and citation; `number` is the publisher's.
    pub(crate) fn push(&mut self, case: &Case, number: u64, sink: &mut Sink<'_>) {
        if let Err(error) = waiting::push_case(&mut self.waiting, case, number, sink) {
            sink.skip(&INVALID, &format!("case {number}: {error}"));
        }
    }

    /// Takes what others have taken.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.waiting.absorb(other.waiting);
    }

    /// Gives the cases of the publisher called `name`, each to the file of its jurisdiction.
    pub(crate) fn give(mut self, session: &Session<'_>, name: &str) -> Result<()> {
        self.take_ledgers(session, name)?;
        session.join(name, self.waiting, |sorted, sink| give_sorted(sorted, name, sink))
    }

    /// Takes the numbers of the cases that have their ids from earlier imports.
    fn take_ledgers(&mut self, session: &Session<'_>, name: &str) -> Result<()> {
        let Some(folder) = session.corpus_folder(Resource::Cases) else { return Ok(()) };
        for file in sidecar::files(&folder, &format!("{name}-"))? {
            sidecar::each_note(&folder, &file, &mut |note| {
                if let Some(number) = note.number {
                    waiting::push_holder(&mut self.waiting, &note.id, number);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// What was under way when something failed.
const CONTEXT: &str = "cannot sort the cases";

fn give_sorted(sorted: &mut Sorted, name: &str, sink: &mut Sink<'_>) -> Result<()> {
    let mut page = String::new();
    let mut holder = None;
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let Entry { number, case } = Entry::of(value).context(CONTEXT)?;
        if page.as_bytes() != key {
            page.clear();
            page.push_str(std::str::from_utf8(key)?);
            holder = None;
        }
        let Some(case) = case else {
            holder = holder.or(Some(number));
            continue;
        };
        let file = format!("{name}-{}.jsonl", case.jurisdiction);
        sink.set_position(number);
        if holder.is_none() {
            sink.number(&case.key(&file, &page), number);
        }
        if *holder.get_or_insert(number) == number {
            case.give(&page, &case.key(&file, &page), number, sink)?;
        } else {
            case.give(&page, &case.key(&file, &format!("{page}-{number}")), number, sink)?;
        }
    }
    Ok(())
}
