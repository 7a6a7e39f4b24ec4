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
        /// In force, with no later amendment known.
        Active = "active",
        /// No longer in force.
        Repealed = "repealed",
        /// In force, and changed since it was enacted.
        Amended = "amended",
    }
}

/// A section number: a section sign, a space, and the number as the code prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(pattern = "^§ .*\\S")]
pub struct SectionNumber(String);

impl SectionNumber {
    /// What every section number begins with.
    pub const PREFIX: &str = "§ ";

    /// The section number of a number as the code prints it; `None` if there is none.
    pub fn new(number: &str) -> Option<Self> {
        (!number.trim().is_empty()).then(|| Self(format!("{}{number}", Self::PREFIX)))
    }

    /// The number behind the section sign.
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
    /// The jurisdiction's full name.
    pub jurisdiction: String,
    /// The jurisdiction's identifier.
    pub jurisdiction_id: String,
    /// The section's heading or popular name.
    pub title: String,
    /// The U.S. Code title, or what a state's code has in its place.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub title_number: Option<String>,
    /// The section number, beginning with a section sign and a space.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub section_number: Option<SectionNumber>,
    /// Whether the section is in force.
    pub status: StatuteStatus,
    /// The date the statute became effective.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub effective_date: Option<Date>,
    /// Topic tags.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub topics: Option<Vec<String>>,
    /// A summary in plain English.
    #[serde(default, deserialize_with = "non_null", skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// Provenance and licence.
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
