/*!
Priors make a record likelier to be meant, whatever the words: the level of a case's court, and the progress of a bill.
*/

use tantivy::DocId;

use crate::index::format::court_facet::level_path;
use crate::index::format::facet_path::FacetPath;
use crate::index::format::schema::FacetField;
use crate::index::search::facet_sets::FacetSets;
use crate::model::{BillStatus, CourtLevel, Resource};

/// The step of each document's prior.
#[derive(Default)]
pub(crate) struct Priors(Box<[u8]>);

impl Priors {
    /// The priors of a list of `n_docs` documents.
    pub(crate) fn new(resource: Resource, facets: &FacetSets, n_docs: u32) -> Self {
        let steps: Vec<(FacetField, FacetPath, u8)> = match resource {
            Resource::Statutes => return Self::default(),
            Resource::Cases => [(CourtLevel::Supreme, 3), (CourtLevel::Appellate, 2), (CourtLevel::Trial, 1)]
                .map(|(level, step)| (FacetField::Court, level_path(level), step))
                .into(),
            Resource::Bills => [(BillStatus::Signed, 2), (BillStatus::PassedChamber, 1)]
                .map(|(status, step)| (FacetField::Status, FacetPath::flat(status.as_str()), step))
                .into(),
        };
        let mut priors = vec![0; n_docs as usize];
        for (field, path, step) in steps {
            if let Some(docs) = facets.get(field, &path) {
                docs.for_each(|doc| priors[doc as usize] = step);
            }
        }
        Self(priors.into())
    }

    /// The step of a document.
    #[inline(always)]
    pub(crate) fn of(&self, doc: DocId) -> u8 {
        self.0.get(doc as usize).copied().unwrap_or(0)
    }
}
