/*!
The documents that have something in common: a range if they stand together, a bitmap if they are many, a sorted list if
they are few.

Those of the facets are read once from tantivy's postings when the index is opened. Documents stand in list order, so
that the n-th document of a set is the n-th match of a filter.
*/

use std::iter;
use std::ops::Range;

use tantivy::DocId;

use crate::index::docset::block::{BLOCK_DOCS, BLOCK_WORDS, Block, count, docs_of, set};
use crate::index::docset::rank_index::{Ranks, for_each_processor};
use crate::index::docset::sparse_set::SparseSet;

/// Sets with less than one document in this many are sparse. One of this density takes an eighth of the bitmap's memory,
/// and trying its documents one by one takes no more time than joining its bitmap.
pub(crate) const SPARSE_SHARE: u64 = 128;

/// A set of documents.
pub(crate) enum DocSet {
    /// All from one to another, such as the statutes of a jurisdiction, or the cases of a year.
    Range(Range<DocId>),
    /// Few.
    Sparse(SparseSet),
    Dense(Bitmap),
}

/// A bitmap of whole blocks.
pub(crate) struct Bitmap {
    blocks: Box<[Block]>,
    ranks: Ranks,
}

impl DocSet {
    /// The set without documents.
    pub(crate) fn empty() -> Self {
        Self::Range(0..0)
    }

    /// The set of `len` documents given in ascending order, of an index with `n_docs` documents.
    pub(crate) fn new(mut docs: impl Iterator<Item = DocId>, len: u32, n_docs: u32) -> Self {
        let Some(first) = docs.next() else {
            return Self::empty();
        };
        let mut end = first + 1;
        let behind_gap = loop {
            match docs.next() {
                Some(doc) if doc == end => end += 1,
                Some(doc) => break doc,
                None => return Self::Range(first..end),
            }
        };
        let docs = (first..end).chain(iter::once(behind_gap)).chain(docs);
        if u64::from(len) * SPARSE_SHARE >= u64::from(n_docs) {
            return Self::Dense(Bitmap::new(docs, n_docs));
        }
        Self::Sparse(SparseSet::new(docs, len, n_docs))
    }

    /// The set of these documents, in ascending order.
    pub(crate) fn of(docs: &[DocId], n_docs: u32) -> Self {
        Self::new(docs.iter().copied(), docs.len() as u32, n_docs)
    }

    /// The set of a bitmap's documents, of an index with `n_docs` documents.
    pub(crate) fn of_bitmap(bitmap: Bitmap, n_docs: u32) -> Self {
        if u64::from(bitmap.ranks.len()) * SPARSE_SHARE >= u64::from(n_docs) {
            return Self::Dense(bitmap);
        }
        let mut docs = Vec::with_capacity(bitmap.ranks.len() as usize);
        bitmap.for_each(|doc| docs.push(doc));
        Self::of(&docs, n_docs)
    }

    /// What is in any of the sets, of an index with `n_docs` documents.
    pub(crate) fn union(sets: &[&Self], n_docs: u32) -> Self {
        let mut docs = Vec::new();
        sets.iter().for_each(|set| set.for_each(|doc| docs.push(doc)));
        docs.sort_unstable();
        docs.dedup();
        Self::of(&docs, n_docs)
    }

    /// How many documents the set has.
    pub(crate) fn len(&self) -> u32 {
        match self {
            Self::Range(range) => range.len() as u32,
            Self::Sparse(docs) => docs.len(),
            Self::Dense(bitmap) => bitmap.ranks.len(),
        }
    }

