/*!
A disjunction: the documents in at least one of several sets.
*/

use std::ops::{Deref, Range};
use std::sync::Arc;

use tantivy::DocId;

use crate::docset::block::{BLOCK_WORDS, Block, intersect};
use crate::docset::doc_set::DocSet;

/// The union of several sets.
#[derive(Clone)]
pub(crate) struct Disjunction<'s> {
    pub(crate) sets: Vec<SetRef<'s>>,
}

#[derive(Clone)]
pub(crate) enum SetRef<'s> {
    /// A set that stays in memory while its list is open.
    Resident(&'s DocSet),
    /// A set that was computed for a condition and may be cached.
    Computed(Arc<DocSet>),
}

impl Deref for SetRef<'_> {
    type Target = DocSet;

    fn deref(&self) -> &DocSet {
        match self {
            Self::Resident(set) => set,
            Self::Computed(set) => set,
        }
    }
}

impl From<DocSet> for SetRef<'_> {
    fn from(set: DocSet) -> Self {
        Self::Computed(Arc::new(set))
    }
}

impl Disjunction<'_> {
    /// Whether the disjunction is known to be empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.sets.iter().all(|set| set.len() == 0)
    }

    /// Whether the disjunction contains a document of the list.
    pub(crate) fn contains(&self, doc: DocId) -> bool {
        self.sets.iter().any(|set| set.contains(doc))
    }

    /// The sum of the sizes of the sets within bounds, an upper bound of the size of their union there.
    pub(crate) fn max_len_within(&self, bounds: &Range<DocId>) -> u64 {
        self.sets.iter().map(|set| u64::from(set.rank(bounds.end) - set.rank(bounds.start))).sum()
    }
}

/// The documents of a block that are in all disjunctions, at least one.
#[inline(always)]
pub(super) fn common_block(disjunctions: &[Disjunction<'_>], block_idx: usize) -> Block {
    debug_assert!(!disjunctions.is_empty(), "without a set, the last block has documents after the end of the list");
    let mut common = [u64::MAX; BLOCK_WORDS];
    for disjunction in disjunctions {
        if let [set] = &disjunction.sets[..] {
            intersect(&mut common, &set.block(block_idx));
            continue;
        }
        let mut union = [0; BLOCK_WORDS];
        for set in &disjunction.sets {
            set.add_to_block(block_idx, &mut union);
        }
        intersect(&mut common, &union);
    }
    common
}
