use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::meta::Meta;
use crate::model::resource::Resource;

/// A record of one of the three lists.
pub trait Record: Serialize + DeserializeOwned + Send {
    /// The list of the record.
    const RESOURCE: Resource;

    /// The names of all fields, in the order of serialization.
    const FIELDS: &'static [&'static str];

    /// The names of the optional fields.
    const OPTIONAL_FIELDS: &'static [&'static str];

    /// Returns the identifier, which is unique in the list.
    fn id(&self) -> &str;

    /// Returns the full name of the jurisdiction.
    fn jurisdiction(&self) -> &str;

    /// Returns the identifier of the jurisdiction.
    fn jurisdiction_id(&self) -> &str;

    /// Returns the topic tags; empty if the record has no `topics`.
    fn topics(&self) -> &[String];

    /// Returns provenance and license.
    fn meta(&self) -> &Meta;

    /// Returns the texts that must be short and non-empty, each with its field name. Omits missing fields and the
    /// summary.
    fn short_texts(&self) -> Vec<(&'static str, &str)>;

    /// The short texts that are values of a filter, each with its field's name.
    fn filter_texts(&self) -> Vec<(&'static str, &str)> {
        Vec::new()
    }
}
