/*!
Merges sorted sources of entries.
*/

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;

use crate::sort::entry_buffer::EntryBuffer;
use crate::sort::run::RunReader;

/// A sorted source of entries.
pub(super) enum Source {
    Run(RunReader),
    Memory { entries: EntryBuffer, position: usize },
}

impl Source {
    /// Reads the next entry into `key` and `value`. Returns `false` after the last.
    fn next(&mut self, key: &mut Vec<u8>, value: &mut Vec<u8>) -> io::Result<bool> {
        match self {
            Self::Run(run) => run.next(key, value),
            Self::Memory { entries, position } => {
                let Some((next_key, next_value)) = entries.get(*position) else {
                    return Ok(false);
                };
                *position += 1;
                key.clear();
                key.extend_from_slice(next_key);
                value.clear();
                value.extend_from_slice(next_value);
                Ok(true)
            }
        }
    }
}

/// The next entry of a source. Heads have the order of their entries.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Head {
    key: Vec<u8>,
    value: Vec<u8>,
    source_idx: usize,
}

/// An iterator over sorted entries.
pub struct Sorted {
    sources: Vec<Source>,
    heads: BinaryHeap<Reverse<Head>>,
    /// Whether the first head has been returned. The next call then advances its source.
    is_returned: bool,
}

impl Sorted {
    /// Merges sorted sources.
    pub(super) fn new(mut sources: Vec<Source>) -> io::Result<Self> {
        let mut heads = BinaryHeap::with_capacity(sources.len());
        for (source_idx, source) in sources.iter_mut().enumerate() {
            let mut head = Head { source_idx, ..Head::default() };
            if source.next(&mut head.key, &mut head.value)? {
                heads.push(Reverse(head));
            }
        }
        Ok(Self { sources, heads, is_returned: false })
    }

    /// Returns the next entry; `None` after the last.
    pub fn next_entry(&mut self) -> io::Result<Option<(&[u8], &[u8])>> {
        self.is_returned = !self.is_at_end()?;
        Ok(self.heads.peek().map(|Reverse(head)| (head.key.as_slice(), head.value.as_slice())))
    }

    /// Returns whether there is no next entry.
    pub fn is_at_end(&mut self) -> io::Result<bool> {
        if self.is_returned {
            self.advance()?;
            self.is_returned = false;
        }
        Ok(self.heads.is_empty())
    }

    /// Replaces the first head with the next entry of its source.
    fn advance(&mut self) -> io::Result<()> {
        if let Some(mut first) = self.heads.peek_mut() {
            let Reverse(Head { key, value, source_idx }) = &mut *first;
            if !self.sources[*source_idx].next(key, value)? {
                PeekMut::pop(first);
            }
        }
        Ok(())
    }
}
