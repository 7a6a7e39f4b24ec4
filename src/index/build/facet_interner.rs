/*!
The facets of a list, each with a number: a record on its way to the list carries numbers in place of texts, and what a
text means is looked up once, not for every record.
*/

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::corpus::Catalogue;
use crate::index::build::indexable::FacetSource;
use crate::index::format::facet_path::FacetPath;
use crate::index::format::schema::FacetField;

/// A facet's position among those of its list. Which facet has which number depends on who met it first, and nothing
/// of a finished index depends on that.
pub(crate) type FacetNumber = u32;

/// The facets of a list, which several threads add to.
#[derive(Default)]
pub(crate) struct FacetTable(Mutex<Numbered>);

#[derive(Default)]
struct Numbered {
    numbers: HashMap<(FacetField, FacetPath), FacetNumber>,
    facets: Vec<(FacetField, FacetPath)>,
}

impl FacetTable {
    /// The facet's number, which is the same for everyone.
    fn number(&self, facet: (FacetField, FacetPath)) -> FacetNumber {
        // Nothing panics while it holds the lock, but for want of memory.
        let Numbered { numbers, facets } = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *numbers.entry(facet).or_insert_with_key(|facet| {
            facets.push(facet.clone());
            (facets.len() - 1) as FacetNumber
        })
    }

    /// The facets, in the order of their numbers.
    pub(crate) fn into_facets(self) -> Vec<(FacetField, FacetPath)> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).facets
    }
}

/// One thread's view of a table: the texts it has met.
pub(crate) struct FacetNumbers<'t> {
    table: &'t FacetTable,
    catalogue: &'t Catalogue,
    known: HashMap<Vec<u8>, FacetNumber>,
    /// The text looked up last, kept for its memory.
    text: Vec<u8>,
}

impl<'t> FacetNumbers<'t> {
    pub(crate) fn new(table: &'t FacetTable, catalogue: &'t Catalogue) -> Self {
        Self { table, catalogue, known: HashMap::new(), text: Vec::new() }
    }

    /// The number of the facet that a record's text stands for.
    pub(crate) fn number(&mut self, source: FacetSource<'_>) -> FacetNumber {
        self.text.clear();
        source.push_to(&mut self.text);
        if let Some(number) = self.known.get(&self.text) {
            return *number;
        }
        let number = self.table.number(source.facet(self.catalogue));
        self.known.insert(self.text.clone(), number);
        number
    }
}
