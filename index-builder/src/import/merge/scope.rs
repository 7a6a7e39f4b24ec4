/*!
Scopes: parts of a corpus file of which a release has every record. The merge removes the other records in a scope if
their data are older than the scope, and the sidecar keeps the scope, so that an older release does not bring them back.

If several releases have the same scope, the newest one counts. Scopes are few and are held in memory.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hasher};

use lexdex_core::model::{Date, Resource};
use serde::{Deserialize, Serialize};

/// A part of a corpus file.
///
/// The records of a whole file or of a title all have the date of their release, so a record with an older date is not
/// in the release. A bill has a date of its own. So a bill of any date belongs to the release of a scope if one of the
/// release's inputs has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Scope {
    /// All records of the file, except those of titles that the release has, which are scopes of their own.
    #[serde(rename = "exceptTitles")]
    List(BTreeSet<String>),
    /// The records whose ids have a prefix, such as `federal-117-hr-`.
    #[serde(rename = "id")]
    IdPrefix(String),
    /// The bills of a session, such as `wy-2025-`, whose ids are this prefix and the number of the bill. A prefix alone
    /// would also match the bills of `wy-2025-special-`.
    #[serde(rename = "session")]
    Session(String),
    /// The sections with a title number.
    #[serde(rename = "title")]
    Title(String),
}

/// A scope of a corpus file, as an importer declares it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ScopeOf {
    pub(crate) resource: Resource,
    pub(crate) file: String,
    pub(crate) scope: Scope,
    /// The inputs that must be undamaged. The scope of a single file has none, because it is declared after the file
    /// was read.
    pub(crate) inputs: BTreeSet<InputId>,
}

/// A release that has every record of a scope.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ScopeRelease {
    /// The date of the data.
    pub(crate) date: Date,
    /// The file or archive that has the records, for the report.
    pub(crate) location: String,
}

/// An archive among the inputs, or all files outside archives together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct InputId(u64);

impl InputId {
    /// The length of an encoded id, in bytes.
    pub(super) const N_BYTES: usize = size_of::<u64>();

    /// The id of an archive, by its path. The path of files outside archives is empty.
    pub(crate) fn from_archive(archive: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        hasher.write(archive.as_bytes());
        Self(hasher.finish())
    }

    pub(super) fn to_bytes(self) -> [u8; Self::N_BYTES] {
        self.0.to_be_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; Self::N_BYTES]) -> Self {
        Self(u64::from_be_bytes(bytes))
    }
}

/// The scopes that importers declare, each with its newest release, and the damaged inputs.
#[derive(Debug, Default)]
pub(crate) struct ScopeStatements {
    releases: BTreeMap<ScopeOf, ScopeRelease>,
    damaged: BTreeSet<InputId>,
}

impl ScopeStatements {
    pub(super) fn add(&mut self, scope: ScopeOf, release: ScopeRelease) {
        match self.releases.get_mut(&scope) {
            // If two locations have the same day, the first in alphabetical order is reported, whatever the order of
            // threads.
            Some(known) => {
                if (release.date, &known.location) > (known.date, &release.location) {
                    *known = release;
                }
            }
            None => {
                self.releases.insert(scope, release);
            }
        }
    }

    pub(super) fn void(&mut self, input: InputId) {
        self.damaged.insert(input);
    }

    pub(super) fn absorb(&mut self, other: Self) {
        other.releases.into_iter().for_each(|(scope, release)| self.add(scope, release));
        self.damaged.extend(other.damaged);
    }

    /// The inputs with a part that could not be read.
    pub(super) fn damaged(&self) -> impl Iterator<Item = InputId> {
        self.damaged.iter().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.releases.is_empty() && self.damaged.is_empty()
    }

    /// The scopes of undamaged inputs.
    pub(super) fn into_valid(self) -> impl Iterator<Item = (ScopeOf, ScopeRelease)> {
        let Self { releases, damaged } = self;
        releases.into_iter().filter(move |(scope, _)| scope.inputs.is_disjoint(&damaged))
    }
}
