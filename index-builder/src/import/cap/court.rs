/*!
The courts, which have the names that the reporters printed.
*/

use lexdex::corpus::{Catalogue, CourtEntry};
use lexdex::model::Jurisdiction;
use serde::Deserialize;

use crate::import::skip::Reason;
use crate::import::{Sink, html, id};

/// A court as the project names it.
#[derive(Default, Deserialize)]
pub(super) struct CapCourt {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    name_abbreviation: Option<String>,
}

/// A jurisdiction as the project names it.
#[derive(Default, Deserialize)]
pub(super) struct CapJurisdiction {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    name_long: Option<String>,
}

/// Former names of courts that the catalogue has under another: the name in the project, the jurisdiction it has
/// there, and the catalogue's id.
const FORMER_NAMES: &[(&str, &str, &str)] = &[
    // The district court of the territory, which statehood made the United States' district court.
    ("Alaska District Court", "Alaska", "akd"),
    ("District Court for the Territory of Alaska", "Alaska", "akd"),
    ("United States District Court for the Territory of Alaska", "Alaska", "akd"),
    ("Hawaii District Court", "Hawaii", "hid"),
    ("United States District Court for the Territory of Hawaii", "Hawaii", "hid"),
    // Renamed in 1934, 1936 and 1962.
    ("Court of Appeals of the District of Columbia", "District of Columbia", "cadc"),
    ("Supreme Court of the District of Columbia", "District of Columbia", "dcd"),
    ("Municipal Court of Appeals for the District of Columbia", "District of Columbia", "dc"),
    ("District of Columbia Municipal Court of Appeals", "District of Columbia", "dc"),
];

static NO_COURT: Reason = Reason { name: "no_court", explanation: "The case does not name its court." };

static UNKNOWN_JURISDICTION: Reason = Reason {
    name: "unknown_jurisdiction",
    explanation: "The court is not in the catalogue, and the case's jurisdiction is none of ours (a tribal nation, a \
                  territory that became several states, a region).",
};

/// The court of a record.
pub(super) struct Court<'c> {
    /// What the ids of its cases begin with.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) jurisdiction: &'c Jurisdiction,
}

/// The court of a case, by its name in the case's jurisdiction or among the courts of the United States.
pub(super) fn resolve<'c>(
    court: &CapCourt,
    jurisdiction: &CapJurisdiction,
    sink: &mut Sink<'c>,
) -> Result<Court<'c>, &'static Reason> {
    let catalogue = sink.catalogue();
    let name = html::to_text(court.name.as_deref().unwrap_or_default());
    if name.is_empty() {
        return Err(&NO_COURT);
    }
    let local = [&jurisdiction.name_long, &jurisdiction.name].into_iter().flatten();
    let local = local.filter_map(|name| catalogue.jurisdictions.find(&html::to_text(name))).next();
    if let Some(entry) = in_catalogue(catalogue, &name, local)
        && let Some(jurisdiction) = catalogue.jurisdictions.get(&entry.jurisdiction)
    {
        let id = entry.id.clone().unwrap_or_default();
        return Ok(Court { id, name: entry.name.clone(), jurisdiction });
    }
    let jurisdiction = local.ok_or(&UNKNOWN_JURISDICTION)?;
    // Counted as one that the catalogue lacks.
    sink.court(&name, &jurisdiction.id);
    let short = court.name_abbreviation.as_deref().map(id::citation).filter(|short| !short.is_empty());
    let id = short.unwrap_or_else(|| id::slug(&name));
    Ok(Court { id, name, jurisdiction })
}

fn in_catalogue<'c>(catalogue: &'c Catalogue, name: &str, local: Option<&Jurisdiction>) -> Option<&'c CourtEntry> {
    let in_jurisdiction = local.and_then(|local| catalogue.courts.of_case(name, &local.id));
    in_jurisdiction.or_else(|| catalogue.courts.of_case(name, "federal")).or_else(|| {
        let is_it =
            |former: &&(&str, &str, &str)| former.0 == name && local.is_some_and(|local| local.name == former.1);
        let (_, _, id) = FORMER_NAMES.iter().find(is_it)?;
        catalogue.courts.entries().iter().find(|court| court.id.as_deref() == Some(*id))
    })
}
