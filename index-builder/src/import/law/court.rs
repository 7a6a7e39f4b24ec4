/*!
The court of a case.
*/

use lexdex_core::corpus::{Catalogue, CourtEntry};
use lexdex_core::model::Jurisdiction;

/// A court that cases can name.
#[derive(Clone, Debug)]
pub(crate) struct CaseCourt<'c> {
    /// The first part of its cases' ids.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) jurisdiction: &'c Jurisdiction,
    /// Whether the court is in the catalogue.
    pub(crate) is_catalogued: bool,
}

impl<'c> CaseCourt<'c> {
    /// A court of the catalogue. `None` if its jurisdiction is not in the catalogue.
    pub(crate) fn from_catalogue(entry: &CourtEntry, catalogue: &'c Catalogue) -> Option<Self> {
        let jurisdiction = catalogue.jurisdictions.get(&entry.jurisdiction)?;
        let id = entry.id.clone().unwrap_or_default();
        Some(Self { id, name: entry.name.clone(), jurisdiction, is_catalogued: true })
    }
}
