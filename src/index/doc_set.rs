/*!
The documents that have something in common: a range if they stand together, a bitmap if they are many, a sorted list if
they are few.

Those of the facets are read once from tantivy's postings when the index is opened. Documents stand in list order, so
that the n-th document of a set is the n-th match of a filter.
*/

use std::iter;
use std::ops::Range;

use multiversion::multiversion;
use tantivy::DocId;

/// How many documents a block of a bitmap covers.
pub(super) const BLOCK_DOCS: u32 = 4096;

/// How many words a block of a bitmap has.
pub(super) const BLOCK_WORDS: usize = BLOCK_DOCS as usize / 64;

/// The words of a block.
pub(super) type Block = [u64; BLOCK_WORDS];

/// Sets with less than one document in this many are lists. A list of this density takes a quarter of the bitmap's
/// memory; joining it with others costs about the same.
const SPARSE_SHARE: u64 = 128;

/// A set of documents.
pub(super) enum DocSet {
    /// All from one to another, such as the statutes of a jurisdiction, or the cases of a year.
    Range(Range<DocId>),
    /// In ascending order.
    Sparse(Box<[DocId]>),
    Dense(Bitmap),
}

/// A bitmap of whole blocks.
pub(super) struct Bitmap {
    blocks: Box<[Block]>,
    /// How many documents of the set stand before each block.
    ranks: Box<[u32]>,
    len: u32,
}

impl DocSet {
    /// The set without documents.
    pub(super) fn empty() -> Self {
        Self::Range(0..0)
    }

    /// The set of `len` documents given in ascending order, of an index with `n_docs` documents.
    pub(super) fn new(mut docs: impl Iterator<Item = DocId>, len: u32, n_docs: u32) -> Self {
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
        let mut list = Vec::with_capacity(len as usize);
        list.extend(docs);
        Self::Sparse(list.into())
    }

    /// The set of these documents, in ascending order.
    pub(super) fn of(docs: &[DocId], n_docs: u32) -> Self {
        Self::new(docs.iter().copied(), docs.len() as u32, n_docs)
    }

    /// The set of a bitmap's documents, of an index with `n_docs` documents.
    pub(super) fn of_bitmap(bitmap: Bitmap, n_docs: u32) -> Self {
        if u64::from(bitmap.len) * SPARSE_SHARE >= u64::from(n_docs) {
            return Self::Dense(bitmap);
        }
        let mut docs = Vec::with_capacity(bitmap.len as usize);
        bitmap.for_each(|doc| docs.push(doc));
        Self::of(&docs, n_docs)
    }

    /// What is in any of the sets, of an index with `n_docs` documents.
    pub(super) fn union(sets: &[&Self], n_docs: u32) -> Self {
        let mut docs = Vec::new();
        sets.iter().for_each(|set| set.for_each(|doc| docs.push(doc)));
        docs.sort_unstable();
        docs.dedup();
        Self::of(&docs, n_docs)
    }

    /// How many documents the set has.
    pub(super) fn len(&self) -> u32 {
        match self {
            Self::Range(range) => range.len() as u32,
            Self::Sparse(docs) => docs.len() as u32,
            Self::Dense(bitmap) => bitmap.len,
        }
    }

