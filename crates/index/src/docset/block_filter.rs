/*!
Applies a disjunction to one block at a time.
*/

use std::ops::Range;

use tantivy::DocId;

use crate::docset::bitmap::Bitmap;
use crate::docset::block::{BLOCK_DOCS, BLOCK_WORDS, Block, insert, intersect, range_in_block, unite};
use crate::docset::disjunction::Disjunction;
use crate::docset::doc_set::DocSet;
use crate::docset::sparse_set::SparseSet;

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

    /// The bitmap, if the disjunction is nothing else.
    #[inline(always)]
    fn single_bitmap(&self) -> Option<&'s Bitmap> {
        match (&self.bitmaps[..], &self.sparse[..], &self.ranges[..]) {
            ([bitmap], [], []) => Some(bitmap),
            _ => None,
        }
    }

    /// The documents of a block that are in the disjunction.
    #[inline(always)]
    fn block(&self, block_idx: usize) -> Block {
        if let Some(bitmap) = self.single_bitmap() {
            return *bitmap.block(block_idx);
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
        union
    }

    /// Removes the documents of a block that are not in the disjunction.
    #[inline(always)]
    fn apply(&self, block: &mut Block, block_idx: usize) {
        match self.single_bitmap() {
            Some(bitmap) => intersect(block, bitmap.block(block_idx)),
            None => intersect(block, &self.block(block_idx)),
        }
    }
}

/// Returns the documents of a block that pass all filters, in a list with `n_docs` documents.
#[inline(always)]
pub(super) fn filtered_block(filters: &[BlockFilter<'_>], n_docs: u32, block_idx: usize) -> Block {
    let Some((first, others)) = filters.split_first() else {
        return range_in_block(&(0..n_docs), block_idx);
    };
    let mut block = first.block(block_idx);
    for filter in others {
        filter.apply(&mut block, block_idx);
    }
    block
}
