/*!
Keeps the newest statement about each decision number of a publisher.

The statement with the later date of its data counts, then the one of the later release, then the one of this import.
Rows with a mapping belong to no dated release, so the row of this import counts among those of one date. A decision is
dropped if its newest statement withdraws it, or if a newer release that was read completely lacks it.
*/

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result, bail};
use lexdex::model::Date;
use lexdex::sort::Sorted;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::law::cases::identity::{self, CitedRow};
use crate::import::law::cases::name;
use crate::import::law::cases::publisher::Publisher;
use crate::import::law::cases::statement::{CONTEXT, Kind, Order, Row, Statements, case_row, decision_key, read_order};
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
pub(super) struct Releases {
    publisher: Publisher,
    /// The publisher's names of the parts that this import has read, by the importer's names.
    parts: HashMap<String, String>,
    /// The parts that earlier imports read, by publisher.
    before: BTreeMap<(u8, String), Date>,
    /// The parts that this import has read.
    now: BTreeMap<String, Completion>,
}

impl Releases {
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
    fn has(&self, rank: u8, part: Option<&str>, seen_before: u32, seen_now: u32) -> bool {
        let Some(part) = part else { return true };
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

/// A decision that is kept. Its encoded [`CaseRow`] follows.
#[derive(Serialize, Deserialize)]
pub(super) struct DecisionHead<'r> {
    pub(super) page: &'r str,
    pub(super) jurisdiction: &'r str,
    pub(super) part: Option<&'r str>,
    pub(super) seen: u32,
    /// Whether the record was imported now.
    pub(super) is_imported: bool,
    pub(super) old_id: &'r str,
    /// Whether the imported data equal the data in the corpus.
    pub(super) is_same: bool,
}

/// The kind of a row of a decision. The rows of `page` about it sort before it.
const DECISION: u8 = 2;

/// The decisions that are kept, each with its newest data.
pub(super) struct Newest {
    /// By publisher and number.
    pub(super) decisions: Partitions,
    /// By court and citation, together with those of the records that no import writes.
    pub(super) cited: Partitions,
    pub(super) entries: Vec<CaseEntries>,
}

/// Keeps the newest statement about each decision number.
pub(super) fn join(
    session: &Session<'_>,
    publisher: Publisher,
    statements: Statements,
    releases: &Releases,
    cited: Partitions,
) -> Result<Newest> {
    let newest = Mutex::new(Newest { decisions: session.partitions(), cited, entries: Vec::new() });
    session.join(publisher.name(), statements.into_rows(), |sorted, sink| {
        let mut found = Found {
            releases,
            decisions: session.partitions(),
            cited: session.partitions(),
            entries: CaseEntries::new(session.scratch()),
            row: Vec::new(),
        };
        found.read(sorted, sink)?;
        let mut newest = newest.lock();
        newest.decisions.absorb(found.decisions);
        newest.cited.absorb(found.cited);
        newest.entries.push(found.entries);
        Ok(())
    })?;
    Ok(newest.into_inner())
}

/// The decisions that one thread keeps.
struct Found<'f> {
    releases: &'f Releases,
    decisions: Partitions,
    cited: Partitions,
    entries: CaseEntries,
    /// A buffer for encoded decisions.
    row: Vec<u8>,
}

/// The statements about one number.
#[derive(Default)]
struct Group {
    rank: u8,
    number: u64,
    /// The key that the number is made of. Empty if the publisher numbers its decisions itself.
    key: String,
    /// The position of the newest statement other than [`Row::Seen`].
    latest: Option<Order>,
    latest_row: Vec<u8>,
    /// The record of earlier imports.
    existing_row: Vec<u8>,
    n_imported: u64,
    seen_before: u32,
    seen_now: u32,
}

