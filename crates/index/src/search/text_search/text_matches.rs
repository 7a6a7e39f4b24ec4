/*!
The documents that a search selects, with their scores, and their pages by relevance.
*/

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use tantivy::DocId;

use crate::docset::bitmap::Bitmap;
use crate::docset::doc_set::DocSet;
use crate::search::text_search::plan::MatchRule;
use crate::search::text_search::scorer::{ScoreKey, Scored};

/// The matches of a search in a list.
pub(crate) struct TextMatches {
    /// The rule that selected the documents.
    pub(crate) rule: MatchRule,
    /// The corrected words, each with its replacement.
    pub(crate) corrected: BTreeMap<String, String>,
    /// The number of words that did not count, because the search has too many.
    pub(crate) n_left_out: usize,
    /// Whether the search is a citation that no record has, so that the documents only mention it.
    pub(crate) is_absent: bool,
    pub(crate) docs: Arc<DocSet>,
    /// The score keys, in the order of the documents.
    keys: Box<[ScoreKey]>,
}

impl TextMatches {
    /// The matches in a list with `n_docs` documents.
    pub(crate) fn new(rule: MatchRule, corrected: BTreeMap<String, String>, scored: Scored, n_docs: u32) -> Self {
        let docs = Arc::new(DocSet::from_blocks(&scored.blocks, scored.keys.len() as u32, n_docs));
        Self { rule, corrected, n_left_out: 0, is_absent: false, docs, keys: scored.keys.into() }
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        let of_words: usize = self.corrected.iter().map(|(typed, read)| 64 + typed.len() + read.len()).sum();
        self.docs.n_heap_bytes() + size_of_val(&*self.keys) + of_words
    }

    /// Returns up to `limit` documents by descending score, after the first `offset`. Equal scores keep list order. If
    /// `filter` is given, only its documents count.
    pub(crate) fn slice(&self, filter: Option<&Bitmap>, offset: u32, limit: usize) -> Vec<DocId> {
        let end = offset.saturating_add(limit as u32);
        self.ranks(filter, offset, end).into_iter().flat_map(|rank| self.docs.slice(rank, 1)).collect()
    }

    /// Sorts only the matches of the page, which a histogram of the scores identifies. Its memory does not depend on the
    /// offset, and it is faster than two smaller ones, of the higher and the lower byte. Returns the rank of each match,
    /// best first: the number of matches before it in list order.
    fn ranks(&self, filter: Option<&Bitmap>, offset: u32, end: u32) -> Vec<u32> {
        let highest = self.keys.iter().fold(0, |highest, key| highest.max(*key));
        let mut counts = vec![0_u32; usize::from(highest) + 1];
        self.for_each(filter, |_, key| counts[usize::from(key)] += 1);
        let end = end.min(counts.iter().sum());
        if end <= offset {
            return Vec::new();
        }
        // The page has all documents with keys between `highest` and `lowest`, and some of those with either key.
        let (highest, n_higher) = key_at(&counts, offset);
        let (lowest, n_above_lowest) = key_at(&counts, end - 1);
        let mut n_skipped = offset - n_higher;
        let mut n_of_lowest = end - offset.max(n_above_lowest);
        let mut page: Vec<(ScoreKey, u32)> = Vec::with_capacity((end - offset) as usize);
        self.for_each(filter, |rank, key| {
            if key > highest || key < lowest {
                return;
            }
            if key == highest && n_skipped > 0 {
                n_skipped -= 1;
                return;
            }
            if key == lowest {
                if n_of_lowest == 0 {
                    return;
                }
                n_of_lowest -= 1;
            }
            page.push((key, rank));
        });
        // The sort is stable, so that equal scores keep list order.
        page.sort_by_key(|(key, _)| Reverse(*key));
        page.into_iter().map(|(_, rank)| rank).collect()
    }

    /// Calls `visit` with the rank of each match that is in the filter, and the key of its score.
    fn for_each(&self, filter: Option<&Bitmap>, mut visit: impl FnMut(u32, ScoreKey)) {
        match filter {
            None => (0..).zip(&self.keys).for_each(|(rank, key)| visit(rank, *key)),
            Some(filter) => self.docs.for_each_rank_in(filter, |rank| visit(rank, self.keys[rank as usize])),
        }
    }
}

/// Returns the key at a position in descending order, and the number of documents with higher keys.
fn key_at(counts: &[u32], position: u32) -> (ScoreKey, u32) {
    // Most keys have no documents. Sums over this many keys skip them faster than a look at each.
    const SUMMED_KEYS: usize = 256;
    let mut n_before = 0;
    for (chunk_idx, chunk) in counts.chunks(SUMMED_KEYS).enumerate().rev() {
        let n_in_chunk: u32 = chunk.iter().sum();
        if position >= n_before + n_in_chunk {
            n_before += n_in_chunk;
            continue;
        }
        for (idx, count) in chunk.iter().enumerate().rev() {
            if position < n_before + count {
                return ((chunk_idx * SUMMED_KEYS + idx) as ScoreKey, n_before);
            }
            n_before += count;
        }
    }
    (0, n_before)
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_map, btree_set};
    use proptest::option;
    use proptest::prelude::*;

    use super::*;
    use crate::docset::block::{BLOCK_DOCS, BLOCK_WORDS, Block, insert};

    const N_DOCS: u32 = 10_000;

    /// The matches with these keys, by document.
    fn matches(keys: &BTreeMap<DocId, ScoreKey>) -> TextMatches {
        let mut blocks: Vec<(usize, Block)> = Vec::new();
        for doc in keys.keys() {
            let block_idx = (doc / BLOCK_DOCS) as usize;
            if blocks.last().is_none_or(|(last, _)| *last != block_idx) {
                blocks.push((block_idx, [0; BLOCK_WORDS]));
            }
            insert(&mut blocks.last_mut().unwrap().1, doc % BLOCK_DOCS);
        }
        let scored = Scored { blocks, keys: keys.values().copied().collect(), ..Scored::default() };
        TextMatches::new(MatchRule::All, BTreeMap::new(), scored, N_DOCS)
    }

    proptest! {
        #[test]
        fn page_is_a_slice_of_the_sorted_matches(
            found in btree_map(0..N_DOCS, (0..20_u16, 0..3_u16).prop_map(|(low, high)| 256 * high + low), 0..300),
            filter in option::of(btree_set(0..N_DOCS, 0..5000)),
            offset in 0..320_u32,
            limit in 1..120_usize,
        ) {
            let mut expected: Vec<(Reverse<ScoreKey>, DocId)> =
                found.iter().map(|(doc, key)| (Reverse(*key), *doc)).collect();
            if let Some(filter) = &filter {
                expected.retain(|(_, doc)| filter.contains(doc));
            }
            expected.sort_unstable();
            let expected: Vec<DocId> =
                expected.into_iter().map(|(_, doc)| doc).skip(offset as usize).take(limit).collect();
            let bitmap = filter.map(|docs| Bitmap::new(docs.into_iter(), N_DOCS));
            let matches = matches(&found);
            prop_assert_eq!(matches.slice(bitmap.as_ref(), offset, limit), expected);
        }
    }
}
