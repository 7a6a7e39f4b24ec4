/*!
Gives the citations of decisions that give way to the record that represents them, so that a look-up by any citation of
a decision finds it.

A decision can give way to one that gives way to a third, with which it shares no citation. So the citations follow one
decision after the other, until they reach the one that has a record. A record of the operator gets none, because
its parallel citations are the operator's.
*/

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use lexdex_core::corpus::AliasLine;
use lexdex_core::sort::{Sorted, Sorter};
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::parts::case_keys::parallel_citations;
use crate::merged::cases::decision::DecisionId;
use crate::merged::joins::{CONTEXT, Joins};

/// The kinds of the rows of a decision, in their order.
const FIRST: u8 = 0;
const CITATIONS: u8 = 1;

/// A row of a decision that others give way to.
#[derive(Serialize, Deserialize)]
enum RepresentedRow<'r> {
    /// The decision gives way itself.
    GivesWay(DecisionId),
    /// The citations of a decision that gives way.
    Citations(#[serde(borrow)] Vec<&'r str>),
}

/// A record that others give way to.
#[derive(Serialize, Deserialize)]
struct RecordRow<'r> {
    id: &'r str,
    /// The citation of the record.
    own: &'r str,
    /// The other citations of its decision.
    #[serde(borrow)]
    citations: Vec<&'r str>,
}

/// The decisions that give way, and those that they give way to.
pub(super) struct Represented {
    /// Citations by the decision that they have reached.
    steps: Partitions,
    /// The decisions with a record, and the citations that have reached them.
    records: Partitions,
}

impl Represented {
    pub(super) fn new(joins: &Joins) -> Self {
        Self { steps: joins.partitions(), records: joins.partitions() }
    }

    /// Adds a decision with a record. Others give way to it.
    pub(super) fn push_record(&mut self, decision: DecisionId, id: &str, own: &str, citations: Vec<&str>) {
        let group = decision.to_key();
        self.records.push_row(&group, &first_key(&group), &RecordRow { id, own, citations });
    }

    /// Adds the citations of a decision that gives way. `has_precedence` says whether others give way to it.
    pub(super) fn push_citations(
        &mut self,
        decision: DecisionId,
        to: DecisionId,
        has_precedence: bool,
        citations: Vec<&str>,
    ) {
        let own = decision.to_key();
        if has_precedence {
            self.steps.push_row(&own, &first_key(&own), &RepresentedRow::GivesWay(to));
        }
        if !to.is_own() {
            let group = to.to_key();
            self.steps.push_row(&group, &citations_key(&group, &own), &RepresentedRow::Citations(citations));
        }
    }

    /// The lines of parallel citations of the records that others give way to, by id.
    pub(super) fn into_lines(self, joins: &Joins) -> Result<Sorter> {
        let Self { mut steps, mut records } = self;
        // Ends, because a decision gives way only to one that precedes it.
        loop {
            let are_on_their_way = AtomicBool::new(false);
            let stepped = joins.join(steps, |sorted| {
                let (mut passed_on, mut arrived) = (joins.partitions(), joins.partitions());
                if step(sorted, &mut passed_on, &mut arrived)? {
                    are_on_their_way.store(true, Ordering::Relaxed);
                }
                Ok((passed_on, arrived))
            })?;
            steps = joins.partitions();
            for (passed_on, arrived) in stepped {
                steps.absorb(passed_on);
                records.absorb(arrived);
            }
            if !are_on_their_way.into_inner() {
                break;
            }
        }
        let mut lines = joins.sorter();
        for collected in joins.join(records, |sorted| collect(joins, sorted))? {
            lines.absorb(collected).context(CONTEXT)?;
        }
        Ok(lines)
    }
}

fn first_key(group: &[u8]) -> Vec<u8> {
    [group, &[FIRST]].concat()
}

/// The key of the citations of a decision, by which they are sorted whatever way they came.
fn citations_key(group: &[u8], of: &[u8]) -> Vec<u8> {
    [group, &[CITATIONS], of].concat()
}

/// Passes the citations of decisions that give way on to the next decision. Returns whether there are such citations.
fn step(sorted: &mut Sorted, passed_on: &mut Partitions, arrived: &mut Partitions) -> Result<bool> {
    let mut current = Vec::new();
    let mut next = None;
    let mut are_on_their_way = false;
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let (group, rest) = key.split_at_checked(DecisionId::N_BYTES).context(CONTEXT)?;
        if current != group {
            group.clone_into(&mut current);
            next = None;
        }
        match read_row(value)? {
            RepresentedRow::GivesWay(to) => {
                next = Some(to);
                passed_on.push(group, key, value);
            }
            RepresentedRow::Citations(citations) => match next {
                Some(own) if own.is_own() => {}
                Some(next) => {
                    are_on_their_way = true;
                    let group = next.to_key();
                    passed_on.push(&group, &[&group[..], rest].concat(), value);
                }
                None => arrived.push_row(group, key, &citations),
            },
        }
    }
    Ok(are_on_their_way)
}

/// Collects the citations that have reached each record.
fn collect(joins: &Joins, sorted: &mut Sorted) -> Result<Sorter> {
    let mut lines = joins.sorter();
    let mut record: Option<(String, String)> = None;
    let mut citations: Vec<String> = Vec::new();
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        if key.get(DecisionId::N_BYTES) == Some(&FIRST) {
            end(record.take(), &mut citations, &mut lines)?;
            let row: RecordRow<'_> = read_row(value)?;
            citations.extend(row.citations.iter().map(|citation| (*citation).to_owned()));
            record = Some((row.id.to_owned(), row.own.to_owned()));
            continue;
        }
        citations.extend(read_row::<Vec<&str>>(value)?.into_iter().map(str::to_owned));
    }
    end(record, &mut citations, &mut lines)?;
    Ok(lines)
}

fn end(record: Option<(String, String)>, citations: &mut Vec<String>, lines: &mut Sorter) -> Result<()> {
    if let Some((id, own)) = record
        && let parallel = parallel_citations(&own, citations.iter().map(String::as_str))
        && !parallel.is_empty()
    {
        let citations = parallel.into_iter().map(Cow::Borrowed).collect();
        let line = serde_json::to_vec(&AliasLine { id: id.as_str().into(), citations })?;
        lines.push(id.as_bytes(), &line).context(CONTEXT)?;
    }
    citations.clear();
    Ok(())
}