impl Found<'_> {
    fn read(&mut self, sorted: &mut Sorted, sink: &mut Sink<'_>) -> Result<()> {
        let mut group = Group::default();
        while let Some((key, value)) = sorted.next_entry().context(CONTEXT)? {
            let (rank, order) = read_order(key)?;
            if (rank, order.number) != (group.rank, group.number) {
                self.end(&group, sink)?;
                group.begin(rank, order.number);
            }
            if rank == Publisher::Mapped.rank() {
                group.check_key(value)?;
            }
            group.add(order, value);
        }
        self.end(&group, sink)
    }

    fn end(&mut self, group: &Group, sink: &mut Sink<'_>) -> Result<()> {
        let Some(latest) = group.latest else { return Ok(()) };
        sink.set_position(group.number);
        if group.n_imported > 1 {
            sink.count_repeated_case(&group.name(), group.n_imported);
        }
        let existing = group.existing()?;
        match read_row(&group.latest_row)? {
            Row::Seen => Ok(()),
            Row::Withdrawn { part, location, .. } => {
                group.count_gone(existing.as_ref(), location, sink);
                self.withdraw(group, self.releases.part(part, latest.is_imported), latest)
            }
            Row::Record(record) => {
                let part = self.releases.part(record.part, latest.is_imported);
                if !self.releases.has(group.rank, part, group.seen_before, group.seen_now) {
                    let part = part.unwrap_or_default();
                    let location = self.releases.now(group.rank, part).map_or("newer data", |now| &now.location);
                    group.count_gone(existing.as_ref(), &format!("no longer in {location}"), sink);
                    return Ok(());
                }
                if group.n_imported > 0 && !latest.is_imported {
                    sink.count_older_case(&group.name());
                }
                self.cite(group, &record);
                let existing = existing.as_ref();
                let is_same = existing.is_some_and(|existing| {
                    (existing.tail, existing.text, &existing.citations) == (record.tail, record.text, &record.citations)
                });
                let head = DecisionHead {
                    page: record.page,
                    jurisdiction: record.jurisdiction,
                    part,
                    seen: group.seen_before.max(group.seen_now),
                    is_imported: latest.is_imported,
                    old_id: existing.map_or("", |existing| existing.old_id),
                    is_same,
                };
                self.keep(group, &head)
            }
        }
    }

    /// Writes a note that a decision was withdrawn, unless a complete release lacks it anyway.
    fn withdraw(&mut self, group: &Group, part: Option<&str>, latest: Order) -> Result<()> {
        let Group { rank, number, .. } = *group;
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

    /// Keeps the decision of the newest statement.
    fn keep(&mut self, group: &Group, head: &DecisionHead<'_>) -> Result<()> {
        let decision = decision_key(group.rank, group.number);
        self.row.clear();
        self.row = postcard::to_extend(head, std::mem::take(&mut self.row)).context(CONTEXT)?;
        self.row.extend_from_slice(case_row(&group.latest_row)?);
        self.decisions.push(&decision, &[&decision[..], &[DECISION]].concat(), &self.row);
        Ok(())
    }

    /// Adds the decision to the pages of all its citations.
    fn cite(&mut self, group: &Group, record: &CaseRow<'_>) {
        let name = name::normalized(record.name);
        let Group { rank, number, .. } = *group;
        let CaseRow { decided, docket, key, .. } = *record;
        let own = CitedRow { name: &name, decided, rank, number, is_own: true, docket, key, id: "", file: "" };
        identity::push(&mut self.cited, record.page, &own);
        for citation in &record.citations {
            let row = CitedRow { is_own: false, docket: "", ..own };
            identity::push(&mut self.cited, &id::case(record.court, citation), &row);
        }
    }
}

impl Group {
    fn begin(&mut self, rank: u8, number: u64) {
        (self.rank, self.number) = (rank, number);
        self.key.clear();
        self.latest = None;
        self.existing_row.clear();
        (self.n_imported, self.seen_before, self.seen_now) = (0, 0, 0);
    }

    fn add(&mut self, order: Order, value: &[u8]) {
        let seen = if order.is_imported { &mut self.seen_now } else { &mut self.seen_before };
        *seen = order.seen.max(*seen);
        if order.kind == Kind::SEEN {
            return;
        }
        if order.kind == Kind::RECORD {
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
        let key = match read_row(value)? {
            Row::Seen => return Ok(()),
            Row::Withdrawn { key, .. } => key,
            Row::Record(record) => record.key,
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

    /// The record of earlier imports.
    fn existing(&self) -> Result<Option<CaseRow<'_>>> {
        if self.existing_row.is_empty() {
            return Ok(None);
        }
        match read_row(&self.existing_row)? {
            Row::Record(record) => Ok(Some(record)),
            Row::Seen | Row::Withdrawn { .. } => Ok(None),
        }
    }

    /// The name of the decision in reports.
    fn name(&self) -> String {
        Publisher::decision_name(self.rank, self.number, &self.key)
    }

    /// Counts a decision that is dropped.
    fn count_gone(&self, existing: Option<&CaseRow<'_>>, reason: &str, sink: &mut Sink<'_>) {
        if self.n_imported > 0 {
            sink.count_older_case(&self.name());
        }
        if let Some(existing) = existing.filter(|existing| !existing.old_id.is_empty()) {
            sink.count_removed_case(existing.old_id, reason);
        }
    }
}
