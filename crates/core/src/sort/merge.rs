/*!
Merges sorted sources of entries.
*/

use std::io;

use crate::sort::entry_buffer::EntryBuffer;
use crate::sort::run::RunReader;

/// A sorted source of entries, with its current entry.
pub(super) enum MergeSource {
    Run(RunReader),
    /// `position` is the number of entries that were returned.
    Memory {
        entries: EntryBuffer,
        position: usize,
    },
}

impl MergeSource {
    /// Moves to the next entry. Returns `false` after the last.
    fn advance(&mut self) -> io::Result<bool> {
        match self {
            Self::Run(run) => run.advance(),
            Self::Memory { entries, position } => {
                *position += 1;
                Ok(entries.get(*position - 1).is_some())
            }
        }
    }

    /// Moves before the first entry.
    fn rewind(&mut self) {
        match self {
            Self::Run(run) => run.rewind(),
            Self::Memory { position, .. } => *position = 0,
        }
    }

    /// The current entry.
    fn entry(&self) -> (&[u8], &[u8]) {
        match self {
            Self::Run(run) => run.entry(),
            Self::Memory { entries, position } => entries.get(position.wrapping_sub(1)).unwrap_or_default(),
        }
    }
}

/// An iterator over sorted entries.
pub struct Sorted {
    sources: Vec<MergeSource>,
    /// The sources that have an entry, as a binary heap: no entry is greater than those at twice its position plus one
    /// and plus two. Unlike the heap of the standard library, it can compare entries that it does not own.
    heap: Vec<usize>,
    /// Whether the first entry has been returned. The next call then advances its source.
    is_returned: bool,
}

impl Sorted {
    /// Merges sorted sources.
    pub(super) fn new(sources: Vec<MergeSource>) -> io::Result<Self> {
        let mut sorted = Self { heap: Vec::with_capacity(sources.len()), sources, is_returned: false };
        sorted.rewind()?;
        Ok(sorted)
    }

    /// Moves back before the first entry. The entries of runs are then read from their files again.
    pub fn rewind(&mut self) -> io::Result<()> {
        self.is_returned = false;
        self.heap.clear();
        for (idx, source) in self.sources.iter_mut().enumerate() {
            source.rewind();
            if source.advance()? {
                self.heap.push(idx);
            }
        }
        (0..self.heap.len() / 2).rev().for_each(|position| self.sift_down(position));
        Ok(())
    }

    /// Returns the next entry; `None` after the last.
    pub fn next_entry(&mut self) -> io::Result<Option<(&[u8], &[u8])>> {
        self.is_returned = !self.is_at_end()?;
        Ok(self.first_entry())
    }

    /// Returns the entry that the next call of [`Self::next_entry`] returns.
    pub fn peek(&mut self) -> io::Result<Option<(&[u8], &[u8])>> {
        self.is_at_end()?;
        Ok(self.first_entry())
    }

    /// Returns whether there is no next entry.
    pub fn is_at_end(&mut self) -> io::Result<bool> {
        if self.is_returned {
            self.advance()?;
            self.is_returned = false;
        }
        Ok(self.heap.is_empty())
    }

    fn first_entry(&self) -> Option<(&[u8], &[u8])> {
        self.heap.first().map(|first| self.sources[*first].entry())
    }

    /// Moves the source of the first entry to its next one.
    fn advance(&mut self) -> io::Result<()> {
        if let Some(first) = self.heap.first() {
            if !self.sources[*first].advance()? {
                self.heap.swap_remove(0);
            }
            self.sift_down(0);
        }
        Ok(())
    }

    /// Moves a source down the heap until no entry below it is less.
    fn sift_down(&mut self, mut position: usize) {
        let entry = |position: &usize| self.sources[*position].entry();
        loop {
            let left = 2 * position + 1;
            let below = self.heap.iter().enumerate().skip(left).take(2);
            let Some((least, idx)) = below.min_by(|(_, a), (_, b)| entry(a).cmp(&entry(b))) else { return };
            if entry(&self.heap[position]) <= entry(idx) {
                return;
            }
            self.heap.swap(position, least);
            position = least;
        }
    }
}
