/*!
The fields of a record that are shown with a checked citation.
*/

use std::borrow::Cow;

use lexdex_core::corpus::Jurisdictions;
use lexdex_core::model::{Date, Resource};
use serde::Deserialize;

use crate::CaseName;

/// A record that has a citation.
pub struct CitedRecord<'i> {
    /// The list of the record.
    pub resource: Resource,
    /// The id of the record.
    pub id: Cow<'i, str>,
    /// The name of a case, or the title.
    pub name: Cow<'i, str>,
    /// `None` if the record has no citation, like most bills.
    pub citation: Option<Cow<'i, str>>,
    /// The date that the filters of its list use.
    pub date: Option<Date>,
    /// The parsed name of a case; `None` for other records.
    case_name: Option<CaseName>,
}

/// A record of any list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnyRecord<'i> {
    #[serde(borrow)]
    id: Cow<'i, str>,
    #[serde(borrow, alias = "title")]
    case_name: Cow<'i, str>,
    #[serde(borrow, default)]
    citation: Option<Cow<'i, str>>,
    #[serde(default, alias = "effectiveDate", alias = "introducedDate")]
    decision_date: Option<Date>,
    #[serde(borrow)]
    meta: AnyMeta<'i>,
}

#[derive(Deserialize)]
struct AnyMeta<'i> {
    #[serde(borrow)]
    citation: Option<Cow<'i, str>>,
}

impl<'i> CitedRecord<'i> {
    /// Parses a record of a list.
    pub(super) fn parse(
        resource: Resource,
        record: &'i [u8],
        jurisdictions: &Jurisdictions,
    ) -> serde_json::Result<Self> {
        let AnyRecord { id, case_name: name, citation, decision_date: date, meta } = serde_json::from_slice(record)?;
        let case_name = if resource == Resource::Cases { CaseName::parse(&name, jurisdictions) } else { None };
        Ok(Self { resource, id, name, citation: citation.or(meta.citation), date, case_name })
    }

    /// Returns whether the case has a name. A party alone is no name of a case between two parties.
    pub(super) fn has_name(&self, name: &CaseName) -> bool {
        let of_case = self.case_name.as_ref();
        of_case.is_some_and(|of_case| {
            name.is_between_parties() == of_case.is_between_parties() && name.agrees_with(of_case)
        })
    }

    /// Returns whether a name agrees with that of the case; `None` for other records.
    pub(super) fn agrees_with_name(&self, written: &CaseName) -> Option<bool> {
        self.case_name.as_ref().map(|name| written.agrees_with(name))
    }

    /// Returns whether the case was decided in a year; `None` for other records, and without a date.
    pub(super) fn agrees_with_year(&self, written: u16) -> Option<bool> {
        let date = self.date.filter(|_| self.case_name.is_some());
        date.map(|date| date.year() == written)
    }
}
