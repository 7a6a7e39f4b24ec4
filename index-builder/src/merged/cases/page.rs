/*!
Gives ids to the decisions that share a page. The first of them by date, name and docket gets the plain id, which is
made of court and citation, unless a record of the operator has it. The others append their names. If two of these
ids are equal, they also append the date, then the docket, then the publisher's number.
*/

use anyhow::{Context, Result};
use lexdex_core::corpus::{id_form, text};
use lexdex_core::model::Date;
use lexdex_core::sort::{Sorted, Sorter};
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::merged::cases::decision::{Contested, DecisionId, PageRow};
use crate::merged::cases::identity::Contests;
use crate::merged::cases::name;
use crate::merged::joins::{CONTEXT, Joins};

#[derive(Serialize, Deserialize)]
enum ContestRow<'r> {
    /// A record of the operator has the plain id.
    Taken,
    Decision(#[serde(borrow)] PageRow<'r>),
}

/// The kind of a row with an outcome.
const OUTCOME: u8 = 0;

/// The kind of a row that says that another decision gives way to this one.
pub(super) const HAS_PRECEDENCE: u8 = 1;

/// The outcome for a decision that does not get the plain id.
#[derive(Serialize, Deserialize)]
pub(super) enum PageOutcome<'o> {
    /// Another decision has precedence, so it has no record.
    GivesWay(DecisionId),
    Id(&'o str),
}

/// Declares that a record of the operator has the plain id of a page.
pub(super) fn push_taken(pages: &mut Partitions, page: &str) {
    pages.push_row(page.as_bytes(), &[page.as_bytes(), &[0, 0]].concat(), &ContestRow::Taken);
}

/// Decides the ids on shared pages. Returns rows about outcomes and precedence, by decision.
pub(super) fn join(joins: &Joins, contests: Contests) -> Result<Sorter> {
    let mut all = joins.sorter();
    let mut pages = contests.pages;
    for (outcomes, on_pages) in joins.join(contests.by_decision, |sorted| find_pages(joins, sorted))? {
        all.absorb(outcomes).context(CONTEXT)?;
        pages.absorb(on_pages);
    }
    let mut others = joins.partitions();
    for of_pages in joins.join(pages, |sorted| find_first(joins, sorted))? {
        others.absorb(of_pages);
    }
    for outcomes in joins.join(others, |sorted| name_others(joins, sorted))? {
        all.absorb(outcomes).context(CONTEXT)?;
    }
    Ok(all)
}

fn push_outcome(outcomes: &mut Sorter, decision: DecisionId, outcome: &PageOutcome<'_>) -> Result<()> {
    let value = postcard::to_allocvec(outcome).context(CONTEXT)?;
    outcomes.push(&[&decision.to_key()[..], &[OUTCOME]].concat(), &value).context(CONTEXT)
}

/// Writes the outcome of decisions that give way, and sorts the others by page.
fn find_pages(joins: &Joins, sorted: &mut Sorted) -> Result<(Sorter, Partitions)> {
    let (mut outcomes, mut pages) = (joins.sorter(), joins.partitions());
    let mut given_way = None;
    let mut last_page = None;
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let decision = DecisionId::from_key(key)?;
        if given_way == Some(decision) {
            continue;
        }
        match read_row(value)? {
            Contested::GivesWay(to) => {
                given_way = Some(decision);
                push_outcome(&mut outcomes, decision, &PageOutcome::GivesWay(to))?;
                if !to.is_own() {
                    outcomes.push(&[&to.to_key()[..], &[HAS_PRECEDENCE]].concat(), &[]).context(CONTEXT)?;
                }
            }
            // A decision occurs several times if its page has several others.
            Contested::OnPage(_) if last_page == Some(decision) => {}
            Contested::OnPage(row) => {
                last_page = Some(decision);
                let page = key.get(DecisionId::N_BYTES + 1..).context(CONTEXT)?;
                let order = [
                    page,
                    &[0, 1],
                    &row.decided.wrapping_sub(1).to_be_bytes(),
                    row.name.as_bytes(),
                    &[0],
                    row.docket.as_bytes(),
                    &[0],
                    &row.id.to_key(),
                ];
                pages.push_row(page, &order.concat(), &ContestRow::Decision(row));
            }
        }
    }
    Ok((outcomes, pages))
}

