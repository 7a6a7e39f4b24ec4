/*!
Finds decisions that are the same: their court, normalized name, date and any citation agree. A missing date agrees with
another date if that is the only one for this court, name and citation.

The decisions of a page, including those that cite it as a parallel citation, are sorted by name and date. Most pages
have one decision, which needs no work.
*/

use anyhow::{Context, Result};
use lexdex_core::sort::Sorted;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::law::cases::contest::{Contested, Contests, PageRow};
use crate::import::law::cases::page;
use crate::import::law::cases::publisher::Publisher;
use crate::import::law::cases::statement::{CONTEXT, decision_key};

/// A decision on the page of one of its citations.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct CitedRow<'r> {
    pub(super) name: &'r str,
    /// The date of the decision; 0 if it is unknown.
    pub(super) decided: u32,
    /// The rank of the publisher; 0 for a record that no import writes.
    pub(super) rank: u8,
    pub(super) number: u64,
    /// Whether the citation is the record's own.
    pub(super) is_own: bool,
    pub(super) docket: &'r str,
    /// The key that the number is made of. Empty if the publisher numbers its decisions itself.
    pub(super) key: &'r str,
    /// The id of a record that no import writes.
    pub(super) id: &'r str,
    /// The file of that record.
    pub(super) file: &'r str,
}

/// The rows of a page.
#[derive(Serialize, Deserialize)]
enum IdentityRow<'r> {
    /// A record that no import writes has the id made of court and citation.
    Taken,
    Cited(#[serde(borrow)] CitedRow<'r>),
}

/// Adds a decision to a page.
pub(super) fn push(cited: &mut Partitions, page: &str, row: &CitedRow<'_>) {
    // A missing date sorts last.
    let date = row.decided.wrapping_sub(1).to_be_bytes();
    let key = [
        page.as_bytes(),
        &[0, 1],
        row.name.as_bytes(),
        &[0],
        &date,
        &[row.rank],
        &row.number.to_be_bytes(),
        row.id.as_bytes(),
    ]
    .concat();
    cited.push_row(page.as_bytes(), &key, &IdentityRow::Cited(*row));
}

/// Declares that a record that no import writes has an id.
pub(super) fn push_taken(cited: &mut Partitions, id: &str) {
    cited.push_row(id.as_bytes(), &[id.as_bytes(), &[0, 0]].concat(), &IdentityRow::Taken);
}

/// Compares the decisions of each page.
pub(super) fn join(session: &Session<'_>, cited: Partitions) -> Result<Contests> {
    let all = Mutex::new(Contests { by_decision: session.partitions(), pages: session.partitions() });
    session.join("cases", cited, |sorted, _| {
        let found = Contests { by_decision: session.partitions(), pages: session.partitions() };
        let mut page =
            ReadPage { contests: found, page: String::new(), is_taken: false, own: None, same: Same::default() };
        page.read(sorted)?;
        let mut all = all.lock();
        all.by_decision.absorb(page.contests.by_decision);
        all.pages.absorb(page.contests.pages);
        Ok(())
    })?;
    Ok(all.into_inner())
}

/// A page whose rows are read.
struct ReadPage {
    contests: Contests,
    page: String,
    is_taken: bool,
    /// The last decision that has this page as its own citation.
    own: Option<Known>,
    same: Same,
}

/// The best decisions of one name so far.
#[derive(Default)]
struct Same {
    name: String,
    n_dates: usize,
    /// The best row of the last date so far.
    dated: Option<Known>,
    /// The best of the undated rows so far. If all dated rows have one date, their best row takes part.
    undated: Option<Known>,
}

/// A decision that is kept in memory while the next rows are read.
#[derive(Clone)]
struct Known {
    name: String,
    decided: u32,
    rank: u8,
    number: u64,
    docket: String,
    key: String,
    id: String,
    file: String,
}

