/*!
The documents that all clauses of a filter select. How many they are is exact, and a page of them is found without
walking to it, however deep it is.
*/

use multiversion::multiversion;
use tantivy::DocId;

use super::doc_set::{BLOCK_DOCS, BLOCK_WORDS, Bitmap, Block, DocSet, count, set, slice_of_blocks};

/// One condition of a filter: a document of any of the sets fulfils it.
pub(super) type Clause<'s> = Vec<&'s DocSet>;

/// If the rarest clause has no more than one document in this many, trying each of them costs less than joining
/// bitmaps of everything.
const CANDIDATES_SHARE: u64 = 512;

/// What is known of the selected documents once the clauses have been joined: enough to find any page of them.
pub(super) enum Selection {
    /// Few, in ascending order.
    Few(Box<[DocId]>),
    /// Many: how many of them stand before each block. The blocks on a page are joined again.
    Many { ranks: Box<[u32]>, len: u32 },
}

impl Selection {
    /// Joins the clauses, of which there are some, in an index with `n_docs` documents.
    pub(super) fn new(clauses: &[Clause<'_>], n_docs: u32) -> Self {
        let rarest = (0..clauses.len()).min_by_key(|idx| size(&clauses[*idx]));
        if let Some(rarest) = rarest
            && size(&clauses[rarest]) * CANDIDATES_SHARE <= u64::from(n_docs)
        {
            return Self::Few(among_candidates(clauses, rarest));
        }
        let mut ranks = vec![0; n_docs.div_ceil(BLOCK_DOCS) as usize].into_boxed_slice();
        let len = count_blocks(&mut conditions_of(clauses), &mut ranks);
        let many = Self::Many { ranks, len };
        // Then the documents take less memory.
        if len <= n_docs / BLOCK_DOCS { Self::Few(many.slice(clauses, 0, len as usize).into()) } else { many }
    }

    /// How many documents are selected.
    pub(super) fn len(&self) -> u32 {
        match self {
            Self::Few(docs) => docs.len() as u32,
            Self::Many { len, .. } => *len,
        }
    }

    /// How many bytes the selection takes beside its own value.
    pub(super) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Few(docs) => size_of_val(&**docs),
            Self::Many { ranks, .. } => size_of_val(&**ranks),
        }
    }

    /// Up to `limit` documents behind the first `offset`; the clauses must be those that were joined.
    pub(super) fn slice(&self, clauses: &[Clause<'_>], offset: u32, limit: usize) -> Vec<DocId> {
        match self {
            Self::Few(docs) => docs.iter().copied().skip(offset as usize).take(limit).collect(),
            Self::Many { ranks, len } => {
                let mut conditions = conditions_of(clauses);
                slice_of_blocks(ranks, offset, limit.min(*len as usize), |idx| join(&mut conditions, idx))
            }
        }
    }
}

/// How many documents a clause has at most.
fn size(clause: &Clause<'_>) -> u64 {
    clause.iter().map(|set| u64::from(set.len())).sum()
}

/// Tries each document of the rarest clause against the others.
fn among_candidates(clauses: &[Clause<'_>], rarest: usize) -> Box<[DocId]> {
    let mut candidates: Vec<DocId> = Vec::new();
    for set in &clauses[rarest] {
        set.for_each(|doc| candidates.push(doc));
    }
    if clauses[rarest].len() > 1 {
        candidates.sort_unstable();
        candidates.dedup();
    }
    for clause in clauses[..rarest].iter().chain(&clauses[rarest + 1..]) {
        candidates.retain(|doc| clause.iter().any(|set| set.contains(*doc)));
    }
    candidates.into_boxed_slice()
}

/// Joins block after block, notes how many documents stand before each, and returns how many there are.
///
/// Compiled for several generations of processors, and the best one is taken: counting bits is most of the work,
/// and the least that an x86-64 processor must have cannot do it in one step.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512vpopcntdq",
    "x86_64+avx2+bmi1+popcnt",
    "x86_64+popcnt"
))]
fn count_blocks(conditions: &mut [Condition<'_>], ranks: &mut [u32]) -> u32 {
    let mut len = 0;
    for (block_idx, rank) in ranks.iter_mut().enumerate() {
        *rank = len;
        len += count(&join(conditions, block_idx));
    }
    len
}

/// The documents of a block that fulfil all conditions.
#[inline(always)]
fn join(conditions: &mut [Condition<'_>], block_idx: usize) -> Block {
    let mut joined = [u64::MAX; BLOCK_WORDS];
    for condition in conditions {
        condition.restrict(&mut joined, block_idx);
    }
    joined
}

/// A clause that is read from block to block, ascending; blocks may be left out.
struct Condition<'s> {
    bitmaps: Vec<&'s Bitmap>,
    lists: Vec<List<'s>>,
}

/// What is left of a list.
struct List<'s>(&'s [DocId]);

