/*!
The documents that all clauses of a filter select. How many they are is exact, and a page of them is found without
walking to it, however deep it is.
*/

use std::ops::{Deref, Range};
use std::sync::Arc;

use tantivy::DocId;

use crate::index::docset::block::{BLOCK_DOCS, BLOCK_WORDS, Block, exclude, intersect, range_in_block, set, unite};
use crate::index::docset::doc_set::{Bitmap, DocSet, SPARSE_SHARE};
use crate::index::docset::rank_index::{Ranks, for_each_processor};
use crate::index::docset::sparse_set::SparseSet;

/// One condition of a filter: a document of any of the sets fulfils it.
pub(crate) struct Clause<'s> {
    pub(crate) sets: Vec<SetRef<'s>>,
    /// Whether the documents that fulfil it are those that are not asked for.
    pub(crate) is_excluding: bool,
}

/// A set that is always there, or one that was made for this condition.
pub(crate) enum SetRef<'s> {
    Kept(&'s DocSet),
    Made(Arc<DocSet>),
}

impl Deref for SetRef<'_> {
    type Target = DocSet;

    fn deref(&self) -> &DocSet {
        match self {
            Self::Kept(set) => set,
            Self::Made(set) => set,
        }
    }
}

impl Clause<'_> {
    /// Whether nothing fulfils it.
    pub(crate) fn is_never(&self) -> bool {
        !self.is_excluding && self.sets.iter().all(|set| set.len() == 0)
    }

    fn contains(&self, doc: DocId) -> bool {
        self.sets.iter().any(|set| set.contains(doc)) != self.is_excluding
    }

    /// How many documents the sets have at most.
    fn size(&self) -> u64 {
        self.sets.iter().map(|set| u64::from(set.len())).sum()
    }
}

/// What is known of the selected documents once the clauses have been joined: enough to find any page of them.
pub(crate) enum Selection {
    /// Few, in ascending order.
    Few(Box<[DocId]>),
    /// Many. The blocks on a page are joined again.
    Many(Ranks),
}

