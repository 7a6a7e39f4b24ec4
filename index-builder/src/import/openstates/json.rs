/*!
A bill in JSON: as a scraper writes it, or as an element of the official export.
*/

use std::borrow::Cow;

use lexdex::model::Date;
use serde::Deserialize;

use super::bill::{Abstract, Action, SourceBill};
use crate::import::skip::{STRAY, Skip};

/// A bill, in the fields of both: a scraper names the organization that the bill is from and the jurisdiction, the export
/// the chamber and the jurisdiction's name.
#[derive(Deserialize)]
struct JsonBill<'j> {
    legislative_session: Option<String>,
    identifier: Option<String>,
    title: Option<String>,
    from_organization: Option<String>,
    chamber: Option<String>,
    classification: Option<Vec<String>>,
    subject: Option<Vec<String>>,
    abstracts: Option<Vec<Abstract<'j>>>,
    actions: Option<Vec<JsonAction<'j>>>,
    jurisdiction: Option<JsonJurisdiction>,
    jurisdiction_name: Option<String>,
    scraped_at: Option<String>,
    updated_at: Option<String>,
    #[serde(rename = "_processing")]
    processing: Option<Processing>,
}

#[derive(Deserialize)]
struct JsonJurisdiction {
    id: Option<String>,
    name: Option<String>,
}

/// What the keeper of a collection of scraped files has noted.
#[derive(Deserialize)]
struct Processing {
    logs_latest_update: Option<String>,
}

/// An action, whose organization a scraper refers to, and the export names.
#[derive(Deserialize)]
struct JsonAction<'j> {
    description: Option<String>,
    date: Option<String>,
    organization_id: Option<String>,
    #[serde(rename = "organization__name")]
    organization_name: Option<String>,
    classification: Option<Vec<Cow<'j, str>>>,
}

/// Reads a bill. What has no title and no session is not one, but something else that the scrapers write.
pub(super) fn bill(json: &[u8]) -> Result<SourceBill<'_>, Skip> {
    let bill: JsonBill<'_> = serde_json::from_slice(json)?;
    if bill.identifier.is_none() || bill.title.is_none() || bill.legislative_session.is_none() {
        return Err(Skip::new(&STRAY, "not a bill: it has no identifier, title or legislative_session"));
    }
    let of_scraper = bill.jurisdiction.and_then(|jurisdiction| jurisdiction.id.or(jurisdiction.name));
    let dates = [bill.scraped_at, bill.processing.and_then(|notes| notes.logs_latest_update), bill.updated_at];
    Ok(SourceBill {
        jurisdiction: of_scraper.or(bill.jurisdiction_name).unwrap_or_default().into(),
        session: bill.legislative_session.unwrap_or_default().into(),
        identifier: bill.identifier.unwrap_or_default().into(),
        title: bill.title.unwrap_or_default().into(),
        from: bill.from_organization.map(class).or(bill.chamber),
        classification: bill.classification.unwrap_or_default(),
        subject: bill.subject.unwrap_or_default(),
        abstracts: bill.abstracts.unwrap_or_default(),
        actions: bill.actions.unwrap_or_default().into_iter().map(Action::from).collect(),
        data_date: dates.into_iter().flatten().find_map(|date| day(&date)),
    })
}

impl<'j> From<JsonAction<'j>> for Action<'j> {
    fn from(action: JsonAction<'j>) -> Self {
        Self {
            description: action.description.unwrap_or_default().into(),
            date: action.date.unwrap_or_default().into(),
            organization: action.organization_id.map(class).or(action.organization_name).map(Cow::Owned),
            classification: action.classification.unwrap_or_default(),
        }
    }
}

/// The class of an organization that is referred to as `~{"classification": "lower"}`; other references as they are.
fn class(reference: String) -> String {
    #[derive(Deserialize)]
    struct Organization {
        classification: Option<String>,
    }
    let organization = reference.strip_prefix('~').and_then(|json| serde_json::from_str::<Organization>(json).ok());
    organization.and_then(|organization| organization.classification).unwrap_or(reference)
}

/// The day of a moment in UTC.
pub(super) fn day(moment: &str) -> Option<Date> {
    moment.get(..10)?.parse().ok()
}
