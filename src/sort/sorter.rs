/*!
Collects entries, and spills them to disk as sorted runs when its buffer is full.
*/

use std::io;
use std::mem;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use crate::sort::entry_buffer::EntryBuffer;
use crate::sort::merge::{Sorted, Source};
use crate::sort::run::{self, Run, RunFile};

/// The buffer size in bytes of a sorter that spills to disk.
const MAX_BUFFER_BYTES: usize = 24 << 20;

/// The size in bytes at which a buffer gets all of its memory. A growing buffer is copied, and then occupies twice its
/// size for a while, so that the memory of an import would depend on chance.
const RESERVE_BYTES: usize = 1 << 20;

/// The maximum number of runs that are merged at once. Together these are 12 GB.
const MAX_RUNS: usize = 512;

/// The maximum size in bytes of the read buffers of all runs of a sorter.
const MERGE_BUFFER_BYTES: usize = 2 << 20;

/// Sorts entries that are added in any order.
pub struct Sorter {
    /// The directory of the runs.
    directory: PathBuf,
    /// The size in bytes at which the buffer is written as a run.
    max_bytes: usize,
    buffer: EntryBuffer,
    /// The file of this sorter's runs, created with the first run.
    file: Option<RunFile>,
    /// The runs of this sorter and of the absorbed ones.
    runs: Vec<Run>,
}

impl Sorter {
    /// Creates a sorter that spills to a directory.
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), max_bytes: MAX_BUFFER_BYTES, ..Self::in_memory() }
    }

    /// Creates one of `n_sorters` sorters that together use the memory of one.
    pub fn one_of(n_sorters: usize, directory: &Path) -> Self {
        Self { max_bytes: MAX_BUFFER_BYTES / n_sorters, ..Self::new(directory) }
    }

    /// Creates a sorter that keeps all entries in memory.
    pub fn in_memory() -> Self {
        Self {
            directory: PathBuf::new(),
            max_bytes: usize::MAX,
            buffer: EntryBuffer::default(),
            file: None,
            runs: Vec::new(),
        }
    }

    /// Adds an entry. Key and value must be shorter than 4 GiB.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        if self.buffer.n_bytes() + key.len() + value.len() > self.max_bytes && !self.buffer.is_empty() {
            self.spill()?;
        }
        let n_bytes = self.buffer.n_bytes();
        self.buffer.push(key, value);
        if n_bytes < RESERVE_BYTES && self.buffer.n_bytes() >= RESERVE_BYTES && self.max_bytes < usize::MAX {
            self.buffer.reserve_total(self.max_bytes);
        }
        Ok(())
    }

    /// Takes over the entries of another sorter.
    pub fn absorb(&mut self, mut other: Self) -> io::Result<()> {
        // Copies the entries of the smaller buffer.
        if self.buffer.n_bytes() < other.buffer.n_bytes() {
            mem::swap(&mut self.buffer, &mut other.buffer);
        }
        for (key, value) in other.buffer.iter() {
            self.push(key, value)?;
        }
        self.runs.append(&mut other.runs);
        self.merge_excess_runs()
    }

    /// Returns all entries, sorted.
    pub fn sorted(self) -> io::Result<Sorted> {
        Sorted::new(self.into_sources())
    }

    /// Returns all entries of several sorters, sorted. Each buffer is sorted on its own thread.
    pub fn sorted_together(sorters: Vec<Self>) -> io::Result<Sorted> {
        let sources = thread::scope(|scope| {
            let threads: Vec<_> = sorters.into_iter().map(|sorter| scope.spawn(|| sorter.into_sources())).collect();
            let sources = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            sources.flatten().collect()
        });
        Sorted::new(sources)
    }

    fn into_sources(mut self) -> Vec<Source> {
        self.buffer.sort();
        let mut sources = run_sources(self.runs);
        sources.push(Source::Memory { entries: self.buffer, position: 0 });
        sources
    }

    /// Writes the buffer as a run.
    fn spill(&mut self) -> io::Result<()> {
        self.buffer.sort();
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(RunFile::create(&self.directory)?),
        };
        let run = file.write_run(|run| self.buffer.iter().try_for_each(|(key, value)| run.write(key, value)))?;
        self.runs.push(run);
        self.buffer.clear();
        self.merge_excess_runs()
    }

    /// Merges all runs into one if there are too many.
    fn merge_excess_runs(&mut self) -> io::Result<()> {
        if self.runs.len() < MAX_RUNS {
            return Ok(());
        }
        let mut sorted = Sorted::new(run_sources(mem::take(&mut self.runs)))?;
        let mut file = RunFile::create(&self.directory)?;
        let run = file.write_run(|run| {
            while let Some((key, value)) = sorted.next_entry()? {
                run.write(key, value)?;
            }
            Ok(())
        })?;
        // The disk space of the merged runs is freed when their readers and the old file are dropped.
        self.file = Some(file);
        self.runs.push(run);
        Ok(())
    }
}

/// The runs of a sorter as sources of a merge. They share the bytes of the read buffers.
fn run_sources(runs: Vec<Run>) -> Vec<Source> {
    let buffer_bytes = run::BUFFER_BYTES.min(MERGE_BUFFER_BYTES / runs.len().max(1));
    runs.into_iter().map(|run| Source::Run(run.into_reader(buffer_bytes))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sorts entries with several sorters, one of which absorbs another.
    fn sorted(entries: &[(Vec<u8>, Vec<u8>)], directory: &Path) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut sorters = [(); 4].map(|()| Sorter::new(directory));
        for (idx, (key, value)) in entries.iter().enumerate() {
            sorters[idx * idx % 4 + idx % 3].push(key, value).unwrap();
        }
        let [mut first, absorbed, second, third] = sorters;
        first.absorb(absorbed).unwrap();
        let mut sorted = Sorter::sorted_together(vec![first, second, third]).unwrap();
        let mut all = Vec::new();
        while let Some((key, value)) = sorted.next_entry().unwrap() {
            all.push((key.to_vec(), value.to_vec()));
        }
        all
    }

    #[test]
    fn entries_are_sorted_by_key_and_value_in_memory_and_on_disk() {
        let directory = tempfile::tempdir().unwrap();
        for value_bytes in [10, 40_000] {
            let mut entries: Vec<(Vec<u8>, Vec<u8>)> = (0..3000_u32)
                .map(|n| {
                    let mixed = n.wrapping_mul(2_654_435_761);
                    (format!("{}", mixed % 700).into_bytes(), vec![(mixed >> 24) as u8; value_bytes])
                })
                .collect();
            let out = sorted(&entries, directory.path());
            entries.sort();
            assert!(out == entries, "{value_bytes}");
        }
    }

    #[test]
    fn keys_with_a_common_prefix_are_sorted() {
        let mut sorter = Sorter::in_memory();
        let keys: [&[u8]; 4] = [b"0123456789abcdefb", b"0123456789abcdefa", b"", b"\0"];
        for key in keys {
            sorter.push(key, b"").unwrap();
        }
        let mut sorted = sorter.sorted().unwrap();
        for key in [keys[2], keys[3], keys[1], keys[0]] {
            assert!(!sorted.is_at_end().unwrap());
            assert_eq!(sorted.next_entry().unwrap(), Some((key, b"".as_slice())));
        }
        assert!(sorted.is_at_end().unwrap());
        assert_eq!(sorted.next_entry().unwrap(), None);
    }

    #[test]
    fn sorters_without_entries_give_none_and_touch_no_directory() {
        assert!(sorted(&[], Path::new("/nowhere")).is_empty());
    }
}