impl<'s> List<'s> {
    /// Takes the documents of a block.
    fn take_block(&mut self, block_idx: usize) -> &'s [DocId] {
        let first = block_idx as u32 * BLOCK_DOCS;
        if self.0.first().is_some_and(|doc| *doc < first) {
            self.0 = &self.0[self.0.partition_point(|doc| *doc < first)..];
        }
        let n_docs = self.0.iter().take_while(|doc| **doc - first < BLOCK_DOCS).count();
        let (docs, rest) = self.0.split_at(n_docs);
        self.0 = rest;
        docs
    }
}

fn conditions_of<'s>(clauses: &[Clause<'s>]) -> Vec<Condition<'s>> {
    clauses.iter().map(Condition::new).collect()
}

impl<'s> Condition<'s> {
    fn new(clause: &Clause<'s>) -> Self {
        let mut condition = Self { bitmaps: Vec::new(), lists: Vec::new() };
        for set in clause {
            match set {
                DocSet::Dense(bitmap) => condition.bitmaps.push(bitmap),
                DocSet::Sparse(docs) => condition.lists.push(List(docs)),
            }
        }
        condition
    }

    /// Takes away the documents of a block that do not fulfil the clause.
    #[inline(always)]
    fn restrict(&mut self, joined: &mut Block, block_idx: usize) {
        if let ([bitmap], []) = (&self.bitmaps[..], &self.lists[..]) {
            intersect(joined, bitmap.block(block_idx));
            return;
        }
        let mut any = [0; BLOCK_WORDS];
        for bitmap in &self.bitmaps {
            for (any, word) in any.iter_mut().zip(bitmap.block(block_idx)) {
                *any |= word;
            }
        }
        for list in &mut self.lists {
            for doc in list.take_block(block_idx) {
                set(&mut any, doc % BLOCK_DOCS);
            }
        }
        intersect(joined, &any);
    }
}

#[inline(always)]
fn intersect(joined: &mut Block, with: &Block) {
    for (word, with) in joined.iter_mut().zip(with) {
        *word &= with;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::*;

    /// An index's size, and for each clause the documents of its sets.
    fn cases() -> impl Strategy<Value = (u32, Vec<Vec<BTreeSet<DocId>>>)> {
        (1..3 * BLOCK_DOCS).prop_flat_map(|n_docs| {
            let dense = btree_set(0..n_docs, 0..(n_docs as usize).min(2000));
            let sparse = btree_set(0..n_docs, 0..20);
            let set = prop_oneof![dense, sparse];
            (Just(n_docs), vec(vec(set, 0..3), 1..4))
        })
    }

    proptest! {
        #[test]
        fn a_selection_is_what_a_filter_over_all_documents_finds(
            (n_docs, clauses) in cases(),
            offset in prop_oneof![0..4 * BLOCK_DOCS, Just(u32::MAX)],
            limit in 1..200usize,
        ) {
            let sets: Vec<Vec<DocSet>> = clauses
                .iter()
                .map(|sets| sets.iter().map(|docs| DocSet::new(docs.iter().copied(), docs.len() as u32, n_docs)).collect())
                .collect();
            let sets: Vec<Clause<'_>> = sets.iter().map(|sets| sets.iter().collect()).collect();
            let expected: Vec<DocId> = (0..n_docs)
                .filter(|doc| clauses.iter().all(|sets| sets.iter().any(|set| set.contains(doc))))
                .collect();
            let page: Vec<DocId> = expected.iter().copied().skip(offset as usize).take(limit).collect();
            let selection = Selection::new(&sets, n_docs);
            prop_assert_eq!(selection.len() as usize, expected.len());
            prop_assert_eq!(selection.slice(&sets, offset, limit), page);
        }
    }
}
