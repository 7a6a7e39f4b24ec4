/*!
Keeps the newest statement about each decision number of a publisher.

The statement with the later date of its data counts, then the one of the later release, then the one of this import.
Rows with a mapping belong to no dated release, so the row of this import counts among those of one date. A decision is
dropped if its newest statement withdraws it, or if a newer release that was read completely lacks it.
*/

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result, bail};
use lexdex_core::model::Date;
use lexdex_core::sort::Sorted;
use parking_lot::Mutex;

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::law::cases::identity::{self, CitedRow};
use crate::import::law::cases::name;
use crate::import::law::cases::publisher::Publisher;
use crate::import::law::cases::statement::{
    self, CONTEXT, DecisionHead, RowKind, StatementOrder, StatementRow, Statements, read_order,
};
use crate::import::law::id;
use crate::import::merge::case_files::{CaseEntries, CaseOutput, CaseRow};
use crate::import::merge::case_note::{PublisherNote, how_to_begin, publisher_file};

/// The date and the location of a release that was read completely.
#[derive(Clone)]
pub(super) struct Completion {
    pub(super) date: Date,
    pub(super) location: String,
}

/// The parts of the sources that were read completely.
pub(super) struct CompleteReleases {
    publisher: Publisher,
    /// The publisher's names of the parts that this import has read, by the importer's names.
    parts: HashMap<String, String>,
    /// The parts that earlier imports read, by publisher.
    before: BTreeMap<(u8, String), Date>,
    /// The parts that this import has read.
    now: BTreeMap<String, Completion>,
}

impl CompleteReleases {
    pub(super) fn new(
        publisher: Publisher,
        parts: HashMap<String, String>,
        complete: BTreeMap<String, Completion>,
        before: BTreeMap<(u8, String), Date>,
    ) -> Self {
        let mut now: BTreeMap<String, Completion> = BTreeMap::new();
        for (part, completion) in complete {
            let Some(name) = parts.get(&part) else { continue };
            match now.get_mut(name) {
                Some(known) if known.date >= completion.date => {}
                _ => _ = now.insert(name.clone(), completion),
            }
        }
        Self { publisher, parts, before, now }
    }

    /// The publisher's name of a part. An imported decision has the importer's name of its part.
    fn part<'p>(&'p self, part: Option<&'p str>, is_imported: bool) -> Option<&'p str> {
        if is_imported { self.parts.get(part?).map(String::as_str) } else { part }
    }

    /// Writes the parts to the sidecars of the publishers.
    pub(super) fn write(&self, entries: &mut CaseEntries, output: &mut CaseOutput) -> Result<()> {
        let mut dates = self.before.clone();
        for (part, Completion { date, .. }) in &self.now {
            let known = dates.entry((self.publisher.rank(), part.clone())).or_insert(*date);
            *known = (*known).max(*date);
        }
        for ((rank, part), date) in dates {
            let order = [&[rank, 0][..], part.as_bytes()].concat();
            push_note(entries, rank, &order, &PublisherNote::Complete { part, date })?;
        }
        output.publisher_files.extend(Publisher::ALL.map(|publisher| publisher_file(publisher.name())));
        Ok(())
    }

    /// The newest complete release of a part by an earlier import.
    fn before(&self, rank: u8, part: &str) -> u32 {
        self.before.get(&(rank, part.to_owned())).map_or(0, |date| date.as_number())
    }

    /// The complete release of a part that this import has read, unless an earlier import has read a newer one.
    fn now(&self, rank: u8, part: &str) -> Option<&Completion> {
        let now = self.now.get(part).filter(|_| rank == self.publisher.rank())?;
        (now.date.as_number() >= self.before(rank, part)).then_some(now)
    }

    /// Whether the newest complete release of a part has a decision. `seen_before` and `seen_now` are the dates of the
    /// newest releases with the decision, in earlier imports and in this one. If two releases have the same date, the
    /// one of this import counts.
    fn have(&self, rank: u8, part: &str, seen_before: u32, seen_now: u32) -> bool {
        match self.now(rank, part) {
            Some(now) => seen_now >= now.date.as_number() || seen_before > now.date.as_number(),
            None => seen_now.max(seen_before) >= self.before(rank, part),
        }
    }
}

fn push_note(entries: &mut CaseEntries, rank: u8, order: &[u8], note: &PublisherNote) -> Result<()> {
    let line = serde_json::to_vec(note).context(CONTEXT)?;
    entries.push_note(order, &publisher_file(Publisher::name_of(rank)), &line)
}

/// The statements, and the results of their first reading.
pub(super) struct NewestStatements {
    /// The statements of each partition, by publisher and number.
    pub(super) statements: Vec<Sorted>,
    /// The decisions that are kept, by court and citation, together with the records that no import writes.
    pub(super) cited: Partitions,
    pub(super) entries: Vec<CaseEntries>,
}

