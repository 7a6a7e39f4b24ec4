use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::meta::Meta;
use crate::model::resource::Resource;

impl Resource {
    /// Whether the list is ordered by date, the newest first.
    pub fn is_newest_first(self) -> bool {
        match self {
            Self::Statutes => false,
            Self::Cases | Self::Bills => true,
        }
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
