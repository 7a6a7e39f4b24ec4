use serde::{Deserialize, Serialize};

use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The level of a court, written as a path in the tree of levels. A level includes the levels below it.
    CourtLevel {
        /// The U.S. Supreme Court and every jurisdiction's court of last resort.
        Supreme = "supreme",
        /// A state's or territory's intermediate court of appeals.
        Appellate = "appellate",
        /// One of the thirteen U.S. Courts of Appeals.
        Circuit = "appellate/circuit",
        /// A state's or territory's trial court.
        Trial = "trial",
        /// A U.S. District Court.
        District = "trial/district",
        /// A bankruptcy court or a bankruptcy appellate panel.
        Bankruptcy = "bankruptcy",
        /// A court of special jurisdiction.
        Special = "special",
    }
}

impl CourtLevel {
    /// Returns the filter value for the level: the last segment of its path.
    pub fn word(self) -> &'static str {
        let path = self.as_str();
        path.rsplit_once('/').map_or(path, |(_, word)| word)
    }

    /// Returns the level for a normalized filter value.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.word() == word)
    }

    /// Returns whether a level is this one or below it.
    pub fn includes(self, level: Self) -> bool {
        let rest = level.as_str().strip_prefix(self.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// An entry of the court catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Court {
    /// The id in common use, such as `ca9`.
    pub id: String,
    /// The full name, as in the `court` field of a case.
    pub name: String,
    /// The level of the court.
    pub level: CourtLevel,
    /// The identifier of the jurisdiction.
    pub jurisdiction: String,
    /// Other names that filters and cases accept.
    #[serde(default)]
    pub aliases: Vec<String>,
}
