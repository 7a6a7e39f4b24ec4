/*!
Resolves topics and courts in the spelling of clients to facets of the index.
*/

use std::collections::BTreeSet;

use lexdex_core::corpus::{Courts, Topics, text};
use lexdex_core::model::CourtLevel;
use lexdex_core::steps;

use crate::format::court_facet::{court_path, level_path};
use crate::format::facet_path::FacetPath;

/// The steps for the path of a court: it is written, sorted, looked up and hashed.
const PATH_STEPS: usize = 100;

/// The topics that the values of a filter select.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopicSelection(Vec<FacetPath>);

impl TopicSelection {
    /// Selects each value as a tag and, for an alias, the tag of its topic. Both are needed, because a corpus may use
    /// an alias of the catalogue as a tag.
    pub fn find<'v>(values: impl IntoIterator<Item = &'v str>, topics: &'v Topics) -> Self {
        let mut paths = Vec::new();
        for value in values {
            paths.extend(topics.matching_tags(value).map(|tag| FacetPath::flat(&tag)));
        }
        Self(paths)
    }

    /// The facets of the topics.
    pub(crate) fn into_paths(self) -> Vec<FacetPath> {
        self.0
    }
}

/// The courts that the values of a filter select.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CourtSelection(Vec<FacetPath>);

impl CourtSelection {
    /// Selects courts for each value: the courts of a level if the value names one; otherwise the court with this id,
    /// alias or name; otherwise the courts whose names contain all its words. The selection may be empty.
    pub fn find<'v>(values: impl IntoIterator<Item = &'v str>, courts: &Courts) -> Self {
        let mut levels = BTreeSet::new();
        let mut others = Vec::new();
        for value in values {
            match CourtLevel::from_word(&text::normalize(value)) {
                Some(level) => _ = levels.insert(level),
                None => others.push(value),
            }
        }
        let positions = courts.find(others);
        steps::add(PATH_STEPS * positions.len());
        let named = positions.into_iter().map(|position| court_path(&courts.entries()[position]));
        Self(levels.into_iter().map(level_path).chain(named).collect())
    }

    /// The facets of the courts and levels.
    pub(crate) fn into_paths(self) -> Vec<FacetPath> {
        self.0
    }
}
