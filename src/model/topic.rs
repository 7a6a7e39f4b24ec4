use serde::{Deserialize, Serialize};

/// An entry of the topic catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// The tag as it stands in a record.
    pub tag: String,
    /// The topic as a person would write it.
    pub label: String,
    /// Other tags that mean the same.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The policy areas and legislative subjects of the Congressional Research Service it stands for.
    #[serde(default)]
    pub crs: Vec<String>,
}
