/*!
The join: rows of several tables sorted by a number they share, so that what belongs together lies together.
*/

use anyhow::{Context, Result};
use lexdex::model::{Case, Date};
use lexdex::sort::Sorted;
use parking_lot::Mutex;

use crate::import::engine::partitions::Partitions;
use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::law::case_ids::CaseIds;
use crate::import::law::drafts::case::{CaseDraft, Decision};
use crate::import::publishers::courtlistener::court::Courts;
use crate::import::publishers::courtlistener::nature;
use crate::import::publishers::courtlistener::precedence::Precedence;
use crate::import::publishers::courtlistener::rows::{Citation, Cluster, Docket};
use crate::report::skip::Reason;
use crate::topics::Vocabulary;

/// Parts the fields of an entry; clean text has no control characters.
const PART: char = '\u{1f}';

/// The first byte of an entry: what the decisions of a group need comes before the decisions.
const NEEDED: u8 = 0;
const DECISION: u8 = 1;

/// What stands before the text of a citation: its rank and its number.
const RANK_BYTES: usize = 9;

const CONTEXT: &str = "cannot sort the rows read so far";

static NO_DATE_OF_DATA: Reason = Reason {
    name: "no_date_of_data",
    explanation: "The row does not say when it was last changed (date_modified), which every record must tell.",
};

static NO_DOCKET: Reason = Reason {
    name: "no_docket",
    explanation: "The decision's docket is not in the table of dockets, so that its court is unknown.",
};

/// Rows on their way to a join.
pub(super) struct Join {
    rows: Partitions,
    /// The value of a row that is being added.
    value: Vec<u8>,
}

impl Join {
    pub(super) fn new(session: &Session<'_>) -> Self {
        Self { rows: session.partitions(), value: Vec::new() }
    }

    /// Adds a decision, to be joined with its citations.
    pub(super) fn cluster(&mut self, cluster: &Cluster<'_>) {
        let Cluster { id, docket_id, name, decided, modified, nature_of_suit, status } = cluster;
        let fields = [status, name, decided, modified, nature_of_suit].map(|field| &**field);
        self.push(*id, &[&[DECISION], &docket_id.to_be_bytes()], &fields);
    }

    /// Adds a citation; of those of a decision the best comes first, then the one entered first.
    pub(super) fn citation(&mut self, citation: &Citation) {
        let Some(text) = &citation.text else { return };
        self.push(citation.cluster_id, &[&[NEEDED, citation.rank], &citation.id.to_be_bytes()], &[text]);
    }

    /// Adds a decision with its citation, to be joined with its docket.
    fn cited(&mut self, docket: u64, cluster: u64, citation: &str, fields: &str) {
        self.push(docket, &[&[DECISION], &cluster.to_be_bytes()], &[citation, fields]);
    }

    /// Adds a docket; of several rows of one the newest comes last.
    pub(super) fn docket(&mut self, docket: &Docket<'_>) {
        let fields = [&docket.modified, &docket.court_id, &docket.nature_of_suit].map(|field| &**field);
        self.push(docket.id, &[&[NEEDED]], &fields);
    }

    fn push(&mut self, number: u64, head: &[&[u8]], fields: &[&str]) {
        self.value.clear();
        head.iter().for_each(|part| self.value.extend_from_slice(part));
        for (idx, field) in fields.iter().enumerate() {
            if idx > 0 {
                self.value.push(PART as u8);
            }
            self.value.extend_from_slice(field.as_bytes());
        }
        let key = number.to_be_bytes();
        self.rows.push(&key, &key, &self.value);
    }

    pub(super) fn absorb(&mut self, other: Self) {
        self.rows.absorb(other.rows);
    }
}

