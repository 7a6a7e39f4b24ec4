/*!
Finds the court of a case. The project names courts as the printed reporters did.
*/

use lexdex_core::corpus::{Catalogue, CourtEntry, id_form};
use lexdex_core::model::Jurisdiction;
use serde::Deserialize;

use crate::import::law::court::CaseCourt;
use crate::import::law::skip_reasons::UNKNOWN_JURISDICTION;
use crate::import::text::html;
use crate::import::text::json::Text;
use crate::report::skip::Reason;

/// A court as the project names it.
#[derive(Default, Deserialize)]
pub(super) struct CapCourt<'j> {
    #[serde(default, borrow)]
    name: Option<Text<'j>>,
    #[serde(default, borrow)]
    name_abbreviation: Option<Text<'j>>,
}

/// A jurisdiction as the project names it.
#[derive(Default, Deserialize)]
pub(super) struct CapJurisdiction<'j> {
    #[serde(default, borrow)]
    name: Option<Text<'j>>,
    #[serde(default, borrow)]
    name_long: Option<Text<'j>>,
}

/// A name that a court had until a year, and that the catalogue does not have or gives to another court.
pub(super) struct FormerName {
    /// The court's name in the project.
    pub(super) name: &'static str,
    /// The jurisdiction's name in the project.
    pub(super) jurisdiction: &'static str,
    /// The first year in which the court no longer has the name.
    pub(super) until: u16,
    /// The catalogue's id of the court.
    pub(super) id: &'static str,
}

const fn former(name: &'static str, jurisdiction: &'static str, until: u16, id: &'static str) -> FormerName {
    FormerName { name, jurisdiction, until, id }
}

/// The former names. The Free Law Project's list of courts (courts-db) counts the district courts of the territories of
/// Alaska and Hawaii as the U.S. district courts there. The states now have district courts of their own.
pub(super) const FORMER_NAMES: &[FormerName] = &[
    former("Alaska District Court", "Alaska", 1960, "akd"),
    former("District Court for the Territory of Alaska", "Alaska", 1960, "akd"),
    former("United States District Court for the Territory of Alaska", "Alaska", 1960, "akd"),
    former("Hawaii District Court", "Hawaii", 1960, "hid"),
    former("United States District Court for the Territory of Hawaii", "Hawaii", 1960, "hid"),
    former("Court of Appeals of the District of Columbia", "District of Columbia", 1935, "cadc"),
    former("Supreme Court of the District of Columbia", "District of Columbia", 1937, "dcd"),
    former("Municipal Court of Appeals for the District of Columbia", "District of Columbia", 1963, "dc"),
    former("District of Columbia Municipal Court of Appeals", "District of Columbia", 1963, "dc"),
    // It was the state's highest court until the state got a Supreme Court.
    former("Court of Appeals of Kentucky", "Kentucky", 1976, "kyctapphigh"),
    former("Kentucky Court of Appeals", "Kentucky", 1976, "kyctapphigh"),
    // It was the state's highest court until the constitution of 1947. The list of courts counts it as the Supreme Court.
    former("Court of Errors and Appeals of New Jersey", "New Jersey", 1949, "nj"),
    former("New Jersey Court of Errors and Appeals", "New Jersey", 1949, "nj"),
];

static NO_COURT: Reason = Reason { name: "no_court", explanation: "The case does not name its court." };

/// Finds the court by the name that it had in the year of the decision, in the case's jurisdiction or among the federal
/// courts.
pub(super) fn resolve<'c>(
    court: &CapCourt<'_>,
    jurisdiction: &CapJurisdiction<'_>,
    year: Option<u16>,
    catalogue: &'c Catalogue,
) -> Result<CaseCourt<'c>, &'static Reason> {
    let name = html::as_text(court.name.as_deref().unwrap_or_default());
    if name.is_empty() {
        return Err(&NO_COURT);
    }
    let local = [&jurisdiction.name_long, &jurisdiction.name].into_iter().flatten();
    let local = local.filter_map(|name| catalogue.jurisdictions.find(&html::as_text(name))).next();
    let catalogued = in_catalogue(catalogue, &name, local, year);
    if let Some(court) = catalogued.and_then(|entry| CaseCourt::from_catalogue(entry, catalogue)) {
        return Ok(court);
    }
    let jurisdiction = local.ok_or(&UNKNOWN_JURISDICTION)?;
    let short = court.name_abbreviation.as_deref().map(id_form::citation).filter(|short| !short.is_empty());
    let id = short.unwrap_or_else(|| id_form::slug(&name));
    // No id of the catalogue has a full stop, and two states may abbreviate their courts alike.
    let id = format!("{}.{id}", jurisdiction.id);
    Ok(CaseCourt { id, name: name.into_owned(), jurisdiction, is_catalogued: false })
}

fn in_catalogue<'c>(
    catalogue: &'c Catalogue,
    name: &str,
    local: Option<&Jurisdiction>,
    year: Option<u16>,
) -> Option<&'c CourtEntry> {
    if let (Some(local), Some(year)) = (local, year)
        && let Some(former) = FORMER_NAMES
            .iter()
            .find(|former| former.name == name && former.jurisdiction == local.name && year < former.until)
    {
        return catalogue.courts.entries().iter().find(|court| court.id.as_deref() == Some(former.id));
    }
    let in_jurisdiction = local.and_then(|local| catalogue.courts.find_catalogued(name, &local.id));
    in_jurisdiction.or_else(|| catalogue.courts.find_catalogued(name, "federal"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn catalogue_has_the_courts_of_former_names() {
        let catalogue = Catalogue::read(&lexdex_core::corpus::Source::Bundled).unwrap();
        for former in FORMER_NAMES {
            assert!(
                catalogue.courts.entries().iter().any(|court| court.id.as_deref() == Some(former.id)),
                "{}",
                former.id
            );
            assert!(catalogue.jurisdictions.find(former.jurisdiction).is_some(), "{}", former.jurisdiction);
        }
    }

    #[test]
    fn id_of_an_uncatalogued_court_differs_from_catalogued_ids() {
        let catalogue = Catalogue::read(&lexdex_core::corpus::Source::Bundled).unwrap();
        let ids = catalogue.courts.entries().iter().filter_map(|court| court.id.as_deref());
        assert_eq!(ids.filter(|id| id.contains('.')).collect::<Vec<_>>(), [""; 0]);
        let court = |jurisdiction: &'static str| {
            let text = |text: &'static str| Some(Text(text.into()));
            let court = CapCourt { name: text("Court of Old Quarrels"), name_abbreviation: text("Scotus") };
            resolve(&court, &CapJurisdiction { name: text(jurisdiction), name_long: None }, None, &catalogue)
                .unwrap()
                .id
        };
        assert_eq!((court("Ohio"), court("Texas")), ("oh.scotus".to_owned(), "tx.scotus".to_owned()));
    }
}
