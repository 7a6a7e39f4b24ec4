/*!
What statutes, cases and bills have in common.
*/

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::Date;
use super::vocabulary::vocabulary;

vocabulary! {
    /// A list of the service, named as in its path and in the corpus.
    Resource {
        /// U.S. federal and state statutes.
        Statutes = "statutes",
        /// Court cases.
        Cases = "cases",
        /// Legislative bills.
        Bills = "bills",
    }
}

/// A record of one of the three lists.
pub trait Record: Serialize + DeserializeOwned + Send {
    /// The list the record belongs to.
    const RESOURCE: Resource;

    /// The names of the fields it can have, in their order.
    const FIELDS: &'static [&'static str];

    /// The identifier, unique in the list.
    fn id(&self) -> &str;

    /// The jurisdiction's full name.
    fn jurisdiction(&self) -> &str;

    /// The jurisdiction's identifier.
    fn jurisdiction_id(&self) -> &str;

    /// The topic tags; none if the record has no such field.
    fn topics(&self) -> &[String];

    /// Provenance and licence.
    fn meta(&self) -> &Meta;

    /// The texts that are there and may not be empty, by field name; the summary, which may be long, is not one.
    fn short_texts(&self) -> Vec<(&'static str, &str)>;
}

/// Provenance and licence of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, remote = "Self")]
#[schema(as = RecordMeta)]
pub struct Meta {
    /// The originating data source.
    pub source: String,
    /// The identifier of the record's jurisdiction.
    pub jurisdiction: String,
    // The interface spells it in snake case, unlike the fields of the records.
    /// The day on which the data was refreshed last.
    pub last_updated: Date,
    /// The formal legal citation: always there, `null` where there is none.
    #[serde(deserialize_with = "required")]
    #[schema(required)]
    pub citation: Option<String>,
    /// The licence, which is the same for every record.
    pub license: String,
}

impl Serialize for Meta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Reads an object only: what serde derives would take an array of the fields' values, too.
impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor;

        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = Meta;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Meta, A::Error> {
                Meta::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(ObjectVisitor)
    }
}

/// Reads an optional value whose field must be there: serde lets a plain `Option` be left out.
fn required<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer)
}

/// Reads a field that may be left out but may not be `null`.
pub(super) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