    /// How many bytes the set takes beside its own value.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Range(_) => 0,
            Self::Sparse(docs) => docs.n_heap_bytes(),
            Self::Dense(bitmap) => size_of_val(&*bitmap.blocks) + bitmap.ranks.n_heap_bytes(),
        }
    }

    /// Whether the set has a document.
    pub(crate) fn contains(&self, doc: DocId) -> bool {
        match self {
            Self::Range(range) => range.contains(&doc),
            Self::Sparse(docs) => docs.contains(doc),
            Self::Dense(bitmap) => bitmap.contains(doc),
        }
    }

    /// Takes away the documents that the set does not have.
    pub(crate) fn retain(&self, docs: &mut Vec<DocId>) {
        match self {
            Self::Range(range) => docs.retain(|doc| range.contains(doc)),
            Self::Sparse(set) => docs.retain(|doc| set.contains(*doc)),
            Self::Dense(bitmap) => docs.retain(|doc| bitmap.contains(*doc)),
        }
    }

    /// How many documents of the set stand before a document.
    pub(crate) fn rank(&self, doc: DocId) -> u32 {
        match self {
            Self::Range(range) => doc.clamp(range.start, range.end) - range.start,
            Self::Sparse(docs) => docs.rank(doc),
            Self::Dense(bitmap) => rank_of_bitmap(bitmap, doc),
        }
    }

    /// Up to `limit` documents behind the first `offset`.
    pub(crate) fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        match self {
            Self::Range(range) => range.clone().skip(offset as usize).take(limit).collect(),
            Self::Sparse(docs) => docs.iter(offset).take(limit).collect(),
            Self::Dense(bitmap) => slice_of_bitmap(bitmap, offset, limit),
        }
    }

    /// Calls `visit` with each document, in ascending order.
    pub(crate) fn for_each(&self, visit: impl FnMut(DocId)) {
        match self {
            Self::Range(range) => range.clone().for_each(visit),
            Self::Sparse(docs) => docs.iter(0).for_each(visit),
            Self::Dense(bitmap) => bitmap.for_each(visit),
        }
    }
}

impl Bitmap {
    /// The bitmap of these documents, of an index with `n_docs` documents.
    pub(crate) fn new(docs: impl Iterator<Item = DocId>, n_docs: u32) -> Self {
        let n_blocks = n_docs.div_ceil(BLOCK_DOCS) as usize;
        let mut blocks = vec![[0; BLOCK_WORDS]; n_blocks];
        for doc in docs {
            set(&mut blocks[(doc / BLOCK_DOCS) as usize], doc % BLOCK_DOCS);
        }
        Self::of_blocks(blocks)
    }

    /// The bitmap of these blocks.
    pub(crate) fn of_blocks(blocks: impl IntoIterator<Item = Block>) -> Self {
        let blocks: Box<[Block]> = blocks.into_iter().collect();
        let ranks = ranks_of_blocks(&blocks);
        Self { blocks, ranks }
    }

    /// Whether the set has a document.
    pub(crate) fn contains(&self, doc: DocId) -> bool {
        let bit = doc % BLOCK_DOCS;
        self.blocks[(doc / BLOCK_DOCS) as usize][(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// How many documents the set and another one have in common.
    pub(crate) fn count_common(&self, set: &DocSet) -> u32 {
        match set {
            DocSet::Range(range) => rank_of_bitmap(self, range.end) - rank_of_bitmap(self, range.start),
            DocSet::Sparse(docs) => docs.iter(0).filter(|doc| self.contains(*doc)).count() as u32,
            DocSet::Dense(bitmap) => count_common(&self.blocks, &bitmap.blocks),
        }
    }

    /// Takes a document away, and tells whether it was there. What stands before a group is not counted anew.
    pub(crate) fn remove(&mut self, doc: DocId) -> bool {
        let bit = doc % BLOCK_DOCS;
        let word = &mut self.blocks[(doc / BLOCK_DOCS) as usize][(bit / 64) as usize];
        let was_there = *word >> (bit % 64) & 1 == 1;
        *word &= !(1 << (bit % 64));
        was_there
    }

    /// Calls `visit` with each document, in ascending order.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(DocId)) {
        for (word_idx, word) in self.blocks.as_flattened().iter().enumerate() {
            docs_of(word_idx as u32 * 64, *word).for_each(&mut visit);
        }
    }

    /// The bits of a block.
    #[inline(always)]
    pub(crate) fn block(&self, block_idx: usize) -> &Block {
        &self.blocks[block_idx]
    }
}

for_each_processor! {
    fn ranks_of_blocks(blocks: &[Block]) -> Ranks {
        Ranks::new(blocks.len(), |block_idx| blocks[block_idx])
    }

    fn slice_of_bitmap(bitmap: &Bitmap, offset: u32, limit: usize) -> Vec<DocId> {
        bitmap.ranks.slice(offset, limit, |block_idx| bitmap.blocks[block_idx])
    }

    fn rank_of_bitmap(bitmap: &Bitmap, doc: DocId) -> u32 {
        bitmap.ranks.rank(doc, |block_idx| bitmap.blocks[block_idx])
    }

    /// How many documents two bitmaps have in common.
    fn count_common(blocks: &[Block], others: &[Block]) -> u32 {
        blocks.iter().zip(others).map(|(block, other)| count(&std::array::from_fn(|idx| block[idx] & other[idx]))).sum()
    }
}