/// Finds the newest statement about each decision number, and cites the decisions that are kept.
pub(super) fn join(
    session: &Session<'_>,
    publisher: Publisher,
    statements: Statements,
    releases: &CompleteReleases,
    cited: Partitions,
) -> Result<NewestStatements> {
    let all = Mutex::new((cited, Vec::new()));
    let statements = session.join_first(publisher.name(), statements.into_rows(), |sorted, sink| {
        let (cited, entries) = (session.partitions(), CaseEntries::new(session.scratch()));
        let mut found = ThreadResults { releases, cited, entries };
        each_group(sorted, |group| found.read(group, sink))?;
        let mut all = all.lock();
        all.0.absorb(found.cited);
        all.1.push(found.entries);
        Ok(())
    })?;
    let (cited, entries) = all.into_inner();
    Ok(NewestStatements { statements, cited, entries })
}

struct ThreadResults<'f> {
    releases: &'f CompleteReleases,
    cited: Partitions,
    entries: CaseEntries,
}

impl ThreadResults<'_> {
    /// Reads the statements about one number.
    fn read(&mut self, group: &NumberGroup, sink: &mut Sink<'_>) -> Result<()> {
        sink.set_position(group.number);
        if group.n_imported > 1 {
            sink.count_repeated_case(&group.name(), group.n_imported);
        }
        match group.latest(self.releases)? {
            None => {}
            Some(LatestStatement::Withdrawn { part, location, order }) => {
                group.count_gone(location, sink)?;
                self.withdraw(group, part, order)?;
            }
            Some(LatestStatement::Lacking { part }) => {
                let location = self.releases.now(group.rank, part).map_or("newer data", |now| &now.location);
                group.count_gone(&format!("no longer in {location}"), sink)?;
            }
            Some(LatestStatement::Kept(kept)) => {
                if group.n_imported > 0 && !kept.is_imported {
                    sink.count_older_case(&group.name());
                }
                self.cite(group, &kept)?;
            }
        }
        Ok(())
    }

    /// Writes a note that a decision was withdrawn, unless a complete release lacks it anyway.
    fn withdraw(&mut self, group: &NumberGroup, part: Option<&str>, latest: StatementOrder) -> Result<()> {
        let NumberGroup { rank, number, .. } = *group;
        let complete = part.map_or(0, |part| {
            self.releases.now(rank, part).map_or(self.releases.before(rank, part), |now| now.date.as_number())
        });
        let dates = Date::from_number(latest.date).zip(Date::from_number(latest.seen));
        match dates {
            Some((date, seen)) if latest.seen > complete => {
                let order = [&[rank, 1][..], &number.to_be_bytes()].concat();
                let (key, part) = (group.key.clone(), part.map(str::to_owned));
                let note = PublisherNote::Withdrawn { number, key, part, date, seen };
                push_note(&mut self.entries, rank, &order, &note)
            }
            _ => Ok(()),
        }
    }

    /// Adds the decision to the pages of all its citations.
    fn cite(&mut self, group: &NumberGroup, kept: &Kept<'_>) -> Result<()> {
        let NumberGroup { rank, number, .. } = *group;
        let DecisionHead { decided, page, .. } = kept.head;
        let CaseRow { court, docket, key, citations, .. } = kept.case()?;
        let name = name::normalized(kept.head.name);
        let own = CitedRow { name: &name, decided, rank, number, is_own: true, docket, key, id: "", file: "" };
        identity::push(&mut self.cited, page, &own);
        for citation in citations {
            let row = CitedRow { is_own: false, docket: "", ..own };
            identity::push(&mut self.cited, &id::case(court, citation), &row);
        }
        Ok(())
    }
}

/// Calls `take` with the statements about each number, one number after the other.
pub(super) fn each_group(sorted: &mut Sorted, mut take: impl FnMut(&NumberGroup) -> Result<()>) -> Result<()> {
    let mut group = NumberGroup::default();
    while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
        let (rank, order) = read_order(key)?;
        if (rank, order.number) != (group.rank, group.number) {
            take(&group)?;
            group.begin(rank, order.number);
        }
        if rank == Publisher::Mapped.rank() {
            group.check_key(value)?;
        }
        group.add(order, value);
    }
    take(&group)
}

/// The statements about one number.
#[derive(Default)]
pub(super) struct NumberGroup {
    pub(super) rank: u8,
    pub(super) number: u64,
    /// The key that the number is made of. Empty if the publisher numbers its decisions itself.
    key: String,
    /// The position of the newest statement other than [`StatementRow::Seen`].
    latest: Option<StatementOrder>,
    latest_row: Vec<u8>,
    /// The record of earlier imports.
    existing_row: Vec<u8>,
    n_imported: u64,
    seen_before: u32,
    seen_now: u32,
}

