/*!
Applies a disjunction to one block at a time.
*/

use std::ops::Range;

use tantivy::DocId;

use crate::index::docset::bitmap::Bitmap;
use crate::index::docset::block::{BLOCK_DOCS, BLOCK_WORDS, Block, insert, intersect, range_in_block, unite};
use crate::index::docset::disjunction::Disjunction;
use crate::index::docset::doc_set::DocSet;
use crate::index::docset::sparse_set::SparseSet;

/// A disjunction with its sets grouped by representation, so that the loop over blocks need not look it up.
pub(super) struct BlockFilter<'s> {
    bitmaps: Vec<&'s Bitmap>,
    sparse: Vec<&'s SparseSet>,
    ranges: Vec<Range<DocId>>,
}

impl<'s> BlockFilter<'s> {
    /// Creates the filters of several disjunctions.
    pub(super) fn all(disjunctions: &'s [Disjunction<'_>]) -> Vec<Self> {
        disjunctions.iter().map(Self::new).collect()
    }

    fn new(disjunction: &'s Disjunction<'_>) -> Self {
        let mut filter = Self { bitmaps: Vec::new(), sparse: Vec::new(), ranges: Vec::new() };
        for set in &disjunction.sets {
            match &**set {
                DocSet::Range(range) => filter.ranges.push(range.clone()),
                DocSet::Dense(bitmap) => filter.bitmaps.push(bitmap),
                DocSet::Sparse(docs) => filter.sparse.push(docs),
            }
        }
        filter
    }

    /// Removes the documents of a block that are not in the disjunction.
    #[inline(always)]
    fn apply(&self, block: &mut Block, block_idx: usize) {
        if let ([bitmap], [], []) = (&self.bitmaps[..], &self.sparse[..], &self.ranges[..]) {
            return intersect(block, bitmap.block(block_idx));
        }
        let mut union = [0; BLOCK_WORDS];
        for bitmap in &self.bitmaps {
            unite(&mut union, bitmap.block(block_idx));
        }
        for docs in &self.sparse {
            for doc in docs.block(block_idx) {
                insert(&mut union, u32::from(*doc) % BLOCK_DOCS);
            }
        }
        for range in &self.ranges {
            unite(&mut union, &range_in_block(range, block_idx));
        }
        intersect(block, &union);
    }
}

/// Returns the documents of a block that pass all filters, in a list with `n_docs` documents.
#[inline(always)]
pub(super) fn filtered_block(filters: &[BlockFilter<'_>], n_docs: u32, block_idx: usize) -> Block {
    let mut block = if (block_idx as u32 + 1).saturating_mul(BLOCK_DOCS) <= n_docs {
        [u64::MAX; BLOCK_WORDS]
    } else {
        range_in_block(&(0..n_docs), block_idx)
    };
    for filter in filters {
        filter.apply(&mut block, block_idx);
    }
    block
}
