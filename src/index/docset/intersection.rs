/*!
The intersection of several disjunctions. Its size is exact, and any page can be read without the pages before it.

If the smallest disjunction has few documents, they are tested one by one. Otherwise all disjunctions are intersected
block by block.
*/

use tantivy::DocId;

use crate::index::docset::bitmap::Bitmap;
use crate::index::docset::block::BLOCK_DOCS;
use crate::index::docset::block_filter::{BlockFilter, filtered_block};
use crate::index::docset::disjunction::Disjunction;
use crate::index::docset::doc_set::SPARSE_SHARE;
use crate::index::docset::rank_index::{RankIndex, multiversioned};

/// A computed intersection, with the data to find any page of it.
pub(crate) enum Intersection {
    /// Few documents, in ascending order.
    Few(Box<[DocId]>),
    /// The ranks of many documents. The blocks of a page are intersected again.
    Many(RankIndex),
}

impl Intersection {
    /// Intersects the disjunctions, at least one, in a list with `n_docs` documents.
    pub(crate) fn new(disjunctions: &[Disjunction<'_>], n_docs: u32) -> Self {
        // A page of so few documents would spread over many blocks.
        let is_few = |len: usize| len <= (n_docs / BLOCK_DOCS) as usize;
        if let Some(rarest) = rarest(disjunctions)
            && disjunctions[rarest].max_len() * SPARSE_SHARE <= u64::from(n_docs)
        {
            // Testing so few documents one by one costs less than intersecting all blocks.
            let docs = test_candidates(disjunctions, rarest);
            return if is_few(docs.len()) {
                Self::Few(docs.into())
            } else {
                Self::Many(RankIndex::of_docs(&docs, n_docs))
            };
        }
        let filters = BlockFilter::all(disjunctions);
        let ranks = rank_blocks(&filters, n_docs);
        let len = ranks.len() as usize;
        if is_few(len) { Self::Few(slice(&ranks, &filters, n_docs, 0, len).into()) } else { Self::Many(ranks) }
    }

    /// The number of documents.
    pub(crate) fn len(&self) -> u32 {
        match self {
            Self::Few(docs) => docs.len() as u32,
            Self::Many(ranks) => ranks.len(),
        }
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Few(docs) => size_of_val(&**docs),
            Self::Many(ranks) => ranks.n_heap_bytes(),
        }
    }

    /// Up to `limit` documents after the first `offset`. The disjunctions must be those that were intersected.
    pub(crate) fn slice(&self, disjunctions: &[Disjunction<'_>], n_docs: u32, offset: u32, limit: usize) -> Vec<DocId> {
        match self {
            Self::Few(docs) => docs.iter().copied().skip(offset as usize).take(limit).collect(),
            Self::Many(ranks) => slice(ranks, &BlockFilter::all(disjunctions), n_docs, offset, limit),
        }
    }

    /// The number of documents before `doc`. The disjunctions must be those that were intersected.
    pub(crate) fn rank(&self, disjunctions: &[Disjunction<'_>], n_docs: u32, doc: DocId) -> u32 {
        match self {
            Self::Few(docs) => docs.partition_point(|found| *found < doc) as u32,
            Self::Many(ranks) => rank(ranks, &BlockFilter::all(disjunctions), n_docs, doc),
        }
    }
}

/// Intersects the disjunctions into a bitmap, in a list with `n_docs` documents.
pub(crate) fn intersect_to_bitmap(disjunctions: &[Disjunction<'_>], n_docs: u32) -> Bitmap {
    let filters = BlockFilter::all(disjunctions);
    let n_blocks = n_docs.div_ceil(BLOCK_DOCS) as usize;
    Bitmap::of_blocks((0..n_blocks).map(|block_idx| filtered_block(&filters, n_docs, block_idx)))
}

/// The position of the smallest disjunction.
fn rarest(disjunctions: &[Disjunction<'_>]) -> Option<usize> {
    (0..disjunctions.len()).min_by_key(|idx| disjunctions[*idx].max_len())
}

/// Tests each document of the smallest disjunction against the others.
fn test_candidates(disjunctions: &[Disjunction<'_>], rarest: usize) -> Vec<DocId> {
    let mut candidates: Vec<DocId> = Vec::with_capacity(disjunctions[rarest].max_len() as usize);
    for set in &disjunctions[rarest].sets {
        set.for_each(|doc| candidates.push(doc));
    }
    if disjunctions[rarest].sets.len() > 1 {
        candidates.sort_unstable();
        candidates.dedup();
    }
    for disjunction in disjunctions[..rarest].iter().chain(&disjunctions[rarest + 1..]) {
        match &disjunction.sets[..] {
            // In the usual case of one set, its representation is looked up once instead of for each document.
            [set] => set.retain(&mut candidates),
            _ => candidates.retain(|doc| disjunction.contains(*doc)),
        }
    }
    candidates
}

multiversioned! {
    fn rank_blocks(filters: &[BlockFilter<'_>], n_docs: u32) -> RankIndex {
        RankIndex::new(n_docs.div_ceil(BLOCK_DOCS) as usize, |block_idx| filtered_block(filters, n_docs, block_idx))
    }

    fn slice(ranks: &RankIndex, filters: &[BlockFilter<'_>], n_docs: u32, offset: u32, limit: usize) -> Vec<DocId> {
        ranks.slice(offset, limit, |block_idx| filtered_block(filters, n_docs, block_idx))
    }

    fn rank(ranks: &RankIndex, filters: &[BlockFilter<'_>], n_docs: u32, doc: DocId) -> u32 {
        ranks.rank(doc, |block_idx| filtered_block(filters, n_docs, block_idx))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roaring::RoaringBitmap;

    use super::*;
    use crate::index::docset::generators::{disjunction, disjunctions};
    use crate::index::docset::rank_index::GROUP_DOCS;

    proptest! {
        #[test]
        fn intersection_agrees_with_roaring_bitmaps(
            (n_docs, specs) in disjunctions(),
            offset in prop_oneof![0..2000u32, 0..4 * GROUP_DOCS, Just(u32::MAX)],
            limit in 1..200usize,
        ) {
            let mut expected = RoaringBitmap::from_iter(0..n_docs);
            for sets in &specs {
                expected &= sets.iter().fold(RoaringBitmap::new(), |union, set| union | set);
            }
            let disjunctions: Vec<Disjunction<'_>> = specs.iter().map(|sets| disjunction(sets, n_docs)).collect();
            let intersection = Intersection::new(&disjunctions, n_docs);
            prop_assert_eq!(u64::from(intersection.len()), expected.len());
            let page: Vec<DocId> = expected.iter().skip(offset as usize).take(limit).collect();
            prop_assert_eq!(intersection.slice(&disjunctions, n_docs, offset, limit), page);
            let doc = offset % (n_docs + 2);
            prop_assert_eq!(
                u64::from(intersection.rank(&disjunctions, n_docs, doc)),
                expected.range_cardinality(..doc)
            );
            let mut docs = Vec::new();
            intersect_to_bitmap(&disjunctions, n_docs).for_each(|doc| docs.push(doc));
            prop_assert!(docs.into_iter().eq(expected));
        }
    }
}
