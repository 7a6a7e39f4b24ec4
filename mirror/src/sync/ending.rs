/*!
The ways in which a sync ends.
*/

use index_builder::commands::diff::Differences;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SyncOutcome {
    /// A new index was published.
    Published,
    /// No input and no file of the corpus had changed.
    NothingNew,
    /// The gate refused the new index.
    Refused,
    /// The published build is held, so nothing was published.
    Held,
    Failed,
}

/// The end of a sync that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// A new index is published.
    Published {
        build: String,
        /// The differences from the index that was published before; `None` for the first.
        differences: Option<Differences>,
    },
    /// The published index is up to date.
    NothingNew,
    /// The gate refused the new index for these reasons.
    Refused(Vec<String>),
    /// A build is held, so nothing is published.
    Held {
        build: String,
        /// The id of the new index, which the gate accepts and `release` publishes, if this sync has built one.
        newest: Option<String>,
    },
}

impl Ending {
    /// The kind of outcome.
    pub(crate) fn outcome(&self) -> SyncOutcome {
        match self {
            Self::Published { .. } => SyncOutcome::Published,
            Self::NothingNew => SyncOutcome::NothingNew,
            Self::Refused(_) => SyncOutcome::Refused,
            Self::Held { .. } => SyncOutcome::Held,
        }
    }
}
