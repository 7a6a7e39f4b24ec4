/*!
Finds the documents that all clauses of a filter select: how many they are, and one page of them. Never walks
further than the documents there are, however large the offset.
*/

use multiversion::multiversion;
use tantivy::DocId;

use super::doc_set::{BLOCK_DOCS, BLOCK_WORDS, Bitmap, Block, DocSet, count, docs_of, set};

/// One condition of a filter: a document of any of the sets fulfils it.
pub(super) type Clause<'s> = Vec<&'s DocSet>;

/// If the rarest clause has no more than one document in this many, trying each of them costs less than joining
/// bitmaps of everything.
const CANDIDATES_SHARE: u64 = 512;

/// The matching documents, and one page of them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Matches {
    pub(super) total: u32,
    pub(super) docs: Vec<DocId>,
}

/// The documents that fulfil all clauses, of an index with `n_docs` documents: their number, and up to `limit` of
/// them behind the first `offset`, in ascending order.
pub(super) fn search(clauses: &[Clause<'_>], n_docs: u32, offset: u64, limit: usize) -> Matches {
    // No set is longer than `n_docs`, so that a larger offset means the same as this one.
    let offset = u32::try_from(offset).unwrap_or(n_docs).min(n_docs);
    match clauses {
        [] => {
            let docs = offset..n_docs.min(offset.saturating_add(limit as u32));
            Matches { total: n_docs, docs: docs.collect() }
        }
        [clause] if clause.len() == 1 => Matches { total: clause[0].len(), docs: clause[0].slice(offset, limit) },
        _ => join(clauses, n_docs, offset, limit),
    }
}

fn join(clauses: &[Clause<'_>], n_docs: u32, offset: u32, limit: usize) -> Matches {
    let mut clauses: Vec<&Clause<'_>> = clauses.iter().collect();
    clauses.sort_by_key(|clause| size(clause));
    match &clauses[..] {
        [rarest, others @ ..] if size(rarest) * CANDIDATES_SHARE <= u64::from(n_docs) => {
            among_candidates(rarest, others, offset, limit)
        }
        _ => {
            let mut conditions: Vec<Condition<'_>> = clauses.into_iter().map(Condition::new).collect();
            block_by_block(&mut conditions, n_docs, offset, limit)
        }
    }
}

/// How many documents a clause has at most.
fn size(clause: &Clause<'_>) -> u64 {
    clause.iter().map(|set| u64::from(set.len())).sum()
}

/// Tries each document of the rarest clause against the others.
fn among_candidates(rarest: &Clause<'_>, others: &[&Clause<'_>], offset: u32, limit: usize) -> Matches {
    let mut candidates: Vec<DocId> = Vec::new();
    for set in rarest {
        set.for_each(|doc| candidates.push(doc));
    }
    if rarest.len() > 1 {
        candidates.sort_unstable();
        candidates.dedup();
    }
    candidates.retain(|doc| others.iter().all(|clause| clause.iter().any(|set| set.contains(*doc))));
    let docs = candidates.iter().copied().skip(offset as usize).take(limit).collect();
    Matches { total: candidates.len() as u32, docs }
}

/// Joins the bitmaps a block at a time. Only the blocks on the page are looked into.
///
/// Compiled for several generations of processors, and the best one is taken: counting bits is most of the work,
/// and the least that an x86-64 processor must have cannot do it in one step.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512vpopcntdq",
    "x86_64+avx2+bmi1+popcnt",
    "x86_64+popcnt"
))]
fn block_by_block(conditions: &mut [Condition<'_>], n_docs: u32, offset: u32, limit: usize) -> Matches {
    let mut total = 0;
    let mut docs = Vec::with_capacity(limit);
    for block_idx in 0..n_docs.div_ceil(BLOCK_DOCS) as usize {
        let mut joined = [u64::MAX; BLOCK_WORDS];
        for condition in &mut *conditions {
            condition.restrict(&mut joined, block_idx);
        }
        let n_before = total;
        total += count(&joined);
        if total > offset && docs.len() < limit {
            let n_skipped = offset.saturating_sub(n_before) as usize;
            let n_wanted = limit - docs.len();
            docs.extend(docs_of(block_idx, &joined).skip(n_skipped).take(n_wanted));
        }
    }
    Matches { total, docs }
}

/// A clause that is read from the first block to the last.
struct Condition<'s> {
    bitmaps: Vec<&'s Bitmap>,
    /// What is left of the lists.
    lists: Vec<&'s [DocId]>,
}

impl<'s> Condition<'s> {
    fn new(clause: &Clause<'s>) -> Self {
        let mut condition = Self { bitmaps: Vec::new(), lists: Vec::new() };
        for set in clause {
            match set {
                DocSet::Dense(bitmap) => condition.bitmaps.push(bitmap),
                DocSet::Sparse(docs) => condition.lists.push(docs),
            }
        }
        condition
    }

    /// Takes away the documents of a block that do not fulfil the clause. Blocks must come in ascending order.
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
        let first = block_idx as u32 * BLOCK_DOCS;
        for list in &mut self.lists {
            while let [doc, rest @ ..] = list
                && doc - first < BLOCK_DOCS
            {
                set(&mut any, doc - first);
                *list = rest;
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
            (Just(n_docs), vec(vec(set, 0..3), 0..4))
        })
    }

    proptest! {
        #[test]
        fn a_search_finds_what_a_filter_over_all_documents_finds(
            (n_docs, clauses) in cases(),
            offset in prop_oneof![0..4 * u64::from(BLOCK_DOCS), Just(u64::MAX)],
            limit in 1..200usize,
        ) {
            let sets: Vec<Vec<DocSet>> = clauses
                .iter()
                .map(|sets| sets.iter().map(|docs| DocSet::new(docs.iter().copied().collect(), n_docs)).collect())
                .collect();
            let sets: Vec<Clause<'_>> = sets.iter().map(|sets| sets.iter().collect()).collect();
            let expected: Vec<DocId> = (0..n_docs)
                .filter(|doc| clauses.iter().all(|sets| sets.iter().any(|set| set.contains(doc))))
                .collect();
            let page = expected.iter().copied().skip(usize::try_from(offset).unwrap()).take(limit).collect();
            let expected = Matches { total: expected.len() as u32, docs: page };
            prop_assert_eq!(search(&sets, n_docs, offset, limit), expected);
        }
    }
}
