/*!
The documents of every facet of a list, read from tantivy's postings when the index is opened.
*/

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::thread;

use anyhow::{Context, Result};
use foldhash::fast::RandomState;
use tantivy::SegmentReader;

use crate::docset::doc_set::DocSet;
use crate::format::facet_path::FacetPath;
use crate::format::schema::FacetField;
use crate::format::term_docs::docs_of_term;

#[derive(Default)]
pub(crate) struct FacetSets([FieldSets; FacetField::ALL.len()]);

type FieldSets = HashMap<FacetPath, DocSet, RandomState>;

impl FacetSets {
    /// Reads all postings, on a thread for each field.
    pub(crate) fn read(segment: &SegmentReader) -> Result<Self> {
        let mut sets = Self::default();
        thread::scope(|scope| {
            let threads = FacetField::ALL.map(|field| scope.spawn(move || read_field(segment, field)));
            for (sets, thread) in sets.0.iter_mut().zip(threads) {
                *sets = thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            }
            Ok(sets)
        })
    }

    /// Whether any document has a facet.
    pub(crate) fn contains(&self, field: FacetField, path: &FacetPath) -> bool {
        self.get(field, path).is_some()
    }

    /// The documents with a facet; `None` if no document has it.
    pub(crate) fn get(&self, field: FacetField, path: &FacetPath) -> Option<&DocSet> {
        self.0[field as usize].get(path)
    }

    /// The facets of a field, each with its documents, at least one.
    pub(crate) fn for_field(&self, field: FacetField) -> impl Iterator<Item = (&FacetPath, &DocSet)> {
        self.0[field as usize].iter()
    }
}

fn read_field(segment: &SegmentReader, field: FacetField) -> Result<FieldSets> {
    let mut sets = FieldSets::default();
    let inverted_index = segment.inverted_index(field.field())?;
    let mut terms = inverted_index.terms().stream()?;
    while terms.advance() {
        let path = FacetPath::from_term(terms.key()).context("a facet is not UTF-8")?;
        if path.is_root() {
            continue;
        }
        let docs = docs_of_term(&inverted_index, terms.value())?;
        sets.insert(path, DocSet::new(docs, terms.value().doc_freq, segment.max_doc()));
    }
    Ok(sets)
}
