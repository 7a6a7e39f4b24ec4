/*!
Statements about decisions, sorted by the publishers' decision numbers. Within a number, the newest comes last.
*/

use anyhow::{Context, Result};
use lexdex_core::model::Date;
use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::Partitions;
use crate::import::engine::session::Session;
use crate::import::law::cases::publisher::Publisher;
use crate::import::merge::case_files::CaseRow;

/// The error context of rows that cannot be sorted.
pub(super) const CONTEXT: &str = "cannot sort the cases";

/// The content of a statement.
#[derive(Serialize, Deserialize)]
pub(super) enum StatementRow<'r> {
    /// A release has the decision.
    Seen,
    /// The publisher withdrew the decision.
    Withdrawn { key: &'r str, part: Option<&'r str>, location: &'r str },
    /// The decision has a record. Its encoded [`CaseRow`] follows.
    Record(#[serde(borrow)] DecisionHead<'r>),
}

/// The data about a decision that its id and its file depend on.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct DecisionHead<'r> {
    pub(super) name: &'r str,
    /// The date of the decision; 0 if it is unknown.
    pub(super) decided: u32,
    pub(super) jurisdiction: &'r str,
    /// The id made of the court and the record's own citation.
    pub(super) page: &'r str,
    /// The part of the source that has the decision. An imported decision has the importer's name for it.
    pub(super) part: Option<&'r str>,
    /// The id of its record in the corpus. Empty if it has none.
    pub(super) old_id: &'r str,
}

/// The kind of a row, as its order and as the first byte of its encoding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RowKind(u8);

impl RowKind {
    pub(super) const SEEN: Self = Self(0);
    pub(super) const RECORD: Self = Self(2);
}

impl StatementRow<'_> {
    /// The order of statements of one date. A release that withdraws a decision can also contain it.
    fn order(&self) -> u8 {
        match self {
            Self::Seen => 0,
            Self::Withdrawn { .. } => 1,
            Self::Record(_) => 2,
        }
    }
}

/// The position of a statement among those about a number.
#[derive(Clone, Copy)]
pub(super) struct StatementOrder {
    pub(super) number: u64,
    /// The date of the data; 0 if the statement has no data.
    pub(super) date: u32,
    /// The date of the newest release with these data.
    pub(super) seen: u32,
    pub(super) is_imported: bool,
    pub(super) kind: RowKind,
}

impl StatementOrder {
    pub(super) fn imported(number: u64, date: Date, seen: Date) -> Self {
        Self { number, date: date.as_number(), seen: seen.as_number(), is_imported: true, kind: RowKind::RECORD }
    }

    pub(super) fn existing(number: u64, date: Date, seen: Date) -> Self {
        Self { is_imported: false, ..Self::imported(number, date, seen) }
    }

    pub(super) fn seen(number: u64, seen: Date) -> Self {
        Self { number, date: 0, seen: seen.as_number(), is_imported: true, kind: RowKind::SEEN }
    }

    pub(super) fn seen_before(number: u64, seen: Date) -> Self {
        Self { is_imported: false, ..Self::seen(number, seen) }
    }
}

/// The length of the publisher's rank and the number at the beginning of a key, in bytes.
const GROUP_BYTES: usize = 9;

/// Statements about decisions.
pub(super) struct Statements {
    rows: Partitions,
}

impl Statements {
    pub(super) fn new(session: &Session<'_>) -> Self {
        Self { rows: session.partitions() }
    }

    pub(super) fn push(&mut self, publisher: Publisher, order: StatementOrder, row: &StatementRow<'_>) {
        self.push_encoded(publisher, order, row.order(), row);
    }

    /// Adds the statement that a decision has a record.
    pub(super) fn push_record(
        &mut self,
        publisher: Publisher,
        order: StatementOrder,
        head: DecisionHead<'_>,
        case: &CaseRow<'_>,
    ) {
        let row = StatementRow::Record(head);
        self.push_encoded(publisher, order, row.order(), &(row, case));
    }

    fn push_encoded(&mut self, publisher: Publisher, order: StatementOrder, kind: u8, row: &impl Serialize) {
        let group = decision_key(publisher.rank(), order.number);
        let mut key = [0; GROUP_BYTES + 10];
        key[..GROUP_BYTES].copy_from_slice(&group);
        key[9..13].copy_from_slice(&order.date.to_be_bytes());
        key[13..17].copy_from_slice(&order.seen.to_be_bytes());
        key[17] = u8::from(order.is_imported);
        key[18] = kind;
        self.rows.push_row(&group, &key, row);
    }

    pub(super) fn absorb(&mut self, other: Self) {
        self.rows.absorb(other.rows);
    }

    pub(super) fn into_rows(self) -> Partitions {
        self.rows
    }
}

/// The key of a decision: the rank of its publisher, and its number.
pub(super) fn decision_key(rank: u8, number: u64) -> [u8; GROUP_BYTES] {
    let mut key = [0; GROUP_BYTES];
    key[0] = rank;
    key[1..].copy_from_slice(&number.to_be_bytes());
    key
}

/// The rank and the number at the beginning of a key.
pub(super) fn read_decision_key(key: &[u8]) -> Result<(u8, u64)> {
    let (rank, rest) = key.split_first().context(SHORT_KEY)?;
    let (number, _) = rest.split_first_chunk().context(SHORT_KEY)?;
    Ok((*rank, u64::from_be_bytes(*number)))
}

/// Decodes a row. Returns also the encoded [`CaseRow`] of a record.
pub(super) fn read(row: &[u8]) -> Result<(StatementRow<'_>, &[u8])> {
    postcard::take_from_bytes(row).context("cannot decode a statement")
}

/// The position that a key of a statement encodes.
pub(super) fn read_order(key: &[u8]) -> Result<(u8, StatementOrder)> {
    let (rank, number) = read_decision_key(key)?;
    let (date, rest) = key[GROUP_BYTES..].split_first_chunk().context(SHORT_KEY)?;
    let (seen, rest) = rest.split_first_chunk().context(SHORT_KEY)?;
    let [is_imported, kind] = *rest.first_chunk().context(SHORT_KEY)?;
    let (date, seen) = (u32::from_be_bytes(*date), u32::from_be_bytes(*seen));
    Ok((rank, StatementOrder { number, date, seen, is_imported: is_imported == 1, kind: RowKind(kind) }))
}

const SHORT_KEY: &str = "the key is too short";
