/*!
The documents of every facet of a list, read once from tantivy's postings when the index is opened.
*/

use std::collections::HashMap;
use std::iter;
use std::panic::resume_unwind;
use std::thread;

use anyhow::{Context, Result};
use foldhash::fast::RandomState;
use tantivy::SegmentReader;
use tantivy::schema::IndexRecordOption;

use super::doc_set::DocSet;
use super::filter::Condition;
use super::schema::{FacetField, FacetPath};
use super::selection::Clause;

/// For each field the documents of its facets.
#[derive(Default)]
pub(super) struct FacetSets([FieldSets; FacetField::ALL.len()]);

type FieldSets = HashMap<FacetPath, DocSet, RandomState>;

impl FacetSets {
    /// Reads all postings, a thread a field.
    pub(super) fn read(segment: &SegmentReader) -> Result<Self> {
        let mut sets = Self::default();
        thread::scope(|scope| {
            let threads = FacetField::ALL.map(|field| scope.spawn(move || read_field(segment, field)));
            for (sets, thread) in sets.0.iter_mut().zip(threads) {
                *sets = thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            }
            Ok(sets)
        })
    }

    /// The sets of which a document must be in one to fulfil the condition.
    pub(super) fn clause(&self, condition: &Condition) -> Clause<'_> {
        let sets = &self.0[condition.field as usize];
        condition.paths.iter().filter_map(|path| sets.get(path)).collect()
    }

    /// Whether some document has a facet.
    pub(super) fn has(&self, field: FacetField, path: &FacetPath) -> bool {
        self.0[field as usize].contains_key(path)
    }

    /// The facets of a field that some document has.
    pub(super) fn paths(&self, field: FacetField) -> impl Iterator<Item = &FacetPath> {
        self.0[field as usize].keys()
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
        let mut blocks = inverted_index.read_block_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
        let mut n_read = 0;
        let docs = iter::from_fn(|| {
            if n_read == blocks.docs().len() {
                blocks.advance();
                n_read = 0;
            }
            let doc = blocks.docs().get(n_read)?;
            n_read += 1;
            Some(*doc)
        });
        sets.insert(path, DocSet::new(docs, terms.value().doc_freq, segment.max_doc()));
    }
    Ok(sets)
}
