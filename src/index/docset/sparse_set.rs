/*!
A set of few documents: the lower sixteen bits of each, in ascending order, in groups that share the upper ones.
*/

use tantivy::DocId;

use crate::index::docset::block::BLOCK_DOCS;
use crate::index::docset::rank_index::{GROUP_BLOCKS, GROUP_DOCS};

const _: () = assert!(GROUP_DOCS == 1 << u16::BITS, "the place of a document in its group has sixteen bits");

/// The set.
pub(crate) struct SparseSet {
    /// Where the documents of each group begin, and where those of the last end.
    starts: Box<[u32]>,
    lows: Box<[u16]>,
}

impl SparseSet {
    /// The set of `len` documents given in ascending order, of an index with `n_docs` documents.
    pub(crate) fn new(docs: impl Iterator<Item = DocId>, len: u32, n_docs: u32) -> Self {
        let n_groups = n_docs.div_ceil(GROUP_DOCS) as usize;
        let mut starts = Vec::with_capacity(n_groups + 1);
        let mut lows: Vec<u16> = Vec::with_capacity(len as usize);
        for doc in docs {
            // All groups behind that of the document before this one begin here.
            starts.resize((doc / GROUP_DOCS) as usize + 1, lows.len() as u32);
            lows.push(doc as u16);
        }
        starts.resize(n_groups + 1, lows.len() as u32);
        Self { starts: starts.into(), lows: lows.into() }
    }

    /// How many documents the set has.
    pub(crate) fn len(&self) -> u32 {
        self.lows.len() as u32
    }

    /// How many bytes the set takes beside its own value.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.lows)
    }

    /// Whether the set has a document of the index.
    pub(crate) fn contains(&self, doc: DocId) -> bool {
        self.group((doc / GROUP_DOCS) as usize, 0).binary_search(&(doc as u16)).is_ok()
    }

    /// How many documents of the set stand before one.
    pub(crate) fn rank(&self, doc: DocId) -> u32 {
        let group_idx = (doc / GROUP_DOCS) as usize;
        if group_idx + 1 >= self.starts.len() {
            return self.len();
        }
        self.starts[group_idx] + self.group(group_idx, 0).partition_point(|low| *low < doc as u16) as u32
    }

    /// The documents behind the first `offset`, in ascending order.
    pub(crate) fn iter(&self, offset: u32) -> impl Iterator<Item = DocId> {
        // The last group that begins no later.
        let first_group = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        (first_group..self.starts.len() - 1).flat_map(move |group_idx| {
            let first = group_idx as u32 * GROUP_DOCS;
            self.group(group_idx, offset).iter().map(move |low| first + u32::from(*low))
        })
    }

    /// The documents of a block, by their places in the group it belongs to.
    pub(crate) fn block(&self, block_idx: usize) -> &[u16] {
        let behind = (block_idx % GROUP_BLOCKS) as u32 * BLOCK_DOCS;
        let group = self.group(block_idx / GROUP_BLOCKS, 0);
        let group = &group[group.partition_point(|low| u32::from(*low) < behind)..];
        let len = group.iter().take_while(|low| u32::from(**low) < behind + BLOCK_DOCS).count();
        &group[..len]
    }

    /// The documents of a group, without those of the first `offset` of the set.
    fn group(&self, group_idx: usize, offset: u32) -> &[u16] {
        &self.lows[self.starts[group_idx].max(offset) as usize..self.starts[group_idx + 1] as usize]
    }
}
