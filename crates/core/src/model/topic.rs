use serde::{Deserialize, Serialize};

/// An entry of the topic catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// The tag, as in the `topics` field of a record.
    pub tag: String,
    /// The name for display.
    pub label: String,
    /// Other tags with the same meaning.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The corresponding policy areas and legislative subjects of the Congressional Research Service.
    #[serde(default)]
    pub crs: Vec<String>,
}
