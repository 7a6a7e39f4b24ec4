/*!
The join: rows of several tables sorted by a number they share, so that what belongs together lies together.
*/

use std::io;

use anyhow::{Context, Result};
use lexdex::model::{Case, Date};

use super::SOURCE;
use super::court::Courts;
use super::nature;
use super::precedence::Precedence;
use super::rows::{Citation, Cluster, Docket};
use crate::import::case_ids::{CaseIds, WaitingCase};
use crate::import::case_name::case_name;
use crate::import::skip::Reason;
use crate::import::sort::{Sorted, Sorter};
use crate::import::topics::Vocabulary;
use crate::import::{Import, Sink, id};

/// Parts the fields of an entry; clean text has no control characters.
const PART: &str = "\u{1f}";

/// The first byte of an entry: what the decisions of a group need comes before the decisions.
const NEEDED: u8 = 0;
const DECISION: u8 = 1;

const CONTEXT: &str = "cannot sort the rows read so far";

static NO_CITATION: Reason = Reason {
    name: "no_citation",
    explanation: "No citation tells a volume, a reporter and a page; every case must have one.",
};

static NO_NAME: Reason = Reason {
    name: "no_name",
    explanation: "The decision has no case name; at most the full caption, which is not the short form.",
};

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
    sorter: Sorter,
    failure: io::Result<()>,
}

impl Join {
    pub(super) fn new(import: &Import<'_>) -> Self {
        Self { sorter: import.sorter(), failure: Ok(()) }
    }

    /// Adds a decision, to be joined with its citations.
    pub(super) fn cluster(&mut self, cluster: &Cluster) {
        let Cluster { id, docket_id, name, decided, modified, nature_of_suit, status } = cluster;
        let docket_id = docket_id.to_string();
        let fields = [status.as_str(), &docket_id, name, decided, modified, nature_of_suit];
        self.push(*id, &[&[DECISION], fields.join(PART).as_bytes()].concat());
    }

    /// Adds a citation; of those of a decision the best comes first, then the one entered first.
    pub(super) fn citation(&mut self, citation: &Citation) {
        let Some(text) = &citation.text else { return };
        let order = citation.id.to_be_bytes();
        self.push(citation.cluster_id, &[&[NEEDED, citation.rank], &order[..], text.as_bytes()].concat());
    }

    /// Adds a docket; of several rows of one the newest comes last.
    pub(super) fn docket(&mut self, docket: &Docket) {
        let fields = [docket.modified.as_str(), &docket.court_id, &docket.nature_of_suit];
        self.push(docket.id, &[&[NEEDED], fields.join(PART).as_bytes()].concat());
    }

    fn push(&mut self, number: u64, value: &[u8]) {
        let pushed = self.sorter.push(&number.to_be_bytes(), value);
        self.failure = std::mem::replace(&mut self.failure, Ok(())).and(pushed);
    }

    pub(super) fn absorb(&mut self, other: Self) {
        let absorbed = other.failure.and_then(|()| self.sorter.absorb(other.sorter));
        self.failure = std::mem::replace(&mut self.failure, Ok(())).and(absorbed);
    }

    fn sorted(self) -> Result<Sorted> {
        self.failure.context(CONTEXT)?;
        self.sorter.sorted().context(CONTEXT)
    }
}

/// Gives decisions their citations: what is known of them, by docket, and the numbers of their dockets, sorted.
pub(super) fn cite(import: &Import<'_>, clusters: Join) -> Result<(Join, Vec<u64>)> {
    let mut by_docket = Join::new(import);
    let mut wanted = Vec::new();
    let mut sorted = clusters.sorted()?;
    import.with_sink("opinion-clusters", |sink| {
        let mut best = Needed::default();
        while let Some((number, value)) = next(&mut sorted)? {
            let decision = match value.split_at(1) {
                (&[NEEDED], citation) => {
                    // Behind the rank and the order.
                    best.keep_first(number, citation.get(9..).unwrap_or_default());
                    continue;
                }
                (_, decision) => String::from_utf8_lossy(decision),
            };
            match cited(&decision, best.of(number)) {
                Err(reason) => sink.skip(reason, &format!("cluster {number}")),
                Ok((docket, cited)) => {
                    wanted.push(docket);
                    let number = number.to_string();
                    let value = [number.as_str(), &cited].join(PART);
                    by_docket.push(docket, &[&[DECISION], value.as_bytes()].concat());
                }
            }
        }
        Ok(())
    })?;
    wanted.sort_unstable();
    wanted.dedup();
    Ok((by_docket, wanted))
}

