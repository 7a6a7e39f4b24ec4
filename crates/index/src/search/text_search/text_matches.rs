/*!
The documents that a search selects, with their scores, and their pages by relevance.
*/

use std::collections::BTreeMap;
use std::sync::Arc;

use tantivy::DocId;

use crate::docset::bitmap::Bitmap;
use crate::docset::doc_set::DocSet;
use crate::search::best::Best;
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
        let end = (end as usize).min(self.keys.len());
        let mut best = Best::new(end, self.keys.len(), None);
        match filter {
            None => best.offer_all(0, &self.keys),
            Some(filter) => self.docs.for_each_rank_in(filter, |rank| best.offer(rank, self.keys[rank as usize])),
        }
        let best = best.after(offset as usize).into_iter();
        best.flat_map(|(rank, _)| self.docs.slice(rank, 1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

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
            found in btree_map(0..N_DOCS, 0..20_u16, 0..300),
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
