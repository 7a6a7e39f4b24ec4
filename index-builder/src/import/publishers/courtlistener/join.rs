/*!
Joins the rows of the tables by sorting them by a number that they share: the cluster's, then the docket's.
*/

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use lexdex_core::model::{Case, Date, Resource};
use lexdex_core::sort::Sorted;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::engine::sink::{RecordKey, Sink};
use crate::import::law::court::CaseCourt;
use crate::import::law::drafts::case::{CaseDetails, CaseDraft, DecisionDetails};
use crate::import::parts::case_keys::{MAX_CITATIONS, numbered};
use crate::import::publishers::courtlistener::court::CourtsById;
use crate::import::publishers::courtlistener::nature;
use crate::import::publishers::courtlistener::number_filter::NumberFilter;
use crate::import::publishers::courtlistener::precedence::DecisionPrecedence;
use crate::import::publishers::courtlistener::release::{TableRelease, TableReleases};
use crate::import::publishers::courtlistener::rows::{CitationRow, Cluster, Docket};
use crate::report::skip::Reason;
use crate::topics::Vocabulary;

/// The kind byte in a key, after the group's number. Rows of this kind are the citations or the docket of a group. They
/// sort before the decisions, which need them.
const NEEDED: u8 = 0;
const DECISION: u8 = 1;

const CONTEXT: &str = "cannot sort the rows read so far";

static NO_DOCKET: Reason = Reason {
    name: "no_docket",
    explanation: "The decision's docket is not in the table of dockets, so its court is unknown.",
};

static OLDER_RELEASE: Reason =
    Reason { name: "older_release", explanation: "The tables of a later day are among the inputs." };

static BLOCKED: Reason = Reason {
    name: "blocked",
    explanation: "The publisher keeps the decision from search engines, mostly because it is sealed or a party asked for \
                  it.",
};

/// A row of a table. A group has the rows with the same number.
#[derive(Serialize, Deserialize)]
enum JoinRow<'r> {
    Citation {
        release: u32,
        rank: u8,
        id: u64,
        text: &'r str,
    },
    Docket {
        release: u32,
        court_id: &'r str,
        nature_of_suit: &'r str,
        number: &'r str,
    },
    Decision {
        #[serde(borrow)]
        decision: DecisionRow<'r>,
        docket_id: u64,
    },
    CitedDecision(#[serde(borrow)] CitedDecision<'r>),
}

/// A row of the table of decisions.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct DecisionRow<'r> {
    release: u32,
    status: &'r str,
    is_blocked: bool,
    name: &'r str,
    decided: Option<Date>,
    modified: Option<Date>,
    nature_of_suit: &'r str,
    text: &'r str,
}

/// A decision with its citations, which is to be joined with its docket.
#[derive(Serialize, Deserialize)]
struct CitedDecision<'r> {
    release: u32,
    #[serde(borrow)]
    draft: CaseDraft<'r>,
    cluster_id: u64,
    /// All citations, the best first.
    citations: Vec<&'r str>,
    decided: Option<Date>,
    nature_of_suit: &'r str,
    text: &'r str,
}

/// Rows by the number that joins them.
pub(super) struct Join {
    rows: Partitions,
    /// A buffer for keys.
    key: Vec<u8>,
}

impl Join {
    pub(super) fn new(session: &Session<'_>) -> Self {
        Self { rows: session.partitions(), key: Vec::new() }
    }

    /// Adds a decision, to be joined with its citations.
    pub(super) fn cluster(&mut self, release: TableRelease, cluster: &Cluster<'_>) {
        let decision = DecisionRow {
            release: release.0,
            status: &cluster.status,
            is_blocked: cluster.is_blocked,
            name: &cluster.name,
            decided: cluster.decided,
            modified: cluster.modified,
            nature_of_suit: &cluster.nature_of_suit,
            text: &cluster.text,
        };
        let row = JoinRow::Decision { decision, docket_id: cluster.docket_id };
        self.push(cluster.id, DECISION, &[&cluster.docket_id.to_be_bytes()], &row);
    }

    /// Adds a citation. The citations of a decision are sorted by release, then by rank and id.
    pub(super) fn citation(&mut self, release: TableRelease, citation: &CitationRow) {
        let CitationRow { id, cluster_id, rank, text: Some(text) } = citation else { return };
        let order = [&release.0.to_be_bytes()[..], &[*rank], &id.to_be_bytes()];
        let row = JoinRow::Citation { release: release.0, rank: *rank, id: *id, text };
        self.push(*cluster_id, NEEDED, &order, &row);
    }

    /// Adds a decision with its citations, to be joined with its docket.
    fn cited(&mut self, docket_id: u64, decision: CitedDecision<'_>) {
        let order = decision.cluster_id.to_be_bytes();
        self.push(docket_id, DECISION, &[&order], &JoinRow::CitedDecision(decision));
    }

