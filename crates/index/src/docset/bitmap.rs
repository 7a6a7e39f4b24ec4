/*!
A set of many documents: a bitmap of blocks, with its rank index.
*/

use std::ops::Range;

use tantivy::DocId;

use crate::docset::block::{BLOCK_DOCS, BLOCK_WORDS, Block, count, docs_in_word, insert};
use crate::docset::rank_index::{RankIndex, multiversioned};

/// A bitmap of all documents of a list.
pub(crate) struct Bitmap {
    blocks: Box<[Block]>,
    ranks: RankIndex,
}

impl Bitmap {
    /// The bitmap of these documents, of a list with `n_docs` documents.
    pub(crate) fn new(docs: impl Iterator<Item = DocId>, n_docs: u32) -> Self {
        let n_blocks = n_docs.div_ceil(BLOCK_DOCS) as usize;
        let mut blocks = vec![[0; BLOCK_WORDS]; n_blocks];
        for doc in docs {
            insert(&mut blocks[(doc / BLOCK_DOCS) as usize], doc % BLOCK_DOCS);
        }
        Self::from_blocks(blocks)
    }

    /// The bitmap of these blocks.
    pub(crate) fn from_blocks(blocks: impl IntoIterator<Item = Block>) -> Self {
        let blocks: Box<[Block]> = blocks.into_iter().collect();
        let ranks = rank_blocks(&blocks);
        Self { blocks, ranks }
    }

    /// The number of documents in the set.
    pub(crate) fn len(&self) -> u32 {
        self.ranks.len()
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        size_of_val(&*self.blocks) + self.ranks.n_heap_bytes()
    }

    /// Whether the set contains a document of the list.
    pub(crate) fn contains(&self, doc: DocId) -> bool {
        let bit = doc % BLOCK_DOCS;
        self.blocks[(doc / BLOCK_DOCS) as usize][(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// Removes a document and returns whether the set contained it. Length and ranks are not updated.
    pub(crate) fn remove(&mut self, doc: DocId) -> bool {
        let bit = doc % BLOCK_DOCS;
        let word = &mut self.blocks[(doc / BLOCK_DOCS) as usize][(bit / 64) as usize];
        let was_there = *word >> (bit % 64) & 1 == 1;
        *word &= !(1 << (bit % 64));
        was_there
    }

    /// The number of documents in the set before `doc`.
    pub(crate) fn rank(&self, doc: DocId) -> u32 {
        rank(self, doc)
    }

    /// Up to `limit` documents after the first `offset`.
    pub(crate) fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        slice(self, offset, limit)
    }

    /// Calls `visit` with each document, in ascending order.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(DocId)) {
        for (word_idx, word) in self.blocks.as_flattened().iter().enumerate() {
            docs_in_word(word_idx as u32 * 64, *word).for_each(&mut visit);
        }
    }

    /// Calls `visit` with the number of documents in the set before each document that is also in another bitmap, in
    /// ascending order.
    pub(crate) fn for_each_rank_in(&self, other: &Self, visit: impl FnMut(u32)) {
        for_each_rank_in(&self.blocks, &other.blocks, visit);
    }

    /// The number of documents in the set and in a range.
    pub(crate) fn count_in_range(&self, range: &Range<DocId>) -> u32 {
        rank(self, range.end) - rank(self, range.start)
    }

    /// The number of documents in both bitmaps.
    pub(crate) fn count_common(&self, other: &Self) -> u32 {
        count_common(&self.blocks, &other.blocks)
    }

    #[inline(always)]
    pub(crate) fn block(&self, block_idx: usize) -> &Block {
        &self.blocks[block_idx]
    }
}

multiversioned! {
    fn rank_blocks(blocks: &[Block]) -> RankIndex {
        RankIndex::new(blocks.len(), |block_idx| &blocks[block_idx])
    }

    fn slice(bitmap: &Bitmap, offset: u32, limit: usize) -> Vec<DocId> {
        bitmap.ranks.slice(offset, limit, |block_idx| &bitmap.blocks[block_idx])
    }

    fn rank(bitmap: &Bitmap, doc: DocId) -> u32 {
        bitmap.ranks.rank(doc, |block_idx| &bitmap.blocks[block_idx])
    }

    fn for_each_rank_in<F: FnMut(u32)>(blocks: &[Block], others: &[Block], mut visit: F) {
        let mut rank = 0;
        for (word, other) in blocks.as_flattened().iter().zip(others.as_flattened()) {
            for bit in docs_in_word(0, word & other) {
                visit(rank + (word & ((1 << bit) - 1)).count_ones());
            }
            rank += word.count_ones();
        }
    }

    fn count_common(blocks: &[Block], others: &[Block]) -> u32 {
        blocks.iter().zip(others).map(|(block, other)| count(&std::array::from_fn(|idx| block[idx] & other[idx]))).sum()
    }
}
