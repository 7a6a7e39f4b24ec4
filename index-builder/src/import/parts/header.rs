/*!
The header of a part: its source, the date of its data, and what it is complete for.
*/

use std::collections::{BTreeMap, BTreeSet};

use lexdex_core::model::{Date, Resource};
use serde::{Deserialize, Serialize};

/// The version of the layout of parts. A part with another version must be imported again.
pub(crate) const LAYOUT: u32 = 1;

/// The last line of a part.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct HeaderLine {
    pub(crate) part: PartHeader,
}

/// The description of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartHeader {
    /// The version of the layout.
    pub layout: u32,
    /// The name of the part, and of its file without the ending.
    pub name: String,
    /// The importer, by its name on the command line.
    pub format: String,
    /// The version of the importer.
    pub importer: String,
    /// The digest of the catalogues that the import has used, as hexadecimal digits.
    pub catalogues: String,
    /// The archives, files and folders that the records were read from, by the names of their files.
    pub inputs: BTreeSet<String>,
    /// The newest `meta.last_updated` of the records. `None` without records.
    pub newest: Option<Date>,
    /// Whether a piece of the inputs could not be read or was not valid.
    pub has_losses: bool,
    /// The shares of lists that the part has whole. Empty for a part with losses.
    pub complete: BTreeSet<CompleteShare>,
    /// The prefixes of the ids of bills that the part has all of, such as `wy-2025-`. Empty for a part with losses.
    pub complete_sessions: BTreeSet<String>,
    /// The lists of which the part has records.
    pub lists: BTreeMap<Resource, PartList>,
}

/// The records of a list in a part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartList {
    /// The number of records.
    pub records: u64,
    /// The first id.
    pub first: String,
}

/// A share of a jurisdiction's list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CompleteShare {
    /// The list.
    pub list: Resource,
    /// The id of the jurisdiction.
    pub jurisdiction: String,
    /// The name of the share, such as the number of a title. Empty for the whole list.
    pub share: String,
    /// The names of all shares of the list.
    pub of: Vec<String>,
}

impl CompleteShare {
    /// The whole list of a jurisdiction.
    pub(crate) fn whole(list: Resource, jurisdiction: &str) -> Self {
        Self { list, jurisdiction: jurisdiction.to_owned(), share: String::new(), of: vec![String::new()] }
    }
}

/// The lists of jurisdictions of which all shares are among these.
pub(crate) fn complete_lists<'s>(shares: impl Iterator<Item = &'s CompleteShare>) -> BTreeSet<(Resource, String)> {
    let mut by_list: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
    for share in shares {
        by_list.entry((share.list, &share.jurisdiction, &share.of)).or_default().insert(&share.share);
    }
    let is_whole = |of: &[String], has: &BTreeSet<&str>| of.iter().all(|share| has.contains(share.as_str()));
    let whole = by_list.into_iter().filter(|((.., of), has)| is_whole(of, has));
    whole.map(|((list, jurisdiction, _), _)| (list, jurisdiction.clone())).collect()
}
