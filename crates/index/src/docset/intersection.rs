/*!
The intersection of several disjunctions. Its size is exact, and any page can be read without the pages before it.

Ranges, such as years, bound the part of the list that is read. If the smallest other disjunction has few documents
there, they are tested one by one. Otherwise all disjunctions are intersected block by block.
*/

use std::ops::Range;
use std::sync::Arc;

use tantivy::DocId;

use crate::docset::bitmap::Bitmap;
use crate::docset::block::{BLOCK_DOCS, BLOCK_WORDS};
use crate::docset::disjunction::{Disjunction, common_block};
use crate::docset::doc_set::{DocSet, SPARSE_SHARE, retain};
use crate::docset::rank_index::{RankIndex, multiversioned};

/// A computed intersection, in the space that a cache spends on it.
#[derive(Clone)]
pub(crate) enum Intersection {
    /// All documents, if they are few or the set of one disjunction.
    Set(Arc<DocSet>),
    /// The ranks of many documents. The blocks of a page are intersected again.
    Ranks(Arc<RankIndex>),
}

impl Intersection {
    /// Intersects the disjunctions, at least one, in a list with `n_docs` documents.
    pub(crate) fn new(disjunctions: &[Disjunction<'_>], n_docs: u32) -> Self {
        let bounds = bounds(disjunctions, n_docs);
        if let Some((rarest, max_len)) = rarest(disjunctions, &bounds)
            && max_len * SPARSE_SHARE <= bounds.len() as u64
        {
            // Testing so few documents one by one costs less than intersecting all blocks.
            let docs = test_candidates(disjunctions, rarest, &bounds);
            return match is_few(docs.len(), n_docs) {
                true => Self::from_few(&docs, n_docs),
                false => Self::Ranks(Arc::new(RankIndex::from_docs(&docs, n_docs))),
            };
        }
        let ranks = rank_blocks(disjunctions, n_docs, &bounds);
        let len = ranks.len() as usize;
        match is_few(len, n_docs) {
            true => Self::from_few(&slice(&ranks, disjunctions, 0, len), n_docs),
            false => Self::Ranks(Arc::new(ranks)),
        }
    }

    fn from_few(docs: &[DocId], n_docs: u32) -> Self {
        Self::Set(Arc::new(DocSet::from_docs(docs, n_docs)))
    }

    /// The number of documents.
    pub(crate) fn len(&self) -> u32 {
        match self {
            Self::Set(set) => set.len(),
            Self::Ranks(ranks) => ranks.len(),
        }
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Set(set) => set.n_heap_bytes(),
            Self::Ranks(ranks) => ranks.n_heap_bytes(),
        }
    }
}

/// Whether an intersection has so few documents that it keeps them: a page of them would spread over many blocks.
fn is_few(len: usize, n_docs: u32) -> bool {
    len <= (n_docs / BLOCK_DOCS) as usize
}

/// Intersects the disjunctions, at least one, into a bitmap, in a list with `n_docs` documents.
pub(crate) fn intersect_to_bitmap(disjunctions: &[Disjunction<'_>], n_docs: u32) -> Bitmap {
    let blocks = blocks(&bounds(disjunctions, n_docs));
    let block = |block_idx| match blocks.contains(&block_idx) {
        true => common_block(disjunctions, block_idx),
        false => [0; BLOCK_WORDS],
    };
    Bitmap::from_blocks((0..n_docs.div_ceil(BLOCK_DOCS) as usize).map(block))
}

/// The blocks with the documents within bounds.
fn blocks(bounds: &Range<DocId>) -> Range<usize> {
    (bounds.start / BLOCK_DOCS) as usize..bounds.end.div_ceil(BLOCK_DOCS) as usize
}

/// The part of the list that every disjunction of a single range has in common.
fn bounds(disjunctions: &[Disjunction<'_>], n_docs: u32) -> Range<DocId> {
    let mut bounds = 0..n_docs;
    for disjunction in disjunctions {
        if let [set] = &disjunction.sets[..]
            && let DocSet::Range(range) = &**set
        {
            let start = bounds.start.max(range.start);
            bounds = start..bounds.end.min(range.end).max(start);
        }
    }
    bounds
}

/// The position of the smallest disjunction within bounds, and an upper bound of its size there.
fn rarest(disjunctions: &[Disjunction<'_>], bounds: &Range<DocId>) -> Option<(usize, u64)> {
    let max_lens = disjunctions.iter().map(|disjunction| disjunction.max_len_within(bounds));
    max_lens.enumerate().min_by_key(|(_, max_len)| *max_len)
}

/// Tests each document of the smallest disjunction within bounds against the others.
fn test_candidates(disjunctions: &[Disjunction<'_>], rarest: usize, bounds: &Range<DocId>) -> Vec<DocId> {
    let mut candidates = Vec::new();
    for set in &disjunctions[rarest].sets {
        set.extend_within(bounds, &mut candidates);
    }
    if disjunctions[rarest].sets.len() > 1 {
        candidates.sort_unstable();
        candidates.dedup();
    }
    for disjunction in disjunctions[..rarest].iter().chain(&disjunctions[rarest + 1..]) {
        match &disjunction.sets[..] {
            // In the usual case of one set, its representation is looked up once instead of for each document.
            [set] => set.retain(&mut candidates),
            _ => retain(&mut candidates, |doc| disjunction.contains(doc)),
        }
    }
    candidates
}

multiversioned! {
    fn rank_blocks(disjunctions: &[Disjunction<'_>], n_docs: u32, bounds: &Range<DocId>) -> RankIndex {
        let n_blocks = n_docs.div_ceil(BLOCK_DOCS) as usize;
        RankIndex::within(blocks(bounds), n_blocks, |block_idx| common_block(disjunctions, block_idx))
    }

    /// Up to `limit` documents of an intersection of disjunctions after the first `offset`.
    pub(super) fn slice(ranks: &RankIndex, disjunctions: &[Disjunction<'_>], offset: u32, limit: usize) -> Vec<DocId> {
        ranks.slice(offset, limit, |block_idx| common_block(disjunctions, block_idx))
    }

    /// The number of documents of an intersection of disjunctions before `doc`.
    pub(super) fn rank(ranks: &RankIndex, disjunctions: &[Disjunction<'_>], doc: DocId) -> u32 {
        ranks.rank(doc, |block_idx| common_block(disjunctions, block_idx))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use roaring::RoaringBitmap;

    use super::*;
    use crate::docset::generators::{disjunction, disjunctions};
    use crate::docset::matches::Matches;
    use crate::docset::rank_index::GROUP_DOCS;

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
            prop_assert_eq!(u64::from(Intersection::new(&disjunctions, n_docs).len()), expected.len());
            let matches = Matches::new(disjunctions.clone(), n_docs, |sets| Intersection::new(sets, n_docs));
            prop_assert_eq!(u64::from(matches.len()), expected.len());
            let page: Vec<DocId> = expected.iter().skip(offset as usize).take(limit).collect();
            prop_assert_eq!(matches.slice(offset, limit), page);
            let doc = offset % (n_docs + 2);
            prop_assert_eq!(u64::from(matches.rank(doc)), expected.range_cardinality(..doc));
            let mut docs = Vec::new();
            intersect_to_bitmap(&disjunctions, n_docs).for_each(|doc| docs.push(doc));
            prop_assert!(docs.into_iter().eq(expected));
        }
    }
}