/// The outcome of the newest statement about a decision.
pub(super) enum LatestStatement<'g> {
    Withdrawn {
        part: Option<&'g str>,
        location: &'g str,
        order: StatementOrder,
    },
    /// A newer release of the part, which was read completely, lacks the decision.
    Lacking {
        part: &'g str,
    },
    Kept(Kept<'g>),
}

/// A decision that is kept.
pub(super) struct Kept<'g> {
    /// The newest data.
    pub(super) head: DecisionHead<'g>,
    /// The encoded [`CaseRow`].
    pub(super) row: &'g [u8],
    /// The publisher's name of the part of the source that has the decision.
    pub(super) part: Option<&'g str>,
    /// Whether the record was imported now.
    pub(super) is_imported: bool,
}

impl<'g> Kept<'g> {
    pub(super) fn case(&self) -> Result<CaseRow<'g>> {
        read_row(self.row)
    }
}

impl NumberGroup {
    fn begin(&mut self, rank: u8, number: u64) {
        (self.rank, self.number) = (rank, number);
        self.key.clear();
        self.latest = None;
        self.existing_row.clear();
        (self.n_imported, self.seen_before, self.seen_now) = (0, 0, 0);
    }

    fn add(&mut self, order: StatementOrder, value: &[u8]) {
        let seen = if order.is_imported { &mut self.seen_now } else { &mut self.seen_before };
        *seen = order.seen.max(*seen);
        if order.kind == RowKind::SEEN {
            return;
        }
        if order.kind == RowKind::RECORD {
            self.n_imported += u64::from(order.is_imported);
            if !order.is_imported {
                self.existing_row.clear();
                self.existing_row.extend_from_slice(value);
            }
        }
        self.latest = Some(order);
        self.latest_row.clear();
        self.latest_row.extend_from_slice(value);
    }

    /// Fails if a statement has another key than those before it, whose number is the same.
    fn check_key(&mut self, value: &[u8]) -> Result<()> {
        let key = match statement::read(value)? {
            (StatementRow::Seen, _) => return Ok(()),
            (StatementRow::Withdrawn { key, .. }, _) => key,
            (StatementRow::Record(_), case) => read_row::<CaseRow<'_>>(case)?.key,
        };
        if self.key.is_empty() {
            key.clone_into(&mut self.key);
        }
        if self.key != key {
            bail!(
                "the decisions {:?} and {key:?} have the same number {}: give them other keys in the mapping, {}",
                self.key,
                self.number,
                how_to_begin(Publisher::Mapped.name())
            );
        }
        Ok(())
    }

    /// The outcome of the newest statement, if one is about more than a release that has the decision.
    pub(super) fn latest<'g>(&'g self, releases: &'g CompleteReleases) -> Result<Option<LatestStatement<'g>>> {
        let Some(order) = self.latest else { return Ok(None) };
        let part_of = |part| releases.part(part, order.is_imported);
        let (row, case) = statement::read(&self.latest_row)?;
        Ok(match row {
            StatementRow::Seen => None,
            StatementRow::Withdrawn { part, location, .. } => {
                Some(LatestStatement::Withdrawn { part: part_of(part), location, order })
            }
            StatementRow::Record(head) => Some(match part_of(head.part) {
                Some(part) if !releases.have(self.rank, part, self.seen_before, self.seen_now) => {
                    LatestStatement::Lacking { part }
                }
                part => LatestStatement::Kept(Kept { head, row: case, part, is_imported: order.is_imported }),
            }),
        })
    }

    /// The date of the newest release that has the decision.
    pub(super) fn seen(&self) -> u32 {
        self.seen_before.max(self.seen_now)
    }

    /// The id of the record of earlier imports, and its encoded [`CaseRow`].
    pub(super) fn existing(&self) -> Result<Option<(&str, &[u8])>> {
        if self.existing_row.is_empty() {
            return Ok(None);
        }
        match statement::read(&self.existing_row)? {
            (StatementRow::Record(head), case) => Ok(Some((head.old_id, case))),
            (StatementRow::Seen | StatementRow::Withdrawn { .. }, _) => Ok(None),
        }
    }

    /// The name of the decision in reports.
    fn name(&self) -> String {
        Publisher::decision_name(self.rank, self.number, &self.key)
    }

    /// Counts a decision that is dropped.
    fn count_gone(&self, reason: &str, sink: &mut Sink<'_>) -> Result<()> {
        if self.n_imported > 0 {
            sink.count_older_case(&self.name());
        }
        if let Some((id, _)) = self.existing()?.filter(|(id, _)| !id.is_empty()) {
            sink.count_removed_case(id, reason);
        }
        Ok(())
    }
}
