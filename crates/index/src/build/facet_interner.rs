/*!
Interns the facets of a list, so that records carry numbers during the build, and each facet is resolved once instead of
once per record.
*/

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use lexdex_core::corpus::Catalogue;

use crate::build::indexable::FacetSource;
use crate::format::facet_path::FacetPath;
use crate::format::schema::FacetField;

/// A facet's position among the interned ones. It depends on the order in which threads intern facets, but the finished
/// index does not contain it.
pub(super) type FacetId = u32;

/// The interned facets of a list, shared by all threads.
#[derive(Default)]
pub(crate) struct FacetInterner(Mutex<Interned>);

#[derive(Default)]
struct Interned {
    ids: HashMap<(FacetField, FacetPath), FacetId>,
    facets: Vec<(FacetField, FacetPath)>,
}

impl FacetInterner {
    fn intern(&self, facet: (FacetField, FacetPath)) -> FacetId {
        // No code panics while it holds the lock, except when memory runs out.
        let Interned { ids, facets } = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *ids.entry(facet).or_insert_with_key(|facet| {
            facets.push(facet.clone());
            (facets.len() - 1) as FacetId
        })
    }

    /// The facets, in the order of their ids.
    pub(super) fn into_facets(self) -> Vec<(FacetField, FacetPath)> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).facets
    }
}

/// One thread's cache of ids, so that it rarely takes the lock.
pub(super) struct LocalFacetInterner<'t> {
    shared: &'t FacetInterner,
    catalogue: &'t Catalogue,
    ids: HashMap<Vec<u8>, FacetId>,
    /// A buffer that is reused for each lookup.
    cache_key: Vec<u8>,
}

impl<'t> LocalFacetInterner<'t> {
    pub(super) fn new(shared: &'t FacetInterner, catalogue: &'t Catalogue) -> Self {
        Self { shared, catalogue, ids: HashMap::new(), cache_key: Vec::new() }
    }

    /// The id of the facet that comes from a field of a record.
    pub(super) fn id(&mut self, source: FacetSource<'_>) -> FacetId {
        self.cache_key.clear();
        source.push_cache_key(&mut self.cache_key);
        if let Some(id) = self.ids.get(&self.cache_key) {
            return *id;
        }
        let id = self.shared.intern(source.facet(self.catalogue));
        self.ids.insert(self.cache_key.clone(), id);
        id
    }
}
