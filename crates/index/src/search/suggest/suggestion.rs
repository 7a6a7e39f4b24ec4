//! A suggestion, and its target.

use std::collections::BTreeMap;

use lexdex_core::model::{Resource, SuggestionKind};

/// Suggestions for a beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestions {
    /// The suggestions, best first.
    pub suggestions: Vec<Suggestion>,
    /// The corrected words, each with its replacement. Empty if anything matches as typed.
    pub corrected: BTreeMap<String, String>,
}

/// A suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The title or name in the record or the catalogue.
    pub text: String,
    /// The other name that matched: a popular name, a citation, a bill's number or an alias.
    pub found_by: Option<String>,
    /// The target.
    pub target: Target,
}

/// The target of a suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A record, by its id.
    Record {
        /// The list.
        resource: Resource,
        /// The id.
        id: String,
    },
    /// The records that a filter selects.
    Filter {
        /// The list in which the filter selects most records.
        resource: Resource,
        /// The kind of the filter.
        kind: SuggestionKind,
        /// The value of the kind's parameter.
        value: String,
        /// The number of records, never 0.
        count: u64,
    },
}

/// How a name fits a beginning, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The name equals the beginning.
    Whole,
    /// The name begins with it.
    Beginning,
    /// The name from a later word on begins with it.
    LaterWord,
}
