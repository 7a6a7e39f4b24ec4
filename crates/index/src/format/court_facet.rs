/*!
The facets of courts: the path of a court's level, then the court.
*/

use lexdex_core::corpus::CourtEntry;
use lexdex_core::model::CourtLevel;

use crate::format::facet_path::FacetPath;

const NO_LEVEL: &str = "-";

/// Separates the jurisdiction from the name in the facet of a court that is not in the catalogue, and so has no id.
const NAME_MARK: char = ':';

pub(crate) fn court_path(court: &CourtEntry) -> FacetPath {
    let level = court.level.map_or(NO_LEVEL, CourtLevel::as_str);
    let key = match &court.id {
        Some(id) => id.clone(),
        None => format!("{}{NAME_MARK}{}", court.jurisdiction, court.name),
    };
    FacetPath::nested(level.split('/').chain([key.as_str()]))
}

/// The facet of a level, which all courts below it share.
pub(crate) fn level_path(level: CourtLevel) -> FacetPath {
    FacetPath::nested(level.as_str().split('/'))
}

/// A decoded facet of a court.
pub(crate) enum CourtFacet<'p> {
    /// All courts of a level.
    Level(CourtLevel),
    /// A court of the catalogue, by its id.
    Catalogued(&'p str),
    /// A court outside of the catalogue, by its name.
    Uncatalogued(&'p str),
}

/// Decodes a facet of a court; `None` if it is the facet of all courts without a level.
pub(crate) fn court_facet(path: &FacetPath) -> Option<CourtFacet<'_>> {
    if let Some(level) = CourtLevel::ALL.iter().find(|level| is_level(path, **level)) {
        return Some(CourtFacet::Level(*level));
    }
    let court = path.values().next_back().filter(|value| *value != NO_LEVEL)?;
    Some(match court.split_once(NAME_MARK) {
        Some((_, name)) => CourtFacet::Uncatalogued(name),
        None => CourtFacet::Catalogued(court),
    })
}

/// Whether a facet is that of a level. Counts by facet compare every court with every level, so the lengths, which nearly
/// always differ, are compared first.
fn is_level(path: &FacetPath, level: CourtLevel) -> bool {
    path.as_str().len() == level.as_str().len() && path.values().eq(level.as_str().split('/'))
}

/// Decodes the facet of a court that is not in the catalogue; `None` if it is another facet.
pub(crate) fn uncatalogued_court(path: &FacetPath) -> Option<CourtEntry> {
    let mut values: Vec<&str> = path.values().collect();
    let (jurisdiction, name) = values.pop()?.split_once(NAME_MARK)?;
    let level = values.join("/").parse().ok();
    Some(CourtEntry::uncatalogued(name.to_owned(), level, jurisdiction.to_owned()))
}
