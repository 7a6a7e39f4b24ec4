/*!
Decisions as rows of joins.
*/

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::merged::joins::CONTEXT;

/// A decision, by the rank of its part and its position there. The lowest one precedes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct DecisionId {
    /// The rank of the part, from 1; 0 for a record of the operator.
    pub(super) part: u32,
    pub(super) row: u64,
}

impl DecisionId {
    /// The length of a key in bytes.
    pub(super) const N_BYTES: usize = 12;

    /// The beginning of the keys of its rows. Keys sort like ids.
    pub(super) fn to_key(self) -> [u8; Self::N_BYTES] {
        let mut key = [0; Self::N_BYTES];
        key[..4].copy_from_slice(&self.part.to_be_bytes());
        key[4..].copy_from_slice(&self.row.to_be_bytes());
        key
    }

    /// The id at the beginning of a key.
    pub(super) fn from_key(key: &[u8]) -> Result<Self> {
        let (part, rest) = key.split_first_chunk().context(CONTEXT)?;
        let (row, _) = rest.split_first_chunk().context(CONTEXT)?;
        Ok(Self { part: u32::from_be_bytes(*part), row: u64::from_be_bytes(*row) })
    }

    /// Whether the decision is a record of the operator.
    pub(super) fn is_own(self) -> bool {
        self.part == 0
    }
}

/// A decision on a page that it shares.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct PageRow<'r> {
    pub(super) name: &'r str,
    /// The date of the decision; 0 if it is unknown.
    pub(super) decided: u32,
    pub(super) id: DecisionId,
    /// The publisher's number.
    pub(super) number: u64,
    pub(super) docket: &'r str,
}

/// The outcome of a comparison of decisions.
#[derive(Serialize, Deserialize)]
pub(super) enum Contested<'r> {
    /// The decision has no record, because it is the same as this one.
    GivesWay(DecisionId),
    /// The decision shares the page of its own citation.
    OnPage(#[serde(borrow)] PageRow<'r>),
}
