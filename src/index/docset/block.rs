/*!
A block of a set: a bit for each of 4,096 documents that follow each other.
*/

use std::ops::Range;

use tantivy::DocId;

/// How many documents a block covers.
pub(crate) const BLOCK_DOCS: u32 = 4096;

/// How many words a block has.
pub(crate) const BLOCK_WORDS: usize = BLOCK_DOCS as usize / 64;

/// The words of a block.
pub(crate) type Block = [u64; BLOCK_WORDS];

/// How many documents a block has.
#[inline(always)]
pub(crate) fn count(block: &Block) -> u32 {
    block.iter().map(|word| word.count_ones()).sum()
}

/// Takes away the documents that another block does not have.
#[inline(always)]
pub(crate) fn intersect(block: &mut Block, with: &Block) {
    for (word, with) in block.iter_mut().zip(with) {
        *word &= with;
    }
}

/// The documents of a range that stand in a block.
#[inline(always)]
pub(crate) fn range_in_block(range: &Range<DocId>, block_idx: usize) -> Block {
    let first = block_idx as u32 * BLOCK_DOCS;
    let bits = |doc: DocId| doc.saturating_sub(first).min(BLOCK_DOCS);
    let (start, end) = (bits(range.start), bits(range.end));
    let below = |bit: u32, word_idx: u32| match bit.saturating_sub(word_idx * 64) {
        n_bits @ 0..64 => (1 << n_bits) - 1,
        _ => u64::MAX,
    };
    std::array::from_fn(|word_idx| below(end, word_idx as u32) & !below(start, word_idx as u32))
}

/// The documents of a word, in ascending order, the first of which is `first`.
#[inline(always)]
pub(crate) fn docs_of(first: DocId, word: u64) -> impl Iterator<Item = DocId> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(first + bit)
    })
}

/// Adds a document, by its place in the block.
pub(crate) fn set(block: &mut Block, bit: u32) {
    block[(bit / 64) as usize] |= 1 << (bit % 64);
}

/// Takes away the documents that another block has.
#[inline(always)]
pub(crate) fn exclude(block: &mut Block, without: &Block) {
    for (word, without) in block.iter_mut().zip(without) {
        *word &= !without;
    }
}

/// Adds the documents that another block has.
#[inline(always)]
pub(crate) fn unite(block: &mut Block, with: &Block) {
    for (word, with) in block.iter_mut().zip(with) {
        *word |= with;
    }
}
