/*!
Assigns the ids of cases. Several decisions can begin on one page, and then share a court and a citation. One of them
has the plain id of court and citation, and the others append their publisher's number: `scotus-500-us-901`,
`scotus-500-us-901-9410827`. The first import of a page assigns the plain id to the lowest number. The sidecar of the
corpus file stores that number, so that a decision keeps its id even if a later release adds a lower number to the page.

To find the decisions of a page, the cases of an import are sorted by court and citation, in bounded memory and on all
cores.
*/

mod pending;

use anyhow::{Context, Result};
use lexdex::model::{Case, Resource};
use lexdex::sort::Sorted;

use self::pending::Entry;
use crate::import::engine::partitions::Partitions;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::merge::sidecar;
use crate::report::skip::INVALID;

/// Cases that wait for their ids.
pub(crate) struct CaseIds {
    pending: Partitions,
}

impl CaseIds {
    /// An empty collection.
    pub(crate) fn new(session: &Session<'_>) -> Self {
        Self { pending: session.partitions() }
    }

    /// Adds a case whose id is that of its court and citation. `number` is the publisher's number of the case.
    /// `text` is the text behind the record, which may be empty.
    pub(crate) fn push(&mut self, case: &Case, text: &str, number: u64, sink: &mut Sink<'_>) {
        if let Err(error) = pending::push_case(&mut self.pending, case, text, number, sink) {
            sink.skip(&INVALID, &format!("case {number}: {error}"));
        }
    }

    /// Adds the cases of another collection.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.pending.absorb(other.pending);
    }

    /// Writes the cases of the publisher called `name`, each to the file of its jurisdiction.
    pub(crate) fn write(mut self, session: &Session<'_>, name: &str) -> Result<()> {
        self.add_holders(session, name)?;
        session.join(name, self.pending, |sorted, sink| write_sorted(sorted, name, sink))
    }

    /// Adds the numbers to which earlier imports assigned the plain ids.
    fn add_holders(&mut self, session: &Session<'_>, name: &str) -> Result<()> {
        let Some(folder) = session.corpus_folder(Resource::Cases) else { return Ok(()) };
        for file in sidecar::files(&folder, &format!("{name}-"))? {
            sidecar::each_note(&folder, &file, &mut |note| {
                if let Some(number) = note.number {
                    pending::push_holder(&mut self.pending, &note.id, number);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}

const CONTEXT: &str = "cannot sort the cases";

fn write_sorted(sorted: &mut Sorted, name: &str, sink: &mut Sink<'_>) -> Result<()> {
    let mut current = String::new();
    let mut holder = None;
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let Entry { page, number, case } = Entry::read(key, value).context(CONTEXT)?;
        if current != page {
            page.clone_into(&mut current);
            holder = None;
        }
        let Some(case) = case else {
            holder = holder.or(Some(number));
            continue;
        };
        let file = format!("{name}-{}.jsonl", case.jurisdiction);
        sink.set_position(number);
        if holder.is_none() {
            sink.number(&case.key(&file, page)?, number);
        }
        if *holder.get_or_insert(number) == number {
            case.write(page, &case.key(&file, page)?, number, sink)?;
        } else {
            case.write(page, &case.key(&file, &format!("{page}-{number}"))?, number, sink)?;
        }
    }
    Ok(())
}
