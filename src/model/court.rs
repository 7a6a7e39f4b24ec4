use serde::{Deserialize, Serialize};

use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The level of a court, written as its path in the tree of levels. A level holds all below it.
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
    /// The word that selects the level in a filter: the last part of its path.
    pub fn word(self) -> &'static str {
        let path = self.as_str();
        path.rsplit_once('/').map_or(path, |(_, word)| word)
    }

    /// The level that a (case-folded) word selects.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.word() == word)
    }
}

/// An entry of the court catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Court {
    /// The id the field uses, such as `ca9`.
    pub id: String,
    /// The full name, as it stands in the `court` of a case.
    pub name: String,
    /// Its place in the tree of levels.
    pub level: CourtLevel,
    /// The identifier of its jurisdiction.
    pub jurisdiction: String,
    /// Other names it is found by.
    #[serde(default)]
    pub aliases: Vec<String>,
}