/// A decision with its citation, and its docket; or why it is left out.
fn cited(decision: &str, citation: Option<&str>) -> Result<(u64, String), &'static Reason> {
    let [status, docket, name, decided, modified, nature] = fields(decision);
    let citation = citation.ok_or(&NO_CITATION)?;
    if name.is_empty() {
        return Err(&NO_NAME);
    }
    if let Precedence::Left(reason) = Precedence::of(status) {
        return Err(reason);
    }
    if modified.parse::<Date>().is_err() {
        return Err(&NO_DATE_OF_DATA);
    }
    Ok((docket.parse().map_err(|_| &NO_DOCKET)?, [citation, name, decided, modified, nature].join(PART)))
}

/// Gives decisions their courts.
pub(super) fn decide(import: &Import<'_>, dockets: Join, courts: &Courts<'_>) -> Result<CaseIds> {
    let mut cases = CaseIds::new(import);
    let mut sorted = dockets.sorted()?;
    import.with_sink("opinion-clusters", |sink| {
        let mut docket = Needed::default();
        while let Some((number, value)) = next(&mut sorted)? {
            match value.split_at(1) {
                (&[NEEDED], fields) => docket.keep_last(number, fields),
                (_, decision) => {
                    let decision = String::from_utf8_lossy(decision);
                    let [cluster, decision @ ..] = fields::<6>(&decision);
                    match case(decision, docket.of(number), courts, sink) {
                        Err(reason) => sink.skip(reason, &format!("cluster {cluster}")),
                        Ok(case) => cases.push(WaitingCase::new(&case, cluster.parse()?, sink)),
                    }
                }
            }
        }
        Ok(())
    })?;
    Ok(cases)
}

fn case(
    [citation, name, decided, modified, nature]: [&str; 5],
    docket: Option<&str>,
    courts: &Courts<'_>,
    sink: &mut Sink<'_>,
) -> Result<Case, &'static Reason> {
    let [_, court, nature_of_docket] = fields(docket.ok_or(&NO_DOCKET)?);
    let court = courts.find(court)?;
    let jurisdiction = court.jurisdiction;
    if !court.is_catalogued {
        // Counted as one that the catalogue lacks.
        sink.court(&court.name, &jurisdiction.id);
    }
    let natures = [nature_of_docket, nature].into_iter().map(nature::subject).filter(|nature| !nature.is_empty());
    Ok(Case {
        id: format!("{}-{}", court.id, id::citation(citation)),
        case_name: case_name(name),
        citation: citation.to_owned(),
        court: court.name.clone(),
        jurisdiction: jurisdiction.name.clone(),
        jurisdiction_id: jurisdiction.id.clone(),
        decision_date: decided.parse().ok(),
        topics: Some(sink.topics(Vocabulary::NatureOfSuit, natures)),
        summary: None,
        meta: sink.meta(
            &jurisdiction.id,
            SOURCE,
            modified.parse().map_err(|_| &NO_DATE_OF_DATA)?,
            Some(citation.to_owned()),
        ),
    })
}

/// What the decisions of a group need, which comes before them.
#[derive(Default)]
struct Needed {
    number: Option<u64>,
    value: String,
}

impl Needed {
    fn keep_first(&mut self, number: u64, value: &[u8]) {
        if self.number != Some(number) {
            self.keep_last(number, value);
        }
    }

    fn keep_last(&mut self, number: u64, value: &[u8]) {
        self.number = Some(number);
        self.value.clear();
        self.value.push_str(&String::from_utf8_lossy(value));
    }

    fn of(&self, number: u64) -> Option<&str> {
        (self.number == Some(number)).then_some(&self.value)
    }
}

fn next(sorted: &mut Sorted) -> Result<Option<(u64, &[u8])>> {
    let entry = sorted.next_entry().context(CONTEXT)?;
    Ok(entry.map(|(key, value)| (key.try_into().map(u64::from_be_bytes).unwrap_or_default(), value)))
}

/// The fields of an entry.
fn fields<const N: usize>(entry: &str) -> [&str; N] {
    let mut parts = entry.split(PART);
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}