    /// Adds a docket. Several rows of one docket are sorted by date, so that the last one is the newest.
    pub(super) fn docket(&mut self, release: TableRelease, docket: &Docket<'_>) {
        let Docket { id, court_id, modified, nature_of_suit, number } = docket;
        let row = JoinRow::Docket { release: release.0, court_id, nature_of_suit, number };
        self.push(*id, NEEDED, &[modified.as_bytes(), &release.0.to_be_bytes()], &row);
    }

    /// Adds a row to the group of a number. `order` sorts rows of one kind.
    fn push(&mut self, number: u64, kind: u8, order: &[&[u8]], row: &JoinRow<'_>) {
        let group = number.to_be_bytes();
        self.key.clear();
        self.key.extend_from_slice(&group);
        self.key.push(kind);
        order.iter().for_each(|part| self.key.extend_from_slice(part));
        self.rows.push_row(&group, &self.key, row);
    }

    /// Adds the rows of another join.
    pub(super) fn absorb(&mut self, other: Self) {
        self.rows.absorb(other.rows);
    }
}

/// The releases whose rows are joined: each by itself, or all of them together if a release lacks a table.
pub(super) struct Joined<'c> {
    are_joined: bool,
    courts: BTreeMap<TableRelease, CourtsById<'c>>,
    /// The newest release with decisions.
    newest: TableRelease,
}

impl<'c> Joined<'c> {
    pub(super) fn new(session: &Session<'c>, releases: &mut TableReleases) -> Self {
        let are_joined = releases.are_joined();
        let mut courts = releases.take_courts();
        if are_joined {
            let rows = std::mem::take(&mut courts).into_values().flatten().collect();
            courts.insert(TableRelease::default(), rows);
        }
        let courts = courts.into_iter().map(|(release, rows)| (release, CourtsById::new(rows, session.catalogue())));
        Self { are_joined, courts: courts.collect(), newest: releases.newest() }
    }

    /// Whether rows of these releases belong together.
    fn belong(&self, a: u32, b: u32) -> bool {
        self.are_joined || a == b
    }

    fn court(&self, release: u32, id: &str) -> Result<&CaseCourt<'c>, &'static Reason> {
        let release = if self.are_joined { TableRelease::default() } else { TableRelease(release) };
        self.courts.get(&release).ok_or(&NO_DOCKET)?.find(id)
    }

    /// Whether there are tables of a later day.
    fn is_superseded(&self, release: u32) -> bool {
        !self.are_joined && TableRelease(release) < self.newest
    }
}

/// Joins the decisions with their citations. Returns the cited decisions by docket, and the numbers of their dockets.
pub(super) fn cite(session: &Session<'_>, clusters: Join, joined: &Joined<'_>) -> Result<(Join, NumberFilter)> {
    let all = Mutex::new(Join::new(session));
    let wanted = NumberFilter::new();
    session.join("opinion-clusters", clusters.rows, |sorted, sink| {
        let mut by_docket = Join::new(session);
        let mut citations = Citations::default();
        while let Some((number, row)) = next(sorted)? {
            match row {
                JoinRow::Citation { release, rank, id, text } => citations.add(number, release, rank, id, text),
                JoinRow::Decision { decision, docket_id } => {
                    let citations = citations.for_number(number, decision.release, joined);
                    sink.set_position(number);
                    match draft(&decision, citations.first().copied()) {
                        Err(reason) => leave(number, &decision, reason, sink),
                        Ok(draft) => {
                            let DecisionRow { release, decided, nature_of_suit, text, .. } = decision;
                            wanted.add(docket_id);
                            let cluster_id = number;
                            let cited =
                                CitedDecision { release, draft, cluster_id, citations, decided, nature_of_suit, text };
                            by_docket.cited(docket_id, cited);
                        }
                    }
                }
                _ => {}
            }
        }
        all.lock().absorb(by_docket);
        Ok(())
    })?;
    Ok((all.into_inner(), wanted))
}

/// The citations of one decision, of all releases.
#[derive(Default)]
struct Citations {
    number: u64,
    all: Vec<(u32, u8, u64, String)>,
}

impl Citations {
    fn add(&mut self, number: u64, release: u32, rank: u8, id: u64, text: &str) {
        if self.number != number {
            self.number = number;
            self.all.clear();
        }
        let is_known = |known: &(u32, u8, u64, String)| known.0 == release && known.3 == text;
        let of_release = self.all.iter().rev().take_while(|known| known.0 == release).count();
        if of_release < MAX_CITATIONS && !self.all.iter().any(is_known) {
            self.all.push((release, rank, id, text.to_owned()));
        }
    }

    /// The citations of a decision in a release, the best first.
    fn for_number(&self, number: u64, release: u32, joined: &Joined<'_>) -> Vec<&str> {
        let all = if self.number == number { self.all.as_slice() } else { &[] };
        let mut of_release: Vec<_> = all.iter().filter(|citation| joined.belong(citation.0, release)).collect();
        of_release.sort_by_key(|(_, rank, id, _)| (*rank, *id));
        of_release.into_iter().map(|(.., text)| text.as_str()).take(MAX_CITATIONS).collect()
    }
}

