use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use crate::model::date::Date;

/// The license of every record, and the only valid value of `meta.license`.
pub const LICENSE: &str = "CC0 1.0";

/// Provenance and license of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, remote = "Self")]
#[schema(as = RecordMeta)]
pub struct Meta {
    /// The originating data source.
    pub source: String,
    /// The identifier of the record's jurisdiction.
    pub jurisdiction: String,
    // The public interface requires snake case here, unlike for the fields of records.
    /// The date of the last refresh of the data.
    pub last_updated: Date,
    /// The formal legal citation; `null` if the record has no citation.
    #[serde(deserialize_with = "required_nullable")]
    #[schema(required)]
    pub citation: Option<String>,
    /// The license, which is the same for every record.
    pub license: String,
}

impl Meta {
    /// The names of all fields, in the order of serialization.
    pub const FIELDS: &'static [&'static str] = &["source", "jurisdiction", "last_updated", "citation", "license"];
}

impl Serialize for Meta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Accepts only an object. The derived implementation would also accept an array of field values.
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

/// Deserializes a field that may be `null` but must not be missing. A plain `Option` may be missing in serde.
fn required_nullable<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer)
}
