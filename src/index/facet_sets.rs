/*!
The documents of every facet of a list, read once from tantivy's postings when the index is opened.
*/

use std::collections::HashMap;

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
pub(super) struct FacetSets([HashMap<FacetPath, DocSet, RandomState>; FacetField::ALL.len()]);

impl FacetSets {
    /// Reads all postings.
    pub(super) fn read(segment: &SegmentReader) -> Result<Self> {
        let mut sets = Self::default();
        let mut docs = Vec::new();
        for field in FacetField::ALL {
            let inverted_index = segment.inverted_index(field.field())?;
            let mut terms = inverted_index.terms().stream()?;
            while terms.advance() {
                let path = FacetPath::from_term(terms.key()).context("a facet is not UTF-8")?;
                if path.is_root() {
                    continue;
                }
                let mut blocks =
                    inverted_index.read_block_postings_from_terminfo(terms.value(), IndexRecordOption::Basic)?;
                docs.clear();
                while !blocks.docs().is_empty() {
                    docs.extend_from_slice(blocks.docs());
                    blocks.advance();
                }
                sets.0[field as usize].insert(path, DocSet::new(&docs, segment.max_doc()));
            }
        }
        Ok(sets)
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
