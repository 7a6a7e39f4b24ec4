/*!
Joins the rows of the tables by sorting them by a number that they share: the cluster's, then the docket's.
*/

use anyhow::{Context, Result};
use lexdex::model::Case;
use lexdex::sort::Sorted;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::{Partitions, read_row};
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::law::case_ids::CaseIds;
use crate::import::law::drafts::case::{CaseDetails, CaseDraft};
use crate::import::publishers::courtlistener::court::Courts;
use crate::import::publishers::courtlistener::nature;
use crate::import::publishers::courtlistener::precedence::Precedence;
use crate::import::publishers::courtlistener::rows::{Citation, Cluster, Docket};
use crate::import::text::iso_date::day_of;
use crate::report::skip::Reason;
use crate::topics::Vocabulary;

/// The first byte of a key after the number of the group. It sorts the citations or the docket of a group before the
/// decisions, which need them.
const NEEDED: u8 = 0;
const DECISION: u8 = 1;

const CONTEXT: &str = "cannot sort the rows read so far";

static NO_DOCKET: Reason = Reason {
    name: "no_docket",
    explanation: "The decision's docket is not in the table of dockets, so its court is unknown.",
};

/// A row of a group.
#[derive(Serialize, Deserialize)]
enum Row<'r> {
    Citation(&'r str),
    Docket {
        court_id: &'r str,
        nature_of_suit: &'r str,
    },
    Decision {
        #[serde(borrow)]
        decision: Decision<'r>,
        docket_id: u64,
    },
    CitedDecision(#[serde(borrow)] CitedDecision<'r>),
}

/// A row of the table of decisions.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Decision<'r> {
    status: &'r str,
    name: &'r str,
    decided: &'r str,
    modified: &'r str,
    nature_of_suit: &'r str,
    text: &'r str,
}

/// A decision with its citation, which is to be joined with its docket.
#[derive(Serialize, Deserialize)]
struct CitedDecision<'r> {
    #[serde(borrow)]
    draft: CaseDraft<'r>,
    cluster_id: u64,
    decided: &'r str,
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
    pub(super) fn cluster(&mut self, cluster: &Cluster<'_>) {
        let decision = Decision {
            status: &cluster.status,
            name: &cluster.name,
            decided: &cluster.decided,
            modified: &cluster.modified,
            nature_of_suit: &cluster.nature_of_suit,
            text: &cluster.text,
        };
        let row = Row::Decision { decision, docket_id: cluster.docket_id };
        self.push(cluster.id, DECISION, &[&cluster.docket_id.to_be_bytes()], &row);
    }

    /// Adds a citation. The citations of a decision are sorted by rank, then by id, so that the first one is the best.
    pub(super) fn citation(&mut self, citation: &Citation) {
        let Some(text) = &citation.text else { return };
        let order = [&[citation.rank][..], &citation.id.to_be_bytes()];
        self.push(citation.cluster_id, NEEDED, &order, &Row::Citation(text));
    }

    /// Adds a decision with its citation, to be joined with its docket.
    fn cited(&mut self, docket_id: u64, decision: CitedDecision<'_>) {
        let order = decision.cluster_id.to_be_bytes();
        self.push(docket_id, DECISION, &[&order], &Row::CitedDecision(decision));
    }

    /// Adds a docket. Several rows of one docket are sorted by date, so that the last one is the newest.
    pub(super) fn docket(&mut self, docket: &Docket<'_>) {
        let row = Row::Docket { court_id: &docket.court_id, nature_of_suit: &docket.nature_of_suit };
        self.push(docket.id, NEEDED, &[docket.modified.as_bytes()], &row);
    }

    /// Adds a row to the group of a number. `order` sorts rows of one kind.
    fn push(&mut self, number: u64, kind: u8, order: &[&[u8]], row: &Row<'_>) {
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

/// Joins the decisions with their citations. Returns the cited decisions by docket, and the sorted numbers of their
/// dockets.
pub(super) fn cite(session: &Session<'_>, clusters: Join) -> Result<(Join, Vec<u64>)> {
    let by_docket = Mutex::new(Join::new(session));
    let wanted = Mutex::new(Vec::new());
    session.join("opinion-clusters", clusters.rows, |sorted, sink| {
        let mut found = Join::new(session);
        let mut dockets = Vec::new();
        let mut best: Needed<String> = Needed::default();
        while let Some((number, row)) = next(sorted)? {
            match row {
                Row::Citation(citation) if best.of(number).is_none() => citation.clone_into(best.begin(number)),
                Row::Decision { decision, docket_id } => match draft(&decision, best.of(number).map(String::as_str)) {
                    Err(reason) => {
                        sink.set_position(number);
                        sink.skip(reason, &format!("cluster {number}"));
                    }
                    Ok(draft) => {
                        let Decision { decided, nature_of_suit, text, .. } = decision;
                        dockets.push(docket_id);
                        let cited = CitedDecision { draft, cluster_id: number, decided, nature_of_suit, text };
                        found.cited(docket_id, cited);
                    }
                },
                _ => {}
            }
        }
        by_docket.lock().absorb(found);
        wanted.lock().append(&mut dockets);
        Ok(())
    })?;
    let mut wanted = wanted.into_inner();
    wanted.sort_unstable();
    wanted.dedup();
    Ok((by_docket.into_inner(), wanted))
}

/// Drafts a decision with its citation, or returns the reason to skip it.
fn draft<'r>(decision: &Decision<'r>, citation: Option<&'r str>) -> Result<CaseDraft<'r>, &'static Reason> {
    let draft = CaseDraft::new(citation, decision.name, day_of(decision.modified))?;
    match Precedence::of(decision.status) {
        Precedence::Kept => Ok(draft),
        Precedence::LeftOut(reason) => Err(reason),
    }
}

