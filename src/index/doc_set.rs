/*!
The documents of one facet: a bitmap if they are many, a sorted list if they are few.

Read once from tantivy's postings when the index is opened. Documents stand in list order, so that the n-th
document of a set is the n-th match of a filter.
*/

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
    /// The set of `len` documents given in ascending order, of an index with `n_docs` documents.
    pub(super) fn new(docs: impl Iterator<Item = DocId>, len: u32, n_docs: u32) -> Self {
        if u64::from(len) * SPARSE_SHARE >= u64::from(n_docs) {
            return Self::Dense(Bitmap::new(docs, n_docs));
        }
        let mut list = Vec::with_capacity(len as usize);
        list.extend(docs);
        Self::Sparse(list.into())
    }

    /// How many documents the set has.
    pub(super) fn len(&self) -> u32 {
        match self {
            Self::Sparse(docs) => docs.len() as u32,
            Self::Dense(bitmap) => bitmap.len,
        }
    }

    /// Whether the set has a document.
    pub(super) fn contains(&self, doc: DocId) -> bool {
        match self {
            Self::Sparse(docs) => docs.binary_search(&doc).is_ok(),
            Self::Dense(bitmap) => {
                let block = &bitmap.blocks[(doc / BLOCK_DOCS) as usize];
                let bit = doc % BLOCK_DOCS;
                block[(bit / 64) as usize] >> (bit % 64) & 1 == 1
            }
        }
    }

    /// Up to `limit` documents behind the first `offset`.
    pub(super) fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        match self {
            Self::Sparse(docs) => docs.iter().copied().skip(offset as usize).take(limit).collect(),
            Self::Dense(bitmap) => bitmap.slice(offset, limit),
        }
    }

    /// Calls `visit` with each document, in ascending order.
    pub(super) fn for_each(&self, mut visit: impl FnMut(DocId)) {
        match self {
            Self::Sparse(docs) => docs.iter().copied().for_each(visit),
            Self::Dense(bitmap) => {
                for (word_idx, word) in bitmap.blocks.as_flattened().iter().enumerate() {
                    docs_of(word_idx as u32 * 64, *word).for_each(&mut visit);
                }
            }
        }
    }
}

impl Bitmap {
    fn new(docs: impl Iterator<Item = DocId>, n_docs: u32) -> Self {
        let n_blocks = n_docs.div_ceil(BLOCK_DOCS) as usize;
        let mut blocks = vec![[0; BLOCK_WORDS]; n_blocks].into_boxed_slice();
        for doc in docs {
            set(&mut blocks[(doc / BLOCK_DOCS) as usize], doc % BLOCK_DOCS);
        }
        let mut n_before = 0;
        let mut rank = |block| {
            let rank = n_before;
            n_before += count(block);
            rank
        };
        let ranks = blocks.iter().map(&mut rank).collect();
        Self { blocks, ranks, len: n_before }
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

/// Adds a document, by its place in the block.
pub(super) fn set(block: &mut Block, bit: u32) {
    block[(bit / 64) as usize] |= 1 << (bit % 64);
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