impl Known {
    fn from_row(row: &CitedRow<'_>) -> Self {
        Self {
            name: row.name.to_owned(),
            decided: row.decided,
            rank: row.rank,
            number: row.number,
            docket: row.docket.to_owned(),
            key: row.key.to_owned(),
            id: row.id.to_owned(),
            file: row.file.to_owned(),
        }
    }

    fn row(&self) -> PageRow<'_> {
        let Self { name, decided, rank, number, docket, .. } = self;
        PageRow { name, decided: *decided, rank: *rank, number: *number, docket }
    }

    /// The order of precedence.
    fn precedence(&self) -> (u8, u64, &str) {
        (self.rank, self.number, &self.id)
    }
}

impl ReadPage {
    fn read(&mut self, sorted: &mut Sorted) -> Result<()> {
        // The encoded row of a page that has only one so far. Most pages have no other, and need no work.
        let mut single = Vec::new();
        while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
            let page = memchr::memchr(0, key).map_or(key, |end| &key[..end]);
            if self.page.as_bytes() != page {
                std::str::from_utf8(page)?.clone_into(&mut self.page);
                value.clone_into(&mut single);
                continue;
            }
            if !single.is_empty() {
                (self.is_taken, self.own, self.same) = (false, None, Same::default());
                self.add(&single)?;
                single.clear();
            }
            self.add(value)?;
        }
        Ok(())
    }

    fn add(&mut self, row: &[u8]) -> Result<()> {
        match read_row(row)? {
            IdentityRow::Taken => {
                self.is_taken = true;
                page::push_taken(&mut self.contests.pages, &self.page);
            }
            IdentityRow::Cited(row) => {
                self.compare(&row);
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
                    self.contest(&first, &Contested::OnPage(first.row()));
                }
                self.contest(&row, &Contested::OnPage(row.row()));
            }
        }
    }

    /// Compares a decision with the best of those of its name.
    fn compare(&mut self, row: &CitedRow<'_>) {
        if self.same.name != row.name {
            self.same = Same { name: row.name.to_owned(), ..Same::default() };
        }
        let row = Known::from_row(row);
        if row.decided != 0 {
            match self.same.dated.clone().filter(|best| best.decided == row.decided) {
                Some(best) => self.give_way(&row, &best),
                None => {
                    self.same.n_dates += 1;
                    self.same.dated = Some(row);
                }
            }
            return;
        }
        let single = if self.same.n_dates == 1 { self.same.dated.clone() } else { None };
        match self.same.undated.clone().or(single) {
            Some(best) if best.precedence() < row.precedence() => {
                self.give_way(&row, &best);
                self.same.undated = Some(best);
            }
            Some(other) => {
                self.give_way(&other, &row);
                self.same.undated = Some(row);
            }
            None => self.same.undated = Some(row),
        }
    }

    /// Declares that a decision gives way to another one. A record that no import writes never gives way.
    fn give_way(&mut self, loser: &Known, to: &Known) {
        if loser.rank == 0 || (loser.rank, loser.number) == (to.rank, to.number) {
            return;
        }
        let name = match to.rank == 0 {
            true => format!("{} is in cases/{}", to.id, to.file),
            false => format!("{} is the same decision", Publisher::decision_name(to.rank, to.number, &to.key)),
        };
        let order = [&[0, to.rank][..], &to.number.to_be_bytes(), to.id.as_bytes()].concat();
        self.push(loser, &order, &Contested::GivesWay { to: (to.rank, to.number), name: &name });
    }

    fn contest(&mut self, decision: &Known, contested: &Contested<'_>) {
        self.push(decision, &[&[1], self.page.as_bytes()].concat(), contested);
    }

    fn push(&mut self, decision: &Known, order: &[u8], contested: &Contested<'_>) {
        let group = decision_key(decision.rank, decision.number);
        self.contests.by_decision.push_row(&group, &[&group[..], order].concat(), contested);
    }
}
