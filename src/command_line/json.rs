/*!
Parses bodies of the API, and keeps the order of members in objects.
*/

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// The members of an object, in their original order.
#[derive(Debug)]
pub(crate) struct Members<T>(pub(crate) Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Members<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor(PhantomData))
    }
}

struct MembersVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for MembersVisitor<T> {
    type Value = Members<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut members: M) -> Result<Members<T>, M::Error> {
        let mut all = Vec::new();
        while let Some(member) = members.next_entry()? {
            all.push(member);
        }
        Ok(Members(all))
    }
}

#[derive(Deserialize)]
pub(crate) struct RowsBody {
    pub(crate) data: Vec<Box<RawValue>>,
    pub(crate) meta: ShownMeta,
}

#[derive(Deserialize)]
pub(crate) struct RecordBody {
    pub(crate) data: Box<RawValue>,
}

/// A body with the counts of each facet.
#[derive(Deserialize)]
pub(crate) struct CountsBody {
    pub(crate) data: Members<Vec<Box<RawValue>>>,
    pub(crate) meta: ShownMeta,
}

/// The members of `meta` that are shown to people.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShownMeta {
    pub(crate) total: u64,
    #[serde(default)]
    pub(crate) offset: u64,
    /// Whether records have all of the search words, or at least one.
    #[serde(rename = "match")]
    pub(crate) rule: Option<String>,
    /// The corrected words, each with its replacement.
    #[serde(default)]
    pub(crate) corrected: BTreeMap<String, String>,
    /// A sentence about a search that was not read as its writer may have meant it.
    pub(crate) hint: Option<String>,
}
