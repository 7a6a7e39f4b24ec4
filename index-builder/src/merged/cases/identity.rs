/*!
Finds decisions of several publishers that are the same: court, normalized name, date and any citation agree. A missing
date agrees with another date if that is the only one for this court, name and citation. Decisions that one publisher
gives different numbers are different.

If several decisions of a publisher agree, as on a page of dispositions without opinions, those with the same docket are
the same.

The decisions of a page, including those that cite it as a parallel citation, are sorted by name and date. Most pages
have one decision, which needs no work.
*/

use std::collections::BTreeSet;
use std::mem;

use anyhow::{Context, Result};
use lexdex_core::corpus::id_form::slug;
use lexdex_core::sort::Sorted;
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::merged::cases::decision::{Contested, DecisionId, PageRow};
use crate::merged::cases::page;
use crate::merged::joins::{CONTEXT, Joins};

/// A decision on the page of one of its citations.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct CitedRow<'r> {
    pub(super) name: &'r str,
    /// The date of the decision; 0 if it is unknown.
    pub(super) decided: u32,
    pub(super) id: DecisionId,
    /// The rank of the publisher; 0 for the operator.
    pub(super) publisher: u32,
    /// The publisher's number.
    pub(super) number: u64,
    /// Whether the citation is the record's own.
    pub(super) is_own: bool,
    pub(super) docket: &'r str,
}

/// The rows of a page.
#[derive(Serialize, Deserialize)]
enum IdentityRow<'r> {
    /// A record of the operator has the id made of court and citation.
    Taken,
    Cited(#[serde(borrow)] CitedRow<'r>),
}

/// Adds a decision to a page.
pub(super) fn push(cited: &mut Partitions, page: &str, row: &CitedRow<'_>) {
    // A missing date sorts last.
    let date = row.decided.wrapping_sub(1).to_be_bytes();
    let key = [page.as_bytes(), &[0, 1], row.name.as_bytes(), &[0], &date, &row.id.to_key()].concat();
    cited.push_row(page.as_bytes(), &key, &IdentityRow::Cited(*row));
}

/// Declares that a record of the operator has an id.
pub(super) fn push_taken(cited: &mut Partitions, id: &str) {
    cited.push_row(id.as_bytes(), &[id.as_bytes(), &[0, 0]].concat(), &IdentityRow::Taken);
}

/// The decisions that share a page or are the same as others.
pub(super) struct Contests {
    /// By decision. The rows of a decision begin with those that it gives way to, the best first.
    pub(super) by_decision: Partitions,
    /// The pages whose plain id a record of the operator has.
    pub(super) pages: Partitions,
}

impl Contests {
    fn new(joins: &Joins) -> Self {
        Self { by_decision: joins.partitions(), pages: joins.partitions() }
    }
}

/// Compares the decisions of each page. Those of `repeated` take no part.
pub(super) fn join(joins: &Joins, cited: Partitions, repeated: &BTreeSet<DecisionId>) -> Result<Contests> {
    let found = joins.join(cited, |sorted| {
        let contests = Contests::new(joins);
        let mut page = ReadPage {
            contests,
            page: String::new(),
            is_taken: false,
            own: None,
            name: String::new(),
            same: Vec::new(),
        };
        page.read(sorted, repeated)?;
        Ok(page.contests)
    })?;
    let mut all = Contests::new(joins);
    for contests in found {
        all.by_decision.absorb(contests.by_decision);
        all.pages.absorb(contests.pages);
    }
    Ok(all)
}

fn is_repeated(row: &[u8], repeated: &BTreeSet<DecisionId>) -> Result<bool> {
    Ok(matches!(read_row(row)?, IdentityRow::Cited(row) if repeated.contains(&row.id)))
}

/// A page whose rows are read.
struct ReadPage {
    contests: Contests,
    page: String,
    is_taken: bool,
    /// The last decision that has this page as its own citation.
    own: Option<Known>,
    /// The name of the decisions that are compared.
    name: String,
    /// The decisions of that name, by date. Those without a date are last.
    same: Vec<Known>,
}

/// A decision that is kept in memory while the next rows are read.
#[derive(Clone)]
struct Known {
    name: String,
    decided: u32,
    id: DecisionId,
    publisher: u32,
    number: u64,
    docket: String,
}