    /// How many bytes the set takes beside its own value.
    pub(super) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Range(_) => 0,
            Self::Sparse(docs) => size_of_val(&**docs),
            Self::Dense(bitmap) => size_of_val(&*bitmap.blocks) + size_of_val(&*bitmap.ranks),
        }
    }

    /// Whether the set has a document.
    pub(super) fn contains(&self, doc: DocId) -> bool {
        match self {
            Self::Range(range) => range.contains(&doc),
            Self::Sparse(docs) => docs.binary_search(&doc).is_ok(),
            Self::Dense(bitmap) => bitmap.contains(doc),
        }
    }

    /// How many documents of the set stand before a document.
    pub(super) fn rank(&self, doc: DocId) -> u32 {
        match self {
            Self::Range(range) => doc.clamp(range.start, range.end) - range.start,
            Self::Sparse(docs) => docs.partition_point(|of_set| *of_set < doc) as u32,
            Self::Dense(bitmap) => rank_in_blocks(&bitmap.ranks, bitmap.len, doc, |block_idx| bitmap.blocks[block_idx]),
        }
    }

    /// Up to `limit` documents behind the first `offset`.
    pub(super) fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        match self {
            Self::Range(range) => range.clone().skip(offset as usize).take(limit).collect(),
            Self::Sparse(docs) => docs.iter().copied().skip(offset as usize).take(limit).collect(),
            Self::Dense(bitmap) => bitmap.slice(offset, limit),
        }
    }

    /// Calls `visit` with each document, in ascending order.
    pub(super) fn for_each(&self, visit: impl FnMut(DocId)) {
        match self {
            Self::Range(range) => range.clone().for_each(visit),
            Self::Sparse(docs) => docs.iter().copied().for_each(visit),
            Self::Dense(bitmap) => bitmap.for_each(visit),
        }
    }
}

impl Bitmap {
    /// The bitmap of these documents, of an index with `n_docs` documents.
    pub(super) fn new(docs: impl Iterator<Item = DocId>, n_docs: u32) -> Self {
        let n_blocks = n_docs.div_ceil(BLOCK_DOCS) as usize;
        let mut blocks = vec![[0; BLOCK_WORDS]; n_blocks];
        for doc in docs {
            set(&mut blocks[(doc / BLOCK_DOCS) as usize], doc % BLOCK_DOCS);
        }
        Self::of_blocks(blocks)
    }

    /// The bitmap of these blocks.
    pub(super) fn of_blocks(blocks: impl IntoIterator<Item = Block>) -> Self {
        let blocks: Box<[Block]> = blocks.into_iter().collect();
        let mut n_before = 0;
        let mut rank = |block| {
            let rank = n_before;
            n_before += count(block);
            rank
        };
        let ranks = blocks.iter().map(&mut rank).collect();
        Self { blocks, ranks, len: n_before }
    }

