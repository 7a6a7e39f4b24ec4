/*!
Gives the citations of decisions that give way to the record that represents them, so that a look-up by any citation of
a decision finds it.

A decision can give way to one that gives way to a third, with which it shares no citation. So the citations follow one
decision after the other, until they reach the one that has a record. A record that no import writes gets none, because
an import leaves its parallel citations as they are.
*/

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use lexdex_core::sort::Sorted;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::law::cases::statement::{CONTEXT, decision_key, read_decision_key};
use crate::import::merge::case_files::{CaseEntries, CaseEntry, CaseRow, MAX_CITATIONS};

/// The kinds of the rows of a decision, in their order.
const FIRST: u8 = 0;
const CITATIONS: u8 = 1;

/// A row of a decision that others give way to.
#[derive(Serialize, Deserialize)]
enum RepresentedRow<'r> {
    /// The decision gives way itself, to the one of this publisher's rank and number.
    GivesWay((u8, u64)),
    /// The citations of a decision that gives way.
    Citations(#[serde(borrow)] Vec<&'r str>),
}

/// The decisions that give way, and those that they give way to.
pub(super) struct Represented {
    /// Citations by the decision that they have reached.
    steps: Partitions,
    /// The ids of the decisions with a record, and the citations that have reached them.
    records: Partitions,
}

impl Represented {
    pub(super) fn new(session: &Session<'_>) -> Self {
        Self { steps: session.partitions(), records: session.partitions() }
    }

    pub(super) fn absorb(&mut self, other: Self) {
        self.steps.absorb(other.steps);
        self.records.absorb(other.records);
    }

    /// Adds a decision with a record, by its publisher's rank and its number. Others give way to it.
    pub(super) fn push_id(&mut self, (rank, number): (u8, u64), id: &str) {
        let group = decision_key(rank, number);
        self.records.push(&group, &first_key(&group), id.as_bytes());
    }

    /// Adds the citations of a decision that gives way. `has_precedence` says whether others give way to it.
    pub(super) fn push_citations(
        &mut self,
        decision: (u8, u64),
        to: (u8, u64),
        has_precedence: bool,
        row: &CaseRow<'_>,
    ) -> Result<()> {
        let own = decision_key(decision.0, decision.1);
        if has_precedence {
            self.steps.push_row(&own, &first_key(&own), &RepresentedRow::GivesWay(to));
        }
        if to.0 != 0 {
            let citation = row.own_citation()?;
            let citations = std::iter::once(&*citation).chain(row.citations.iter().copied()).collect();
            let group = decision_key(to.0, to.1);
            self.steps.push_row(&group, &citations_key(&group, &own), &RepresentedRow::Citations(citations));
        }
        Ok(())
    }

    /// The entries of the citations, by the ids of the records that represent them.
    pub(super) fn into_entries(self, session: &Session<'_>) -> Result<Vec<CaseEntries>> {
        let Self { mut steps, records } = self;
        let records = Mutex::new(records);
        // Ends, because a decision never gives way to one that gives way to it.
        loop {
            let next = Mutex::new(session.partitions());
            let are_on_their_way = AtomicBool::new(false);
            session.join("cases", steps, |sorted, _| {
                let (mut passed_on, mut arrived) = (session.partitions(), session.partitions());
                if step(sorted, &mut passed_on, &mut arrived)? {
                    are_on_their_way.store(true, Ordering::Relaxed);
                }
                next.lock().absorb(passed_on);
                records.lock().absorb(arrived);
                Ok(())
            })?;
            steps = next.into_inner();
            if !are_on_their_way.into_inner() {
                break;
            }
        }
        let all = Mutex::new(Vec::new());
        session.join("cases", records.into_inner(), |sorted, _| {
            let mut entries = CaseEntries::new(session.scratch());
            write(sorted, &mut entries)?;
            all.lock().push(entries);
            Ok(())
        })?;
        Ok(all.into_inner())
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
    let n_bytes = decision_key(0, 0).len();
    let mut current = Vec::new();
    let mut next = None;
    let mut are_on_their_way = false;
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let (group, rest) = key.split_at_checked(n_bytes).context(CONTEXT)?;
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
                Some((0, _)) => {}
                Some((rank, number)) => {
                    are_on_their_way = true;
                    let group = decision_key(rank, number);
                    passed_on.push(&group, &[&group[..], rest].concat(), value);
                }
                None => arrived.push_row(group, key, &citations),
            },
        }
    }
    Ok(are_on_their_way)
}

/// Adds the citations that have reached each record.
fn write(sorted: &mut Sorted, entries: &mut CaseEntries) -> Result<()> {
    let n_bytes = decision_key(0, 0).len();
    let mut record: Option<((u8, u64), String)> = None;
    let mut citations: Vec<String> = Vec::new();
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        if key.get(n_bytes) == Some(&FIRST) {
            push(record.take(), &mut citations, entries)?;
            record = Some((read_decision_key(key)?, std::str::from_utf8(value)?.to_owned()));
            continue;
        }
        for citation in read_row::<Vec<&str>>(value)? {
            if citations.len() < MAX_CITATIONS && !citations.iter().any(|known| known == citation) {
                citations.push(citation.to_owned());
            }
        }
    }
    push(record, &mut citations, entries)
}

fn push(record: Option<((u8, u64), String)>, citations: &mut Vec<String>, entries: &mut CaseEntries) -> Result<()> {
    if let Some(((rank, number), id)) = record.filter(|_| !citations.is_empty()) {
        let citations = citations.iter().map(String::as_str).collect();
        entries.push(&id, &CaseEntry::Represented { rank, number, citations })?;
    }
    citations.clear();
    Ok(())
}
