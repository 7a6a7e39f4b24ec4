/*!
Gives each decision its id, and the line of its record.
*/

use anyhow::{Context, Result};
use lexdex::sort::Sorted;
use parking_lot::Mutex;

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::law::cases::newest::DecisionHead;
use crate::import::law::cases::page::{HAS_PRECEDENCE, OUTCOME, Outcome};
use crate::import::law::cases::publisher::Publisher;
use crate::import::law::cases::represented::Represented;
use crate::import::law::cases::statement::{CONTEXT, decision_key, read_decision_key};
use crate::import::merge::case_files::{CaseEntries, CaseRow, OutputHead};
use crate::import::merge::sidecar;
use crate::report::skip::{ID_CONFLICT, Reason};

static SAME_DECISION: Reason = Reason {
    name: "same_decision",
    explanation: "Another imported record is of the same decision: court, name, date and a citation are equal. That \
                  record represents both.",
};

/// Gives each decision its id. Outcomes sort before their decisions.
pub(super) fn join(session: &Session<'_>, decisions: Partitions) -> Result<Vec<CaseEntries>> {
    let all = Mutex::new((Vec::new(), Represented::new(session)));
    session.join("cases", decisions, |sorted, sink| {
        let mut entries = CaseEntries::new(session.scratch());
        let mut represented = Represented::new(session);
        finish(sorted, &mut entries, &mut represented, sink)?;
        let mut all = all.lock();
        all.0.push(entries);
        all.1.absorb(represented);
        Ok(())
    })?;
    let (mut entries, represented) = all.into_inner();
    entries.extend(represented.into_entries(session)?);
    Ok(entries)
}

fn finish(
    sorted: &mut Sorted,
    entries: &mut CaseEntries,
    represented: &mut Represented,
    sink: &mut Sink<'_>,
) -> Result<()> {
    // The outcome row for the next decision, if there is one.
    let mut outcome: Vec<u8> = Vec::new();
    // Whether another decision gives way to the next one.
    let mut has_precedence = false;
    let mut note = Vec::new();
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let (rank, number) = read_decision_key(key)?;
        match key.get(decision_key(0, 0).len()) {
            Some(&OUTCOME) => {
                outcome.clear();
                outcome.extend_from_slice(value);
                continue;
            }
            Some(&HAS_PRECEDENCE) => {
                has_precedence = true;
                continue;
            }
            _ => {}
        }
        let (decision, row): (DecisionHead<'_>, &[u8]) = postcard::take_from_bytes(value).context(CONTEXT)?;
        let DecisionHead { page, jurisdiction, part, seen, is_imported, old_id, is_same } = decision;
        let file = Publisher::file(rank, jurisdiction, part);
        let head = OutputHead { rank, number, file: &file, part, seen, is_imported, old_id, is_same };
        let has_precedence = std::mem::take(&mut has_precedence);
        let mut push = |id, head| {
            if has_precedence {
                represented.push_id((rank, number), id);
            }
            entries.push_decision(id, head, row)
        };
        match outcome.as_slice() {
            [] => push(page, head)?,
            outcome => match read_row(outcome)? {
                Outcome::Id(id) => push(id, head)?,
                Outcome::GivesWay { to, name } => {
                    let row: CaseRow<'_> = read_row(row)?;
                    sink.set_position(number);
                    count_hidden(&head, row.key, name, to.0 == 0, sink);
                    represented.push_citations((rank, number), to, has_precedence, &row)?;
                    let order = [&[u8::MAX, rank][..], &number.to_be_bytes()].concat();
                    head.write_note(&row, None, &mut note)?;
                    entries.push_note(&order, &sidecar::file_name(&file), &note)?;
                }
            },
        }
        outcome.clear();
    }
    Ok(())
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
