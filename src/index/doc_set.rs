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
    /// The set of documents given in ascending order, of an index with `n_docs` documents.
    pub(super) fn new(docs: Vec<DocId>, n_docs: u32) -> Self {
        let is_sparse = docs.len() as u64 * SPARSE_SHARE < u64::from(n_docs);
        if is_sparse { Self::Sparse(docs.into_boxed_slice()) } else { Self::Dense(Bitmap::new(&docs, n_docs)) }
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
                for (block_idx, block) in bitmap.blocks.iter().enumerate() {
                    docs_of(block_idx, block).for_each(&mut visit);
                }
            }
        }
    }
}

impl Bitmap {
    fn new(docs: &[DocId], n_docs: u32) -> Self {
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
        Self { blocks, ranks, len: docs.len() as u32 }
    }

    /// The bits of a block.
    #[inline(always)]
    pub(super) fn block(&self, block_idx: usize) -> &Block {
        &self.blocks[block_idx]
    }

    fn slice(&self, offset: u32, limit: usize) -> Vec<DocId> {
        // The last block with no more than `offset` documents before it.
        let start = self.ranks.partition_point(|rank| *rank <= offset).saturating_sub(1);
        let mut n_skipped = (offset - self.ranks.get(start).copied().unwrap_or(0)) as usize;
        let mut docs = Vec::with_capacity(limit.min(self.len as usize));
        for (block_idx, block) in self.blocks.iter().enumerate().skip(start) {
            if docs.len() == limit {
                break;
            }
            let n_wanted = limit - docs.len();
            docs.extend(docs_of(block_idx, block).skip(n_skipped).take(n_wanted));
            n_skipped = 0;
        }
        docs
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

/// The documents of a block, in ascending order.
pub(super) fn docs_of(block_idx: usize, block: &Block) -> impl Iterator<Item = DocId> {
    let first = block_idx as u32 * BLOCK_DOCS;
    block.iter().enumerate().flat_map(move |(word_idx, word)| {
        let first = first + word_idx as u32 * 64;
        let mut rest = *word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(first + bit)
        })
    })
}
