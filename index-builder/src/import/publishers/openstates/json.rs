/*!
Parses a bill in JSON: the file of a scraper, or an element of the official export.
*/

use std::borrow::Cow;

use lexdex_core::model::Date;
use serde::Deserialize;

use crate::import::publishers::openstates::action_flags::ActionFlags;
use crate::import::publishers::openstates::source_bill::{Abstract, Action, SourceBill};
use crate::import::text::iso_date::day_of;
use crate::import::text::json::{Text, parse};
use crate::report::skip::{STRAY, Skip};

/// A bill with the fields of both layouts. A scraper's has `from_organization` and `jurisdiction`, and the export's has
/// `chamber` and `jurisdiction_name`.
#[derive(Deserialize)]
struct OpenStatesBill<'j> {
    #[serde(borrow)]
    legislative_session: Option<Text<'j>>,
    identifier: Option<Text<'j>>,
    title: Option<Text<'j>>,
    from_organization: Option<Text<'j>>,
    chamber: Option<Text<'j>>,
    classification: Option<Vec<Text<'j>>>,
    subject: Option<Vec<Text<'j>>>,
    abstracts: Option<Vec<JsonAbstract<'j>>>,
    actions: Option<Vec<JsonAction<'j>>>,
    jurisdiction: Option<JsonJurisdiction<'j>>,
    jurisdiction_name: Option<Text<'j>>,
    scraped_at: Option<Text<'j>>,
    updated_at: Option<Text<'j>>,
    #[serde(rename = "_processing")]
    processing: Option<Processing<'j>>,
}

#[derive(Deserialize)]
struct JsonJurisdiction<'j> {
    #[serde(borrow)]
    id: Option<Text<'j>>,
    name: Option<Text<'j>>,
}

/// Metadata that the archive of the scraped files adds.
#[derive(Deserialize)]
struct Processing<'j> {
    #[serde(borrow)]
    logs_latest_update: Option<Text<'j>>,
}

#[derive(Deserialize)]
struct JsonAbstract<'j> {
    #[serde(borrow)]
    note: Option<Text<'j>>,
    #[serde(rename = "abstract")]
    text: Option<Text<'j>>,
}

/// An action. A scraper's has `organization_id`, and the export's has `organization__name`.
#[derive(Deserialize)]
struct JsonAction<'j> {
    #[serde(borrow)]
    description: Option<Text<'j>>,
    date: Option<Text<'j>>,
    organization_id: Option<Text<'j>>,
    #[serde(rename = "organization__name")]
    organization_name: Option<Text<'j>>,
    classification: Option<Vec<Text<'j>>>,
}

/// Parses a bill. `export_date` counts for a bill without a date of its data. The scrapers also write objects that are
/// not bills; they lack an identifier, a title or a session.
pub(super) fn bill(json: &[u8], export_date: Option<Date>) -> Result<SourceBill<'_>, Skip> {
    let bill: OpenStatesBill<'_> = parse(json)?;
    if bill.identifier.is_none() || bill.title.is_none() || bill.legislative_session.is_none() {
        return Err(Skip::new(&STRAY, "not a bill: it has no identifier, title or legislative_session"));
    }
    let jurisdiction = bill.jurisdiction.and_then(|jurisdiction| jurisdiction.id.or(jurisdiction.name));
    let dates = [bill.scraped_at, bill.processing.and_then(|metadata| metadata.logs_latest_update), bill.updated_at];
    Ok(SourceBill {
        jurisdiction: jurisdiction.or(bill.jurisdiction_name).unwrap_or_default().0,
        session: bill.legislative_session.unwrap_or_default().0,
        identifier: bill.identifier.unwrap_or_default().0,
        title: bill.title.unwrap_or_default().0,
        from: bill.from_organization.map(class).or(bill.chamber.map(|chamber| chamber.0)).unwrap_or_default(),
        classification: bill.classification.unwrap_or_default(),
        subject: bill.subject.unwrap_or_default(),
        abstracts: bill.abstracts.into_iter().flatten().map(Abstract::from).collect(),
        actions: (0..).zip(bill.actions.into_iter().flatten()).map(|(order, action)| action.at(order)).collect(),
        data_date: dates.into_iter().flatten().find_map(|date| day_of(&date)).or(export_date),
    })
}

impl<'j> From<JsonAbstract<'j>> for Abstract<'j> {
    fn from(abstract_: JsonAbstract<'j>) -> Self {
        Self { note: abstract_.note.unwrap_or_default().0, text: abstract_.text.unwrap_or_default().0 }
    }
}

impl<'j> JsonAction<'j> {
    fn at(self, order: u32) -> Action<'j> {
        let description = self.description.unwrap_or_default();
        let classes = self.classification.unwrap_or_default();
        let organization = self.organization_id.map(class).or(self.organization_name.map(|name| name.0));
        Action {
            flags: ActionFlags::from_description(&description, classes.iter().map(|class| &**class)),
            date: self.date.unwrap_or_default().0,
            organization: organization.unwrap_or_default(),
            order,
        }
    }
}

/// The class in a reference to an organization such as `~{"classification": "lower"}`. Other references are returned
/// unchanged.
fn class(reference: Text<'_>) -> Cow<'_, str> {
    #[derive(Deserialize)]
    struct Organization {
        classification: Option<String>,
    }
    let organization = reference.strip_prefix('~').and_then(|json| serde_json::from_str::<Organization>(json).ok());
    organization.and_then(|organization| organization.classification).map_or(reference.0, Cow::Owned)
}
