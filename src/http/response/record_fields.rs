/*!
Reads the fields of a record of any list that references, pages and links to the text need.
*/

use std::borrow::Cow;

use lexdex_core::model::{Resource, StatuteStatus};
use serde::Deserialize;

/// The fields of a record. A field that the list does not have is `None`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordFields<'r> {
    #[serde(borrow)]
    pub(crate) id: Cow<'r, str>,
    #[serde(borrow)]
    title: Option<Cow<'r, str>>,
    #[serde(borrow)]
    case_name: Option<Cow<'r, str>>,
    #[serde(borrow)]
    citation: Option<Cow<'r, str>>,
    #[serde(borrow)]
    pub(crate) court: Option<Cow<'r, str>>,
    #[serde(borrow)]
    pub(crate) bill_number: Option<Cow<'r, str>>,
    #[serde(borrow)]
    section_number: Option<Cow<'r, str>>,
    #[serde(borrow)]
    pub(crate) jurisdiction: Cow<'r, str>,
    #[serde(borrow)]
    pub(crate) jurisdiction_id: Cow<'r, str>,
    #[serde(borrow)]
    pub(crate) status: Option<Cow<'r, str>>,
    #[serde(borrow)]
    effective_date: Option<Cow<'r, str>>,
    #[serde(borrow)]
    decision_date: Option<Cow<'r, str>>,
    #[serde(borrow)]
    introduced_date: Option<Cow<'r, str>>,
    #[serde(default, borrow)]
    pub(crate) topics: Vec<Cow<'r, str>>,
    #[serde(borrow)]
    pub(crate) summary: Option<Cow<'r, str>>,
    #[serde(borrow)]
    meta: MetaFields<'r>,
}

#[derive(Deserialize)]
struct MetaFields<'r> {
    #[serde(borrow)]
    source: Cow<'r, str>,
    #[serde(borrow)]
    citation: Option<Cow<'r, str>>,
    #[serde(borrow)]
    last_updated: Cow<'r, str>,
}

impl RecordFields<'_> {
    /// Returns the title of a statute or a bill, or the name of a case.
    pub(crate) fn name(&self) -> &str {
        self.title.as_deref().or(self.case_name.as_deref()).unwrap_or_default()
    }

    /// Returns the citation, if the record has one.
    pub(crate) fn citation(&self) -> Option<&str> {
        self.citation.as_deref().or(self.meta.citation.as_deref())
    }

    /// Returns the section number of a statute, without the section sign.
    pub(crate) fn section(&self) -> Option<&str> {
        let section = self.section_number.as_deref()?;
        Some(section.strip_prefix('§').unwrap_or(section).trim_start())
    }

    /// Returns the date of the list: of taking effect, of decision, or of introduction.
    pub(crate) fn date(&self) -> Option<&str> {
        [&self.effective_date, &self.decision_date, &self.introduced_date].into_iter().find_map(|date| date.as_deref())
    }

    /// Returns the citation of the law that a bill became. The citation of a measure of Congress that is not a law repeats
    /// its number and the Congress.
    pub(crate) fn law(&self) -> Option<&str> {
        self.citation().filter(|citation| self.bill_number.is_some() && !citation.contains(" Cong. ("))
    }

    /// Returns the year in the citation of a section. A state's code had the section in the year of the refresh; the
    /// United States Code needs no year, and a repealed section has none.
    pub(crate) fn code_year(&self) -> Option<&str> {
        let is_dated = self.jurisdiction_id != "federal" && !self.is_repealed();
        self.meta.last_updated.get(..4).filter(|_| is_dated)
    }

    /// Returns the date of a reference: of the decision, of the source of a section of a state's code, or of the
    /// introduction of a bill that has not become a law. A year alone is a date.
    pub(crate) fn reference_date(&self, list: Resource) -> Option<&str> {
        match list {
            Resource::Cases => self.date(),
            Resource::Statutes => self.code_year(),
            Resource::Bills => self.date().filter(|_| self.law().is_none()),
        }
    }

    /// Returns whether the record is a repealed statute.
    pub(crate) fn is_repealed(&self) -> bool {
        self.status.as_deref() == Some(StatuteStatus::Repealed.as_str())
    }

    /// Returns the name of the source.
    pub(crate) fn source(&self) -> &str {
        &self.meta.source
    }
}
