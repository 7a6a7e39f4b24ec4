/*!
Finds a case by an alias: the court part of its id, a hyphen, and the form of one of its citations in an id.

Aliases need no storage of their own: a citation and its form in an id have the same key, so the dictionary of citations
contains every alias. The few exceptions, such as `5 U.S. (1 Cranch) 137`, have a second key in a separate field. The
court part of an alias must equal the court part of the record's own id.
*/

use std::borrow::Cow;

use anyhow::{Context, Result};
use lexdex_core::corpus::{id_form, text};
use lexdex_core::model::Date;
use serde::Deserialize;

use crate::format::schema::TermField;
use crate::search::list_index::ListIndex;
use crate::text::citation;

/// The fields with the keys of citations as written in ids.
const FIELDS: [TermField; 2] = [TermField::Citation, TermField::LookUp];

/// The maximum number of cases that are read for an alias. No page of a reporter has as many; a corpus that writes no
/// real citations can have more cases with the same one.
const MAX_CASES: u32 = 1000;

/// A case with the citation of an alias.
#[derive(Deserialize)]
struct Claimant<'r> {
    #[serde(borrow)]
    id: Cow<'r, str>,
    #[serde(borrow)]
    citation: Cow<'r, str>,
    #[serde(borrow, rename = "caseName")]
    case_name: Cow<'r, str>,
    #[serde(rename = "decisionDate")]
    decision_date: Option<Date>,
}

impl Claimant<'_> {
    /// Returns the part of the id before the record's own citation, which may be written with dots; `None` if the id
    /// does not contain that citation.
    fn court_part(&self) -> Option<&str> {
        let is_end = |rest: &str| rest.is_empty() || rest.starts_with('-');
        [id_form::citation(&self.citation), id_form::slug(&self.citation)].iter().find_map(|form| {
            let form = format!("-{form}");
            let mut places = self.id.match_indices(&form).map(|(start, _)| start);
            places.find(|start| is_end(&self.id[start + form.len()..])).map(|start| &self.id[..start])
        })
    }

    /// Returns the sort key by which the first of several cases gets an alias: the date (undated last), the name, and
    /// the id.
    fn order(&self) -> (bool, Option<Date>, Cow<'_, str>, &str) {
        (self.decision_date.is_none(), self.decision_date, text::normalize(&self.case_name), &self.id)
    }
}

/// Resolves an alias to the id of its case; `None` if no case has it, or if more than [`MAX_CASES`] have its citation.
pub(crate) fn resolve(list: &ListIndex, alias: &str) -> Result<Option<String>> {
    if !text::is_record_id(alias) {
        return Ok(None);
    }
    let mut first: Option<Claimant<'_>> = None;
    let mut n_cases = 0;
    for (hyphen, _) in alias.match_indices('-') {
        let (court, key) = (&alias[..hyphen], citation::key(&alias[hyphen + 1..]));
        for field in FIELDS {
            let docs = list.evaluator().postings().docs_with(field, &key)?;
            n_cases += docs.len();
            if n_cases > MAX_CASES {
                return Ok(None);
            }
            for doc in docs.slice(0, docs.len() as usize) {
                let claimant: Claimant<'_> =
                    serde_json::from_slice(list.records().get(doc)).context("a record is damaged")?;
                let is_before = |first: &Claimant<'_>| claimant.order() < first.order();
                if claimant.court_part() == Some(court) && first.as_ref().is_none_or(is_before) {
                    first = Some(claimant);
                }
            }
        }
    }
    Ok(first.map(|claimant| claimant.id.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn court_part_of_an_id_ends_before_the_citation() {
        for (id, citation, court) in [
            ("scotus-410-us-113", "410 U.S. 113", Some("scotus")),
            ("cal-app-5-cal-app-4th-7-doe-v-roe", "5 Cal. App. 4th 7", Some("cal-app")),
            ("x-1-us-12-1-us-1", "1 U.S. 1", Some("x-1-us-12")),
            ("ca9-9-f.3d-9", "9 F.3d 9", Some("ca9")),
            ("scotus-410-us-1130", "410 U.S. 113", None),
            ("roe-v-wade", "410 U.S. 113", None),
        ] {
            let claimant =
                Claimant { id: id.into(), citation: citation.into(), case_name: "".into(), decision_date: None };
            assert_eq!(claimant.court_part(), court, "{id}");
        }
    }
}
