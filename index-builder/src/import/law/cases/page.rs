/*!
Gives ids to the decisions that share a page. The first of them by date, name and docket gets the plain id, which is
made of court and citation, unless a record that no import writes has it. The others append their names. If two of these
ids are equal, they also append the date, then the docket, then the publisher's number.
*/

use anyhow::{Context, Result};
use lexdex_core::corpus::{id_form, text};
use lexdex_core::model::Date;
use lexdex_core::sort::Sorted;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::law::cases::contest::{Contested, Contests, PageRow};
use crate::import::law::cases::name;
use crate::import::law::cases::statement::{CONTEXT, decision_key, read_decision_key};

#[derive(Serialize, Deserialize)]
enum ContestRow<'r> {
    /// A record that no import writes has the plain id.
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
    GivesWay {
        to: (u8, u64),
        name: &'o str,
    },
    Id(&'o str),
}

/// Declares that a record that no import writes has the plain id of a page.
pub(super) fn push_taken(pages: &mut Partitions, page: &str) {
    pages.push_row(page.as_bytes(), &[page.as_bytes(), &[0, 0]].concat(), &ContestRow::Taken);
}

/// Decides the ids on shared pages. Returns rows about outcomes and precedence, by publisher and number.
pub(super) fn join(session: &Session<'_>, contests: Contests) -> Result<Partitions> {
    let all = Mutex::new(session.partitions());
    let pages = Mutex::new(contests.pages);
    session.join("cases", contests.by_decision, |sorted, _| {
        let (mut outcomes, mut on_pages) = (session.partitions(), session.partitions());
        find_pages(sorted, &mut outcomes, &mut on_pages)?;
        all.lock().absorb(outcomes);
        pages.lock().absorb(on_pages);
        Ok(())
    })?;
    let named = Mutex::new(session.partitions());
    session.join("cases", pages.into_inner(), |sorted, _| {
        let mut others = session.partitions();
        find_first(sorted, &mut others)?;
        named.lock().absorb(others);
        Ok(())
    })?;
    session.join("cases", named.into_inner(), |sorted, _| {
        let mut outcomes = session.partitions();
        name_others(sorted, &mut outcomes)?;
        all.lock().absorb(outcomes);
        Ok(())
    })?;
    Ok(all.into_inner())
}

fn push_outcome(outcomes: &mut Partitions, rank: u8, number: u64, outcome: &PageOutcome<'_>) {
    let group = decision_key(rank, number);
    outcomes.push_row(&group, &[&group[..], &[OUTCOME]].concat(), outcome);
}

/// Writes the outcome of decisions that give way, and sorts the others by page.
fn find_pages(sorted: &mut Sorted, outcomes: &mut Partitions, pages: &mut Partitions) -> Result<()> {
    let mut given_way = None;
    let mut last_page = None;
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let decision = read_decision_key(key)?;
        if given_way == Some(decision) {
            continue;
        }
        match read_row(value)? {
            Contested::GivesWay { to, name } => {
                given_way = Some(decision);
                push_outcome(outcomes, decision.0, decision.1, &PageOutcome::GivesWay { to, name });
                if to.0 != 0 {
                    let group = decision_key(to.0, to.1);
                    outcomes.push(&group, &[&group[..], &[HAS_PRECEDENCE]].concat(), &[]);
                }
            }
            // A decision occurs several times if its page has several others.
            Contested::OnPage(_) if last_page == Some(decision) => {}
            Contested::OnPage(row) => {
                last_page = Some(decision);
                let page = key.get(decision_key(0, 0).len() + 1..).context(CONTEXT)?;
                let order = [
                    page,
                    &[0, 1],
                    &row.decided.wrapping_sub(1).to_be_bytes(),
                    row.name.as_bytes(),
                    &[0],
                    row.docket.as_bytes(),
                    &[0, row.rank],
                    &row.number.to_be_bytes(),
                ];
                pages.push_row(page, &order.concat(), &ContestRow::Decision(row));
            }
        }
    }
    Ok(())
}

/// Gives the plain id to the first decision of a page, and sorts the others by name.
fn find_first(sorted: &mut Sorted, others: &mut Partitions) -> Result<()> {
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
                    &[0, row.rank],
                    &row.number.to_be_bytes(),
                ];
                let page = std::str::from_utf8(page)?;
                others.push_row(&group, &order.concat(), &Other { page, name, docket: &docket, row });
            }
            ContestRow::Decision(_) | ContestRow::Taken => is_taken = true,
        }
    }
    Ok(())
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

/// The number of leading parts that two decisions share: page and name, date, docket.
fn n_shared(a: &Other<'_>, b: &Other<'_>) -> usize {
    let are_shared = [(a.page, a.name) == (b.page, b.name), a.row.decided == b.row.decided, a.docket == b.docket];
    are_shared.iter().take_while(|is_shared| **is_shared).count()
}

/// Gives the decisions of each page and name the shortest distinct ids.
fn name_others(sorted: &mut Sorted, outcomes: &mut Partitions) -> Result<()> {
    let mut previous: Vec<u8> = Vec::new();
    let mut n_shared_before = 0;
    while let Some((_, value)) = sorted.next_entry().context(CONTEXT)? {
        let n_shared_after = match previous.as_slice() {
            [] => 0,
            previous => {
                let (previous, next): (Other<'_>, Other<'_>) = (read_row(previous)?, read_row(value)?);
                let n_shared_after = n_shared(&previous, &next);
                name_other(&previous, n_shared_before.max(n_shared_after), outcomes);
                n_shared_after
            }
        };
        n_shared_before = n_shared_after;
        previous.clear();
        previous.extend_from_slice(value);
    }
    if !previous.is_empty() {
        name_other(&read_row(&previous)?, n_shared_before, outcomes);
    }
    Ok(())
}

fn name_other(other: &Other<'_>, n_shared: usize, outcomes: &mut Partitions) {
    let Other { page, name, docket, row } = other;
    let date = Date::from_number(row.decided).map(|date| date.to_string()).unwrap_or_default();
    let number = row.number.to_string();
    let mut parts = vec![*page, name];
    // `name` is empty if ids cannot contain it; then it does not distinguish decisions.
    let n_shared = if name.is_empty() { n_shared.max(1) } else { n_shared };
    let further = [date.as_str(), docket, number.as_str()];
    parts.extend(further.iter().take(n_shared));
    // Without a further part, two ids of one page would be the same.
    if parts.iter().skip(1).all(|part| part.is_empty()) {
        parts.push(&number);
    }
    parts.retain(|part| !part.is_empty());
    let mut id = parts.join("-");
    if !text::is_record_id(&id) {
        let beginning = page.get(..text::MAX_ID_BYTES / 2).unwrap_or(page).trim_end_matches(['-', '.']);
        id = format!("{beginning}-{number}");
    }
    push_outcome(outcomes, row.rank, row.number, &PageOutcome::Id(&id));
}
