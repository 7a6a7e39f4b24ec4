use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::date::Date;
use crate::model::meta::Meta;
use crate::model::optional_field::non_null;
use crate::model::record::Record;
use crate::model::resource::Resource;

/// A decision of a court.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Case {
    /// Unique identifier, such as `scotus-410-us-113`.
    pub id: String,
    /// The short name of the case.
    pub case_name: String,
    /// The official reporter citation.
    pub citation: String,
    /// The full name of the deciding court.
    pub court: String,
    /// The full name of the jurisdiction.
    pub jurisdiction: String,
    /// The identifier of the jurisdiction.
    pub jurisdiction_id: String,
    /// The day of the decision.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub decision_date: Option<Date>,
    /// Topic tags.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub topics: Option<Vec<String>>,
    /// A summary of the holding in plain English.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Provenance and license.
    pub meta: Meta,
}

impl Record for Case {
    const RESOURCE: Resource = Resource::Cases;
    const FIELDS: &'static [&'static str] = &[
        "id",
        "caseName",
        "citation",
        "court",
        "jurisdiction",
        "jurisdictionId",
        "decisionDate",
        "topics",
        "summary",
        "meta",
    ];
    const OPTIONAL_FIELDS: &'static [&'static str] = &["decisionDate", "topics", "summary"];

    fn id(&self) -> &str {
        &self.id
    }

    fn jurisdiction(&self) -> &str {
        &self.jurisdiction
    }

    fn jurisdiction_id(&self) -> &str {
        &self.jurisdiction_id
    }

    fn topics(&self) -> &[String] {
        self.topics.as_deref().unwrap_or_default()
    }

    fn meta(&self) -> &Meta {
        &self.meta
    }

    fn short_texts(&self) -> Vec<(&'static str, &str)> {
        vec![("caseName", &self.case_name), ("citation", &self.citation), ("court", &self.court)]
    }

    fn filter_texts(&self) -> Vec<(&'static str, &str)> {
        vec![("court", &self.court)]
    }
}
