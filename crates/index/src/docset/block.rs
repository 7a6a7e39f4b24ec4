/*!
A block: one bit for each of 4,096 consecutive documents.
*/

use std::ops::Range;

use tantivy::DocId;

/// The number of documents in a block.
pub(crate) const BLOCK_DOCS: u32 = 4096;

/// The number of words in a block.
pub(crate) const BLOCK_WORDS: usize = BLOCK_DOCS as usize / 64;

pub(crate) type Block = [u64; BLOCK_WORDS];

/// The number of documents in a block.
#[inline(always)]
pub(crate) fn count(block: &Block) -> u32 {
    block.iter().map(|word| word.count_ones()).sum()
}

/// The words of a block that have documents, a bit for each.
#[inline(always)]
pub(crate) fn words_with_docs(block: &Block) -> u64 {
    block.iter().enumerate().fold(0, |words, (word_idx, word)| words | u64::from(*word != 0) << word_idx)
}

/// Adds a document, given by its position in the block.
pub(crate) fn insert(block: &mut Block, bit: u32) {
    block[(bit / 64) as usize] |= 1 << (bit % 64);
}

/// Adds the documents of another block.
#[inline(always)]
pub(crate) fn unite(block: &mut Block, other: &Block) {
    for (word, other) in block.iter_mut().zip(other) {
        *word |= other;
    }
}

/// Removes the documents that are not in another block.
#[inline(always)]
pub(crate) fn intersect(block: &mut Block, other: &Block) {
    for (word, other) in block.iter_mut().zip(other) {
        *word &= other;
    }
}

/// The documents of a range that fall into a block.
#[inline(always)]
pub(crate) fn range_in_block(range: &Range<DocId>, block_idx: usize) -> Block {
    let first = block_idx as u32 * BLOCK_DOCS;
    let bits = |doc: DocId| doc.saturating_sub(first).min(BLOCK_DOCS);
    let (start, end) = (bits(range.start), bits(range.end));
    if start >= end {
        return [0; BLOCK_WORDS];
    }
    let below = |bit: u32, word_idx: u32| match bit.saturating_sub(word_idx * 64) {
        n_bits @ 0..64 => (1 << n_bits) - 1,
        _ => u64::MAX,
    };
    std::array::from_fn(|word_idx| below(end, word_idx as u32) & !below(start, word_idx as u32))
}

/// The documents of a word in ascending order; `first` is the document of its lowest bit.
#[inline(always)]
pub(crate) fn docs_in_word(first: DocId, word: u64) -> impl Iterator<Item = DocId> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(first + bit)
    })
}