/// Gives decisions their citations: what is known of them, by docket, and the numbers of their dockets, sorted.
pub(super) fn cite(session: &Session<'_>, clusters: Join) -> Result<(Join, Vec<u64>)> {
    let by_docket = Mutex::new(Join::new(session));
    let wanted = Mutex::new(Vec::new());
    session.join("opinion-clusters", clusters.rows, |sorted, sink| {
        let mut found = Join::new(session);
        let mut dockets = Vec::new();
        let mut best = Needed::default();
        while let Some((number, entry)) = next(sorted)? {
            match entry {
                Entry::Needed(citation) => best.keep_first(number, &citation[RANK_BYTES..])?,
                Entry::Decision(docket, decision) => match cited(decision, best.of(number)) {
                    Err(reason) => {
                        sink.set_position(number);
                        sink.skip(reason, &format!("cluster {number}"));
                    }
                    Ok((citation, fields)) => {
                        dockets.push(docket);
                        found.cited(docket, number, citation, fields);
                    }
                },
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

/// The citation of a decision, and its fields from the name on; or why it is left out.
fn cited<'e>(decision: &'e str, citation: Option<&'e str>) -> Result<(&'e str, &'e str), &'static Reason> {
    let (status, decision) = decision.split_once(PART).unwrap_or_default();
    let [name, _, modified] = fields(decision);
    let citation = CaseDraft::check(citation, name)?;
    if let Precedence::Left(reason) = Precedence::of(status) {
        return Err(reason);
    }
    if modified.parse::<Date>().is_err() {
        return Err(&NO_DATE_OF_DATA);
    }
    Ok((citation, decision))
}

/// Gives decisions their courts.
pub(super) fn decide(session: &Session<'_>, dockets: Join, courts: &Courts<'_>) -> Result<CaseIds> {
    let cases = Mutex::new(CaseIds::new(session));
    session.join("opinion-clusters", dockets.rows, |sorted, sink| {
        let mut found = CaseIds::new(session);
        let mut docket = Needed::default();
        while let Some((number, entry)) = next(sorted)? {
            match entry {
                Entry::Needed(fields) => docket.keep_last(number, fields)?,
                Entry::Decision(cluster, decision) => {
                    sink.set_position(cluster);
                    match case(fields(decision), docket.of(number), courts, sink) {
                        Err(reason) => sink.skip(reason, &format!("cluster {cluster}")),
                        Ok(case) => found.push(&case, cluster, sink),
                    }
                }
            }
        }
        cases.lock().absorb(found);
        Ok(())
    })?;
    Ok(cases.into_inner())
}

fn case(
    [citation, name, decided, modified, nature]: [&str; 5],
    docket: Option<&str>,
    courts: &Courts<'_>,
    sink: &mut Sink<'_>,
) -> Result<Case, &'static Reason> {
    let [_, court, nature_of_docket] = fields(docket.ok_or(&NO_DOCKET)?);
    let court = courts.find(court)?;
    let natures = [nature_of_docket, nature].into_iter().map(nature::subject).filter(|nature| !nature.is_empty());
    let decision = Decision {
        court,
        date: decided.parse().ok(),
        topics: sink.topics(Vocabulary::NatureOfSuit, natures),
        last_updated: modified.parse().map_err(|_| &NO_DATE_OF_DATA)?,
    };
    Ok(CaseDraft::new(Some(citation), name)?.into_record(decision, sink))
}

/// What the decisions of a group need, which comes before them.
#[derive(Default)]
struct Needed {
    number: Option<u64>,
    value: String,
}

impl Needed {
    fn keep_first(&mut self, number: u64, value: &[u8]) -> Result<()> {
        if self.number == Some(number) { Ok(()) } else { self.keep_last(number, value) }
    }

    fn keep_last(&mut self, number: u64, value: &[u8]) -> Result<()> {
        self.number = Some(number);
        std::str::from_utf8(value)?.clone_into(&mut self.value);
        Ok(())
    }

    fn of(&self, number: u64) -> Option<&str> {
        (self.number == Some(number)).then_some(&self.value)
    }
}

/// An entry of a join.
enum Entry<'e> {
    /// What the decisions of the group need.
    Needed(&'e [u8]),
    /// A decision: the number that it is joined by in another join, and its fields.
    Decision(u64, &'e str),
}

impl<'e> Entry<'e> {
    fn of(value: &'e [u8]) -> Result<Self> {
        let (&kind, value) = value.split_first().context(CONTEXT)?;
        if kind == NEEDED {
            return Ok(Self::Needed(value));
        }
        let (number, fields) = value.split_first_chunk().context(CONTEXT)?;
        Ok(Self::Decision(u64::from_be_bytes(*number), std::str::from_utf8(fields)?))
    }
}

fn next(sorted: &mut Sorted) -> Result<Option<(u64, Entry<'_>)>> {
    let Some((key, value)) = sorted.next_entry().context(CONTEXT)? else { return Ok(None) };
    Ok(Some((u64::from_be_bytes(key.try_into()?), Entry::of(value)?)))
}

/// The fields of an entry.
fn fields<const N: usize>(entry: &str) -> [&str; N] {
    let mut parts = entry.split(PART);
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}
