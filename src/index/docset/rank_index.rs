/*!
How many documents of a set stand before others: what finds any page of a set without a walk to it.

A set that is made of blocks is counted once, and what stands before each group of blocks is kept. A page then begins in
a known group, and only the blocks from there to its end are looked into.

Counting bits is most of the work, and the least that an x86-64 processor must have cannot do it in one step. What
is in [`for_each_processor!`] is compiled for several generations of them, and the best one is taken; the methods here
become part of it.
*/

use std::ops::Range;

use tantivy::DocId;

use crate::index::docset::block::{BLOCK_DOCS, Block, count, docs_of, intersect, range_in_block};

/// How many blocks a group has. What is kept is small then, and a page deep in a set takes no longer than the first.
pub(crate) const GROUP_BLOCKS: usize = 16;

/// How many documents a group covers.
pub(crate) const GROUP_DOCS: u32 = GROUP_BLOCKS as u32 * BLOCK_DOCS;

/// Compiles functions for several generations of processors.
macro_rules! for_each_processor {
    ($($function:item)*) => {$(
        #[multiversion::multiversion(targets(
            "x86_64+avx512f+avx512bw+avx512vl+avx512vpopcntdq",
            "x86_64+avx2+bmi1+popcnt",
            "x86_64+popcnt"
        ))]
        $function
    )*};
}

pub(crate) use for_each_processor;

/// How many documents of a set there are, and how many before each group.
pub(crate) struct Ranks {
    n_before_groups: Box<[u32]>,
    n_blocks: usize,
    len: u32,
}

impl Ranks {
    /// Counts the documents of a set with so many blocks, which are asked for by their places.
    #[inline(always)]
    pub(crate) fn new(n_blocks: usize, block: impl Fn(usize) -> Block) -> Self {
        let mut n_before_groups = Vec::with_capacity(n_blocks.div_ceil(GROUP_BLOCKS));
        let mut len = 0;
        for block_idx in 0..n_blocks {
            if block_idx.is_multiple_of(GROUP_BLOCKS) {
                n_before_groups.push(len);
            }
            len += count(&block(block_idx));
        }
        Self { n_before_groups: n_before_groups.into(), n_blocks, len }
    }

    /// The ranks of a set of these documents, in ascending order, of an index with `n_docs` documents.
    pub(crate) fn of_docs(docs: &[DocId], n_docs: u32) -> Self {
        let starts = (0..n_docs).step_by(GROUP_DOCS as usize);
        let n_before_groups = starts.map(|start| docs.partition_point(|doc| *doc < start) as u32).collect();
        Self { n_before_groups, n_blocks: n_docs.div_ceil(BLOCK_DOCS) as usize, len: docs.len() as u32 }
    }

    /// How many documents the set has.
    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// How many bytes the ranks take beside their own value.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        size_of_val(&*self.n_before_groups)
    }

    /// Up to `limit` documents behind the first `offset`.
    #[inline(always)]
    pub(crate) fn slice(&self, offset: u32, limit: usize, block: impl Fn(usize) -> Block) -> Vec<DocId> {
        let n_wanted = limit.min(self.len.saturating_sub(offset) as usize);
        // The last group with no more than `offset` documents before it.
        let group = self.n_before_groups.partition_point(|rank| *rank <= offset).saturating_sub(1);
        let mut n_skipped = offset - self.n_before_groups.get(group).copied().unwrap_or(0);
        let mut docs = Vec::with_capacity(n_wanted);
        for group_idx in group..self.n_before_groups.len() {
            let is_empty = self.n_before_groups.get(group_idx + 1) == Some(&self.n_before_groups[group_idx]);
            for block_idx in if is_empty { 0..0 } else { self.blocks(group_idx) } {
                if docs.len() == n_wanted {
                    return docs;
                }
                let block = block(block_idx);
                let n_docs = count(&block);
                if n_docs <= n_skipped {
                    n_skipped -= n_docs;
                } else {
                    push_docs(block_idx, &block, std::mem::take(&mut n_skipped), n_wanted, &mut docs);
                }
            }
        }
        docs
    }

    /// The blocks of a group.
    fn blocks(&self, group_idx: usize) -> Range<usize> {
        group_idx * GROUP_BLOCKS..((group_idx + 1) * GROUP_BLOCKS).min(self.n_blocks)
    }

    /// How many documents stand before one.
    #[inline(always)]
    pub(crate) fn rank(&self, doc: DocId, block: impl Fn(usize) -> Block) -> u32 {
        let block_idx = (doc / BLOCK_DOCS) as usize;
        let Some(rank) = self.n_before_groups.get(block_idx / GROUP_BLOCKS) else {
            return self.len;
        };
        let mut rank = *rank;
        for block_idx in block_idx / GROUP_BLOCKS * GROUP_BLOCKS..block_idx.min(self.n_blocks) {
            rank += count(&block(block_idx));
        }
        if block_idx < self.n_blocks {
            let mut before = range_in_block(&(0..doc), block_idx);
            intersect(&mut before, &block(block_idx));
            rank += count(&before);
        }
        rank
    }
}

/// Adds the documents of a block behind the first `n_skipped`, until there are `most`.
#[inline(always)]
fn push_docs(block_idx: usize, block: &Block, mut n_skipped: u32, most: usize, docs: &mut Vec<DocId>) {
    let first = block_idx as u32 * BLOCK_DOCS;
    for (word_idx, word) in block.iter().enumerate() {
        // Whole words are skipped at once.
        let n_docs = word.count_ones();
        if n_docs <= n_skipped {
            n_skipped -= n_docs;
            continue;
        }
        let n_wanted = most - docs.len();
        docs.extend(docs_of(first + word_idx as u32 * 64, *word).skip(n_skipped as usize).take(n_wanted));
        n_skipped = 0;
        if docs.len() == most {
            return;
        }
    }
}
