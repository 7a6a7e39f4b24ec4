use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::date::Date;
use crate::model::meta::Meta;
use crate::model::optional_field::non_null;
use crate::model::record::Record;
use crate::model::resource::Resource;
use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// How far a bill has come.
    BillStatus {
        /// Introduced, and passed by no chamber.
        InCommittee = "in_committee",
        /// Passed by at least one chamber, and not law.
        PassedChamber = "passed_chamber",
        /// Become law.
        Signed = "signed",
    }
}

vocabulary! {
    /// The chamber a bill began in.
    Chamber {
        /// The senate, or a legislature's upper chamber.
        Senate = "senate",
        /// The house, or a legislature's lower chamber, whatever it is called.
        House = "house",
    }
}

/// A bill or resolution of a legislature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Bill {
    /// Unique identifier, such as `federal-117-hr-3684`.
    pub id: String,
    /// The official number, such as `H.R. 3684`.
    pub bill_number: String,
    /// The bill's title.
    pub title: String,
    /// The jurisdiction's full name.
    pub jurisdiction: String,
    /// The jurisdiction's identifier.
    pub jurisdiction_id: String,
    /// The chamber it began in.
    pub chamber: Chamber,
    /// How far it has come.
    pub status: BillStatus,
    /// The day it was introduced.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub introduced_date: Option<Date>,
    /// Topic tags.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub topics: Option<Vec<String>>,
    /// A summary of its purpose in plain English.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Provenance and licence.
    pub meta: Meta,
}

impl Record for Bill {
    const RESOURCE: Resource = Resource::Bills;
    const FIELDS: &'static [&'static str] = &[
        "id",
        "billNumber",
        "title",
        "jurisdiction",
        "jurisdictionId",
        "chamber",
        "status",
        "introducedDate",
        "topics",
        "summary",
        "meta",
    ];

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
        vec![("billNumber", &self.bill_number), ("title", &self.title)]
    }
}