/// Gives the plain id to the first decision of a page, and sorts the others by name.
fn find_first(joins: &Joins, sorted: &mut Sorted) -> Result<Partitions> {
    let mut others = joins.partitions();
    let mut current = Vec::new();
    let mut is_taken = false;
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let page = memchr::memchr(0, key).map_or(key, |end| &key[..end]);
        if current != page {
            page.clone_into(&mut current);
            is_taken = false;
        }
        match read_row(value)? {
            ContestRow::Decision(row) if is_taken => {
                let name = name::in_id(row.name);
                let docket = id_form::slug(row.docket);
                let group = [page, &[0], name.as_bytes()].concat();
                let order = [
                    &group,
                    &[0][..],
                    &row.decided.wrapping_sub(1).to_be_bytes(),
                    docket.as_bytes(),
                    &[0],
                    &row.id.to_key(),
                ];
                let page = std::str::from_utf8(page)?;
                others.push_row(&group, &order.concat(), &Other { page, name, docket: &docket, row });
            }
            ContestRow::Decision(_) | ContestRow::Taken => is_taken = true,
        }
    }
    Ok(others)
}

/// A decision that does not get the plain id of its page.
#[derive(Serialize, Deserialize)]
struct Other<'r> {
    page: &'r str,
    /// The beginning of the name.
    name: &'r str,
    docket: &'r str,
    #[serde(borrow)]
    row: PageRow<'r>,
}

/// The number of leading fields that two decisions share: page and name, date, docket.
fn n_shared(a: &Other<'_>, b: &Other<'_>) -> usize {
    let are_shared = [(a.page, a.name) == (b.page, b.name), a.row.decided == b.row.decided, a.docket == b.docket];
    are_shared.iter().take_while(|is_shared| **is_shared).count()
}

/// Gives the decisions of each page and name the shortest distinct ids.
fn name_others(joins: &Joins, sorted: &mut Sorted) -> Result<Sorter> {
    let mut outcomes = joins.sorter();
    let mut previous: Vec<u8> = Vec::new();
    let mut n_shared_before = 0;
    while let Some((_, value)) = sorted.next_entry().context(CONTEXT)? {
        let n_shared_after = match previous.as_slice() {
            [] => 0,
            previous => {
                let (previous, next): (Other<'_>, Other<'_>) = (read_row(previous)?, read_row(value)?);
                let n_shared_after = n_shared(&previous, &next);
                name_other(&previous, n_shared_before.max(n_shared_after), &mut outcomes)?;
                n_shared_after
            }
        };
        n_shared_before = n_shared_after;
        previous.clear();
        previous.extend_from_slice(value);
    }
    if !previous.is_empty() {
        name_other(&read_row(&previous)?, n_shared_before, &mut outcomes)?;
    }
    Ok(outcomes)
}

fn name_other(other: &Other<'_>, n_shared: usize, outcomes: &mut Sorter) -> Result<()> {
    let Other { page, name, docket, row } = other;
    let date = Date::from_number(row.decided).map(|date| date.to_string()).unwrap_or_default();
    let number = row.number.to_string();
    let mut pieces = vec![*page, name];
    // `name` is empty if ids cannot contain it; then it does not distinguish decisions.
    let n_shared = if name.is_empty() { n_shared.max(1) } else { n_shared };
    let further = [date.as_str(), docket, number.as_str()];
    pieces.extend(further.iter().take(n_shared));
    // Without a further piece, two ids of one page would be the same.
    if pieces.iter().skip(1).all(|piece| piece.is_empty()) {
        pieces.push(&number);
    }
    pieces.retain(|piece| !piece.is_empty());
    push_outcome(outcomes, row.id, &PageOutcome::Id(&valid_id(pieces.join("-"), page, row.number)))
}

/// The id, or one made of the number if it is not valid.
fn valid_id(id: String, page: &str, number: u64) -> String {
    if text::is_record_id(&id) {
        return id;
    }
    let beginning = page.get(..text::MAX_ID_BYTES / 2).unwrap_or(page).trim_end_matches(['-', '.']);
    format!("{beginning}-{number}")
}

/// The id of a decision whose id another record has.
pub(super) fn numbered(id: &str, number: u64) -> String {
    valid_id(format!("{id}-{number}"), id, number)
}