impl Known {
    fn from_row(row: &CitedRow<'_>) -> Self {
        let CitedRow { name, decided, id, publisher, number, docket, .. } = *row;
        Self { name: name.to_owned(), decided, id, publisher, number, docket: docket.to_owned() }
    }

    fn row(&self) -> PageRow<'_> {
        let Self { name, decided, id, number, docket, .. } = self;
        PageRow { name, decided: *decided, id: *id, number: *number, docket }
    }
}

impl ReadPage {
    fn read(&mut self, sorted: &mut Sorted, repeated: &BTreeSet<DecisionId>) -> Result<()> {
        // The encoded row of a page that has only one so far. Most pages have no other, and need no work.
        let mut single = Vec::new();
        while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
            let page = memchr::memchr(0, key).map_or(key, |end| &key[..end]);
            if !repeated.is_empty() && is_repeated(value, repeated)? {
                continue;
            }
            if self.page.as_bytes() != page {
                self.compare();
                std::str::from_utf8(page)?.clone_into(&mut self.page);
                value.clone_into(&mut single);
                continue;
            }
            if !single.is_empty() {
                (self.is_taken, self.own) = (false, None);
                self.add(&mem::take(&mut single))?;
            }
            self.add(value)?;
        }
        self.compare();
        Ok(())
    }

    fn add(&mut self, row: &[u8]) -> Result<()> {
        match read_row(row)? {
            IdentityRow::Taken => {
                self.is_taken = true;
                page::push_taken(&mut self.contests.pages, &self.page);
            }
            IdentityRow::Cited(row) => {
                if self.name != row.name {
                    self.compare();
                    row.name.clone_into(&mut self.name);
                }
                self.same.push(Known::from_row(&row));
                if row.is_own {
                    self.share(&row);
                }
            }
        }
        Ok(())
    }

    /// Adds a decision to those that share the page, if the page has another one or its id is taken.
    fn share(&mut self, row: &CitedRow<'_>) {
        let row = Known::from_row(row);
        match self.own.replace(row.clone()) {
            None if !self.is_taken => {}
            first => {
                if let Some(first) = first {
                    self.contest(&first);
                }
                self.contest(&row);
            }
        }
    }

    fn contest(&mut self, decision: &Known) {
        let order = [&[1], self.page.as_bytes()].concat();
        self.push(decision.id, &order, &Contested::OnPage(decision.row()));
    }

    fn push(&mut self, decision: DecisionId, order: &[u8], contested: &Contested<'_>) {
        let group = decision.to_key();
        self.contests.by_decision.push_row(&group, &[&group[..], order].concat(), contested);
    }

    /// Compares the decisions of one name, date by date.
    fn compare(&mut self) {
        let mut same = mem::take(&mut self.same);
        let n_dates = same.chunk_by(|a, b| a.decided == b.decided).filter(|of_date| of_date[0].decided != 0).count();
        if n_dates == 1 {
            // Those without a date have the only one.
            let decided = same[0].decided;
            same.iter_mut().for_each(|decision| decision.decided = decided);
        }
        for of_date in same.chunk_by_mut(|a, b| a.decided == b.decided) {
            of_date.sort_unstable_by_key(|decision| (decision.publisher, decision.id));
            let mut publishers: Vec<&[Known]> = of_date.chunk_by(|a, b| a.publisher == b.publisher).collect();
            while let Some(of_publisher) = publishers.pop() {
                for decision in of_publisher {
                    let same = publishers.iter().find_map(|others| counterpart(decision, of_publisher.len(), others));
                    if let Some(same) = same {
                        let order = [&[0][..], &same.to_key()].concat();
                        self.push(decision.id, &order, &Contested::GivesWay(same));
                    }
                }
            }
        }
    }
}

/// The decision among those of a publisher that precedes that is the same. `n_candidates` is the number of decisions of
/// the other publisher that could be it, too.
fn counterpart(decision: &Known, n_candidates: usize, others: &[Known]) -> Option<DecisionId> {
    if let ([only], 1) = (others, n_candidates) {
        return Some(only.id);
    }
    let docket = slug(&decision.docket);
    let mut of_docket = others.iter().filter(|other| !docket.is_empty() && slug(&other.docket) == docket);
    let first = of_docket.next()?;
    of_docket.next().is_none().then_some(first.id)
}
