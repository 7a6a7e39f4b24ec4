use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::model::date::Date;
use crate::model::meta::Meta;
use crate::model::optional_field::non_null;
use crate::model::record::Record;
use crate::model::resource::Resource;
use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// The legislative status of a bill.
    BillStatus {
        /// Introduced, but not passed by any chamber.
        InCommittee = "in_committee",
        /// Passed by at least one chamber, but not law.
        PassedChamber = "passed_chamber",
        /// Enacted into law.
        Signed = "signed",
    }
    also {
        "introduced" => InCommittee,
        "committee" => InCommittee,
        "referred" => InCommittee,
        "pending" => InCommittee,
        "passed" => PassedChamber,
        "passed_house" => PassedChamber,
        "passed_senate" => PassedChamber,
        "engrossed" => PassedChamber,
        "vetoed" => PassedChamber,
        "enacted" => Signed,
        "law" => Signed,
        "became_law" => Signed,
        "public_law" => Signed,
        "signed_into_law" => Signed,
    }
}

vocabulary! {
    /// The originating chamber of a bill.
    Chamber {
        /// The senate or upper chamber.
        Senate = "senate",
        /// The house or lower chamber, whatever its name.
        House = "house",
    }
    also {
        "upper" => Senate,
        "upper_chamber" => Senate,
        "s" => Senate,
        "lower" => House,
        "lower_chamber" => House,
        "h" => House,
        "house_of_representatives" => House,
        "assembly" => House,
    }
}

/// A bill or resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Bill {
    /// Unique identifier, such as `federal-117-hr-3684`.
    pub id: String,
    /// The official number, such as `H.R. 3684`.
    pub bill_number: String,
    /// The title of the bill.
    pub title: String,
    /// The full name of the jurisdiction.
    pub jurisdiction: String,
    /// The identifier of the jurisdiction.
    pub jurisdiction_id: String,
    /// The originating chamber.
    pub chamber: Chamber,
    /// The legislative status of the bill.
    pub status: BillStatus,
    /// The day of introduction.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub introduced_date: Option<Date>,
    /// Topic tags.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub topics: Option<Vec<String>>,
    /// A summary of the bill's purpose in plain English.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Provenance and license.
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
    const OPTIONAL_FIELDS: &'static [&'static str] = &["introducedDate", "topics", "summary"];

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
