//! A suggestion, and the record or the filter that it leads to.

use std::collections::BTreeMap;

use crate::model::{Resource, SuggestionKind};

/// Suggestions for a beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestions {
    /// The suggestions, the likeliest first.
    pub suggestions: Vec<Suggestion>,
    /// The words of the beginning that were read as others; empty unless nothing begins as it was typed.
    pub corrected: BTreeMap<String, String>,
}

/// A suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The title or name, as the record or the catalogue has it.
    pub text: String,
    /// The other name by which it was found: a popular name, a citation, a bill's number, or an alias.
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
        /// The list, the one in which the filter selects most.
        resource: Resource,
        /// The kind of the filter.
        kind: SuggestionKind,
        /// The value of the kind's parameter.
        value: String,
        /// The number of the records, never 0.
        count: u64,
    },
}

/// How a name fits a beginning, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The name is the beginning.
    Whole,
    /// The name begins so.
    Beginning,
    /// A later part of the name begins so.
    LaterWord,
}
