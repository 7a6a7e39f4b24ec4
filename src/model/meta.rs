use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use crate::model::date::Date;

/// The license of every record, and the only valid value of `meta.license`.
pub const LICENSE: &str = "CC0 1.0";

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
