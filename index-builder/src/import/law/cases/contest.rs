/*!
Decisions that share a page or are the same, as rows by publisher and number.
*/

use serde::{Deserialize, Serialize};

use crate::import::engine::partitions::Partitions;

/// A decision on a page that it shares.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct PageRow<'r> {
    pub(super) name: &'r str,
    /// The date of the decision; 0 if it is unknown.
    pub(super) decided: u32,
    pub(super) rank: u8,
    pub(super) number: u64,
    pub(super) docket: &'r str,
}

/// A decision that shares a page or is the same as another one.
#[derive(Serialize, Deserialize)]
pub(super) enum Contested<'r> {
    /// The decision has no record, because another decision has precedence.
    GivesWay {
        /// The rank of the other decision's publisher, which is 0 for a record that no import writes, and its number.
        to: (u8, u64),
        /// The other decision's name in reports.
        name: &'r str,
    },
    /// The decision shares the page of its own citation.
    OnPage(#[serde(borrow)] PageRow<'r>),
}

/// The decisions that share a page or are the same as others.
pub(super) struct Contests {
    /// By publisher and number. The rows of a decision begin with the decisions that have precedence over it, the best
    /// first.
    pub(super) by_decision: Partitions,
    /// The pages whose plain id is taken by a record that no import writes.
    pub(super) pages: Partitions,
}