/// Joins the cited decisions with their dockets, which name the courts.
pub(super) fn decide(session: &Session<'_>, dockets: Join, courts: &Courts<'_>) -> Result<CaseIds> {
    let cases = Mutex::new(CaseIds::new(session));
    session.join("opinion-clusters", dockets.rows, |sorted, sink| {
        let mut found = CaseIds::new(session);
        let mut docket: Needed<CourtAndNature> = Needed::default();
        while let Some((number, row)) = next(sorted)? {
            match row {
                Row::Docket { court_id, nature_of_suit } => {
                    let docket = docket.begin(number);
                    court_id.clone_into(&mut docket.court_id);
                    nature_of_suit.clone_into(&mut docket.nature_of_suit);
                }
                Row::CitedDecision(decision) => {
                    let cluster_id = decision.cluster_id;
                    sink.set_position(cluster_id);
                    match case(&decision, docket.of(number), courts, sink) {
                        Err(reason) => sink.skip(reason, &format!("cluster {cluster_id}")),
                        Ok(case) => found.push(&case, decision.text, cluster_id, sink),
                    }
                }
                _ => {}
            }
        }
        cases.lock().absorb(found);
        Ok(())
    })?;
    Ok(cases.into_inner())
}

/// Makes the record of a decision, or returns the reason to skip it.
fn case(
    decision: &CitedDecision<'_>,
    docket: Option<&CourtAndNature>,
    courts: &Courts<'_>,
    sink: &mut Sink<'_>,
) -> Result<Case, &'static Reason> {
    let docket = docket.ok_or(&NO_DOCKET)?;
    let court = courts.find(&docket.court_id)?;
    let natures = [docket.nature_of_suit.as_str(), decision.nature_of_suit].into_iter().map(nature::subject);
    let topics = sink.topics(Vocabulary::NatureOfSuit, natures.filter(|nature| !nature.is_empty()));
    let details = CaseDetails { court, date: decision.decided.parse().ok(), topics };
    Ok(decision.draft.into_record(details, sink))
}

/// The part of a docket that its decisions need.
#[derive(Default)]
struct CourtAndNature {
    court_id: String,
    nature_of_suit: String,
}

/// The value that the decisions of a group need.
#[derive(Default)]
struct Needed<T> {
    number: Option<u64>,
    value: T,
}

impl<T> Needed<T> {
    /// Begins a group. Returns the value to be overwritten.
    fn begin(&mut self, number: u64) -> &mut T {
        self.number = Some(number);
        &mut self.value
    }

    /// The value of a group. `None` if another group was begun last.
    fn of(&self, number: u64) -> Option<&T> {
        (self.number == Some(number)).then_some(&self.value)
    }
}

fn next(sorted: &mut Sorted) -> Result<Option<(u64, Row<'_>)>> {
    let Some((key, value)) = sorted.next_entry().context(CONTEXT)? else { return Ok(None) };
    let (number, _) = key.split_first_chunk().context(CONTEXT)?;
    Ok(Some((u64::from_be_bytes(*number), read_row(value).context(CONTEXT)?)))
}
