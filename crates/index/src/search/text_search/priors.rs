/*!
Priors raise the score of a record independently of the words: by the level of a case's court, and by the status of a
bill.
*/

use lexdex_core::model::Resource;
use tantivy::DocId;

use crate::format::facet_sets::FacetSets;
use crate::format::standing::facets_with_standing;

/// The step of each document's prior.
#[derive(Default)]
pub(crate) struct Priors(Box<[u8]>);

impl Priors {
    /// The priors of a list of `n_docs` documents.
    pub(crate) fn new(resource: Resource, facets: &FacetSets, n_docs: u32) -> Self {
        let steps = facets_with_standing(resource);
        if steps.is_empty() {
            return Self::default();
        }
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
    pub(crate) fn for_doc(&self, doc: DocId) -> u8 {
        self.0.get(doc as usize).copied().unwrap_or(0)
    }
}
