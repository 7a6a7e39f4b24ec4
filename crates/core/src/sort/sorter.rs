/*!
Collects entries, and spills them to disk as sorted runs when its buffer is full.
*/

use std::io;
use std::mem;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use crate::sort::entry_buffer::EntryBuffer;
use crate::sort::merge::{MergeSource, Sorted};
use crate::sort::run::{self, Run, RunFile};

/// The buffer size in bytes of a sorter that spills to disk.
const MAX_BUFFER_BYTES: usize = 24 << 20;

/// The least size in bytes of a buffer that an absorbing sorter keeps as it is. It copies the entries of a smaller one.
const MIN_KEPT_BYTES: usize = 1 << 20;

/// The maximum number of runs that are merged at once. Together these are at most 12 GB.
const MAX_RUNS: usize = 512;

/// The maximum size in bytes of the read buffers of all runs of a sorter, unless they have larger entries.
const MERGE_BUFFER_BYTES: usize = 2 << 20;

/// Sorts entries that are added in any order.
pub struct Sorter {
    /// The directory of the runs.
    directory: PathBuf,
    /// The size in bytes at which all buffers are written, each as a run.
    max_bytes: usize,
    buffer: EntryBuffer,
    /// The larger buffers of absorbed sorters, and the size of their entries in bytes.
    absorbed: Vec<EntryBuffer>,
    absorbed_bytes: usize,
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
            absorbed: Vec::new(),
            absorbed_bytes: 0,
            file: None,
            runs: Vec::new(),
        }
    }

    /// Adds an entry. Key and value must be shorter than 4 GiB.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        self.make_space(key.len() + value.len())?;
        self.buffer.push(key, value);
        Ok(())
    }

    /// Takes over the entries of another sorter.
    pub fn absorb(&mut self, mut other: Self) -> io::Result<()> {
        self.runs.append(&mut other.runs);
        other.absorbed.push(other.buffer);
        for mut buffer in other.absorbed {
            if buffer.n_bytes() < MIN_KEPT_BYTES {
                buffer.iter().try_for_each(|(key, value)| self.push(key, value))?;
                continue;
            }
            self.make_space(buffer.n_bytes())?;
            buffer.shrink();
            self.absorbed_bytes += buffer.n_bytes();
            self.absorbed.push(buffer);
        }
        self.merge_excess_runs()
    }

    /// Returns all entries, sorted.
    pub fn sorted(self) -> io::Result<Sorted> {
        Sorted::new(self.into_sources())
    }

    /// Returns all entries of several sorters, sorted. The buffers of each sorter are sorted on a thread of its own.
    pub fn sorted_together(sorters: Vec<Self>) -> io::Result<Sorted> {
        let sources = thread::scope(|scope| {
            let threads: Vec<_> = sorters.into_iter().map(|sorter| scope.spawn(|| sorter.into_sources())).collect();
            let sources = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            sources.flatten().collect()
        });
        Sorted::new(sources)
    }

    /// Writes the entries in memory as runs if further ones of this size in bytes do not fit.
    fn make_space(&mut self, n_bytes: usize) -> io::Result<()> {
        let n_used = self.absorbed_bytes + self.buffer.n_bytes();
        if n_used > 0 && n_used + n_bytes > self.max_bytes { self.spill() } else { Ok(()) }
    }

    fn into_sources(mut self) -> Vec<MergeSource> {
        let mut sources = run_sources(self.runs);
        self.absorbed.push(self.buffer);
        for mut entries in self.absorbed {
            entries.sort();
            entries.shrink();
            sources.push(MergeSource::Memory { entries, position: 0 });
        }
        sources
    }

    /// Writes each buffer as a run.
    fn spill(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(RunFile::create(&self.directory)?),
        };
        for buffer in self.absorbed.iter_mut().chain([&mut self.buffer]).filter(|buffer| !buffer.is_empty()) {
            buffer.sort();
            let run = file.write_run(|run| buffer.iter().try_for_each(|(key, value)| run.write(key, value)))?;
            self.runs.push(run);
            buffer.clear();
        }
        self.absorbed.clear();
        self.absorbed_bytes = 0;
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
fn run_sources(runs: Vec<Run>) -> Vec<MergeSource> {
    let buffer_bytes = run::BUFFER_BYTES.min(MERGE_BUFFER_BYTES / runs.len().max(1));
    runs.into_iter().map(|run| MergeSource::Run(run.into_reader(buffer_bytes))).collect()
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
        // The first reading ends before the last entry.
        let [_, all] = [entries.len() / 2, usize::MAX].map(|n_read| {
            sorted.rewind().unwrap();
            let mut read = Vec::new();
            while let Some((key, value)) = sorted.next_entry().unwrap().filter(|_| read.len() < n_read) {
                read.push((key.to_vec(), value.to_vec()));
            }
            read
        });
        all
    }

    #[test]
    fn entries_are_sorted_by_key_and_value_in_memory_and_on_disk() {
        let directory = tempfile::tempdir().unwrap();
        // The largest values are larger than a chunk of a buffer.
        for (value_bytes, n_entries) in [(10, 3000_u32), (40_000, 3000), (300_000, 300)] {
            let mut entries: Vec<(Vec<u8>, Vec<u8>)> = (0..n_entries)
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
            assert_eq!(sorted.peek().unwrap(), Some((key, b"".as_slice())));
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
