/*!
Finds the documents that all clauses of a filter select: how many they are, and one page of them. Never walks
further than the documents there are, however large the offset.
*/

use tantivy::DocId;

use super::doc_set::{BLOCK_DOCS, BLOCK_WORDS, Block, DocSet, count, docs_of};

/// One condition of a filter: a document of any of the sets fulfils it.
pub(super) type Clause<'s> = Vec<&'s DocSet>;

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
        _ => {
            let rarest = clauses.iter().enumerate().min_by_key(|(_, clause)| size(clause));
            match rarest {
                Some((idx, rarest)) if size(rarest) * 64 <= u64::from(n_docs) => {
                    let others: Vec<_> = clauses.iter().enumerate().filter(|(other, _)| *other != idx).collect();
                    among_candidates(rarest, offset as usize, limit, |doc| {
                        others.iter().all(|(_, clause)| clause.iter().any(|set| set.contains(doc)))
                    })
                }
                _ => block_by_block(clauses, n_docs, offset, limit),
            }
        }
    }
}

fn size(clause: &Clause<'_>) -> u64 {
    clause.iter().map(|set| u64::from(set.len())).sum()
}

/// Tries each document of the rarest clause against the others.
fn among_candidates(
    rarest: &Clause<'_>,
    offset: usize,
    limit: usize,
    fulfils_the_others: impl Fn(DocId) -> bool,
) -> Matches {
    let mut candidates: Vec<DocId> = rarest.iter().flat_map(|set| set.docs()).collect();
    if rarest.len() > 1 {
        candidates.sort_unstable();
        candidates.dedup();
    }
    candidates.retain(|doc| fulfils_the_others(*doc));
    let docs = candidates.iter().copied().skip(offset).take(limit).collect();
    Matches { total: candidates.len() as u32, docs }
}

/// Joins the bitmaps a block at a time. Only the blocks on the page are looked into.
fn block_by_block(clauses: &[Clause<'_>], n_docs: u32, offset: u32, limit: usize) -> Matches {
    let mut total = 0;
    let mut docs = Vec::with_capacity(limit);
    for block_idx in 0..n_docs.div_ceil(BLOCK_DOCS) as usize {
        let block = joined_block(clauses, block_idx);
        let n_before = total;
        total += count(&block);
        if total > offset && docs.len() < limit {
            let n_skipped = offset.saturating_sub(n_before) as usize;
            let n_wanted = limit - docs.len();
            docs.extend(docs_of(block_idx, &block).skip(n_skipped).take(n_wanted));
        }
    }
    Matches { total, docs }
}

fn joined_block(clauses: &[Clause<'_>], block_idx: usize) -> Block {
    let mut joined = [u64::MAX; BLOCK_WORDS];
    for clause in clauses {
        let mut any = [0; BLOCK_WORDS];
        for set in clause {
            set.add_to(block_idx, &mut any);
        }
        for (word, any) in joined.iter_mut().zip(&any) {
            *word &= any;
        }
    }
    joined
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
