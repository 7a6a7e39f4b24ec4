/*!
The standing of a record, from 0 to 3: derived from the level of a case's court, or from the status of a bill. It
determines the priors in the score of a search, and the order of suggestions.
*/

use lexdex_core::model::{BillStatus, CourtLevel, Resource};

use crate::format::court_facet::level_path;
use crate::format::facet_path::FacetPath;
use crate::format::schema::FacetField;

/// Returns the facets of a list that give a record a standing above [`base`]. A record has at most one of them.
pub(crate) fn facets_with_standing(resource: Resource) -> Vec<(FacetField, FacetPath, u8)> {
    match resource {
        Resource::Statutes => Vec::new(),
        Resource::Cases => [(CourtLevel::Supreme, 3), (CourtLevel::Appellate, 2), (CourtLevel::Trial, 1)]
            .map(|(level, standing)| (FacetField::Court, level_path(level), standing))
            .into(),
        Resource::Bills => [(BillStatus::Signed, 2), (BillStatus::PassedChamber, 1)]
            .map(|(status, standing)| (FacetField::Status, FacetPath::flat(status.as_str()), standing))
            .into(),
    }
}

/// Returns the standing of a list's records without any of these facets. A statute is enacted, like a signed bill.
pub(crate) fn base(resource: Resource) -> u8 {
    match resource {
        Resource::Statutes => 2,
        Resource::Cases | Resource::Bills => 0,
    }
}
