use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::meta::Meta;
use crate::model::optional_field::non_null;
use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The kind of a jurisdiction.
    JurisdictionLevel {
        /// The United States.
        Federal = "federal",
        /// One of the fifty states.
        State = "state",
        /// An inhabited territory.
        Territory = "territory",
        /// The District of Columbia.
        District = "district",
    }
}

/// An entry of the jurisdiction catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Jurisdiction {
    /// `federal`, or the postal code in lower case.
    pub id: String,
    /// The full name.
    pub name: String,
    /// `US`, or the postal code.
    pub abbreviation: String,
    /// The name in the form for URLs.
    pub slug: String,
    /// The kind of the jurisdiction.
    pub level: JurisdictionLevel,
    /// The capital city.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub capital: Option<String>,
    /// The population according to the most recent census.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub population: Option<u64>,
    /// Provenance and license.
    pub meta: Meta,
    /// Other names that filters accept. Not served.
    #[serde(default, skip_serializing)]
    #[schema(ignore)]
    pub aliases: Vec<String>,
}
