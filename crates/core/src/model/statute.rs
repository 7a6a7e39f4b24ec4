use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::model::date::Date;
use crate::model::meta::Meta;
use crate::model::optional_field::non_null;
use crate::model::record::Record;
use crate::model::resource::Resource;
use crate::model::vocabulary::vocabulary;

vocabulary! {
    /// Whether a statute is in force.
    StatuteStatus {
        /// In force, with no known amendment.
        Active = "active",
        /// No longer in force.
        Repealed = "repealed",
        /// In force, and amended since enactment.
        Amended = "amended",
    }
    also {
        "in_force" => Active,
        "current" => Active,
        "effective" => Active,
    }
}

/// A section number: a section sign, a space and the number as printed in the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(pattern = "^§ .*\\S")]
pub struct SectionNumber(String);

impl SectionNumber {
    /// The prefix of every section number.
    pub const PREFIX: &str = "§ ";

    /// Adds the prefix to a number as printed in the code. Returns `None` if the number is blank.
    pub fn new(number: &str) -> Option<Self> {
        (!number.trim().is_empty()).then(|| Self(format!("{}{number}", Self::PREFIX)))
    }

    /// Returns the number without the prefix.
    pub fn number(&self) -> &str {
        &self.0[Self::PREFIX.len()..]
    }
}

impl<'de> Deserialize<'de> for SectionNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.strip_prefix(Self::PREFIX) {
            Some(number) if !number.trim().is_empty() => Ok(Self(text)),
            _ => Err(D::Error::custom(format!("\"{text}\" is not a section sign, a space and a number"))),
        }
    }
}

/// A section of a federal or state code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Statute {
    /// Unique identifier, such as `federal-usc-18-1341`.
    pub id: String,
    /// The full name of the jurisdiction.
    pub jurisdiction: String,
    /// The identifier of the jurisdiction.
    pub jurisdiction_id: String,
    /// The heading or popular name of the section.
    pub title: String,
    /// The title of the U.S. Code, or the corresponding division of a state's code.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub title_number: Option<String>,
    /// The section number, with a leading section sign and space.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub section_number: Option<SectionNumber>,
    /// Whether the section is in force.
    pub status: StatuteStatus,
    /// The date on which the statute took effect.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub effective_date: Option<Date>,
    /// Topic tags.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub topics: Option<Vec<String>>,
    /// A summary in plain English.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Provenance and license.
    pub meta: Meta,
}

impl Record for Statute {
    const RESOURCE: Resource = Resource::Statutes;
    const FIELDS: &'static [&'static str] = &[
        "id",
        "jurisdiction",
        "jurisdictionId",
        "title",
        "titleNumber",
        "sectionNumber",
        "status",
        "effectiveDate",
        "topics",
        "summary",
        "meta",
    ];
    const OPTIONAL_FIELDS: &'static [&'static str] =
        &["titleNumber", "sectionNumber", "effectiveDate", "topics", "summary"];

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
        let optional = [
            ("titleNumber", self.title_number.as_deref()),
            ("sectionNumber", self.section_number.as_ref().map(|section| section.0.as_str())),
        ];
        let given = optional.into_iter().filter_map(|(field, text)| Some((field, text?)));
        given.chain([("title", self.title.as_str())]).collect()
    }
}