impl Selection {
    /// Joins the clauses, of which there are some, in an index with `n_docs` documents.
    pub(crate) fn new(clauses: &[Clause<'_>], n_docs: u32) -> Self {
        let rarest =
            (0..clauses.len()).filter(|idx| !clauses[*idx].is_excluding).min_by_key(|idx| clauses[*idx].size());
        // A page of few would lie in many blocks.
        let is_few = |len: usize| len <= (n_docs / BLOCK_DOCS) as usize;
        if let Some(rarest) = rarest
            && clauses[rarest].size() * SPARSE_SHARE <= u64::from(n_docs)
        {
            // To try each of so few costs less than to join blocks of everything.
            let docs = among_candidates(clauses, rarest);
            return if is_few(docs.len()) { Self::Few(docs.into()) } else { Self::Many(Ranks::of_docs(&docs, n_docs)) };
        }
        let conditions = conditions_of(clauses);
        let ranks = count_joined(&conditions, n_docs);
        let len = ranks.len() as usize;
        if is_few(len) {
            Self::Few(slice_joined(&ranks, &conditions, n_docs, 0, len).into())
        } else {
            Self::Many(ranks)
        }
    }

    /// How many documents are selected.
    pub(crate) fn len(&self) -> u32 {
        match self {
            Self::Few(docs) => docs.len() as u32,
            Self::Many(ranks) => ranks.len(),
        }
    }

    /// How many bytes the selection takes beside its own value.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        match self {
            Self::Few(docs) => size_of_val(&**docs),
            Self::Many(ranks) => ranks.n_heap_bytes(),
        }
    }

    /// Up to `limit` documents behind the first `offset`; the clauses must be those that were joined.
    pub(crate) fn slice(&self, clauses: &[Clause<'_>], n_docs: u32, offset: u32, limit: usize) -> Vec<DocId> {
        match self {
            Self::Few(docs) => docs.iter().copied().skip(offset as usize).take(limit).collect(),
            Self::Many(ranks) => slice_joined(ranks, &conditions_of(clauses), n_docs, offset, limit),
        }
    }

    /// How many of the documents stand before one; the clauses must be those that were joined.
    pub(crate) fn rank(&self, clauses: &[Clause<'_>], n_docs: u32, doc: DocId) -> u32 {
        match self {
            Self::Few(docs) => docs.partition_point(|selected| *selected < doc) as u32,
            Self::Many(ranks) => rank_joined(ranks, &conditions_of(clauses), n_docs, doc),
        }
    }
}

/// Joins all blocks of an index with `n_docs` documents.
pub(crate) fn join_all(clauses: &[Clause<'_>], n_docs: u32) -> Bitmap {
    let conditions = conditions_of(clauses);
    Bitmap::of_blocks((0..n_docs.div_ceil(BLOCK_DOCS) as usize).map(|idx| join(&conditions, n_docs, idx)))
}

/// Tries each document of the rarest clause against the others.
fn among_candidates(clauses: &[Clause<'_>], rarest: usize) -> Vec<DocId> {
    let mut candidates: Vec<DocId> = Vec::new();
    for set in &clauses[rarest].sets {
        set.for_each(|doc| candidates.push(doc));
    }
    if clauses[rarest].sets.len() > 1 {
        candidates.sort_unstable();
        candidates.dedup();
    }
    for clause in clauses[..rarest].iter().chain(&clauses[rarest + 1..]) {
        match &clause.sets[..] {
            // Most clauses: what is looked into is decided once.
            [set] if !clause.is_excluding => set.retain(&mut candidates),
            _ => candidates.retain(|doc| clause.contains(*doc)),
        }
    }
    candidates
}

for_each_processor! {
    fn count_joined(conditions: &[Condition<'_>], n_docs: u32) -> Ranks {
        Ranks::new(n_docs.div_ceil(BLOCK_DOCS) as usize, |block_idx| join(conditions, n_docs, block_idx))
    }

    fn slice_joined(
        ranks: &Ranks,
        conditions: &[Condition<'_>],
        n_docs: u32,
        offset: u32,
        limit: usize,
    ) -> Vec<DocId> {
        ranks.slice(offset, limit, |block_idx| join(conditions, n_docs, block_idx))
    }

    fn rank_joined(ranks: &Ranks, conditions: &[Condition<'_>], n_docs: u32, doc: DocId) -> u32 {
        ranks.rank(doc, |block_idx| join(conditions, n_docs, block_idx))
    }
}

/// The documents of a block that fulfil all conditions.
#[inline(always)]
fn join(conditions: &[Condition<'_>], n_docs: u32, block_idx: usize) -> Block {
    let mut joined = if (block_idx as u32 + 1).saturating_mul(BLOCK_DOCS) <= n_docs {
        [u64::MAX; BLOCK_WORDS]
    } else {
        range_in_block(&(0..n_docs), block_idx)
    };
    for condition in conditions {
        condition.restrict(&mut joined, block_idx);
    }
    joined
}

/// A clause, its sets by their kinds.
struct Condition<'s> {
    bitmaps: Vec<&'s Bitmap>,
    sparse: Vec<&'s SparseSet>,
    ranges: Vec<Range<DocId>>,
    is_excluding: bool,
}

fn conditions_of<'s>(clauses: &'s [Clause<'_>]) -> Vec<Condition<'s>> {
    clauses.iter().map(Condition::new).collect()
}

impl<'s> Condition<'s> {
    fn new(clause: &'s Clause<'_>) -> Self {
        let mut condition =
            Self { bitmaps: Vec::new(), sparse: Vec::new(), ranges: Vec::new(), is_excluding: clause.is_excluding };
        for set in &clause.sets {
            match &**set {
                DocSet::Range(range) => condition.ranges.push(range.clone()),
                DocSet::Dense(bitmap) => condition.bitmaps.push(bitmap),
                DocSet::Sparse(docs) => condition.sparse.push(docs),
            }
        }
        condition
    }

    /// Takes away the documents of a block that do not fulfil the clause.
    #[inline(always)]
    fn restrict(&self, joined: &mut Block, block_idx: usize) {
        if let ([bitmap], [], [], false) = (&self.bitmaps[..], &self.sparse[..], &self.ranges[..], self.is_excluding) {
            return intersect(joined, bitmap.block(block_idx));
        }
        let mut any = [0; BLOCK_WORDS];
        for bitmap in &self.bitmaps {
            unite(&mut any, bitmap.block(block_idx));
        }
        for docs in &self.sparse {
            for doc in docs.block(block_idx) {
                set(&mut any, u32::from(*doc) % BLOCK_DOCS);
            }
        }
        for range in &self.ranges {
            unite(&mut any, &range_in_block(range, block_idx));
        }
        if self.is_excluding { exclude(joined, &any) } else { intersect(joined, &any) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::*;
    use crate::index::docset::rank_index::GROUP_DOCS;

    /// The documents of each set of a clause, and whether it excludes them.
    type Spec = (Vec<BTreeSet<DocId>>, bool);

    /// An index's size, and its clauses, the first of which does not exclude.
    fn cases() -> impl Strategy<Value = (u32, Vec<Spec>)> {
        let n_docs = prop_oneof![
            8 => 1..3 * BLOCK_DOCS,
            2 => GROUP_DOCS - 2..3 * GROUP_DOCS + 2,
            1 => prop_oneof![Just(BLOCK_DOCS), Just(GROUP_DOCS), Just(2 * GROUP_DOCS)],
        ];
        n_docs.prop_flat_map(|n_docs| {
            let dense = btree_set(0..n_docs, 0..(n_docs as usize).min(2000));
            let sparse = btree_set(0..n_docs, 0..20);
            let range = (0..n_docs, 0..n_docs).prop_map(|(one, other)| (one.min(other)..one.max(other)).collect());
            let set = prop_oneof![dense, sparse, range];
            let clause = (vec(set, 0..3), any::<bool>());
            (Just(n_docs), vec(clause, 1..4)).prop_map(|(n_docs, mut clauses)| {
                clauses[0].1 = false;
                (n_docs, clauses)
            })
        })
    }

    fn clause((sets, is_excluding): &Spec, n_docs: u32) -> Clause<'static> {
        let set = |docs: &BTreeSet<DocId>| DocSet::of(&docs.iter().copied().collect::<Vec<_>>(), n_docs);
        Clause {
            sets: sets.iter().map(|docs| SetRef::Made(Arc::new(set(docs)))).collect(),
            is_excluding: *is_excluding,
        }
    }

    proptest! {
        #[test]
        fn a_selection_is_what_a_filter_over_all_documents_finds(
            (n_docs, specs) in cases(),
            offset in prop_oneof![0..2000u32, 0..4 * GROUP_DOCS, Just(u32::MAX)],
            limit in 1..200usize,
        ) {
            let clauses: Vec<Clause<'_>> = specs.iter().map(|spec| clause(spec, n_docs)).collect();
            let fulfils = |doc: &DocId, (sets, is_excluding): &Spec| sets.iter().any(|set| set.contains(doc)) != *is_excluding;
            let of_first: BTreeSet<DocId> = specs[0].0.iter().flatten().copied().collect();
            let expected: Vec<DocId> =
                of_first.into_iter().filter(|doc| specs.iter().all(|spec| fulfils(doc, spec))).collect();
            let page: Vec<DocId> = expected.iter().copied().skip(offset as usize).take(limit).collect();
            let selection = Selection::new(&clauses, n_docs);
            prop_assert_eq!(selection.len() as usize, expected.len());
            prop_assert_eq!(selection.slice(&clauses, n_docs, offset, limit), page);
            let doc = offset % (n_docs + 2);
            prop_assert_eq!(selection.rank(&clauses, n_docs, doc) as usize, expected.partition_point(|found| *found < doc));
            let mut joined = Vec::new();
            join_all(&clauses, n_docs).for_each(|doc| joined.push(doc));
            prop_assert_eq!(joined, expected);
        }

        #[test]
        fn a_set_counts_and_finds_its_documents_in_whatever_form_it_is((n_docs, specs) in cases(), drawn: u32) {
            let docs: Vec<BTreeSet<DocId>> = specs.into_iter().flat_map(|(sets, _)| sets).collect();
            let sets = docs.iter().map(|docs| DocSet::of(&docs.iter().copied().collect::<Vec<_>>(), n_docs));
            let sets: Vec<DocSet> = sets.collect();
            for (set, docs) in sets.iter().zip(&docs) {
                prop_assert_eq!(set.len() as usize, docs.len());
                let (doc, offset) = (drawn % (n_docs + 2), drawn % (docs.len() as u32 + 2));
                prop_assert_eq!(set.rank(doc) as usize, docs.range(..doc).count());
                let found: Vec<DocId> = docs.iter().copied().skip(offset as usize).take(10).collect();
                prop_assert_eq!(set.slice(offset, 10), found);
                let bitmap = Bitmap::new(docs.iter().copied(), n_docs);
                for (other, other_docs) in sets.iter().zip(&docs_of(&sets)) {
                    prop_assert_eq!(bitmap.count_common(other) as usize, docs.intersection(other_docs).count());
                }
            }
        }
    }

    fn docs_of(sets: &[DocSet]) -> Vec<BTreeSet<DocId>> {
        let docs_of = |set: &DocSet| {
            let mut docs = BTreeSet::new();
            set.for_each(|doc| assert!(docs.insert(doc)));
            docs
        };
        sets.iter().map(docs_of).collect()
    }
}
