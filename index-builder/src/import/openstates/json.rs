/*!
A bill in JSON: as a scraper writes it, or as an element of the official export.
*/

use std::borrow::Cow;

use lexdex::model::Date;
use serde::Deserialize;

use super::bill::{Abstract, Action, SourceBill};
use crate::import::skip::{STRAY, Skip};

#[derive(Deserialize)]
struct JsonBill<'j> {
    #[serde(borrow)]
    legislative_session: Option<Cow<'j, str>>,
    #[serde(borrow)]
    identifier: Option<Cow<'j, str>>,
    #[serde(borrow)]
    title: Option<Cow<'j, str>>,
    /// Of the scrapers.
    #[serde(borrow)]
    from_organization: Option<Cow<'j, str>>,
    /// Of the export.
    chamber: Option<String>,
    classification: Option<Vec<String>>,
    subject: Option<Vec<String>>,
    abstracts: Option<Vec<Abstract<'j>>>,
    #[serde(borrow)]
    actions: Option<Vec<JsonAction<'j>>>,
    /// Of the scrapers.
    #[serde(borrow)]
    jurisdiction: Option<JsonJurisdiction<'j>>,
    /// Of the export.
    #[serde(borrow)]
    jurisdiction_name: Option<Cow<'j, str>>,
    #[serde(borrow)]
    scraped_at: Option<Cow<'j, str>>,
    #[serde(borrow)]
    updated_at: Option<Cow<'j, str>>,
    #[serde(borrow, rename = "_processing")]
    processing: Option<Processing<'j>>,
}

#[derive(Deserialize)]
struct JsonJurisdiction<'j> {
    #[serde(borrow)]
    id: Option<Cow<'j, str>>,
    #[serde(borrow)]
    name: Option<Cow<'j, str>>,
}

/// What the keeper of a collection of scraped files has noted.
#[derive(Deserialize)]
struct Processing<'j> {
    #[serde(borrow)]
    logs_latest_update: Option<Cow<'j, str>>,
}

#[derive(Deserialize)]
struct JsonAction<'j> {
    #[serde(borrow)]
    description: Option<Cow<'j, str>>,
    #[serde(borrow)]
    date: Option<Cow<'j, str>>,
    /// Of the scrapers.
    #[serde(borrow)]
    organization_id: Option<Cow<'j, str>>,
    /// Of the export.
    #[serde(borrow, rename = "organization__name")]
    organization_name: Option<Cow<'j, str>>,
    #[serde(borrow)]
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
        jurisdiction: of_scraper.or(bill.jurisdiction_name).unwrap_or_default(),
        session: bill.legislative_session.unwrap_or_default(),
        identifier: bill.identifier.unwrap_or_default(),
        title: bill.title.unwrap_or_default(),
        from: bill.from_organization.map(|from| class(from).into_owned()).or(bill.chamber),
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
            description: action.description.unwrap_or_default(),
            date: action.date.unwrap_or_default(),
            organization: action.organization_id.map(class).or(action.organization_name),
            classification: action.classification.unwrap_or_default(),
        }
    }
}

/// The class of an organization that is referred to as `~{"classification": "lower"}`; other references as they are.
fn class(reference: Cow<'_, str>) -> Cow<'_, str> {
    #[derive(Deserialize)]
    struct Organization {
        classification: Option<String>,
    }
    let organization = reference.strip_prefix('~').and_then(|json| serde_json::from_str::<Organization>(json).ok());
    organization.and_then(|organization| organization.classification).map_or(reference, Cow::Owned)
}

/// The day of a moment in UTC.
pub(super) fn day(moment: &str) -> Option<Date> {
    moment.get(..10)?.parse().ok()
}
