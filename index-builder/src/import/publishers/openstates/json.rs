/*!
A bill in JSON: as a scraper writes it, or as an element of the official export.
*/

use std::borrow::Cow;

use serde::Deserialize;

use crate::import::publishers::openstates::action_flags::ActionFlags;
use crate::import::publishers::openstates::source_bill::{Abstract, Action, SourceBill};
use crate::import::text::iso_date::day_of;
use crate::import::text::json::{Text, parse};
use crate::report::skip::{STRAY, Skip};

/// A bill, in the fields of both: a scraper names the organization that the bill is from and the jurisdiction, the export
/// the chamber and the jurisdiction's name.
#[derive(Deserialize)]
struct JsonBill<'j> {
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

/// Notes of the archive that collects the scraped files.
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

/// An action, whose organization a scraper refers to, and the export names.
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

/// Reads a bill. What has no title and no session is not one, but something else that the scrapers write.
pub(super) fn bill(json: &[u8]) -> Result<SourceBill<'_>, Skip> {
    let bill: JsonBill<'_> = parse(json)?;
    if bill.identifier.is_none() || bill.title.is_none() || bill.legislative_session.is_none() {
        return Err(Skip::new(&STRAY, "not a bill: it has no identifier, title or legislative_session"));
    }
    let of_scraper = bill.jurisdiction.and_then(|jurisdiction| jurisdiction.id.or(jurisdiction.name));
    let dates = [bill.scraped_at, bill.processing.and_then(|notes| notes.logs_latest_update), bill.updated_at];
    Ok(SourceBill {
        jurisdiction: of_scraper.or(bill.jurisdiction_name).unwrap_or_default().0,
        session: bill.legislative_session.unwrap_or_default().0,
        identifier: bill.identifier.unwrap_or_default().0,
        title: bill.title.unwrap_or_default().0,
        from: bill.from_organization.map(class).or(bill.chamber.map(|chamber| chamber.0)).unwrap_or_default(),
        classification: bill.classification.unwrap_or_default(),
        subject: bill.subject.unwrap_or_default(),
        abstracts: all(bill.abstracts, Abstract::from),
        actions: all(bill.actions, Action::from),
        data_date: dates.into_iter().flatten().find_map(|date| day_of(&date)),
    })
}

fn all<J, T>(list: Option<Vec<J>>, element: impl Fn(J) -> T) -> Vec<T> {
    list.unwrap_or_default().into_iter().map(element).collect()
}

impl<'j> From<JsonAbstract<'j>> for Abstract<'j> {
    fn from(abstract_: JsonAbstract<'j>) -> Self {
        Self { note: abstract_.note.unwrap_or_default().0, text: abstract_.text.unwrap_or_default().0 }
    }
}

impl<'j> From<JsonAction<'j>> for Action<'j> {
    fn from(action: JsonAction<'j>) -> Self {
        let description = action.description.unwrap_or_default();
        let classes = action.classification.unwrap_or_default();
        let organization = action.organization_id.map(class).or(action.organization_name.map(|name| name.0));
        Self {
            flags: ActionFlags::of(&description, classes.iter().map(|class| &**class)),
            date: action.date.unwrap_or_default().0,
            organization: organization.unwrap_or_default(),
        }
    }
}

/// The class of an organization that is referred to as `~{"classification": "lower"}`; other references as they are.
fn class(reference: Text<'_>) -> Cow<'_, str> {
    #[derive(Deserialize)]
    struct Organization {
        classification: Option<String>,
    }
    let organization = reference.strip_prefix('~').and_then(|json| serde_json::from_str::<Organization>(json).ok());
    organization.and_then(|organization| organization.classification).map_or(reference.0, Cow::Owned)
}