/// The reason why the publisher withdrew a decision, if it did.
fn withdrawal(decision: &DecisionRow<'_>) -> Option<&'static Reason> {
    match DecisionPrecedence::from_status(decision.status) {
        _ if decision.is_blocked => Some(&BLOCKED),
        DecisionPrecedence::LeftOut(reason) => Some(reason),
        DecisionPrecedence::Kept => None,
    }
}

/// Skips a decision, and with it an older row of its number.
fn leave(number: u64, decision: &DecisionRow<'_>, reason: &'static Reason, sink: &mut Sink<'_>) {
    let at = format!("cluster {number}");
    match decision.modified {
        None => sink.skip(reason, &at),
        Some(last_updated) => {
            let id = numbered(number);
            sink.leave(reason, &at, &RecordKey { resource: Resource::Cases, id: &id, last_updated });
        }
    }
}

/// Drafts a decision with its citation, or returns the reason to skip it.
fn draft<'r>(decision: &DecisionRow<'r>, citation: Option<&'r str>) -> Result<CaseDraft<'r>, &'static Reason> {
    let draft = CaseDraft::new(citation, decision.name, decision.modified)?;
    withdrawal(decision).map_or(Ok(draft), Err)
}

/// Joins the cited decisions with their dockets, which name the courts.
pub(super) fn decide(session: &Session<'_>, dockets: Join, joined: &Joined<'_>) -> Result<()> {
    session.join("opinion-clusters", dockets.rows, |sorted, sink| {
        let mut dockets = Dockets::default();
        while let Some((number, row)) = next(sorted)? {
            match row {
                JoinRow::Docket { release, court_id, nature_of_suit, number: docket_number } => {
                    dockets.add(number, DocketOfRelease::new(release, court_id, nature_of_suit, docket_number));
                }
                JoinRow::CitedDecision(decision) => {
                    let cluster_id = decision.cluster_id;
                    sink.set_position(cluster_id);
                    let docket = dockets.for_number(number, decision.release, joined);
                    if let Err(reason) = decide_one(&decision, docket, joined, sink) {
                        sink.skip(reason, &format!("cluster {cluster_id}"));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    })
}

/// Writes a decision, or returns the reason to skip it.
fn decide_one(
    decision: &CitedDecision<'_>,
    docket: Option<&DocketOfRelease>,
    joined: &Joined<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), &'static Reason> {
    if joined.is_superseded(decision.release) {
        return Err(&OLDER_RELEASE);
    }
    let docket = docket.ok_or(&NO_DOCKET)?;
    let court = joined.court(decision.release, &docket.court_id)?;
    let case = case(decision, docket, court, sink);
    let details = DecisionDetails {
        number: decision.cluster_id,
        key: "",
        court: &court.id,
        docket: &docket.number,
        citations: &decision.citations,
        text: decision.text,
    };
    sink.write_case(&case, &details, &format!("cluster {}", decision.cluster_id));
    Ok(())
}

/// Makes the record of a decision.
fn case(decision: &CitedDecision<'_>, docket: &DocketOfRelease, court: &CaseCourt<'_>, sink: &mut Sink<'_>) -> Case {
    let natures = [docket.nature_of_suit.as_str(), decision.nature_of_suit].into_iter().map(nature::subject);
    let topics = sink.topics(Vocabulary::NatureOfSuit, natures.filter(|nature| !nature.is_empty()));
    let details = CaseDetails { court, date: decision.decided, topics, summary: None, source: None };
    decision.draft.into_record(details, sink)
}

/// The part of a docket that its decisions need.
struct DocketOfRelease {
    release: u32,
    court_id: String,
    nature_of_suit: String,
    number: String,
}

impl DocketOfRelease {
    fn new(release: u32, court_id: &str, nature_of_suit: &str, number: &str) -> Self {
        let (court_id, nature_of_suit, number) = (court_id.to_owned(), nature_of_suit.to_owned(), number.to_owned());
        Self { release, court_id, nature_of_suit, number }
    }
}

/// The rows of one docket: the newest of each release, the newest of all last.
#[derive(Default)]
struct Dockets {
    number: u64,
    rows: Vec<DocketOfRelease>,
}

impl Dockets {
    fn add(&mut self, number: u64, docket: DocketOfRelease) {
        if self.number != number {
            self.number = number;
            self.rows.clear();
        }
        self.rows.retain(|known| known.release != docket.release);
        self.rows.push(docket);
    }

    /// The newest row of a docket in a release.
    fn for_number(&self, number: u64, release: u32, joined: &Joined<'_>) -> Option<&DocketOfRelease> {
        let rows = if self.number == number { self.rows.as_slice() } else { &[] };
        rows.iter().rev().find(|docket| joined.belong(docket.release, release))
    }
}

fn next(sorted: &mut Sorted) -> Result<Option<(u64, JoinRow<'_>)>> {
    let Some((key, value)) = sorted.next_entry().context(CONTEXT)? else { return Ok(None) };
    let (number, _) = key.split_first_chunk().context(CONTEXT)?;
    Ok(Some((u64::from_be_bytes(*number), read_row(value).context(CONTEXT)?)))
}
