/*!
Random sets and disjunctions for property tests, which use roaring bitmaps as the oracle.
*/

use std::sync::Arc;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use roaring::RoaringBitmap;

use crate::docset::block::BLOCK_DOCS;
use crate::docset::disjunction::{Disjunction, SetRef};
use crate::docset::doc_set::DocSet;
use crate::docset::rank_index::GROUP_DOCS;

/// The size of a list, and the sets of disjunctions.
pub(super) fn disjunctions() -> impl Strategy<Value = (u32, Vec<Vec<RoaringBitmap>>)> {
    let n_docs = prop_oneof![
        8 => 1..3 * BLOCK_DOCS,
        2 => GROUP_DOCS - 2..3 * GROUP_DOCS + 2,
        1 => prop_oneof![Just(BLOCK_DOCS), Just(GROUP_DOCS), Just(2 * GROUP_DOCS)],
    ];
    n_docs.prop_flat_map(|n_docs| {
        let dense = btree_set(0..n_docs, 0..(n_docs as usize).min(2000)).prop_map(RoaringBitmap::from_iter);
        let sparse = btree_set(0..n_docs, 0..20).prop_map(RoaringBitmap::from_iter);
        let range =
            (0..n_docs, 0..n_docs).prop_map(|(one, other)| RoaringBitmap::from_iter(one.min(other)..one.max(other)));
        let set = prop_oneof![dense, sparse, range];
        (Just(n_docs), vec(vec(set, 0..3), 1..4))
    })
}

/// The size of a list, and sets.
pub(crate) fn sets() -> impl Strategy<Value = (u32, Vec<RoaringBitmap>)> {
    disjunctions().prop_map(|(n_docs, specs)| (n_docs, specs.into_iter().flatten().collect()))
}

/// A set of documents, of a list with `n_docs` documents.
pub(crate) fn doc_set(docs: &RoaringBitmap, n_docs: u32) -> DocSet {
    DocSet::new(docs.iter(), docs.len() as u32, n_docs)
}

/// A disjunction, of a list with `n_docs` documents.
pub(super) fn disjunction(sets: &[RoaringBitmap], n_docs: u32) -> Disjunction<'static> {
    Disjunction { sets: sets.iter().map(|set| SetRef::Computed(Arc::new(doc_set(set, n_docs)))).collect() }
}
