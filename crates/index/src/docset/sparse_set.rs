/*!
A set of few documents: a sorted array of the lower 16 bits of each, grouped by the upper 16 bits.
*/

use std::ops::Range;

use tantivy::DocId;

use crate::docset::block::BLOCK_DOCS;
use crate::docset::rank_index::{GROUP_BLOCKS, GROUP_DOCS};

const _: () = assert!(GROUP_DOCS == 1 << u16::BITS, "a document's position in its group has 16 bits");

/// A sorted array of documents.
pub(crate) struct SparseSet {
    /// The start of each group in `lows`, and the end of the last.
    starts: Box<[u32]>,
    lows: Box<[u16]>,
}

impl SparseSet {
    /// The set of `len` documents given in ascending order, of a list with `n_docs` documents.
    pub(crate) fn new(docs: impl Iterator<Item = DocId>, len: u32, n_docs: u32) -> Self {
        let n_groups = n_docs.div_ceil(GROUP_DOCS) as usize;
        let mut starts = Vec::with_capacity(n_groups + 1);
        let mut lows: Vec<u16> = Vec::with_capacity(len as usize);
        for doc in docs {
            // Groups between that of the previous document and that of this one are empty, and start here.
            starts.resize((doc / GROUP_DOCS) as usize + 1, lows.len() as u32);
            lows.push(doc as u16);
        }
        starts.resize(n_groups + 1, lows.len() as u32);
        Self { starts: starts.into(), lows: lows.into() }
    }

    /// The number of documents in the set.
    pub(crate) fn len(&self) -> u32 {
        self.lows.len() as u32
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.lows)
    }

    /// Whether the set contains a document of the list.
    pub(crate) fn contains(&self, doc: DocId) -> bool {
        self.group((doc / GROUP_DOCS) as usize, 0).binary_search(&(doc as u16)).is_ok()
    }

    /// The number of documents in the set before `doc`.
    pub(crate) fn rank(&self, doc: DocId) -> u32 {
        let group_idx = (doc / GROUP_DOCS) as usize;
        if group_idx + 1 >= self.starts.len() {
            return self.len();
        }
        self.starts[group_idx] + self.group(group_idx, 0).partition_point(|low| *low < doc as u16) as u32
    }

    /// The documents after the first `offset`, in ascending order.
    pub(crate) fn iter(&self, offset: u32) -> impl Iterator<Item = DocId> {
        // The last group that starts at or before the offset.
        let first_group = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        (first_group..self.starts.len() - 1).flat_map(move |group_idx| {
            let first = group_idx as u32 * GROUP_DOCS;
            self.group(group_idx, offset).iter().map(move |low| first + u32::from(*low))
        })
    }

    /// Appends the documents within bounds, in ascending order.
    pub(crate) fn extend_within(&self, bounds: &Range<DocId>, docs: &mut Vec<DocId>) {
        let (start, end) = (self.rank(bounds.start), self.rank(bounds.end));
        for group_idx in (bounds.start / GROUP_DOCS) as usize..bounds.end.div_ceil(GROUP_DOCS) as usize {
            let first = group_idx as u32 * GROUP_DOCS;
            let lows = self.starts[group_idx].max(start) as usize..self.starts[group_idx + 1].min(end) as usize;
            docs.extend(self.lows[lows].iter().map(|low| first + u32::from(*low)));
        }
    }

    /// The documents of a block, as positions in the block's group.
    pub(crate) fn block(&self, block_idx: usize) -> &[u16] {
        let start = (block_idx % GROUP_BLOCKS) as u32 * BLOCK_DOCS;
        let group = self.group(block_idx / GROUP_BLOCKS, 0);
        let group = &group[group.partition_point(|low| u32::from(*low) < start)..];
        let len = group.iter().take_while(|low| u32::from(**low) < start + BLOCK_DOCS).count();
        &group[..len]
    }

    /// The documents of a group, without the first `offset` of the whole set.
    fn group(&self, group_idx: usize, offset: u32) -> &[u16] {
        &self.lows[self.starts[group_idx].max(offset) as usize..self.starts[group_idx + 1] as usize]
    }
}