    /// Whether the set has a document.
    pub(super) fn contains(&self, doc: DocId) -> bool {
        let bit = doc % BLOCK_DOCS;
        self.blocks[(doc / BLOCK_DOCS) as usize][(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// How many documents the set and another one have in common.
    pub(super) fn count_common(&self, set: &DocSet) -> u32 {
        let rank = |doc| rank_in_blocks(&self.ranks, self.len, doc, |block_idx| self.blocks[block_idx]);
        match set {
            DocSet::Range(range) => rank(range.end) - rank(range.start),
            DocSet::Sparse(docs) => docs.iter().filter(|doc| self.contains(**doc)).count() as u32,
            DocSet::Dense(bitmap) => count_common(&self.blocks, &bitmap.blocks),
        }
    }

    /// Takes a document away, and tells whether it was there. What stands before a block is not counted anew.
    pub(super) fn remove(&mut self, doc: DocId) -> bool {
        let bit = doc % BLOCK_DOCS;
        let word = &mut self.blocks[(doc / BLOCK_DOCS) as usize][(bit / 64) as usize];
        let was_there = *word >> (bit % 64) & 1 == 1;
        *word &= !(1 << (bit % 64));
        was_there
    }

    /// Calls `visit` with each document, in ascending order.
    pub(super) fn for_each(&self, mut visit: impl FnMut(DocId)) {
        for (word_idx, word) in self.blocks.as_flattened().iter().enumerate() {
            docs_of(word_idx as u32 * 64, *word).for_each(&mut visit);
        }
    }

    /// The bits of a block.
    #[inline(always)]
    pub(super) fn block(&self, block_idx: usize) -> &Block {
        &self.blocks[block_idx]
    }

    fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        slice_of_blocks(&self.ranks, offset, limit.min(self.len as usize), |block_idx| self.blocks[block_idx])
    }
}

/// Up to `limit` documents behind the first `offset` of a set in blocks, given how many stand before each block.
/// Only the blocks on the page are looked into.
pub(super) fn slice_of_blocks(
    ranks: &[u32],
    offset: u32,
    limit: usize,
    mut block: impl FnMut(usize) -> Block,
) -> Vec<DocId> {
    // The last block with no more than `offset` documents before it.
    let start = ranks.partition_point(|rank| *rank <= offset).saturating_sub(1);
    let mut n_skipped = offset - ranks.get(start).copied().unwrap_or(0);
    let mut docs = Vec::with_capacity(limit);
    for block_idx in start..ranks.len() {
        if docs.len() == limit {
            break;
        }
        let is_empty = ranks.get(block_idx + 1) == Some(&ranks[block_idx]);
        if is_empty {
            continue;
        }
        push_docs(block_idx, &block(block_idx), n_skipped, limit, &mut docs);
        n_skipped = 0;
    }
    docs
}

/// How many documents of a set in blocks stand before a document, given how many stand before each block and that there
/// are `len` of them. Only the block of the document is looked into.
pub(super) fn rank_in_blocks(ranks: &[u32], len: u32, doc: DocId, block: impl FnOnce(usize) -> Block) -> u32 {
    let block_idx = (doc / BLOCK_DOCS) as usize;
    let Some(rank) = ranks.get(block_idx) else {
        return len;
    };
    let mut before = range_in_block(&(0..doc), block_idx);
    intersect(&mut before, &block(block_idx));
    rank + count(&before)
}

/// Adds the documents of a block behind the first `n_skipped`, until there are `most`.
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

/// The documents of a range that stand in a block.
#[inline(always)]
pub(super) fn range_in_block(range: &Range<DocId>, block_idx: usize) -> Block {
    let first = block_idx as u32 * BLOCK_DOCS;
    let bits = |doc: DocId| doc.saturating_sub(first).min(BLOCK_DOCS);
    let (start, end) = (bits(range.start), bits(range.end));
    let below = |bit: u32, word_idx: u32| match bit.saturating_sub(word_idx * 64) {
        n_bits @ 0..64 => (1 << n_bits) - 1,
        _ => u64::MAX,
    };
    std::array::from_fn(|word_idx| below(end, word_idx as u32) & !below(start, word_idx as u32))
}

/// Adds a document, by its place in the block.
pub(super) fn set(block: &mut Block, bit: u32) {
    block[(bit / 64) as usize] |= 1 << (bit % 64);
}

/// Takes away the documents that another block does not have.
#[inline(always)]
pub(super) fn intersect(block: &mut Block, with: &Block) {
    for (word, with) in block.iter_mut().zip(with) {
        *word &= with;
    }
}

/// Takes away the documents that another block has.
#[inline(always)]
pub(super) fn exclude(block: &mut Block, without: &Block) {
    for (word, without) in block.iter_mut().zip(without) {
        *word &= !without;
    }
}

/// How many documents two bitmaps have in common. Compiled for several generations of processors (see
/// [`super::selection`]).
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512vpopcntdq",
    "x86_64+avx2+bmi1+popcnt",
    "x86_64+popcnt"
))]
fn count_common(blocks: &[Block], others: &[Block]) -> u32 {
    blocks.iter().zip(others).map(|(block, other)| count(&std::array::from_fn(|idx| block[idx] & other[idx]))).sum()
}

/// How many documents a block has.
#[inline(always)]
pub(super) fn count(block: &Block) -> u32 {
    block.iter().map(|word| word.count_ones()).sum()
}

/// The documents of a word, in ascending order, the first of which is `first`.
fn docs_of(first: DocId, word: u64) -> impl Iterator<Item = DocId> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(first + bit)
    })
}
