/*!
Gives each decision its id, and the line of its record.
*/

use anyhow::{Context, Result};
use lexdex_core::sort::Sorted;
use parking_lot::Mutex;

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::law::cases::newest::{CompleteReleases, Kept, LatestStatement, NumberGroup, each_group};
use crate::import::law::cases::page::{HAS_PRECEDENCE, PageOutcome};
use crate::import::law::cases::publisher::Publisher;
use crate::import::law::cases::represented::Represented;
use crate::import::law::cases::statement::{CONTEXT, decision_key};
use crate::import::merge::case_files::{CaseEntries, CaseRow, OutputHead};
use crate::import::merge::sidecar;
use crate::report::skip::{ID_CONFLICT, Reason};

static SAME_DECISION: Reason = Reason {
    name: "same_decision",
    explanation: "Another imported record is of the same decision: court, name, date and a citation are equal. That \
                  record represents both.",
};

/// Gives each decision that is kept its id.
pub(super) fn join(
    session: &Session<'_>,
    statements: Vec<Sorted>,
    outcomes: Partitions,
    releases: &CompleteReleases,
) -> Result<Vec<CaseEntries>> {
    let all = Mutex::new((Vec::new(), Represented::new(session)));
    session.join_again("cases", statements, outcomes, |statements, outcomes, sink| {
        let mut finished = Finished {
            entries: CaseEntries::new(session.scratch()),
            represented: Represented::new(session),
            outcomes: Outcomes { sorted: outcomes, row: Vec::new(), has_precedence: false },
            file: String::new(),
            note: Vec::new(),
        };
        each_group(statements, |group| match group.latest(releases)? {
            Some(LatestStatement::Kept(kept)) => finished.add(group, &kept, sink),
            _ => Ok(()),
        })?;
        let mut all = all.lock();
        all.0.push(finished.entries);
        all.1.absorb(finished.represented);
        Ok(())
    })?;
    let (mut entries, represented) = all.into_inner();
    entries.extend(represented.into_entries(session)?);
    Ok(entries)
}

/// The results of one thread.
struct Finished<'o> {
    entries: CaseEntries,
    represented: Represented,
    outcomes: Outcomes<'o>,
    /// Buffers for the name of a decision's file and the line of a sidecar.
    file: String,
    note: Vec<u8>,
}

impl Finished<'_> {
    fn add(&mut self, group: &NumberGroup, kept: &Kept<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let decision @ (rank, number) = (group.rank, group.number);
        let (old_id, is_same) = match group.existing()? {
            None => ("", false),
            Some((old_id, existing)) => (old_id, are_same(&read_row(existing)?, &kept.case()?)),
        };
        Publisher::write_file(rank, kept.head.jurisdiction, kept.part, &mut self.file);
        let head = OutputHead {
            rank,
            number,
            file: &self.file,
            part: kept.part,
            seen: group.seen(),
            is_imported: kept.is_imported,
            old_id,
            is_same,
        };
        self.outcomes.read(decision)?;
        let has_precedence = self.outcomes.has_precedence;
        let id = match self.outcomes.outcome()? {
            None => kept.head.page,
            Some(PageOutcome::Id(id)) => id,
            Some(PageOutcome::GivesWay { to, name }) => {
                let case = kept.case()?;
                sink.set_position(number);
                count_hidden(&head, case.key, name, to.0 == 0, sink);
                self.represented.push_citations(decision, to, has_precedence, &case)?;
                let order = [&[u8::MAX, rank][..], &number.to_be_bytes()].concat();
                head.write_note(&case, None, &mut self.note)?;
                return self.entries.push_note(&order, &sidecar::file_name(&self.file), &self.note);
            }
        };
        if has_precedence {
            self.represented.push_id(decision, id);
        }
        self.entries.push_decision(id, head, kept.row)
    }
}

/// Whether the files have the same data of two versions of a decision.
fn are_same(a: &CaseRow<'_>, b: &CaseRow<'_>) -> bool {
    (a.tail, a.text, &a.citations) == (b.tail, b.text, &b.citations)
}

/// The rows about the outcomes of decisions, in the order of the decisions.
struct Outcomes<'o> {
    sorted: &'o mut Sorted,
    /// The encoded outcome of the current decision. Empty if it has the id of its page.
    row: Vec<u8>,
    /// Whether another decision gives way to the current one.
    has_precedence: bool,
}

impl Outcomes<'_> {
    /// Reads the rows about a decision. It must follow the one before it in the order.
    fn read(&mut self, (rank, number): (u8, u64)) -> Result<()> {
        let decision = decision_key(rank, number);
        self.row.clear();
        self.has_precedence = false;
        while let Some((key, value)) = self.sorted.peek().context(CONTEXT)?
            && key.starts_with(&decision)
        {
            match key.ends_with(&[HAS_PRECEDENCE]) {
                true => self.has_precedence = true,
                false => value.clone_into(&mut self.row),
            }
            self.sorted.next_entry().context(CONTEXT)?;
        }
        Ok(())
    }

    /// The outcome of the current decision. `None` if it has the id of its page.
    fn outcome(&self) -> Result<Option<PageOutcome<'_>>> {
        if self.row.is_empty() { Ok(None) } else { read_row(&self.row).map(Some) }
    }
}

/// Counts a decision that has no record, because another decision has precedence.
fn count_hidden(head: &OutputHead<'_>, key: &str, name: &str, is_in_other_file: bool, sink: &mut Sink<'_>) {
    if head.is_imported {
        let reason = if is_in_other_file { &ID_CONFLICT } else { &SAME_DECISION };
        sink.skip_valid(reason, || format!("{}: {name}", Publisher::decision_name(head.rank, head.number, key)));
    }
    if !head.old_id.is_empty() {
        sink.count_removed_case(head.old_id, name);
    }
}
