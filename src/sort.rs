/*!
Sorts any number of entries in bounded memory: what does not fit is written to files as sorted runs, which are merged
when all is there. An entry is a key and a value, both bytes; entries come out by key, then by value.
*/

mod run;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use run::{RunFile, RunReader};

/// The memory of a sorter that writes runs.
const BUFFER_BYTES: usize = 24 << 20;

/// How many runs are merged at once: 12 GB, with half a buffer's memory to read them by.
const MOST_RUNS: usize = 512;

/// Takes entries in any order.
pub struct Sorter {
    /// Where the runs are written.
    directory: PathBuf,
    /// How much memory is filled before a run is written.
    most_bytes: usize,
    buffer: Vec<u8>,
    entries: Vec<Entry>,
    /// The file of this sorter's runs, made with the first one.
    file: Option<RunFile>,
    /// The runs, of this sorter and of those it took.
    runs: Vec<RunReader>,
}

/// An entry in the buffer: where it begins, and the lengths of its key and value.
#[derive(Clone, Copy)]
struct Entry {
    /// The first bytes of the key as a number, by which most comparisons are decided without a look at the key.
    prefix: u128,
    start: usize,
    key: u32,
    value: u32,
}

impl Entry {
    fn key(self, buffer: &[u8]) -> &[u8] {
        &buffer[self.start..self.start + self.key as usize]
    }

    fn value(self, buffer: &[u8]) -> &[u8] {
        let start = self.start + self.key as usize;
        &buffer[start..start + self.value as usize]
    }
}

impl Sorter {
    /// A sorter that writes its runs into a directory.
    pub fn new(directory: &Path) -> Self {
        Self { directory: directory.to_owned(), most_bytes: BUFFER_BYTES, ..Self::in_memory() }
    }

    /// One of so many sorters side by side, which together take the memory of one.
    pub fn one_of(n_sorters: usize, directory: &Path) -> Self {
        Self { most_bytes: BUFFER_BYTES / n_sorters, ..Self::new(directory) }
    }

    /// A sorter that keeps everything in memory.
    pub fn in_memory() -> Self {
        Self {
            directory: PathBuf::new(),
            most_bytes: usize::MAX,
            buffer: Vec::new(),
            entries: Vec::new(),
            file: None,
            runs: Vec::new(),
        }
    }

    /// Adds an entry. Key and value are shorter than 4 GiB.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        let n_bytes = self.buffer.len() + self.entries.len() * size_of::<Entry>();
        if n_bytes + key.len() + value.len() > self.most_bytes && !self.entries.is_empty() {
            self.spill()?;
        }
        let start = self.buffer.len();
        self.entries.push(Entry { prefix: prefix(key), start, key: key.len() as u32, value: value.len() as u32 });
        self.buffer.extend_from_slice(key);
        self.buffer.extend_from_slice(value);
        Ok(())
    }

    /// Takes the entries of another sorter.
    pub fn absorb(&mut self, mut other: Self) -> io::Result<()> {
        // Those of the sorter that has fewer are copied.
        if self.buffer.len() < other.buffer.len() {
            std::mem::swap(&mut self.buffer, &mut other.buffer);
            std::mem::swap(&mut self.entries, &mut other.entries);
        }
        for entry in std::mem::take(&mut other.entries) {
            self.push(entry.key(&other.buffer), entry.value(&other.buffer))?;
        }
        self.runs.append(&mut other.runs);
        self.bound_runs()
    }

    /// All entries, in order.
    pub fn sorted(self) -> io::Result<Sorted> {
        Sorted::new(self.into_sources())
    }

    /// All entries of several sorters, in order. Each sorter is sorted on a thread of its own.
    pub fn sorted_together(sorters: Vec<Self>) -> io::Result<Sorted> {
        let sources = thread::scope(|scope| {
            let threads: Vec<_> = sorters.into_iter().map(|sorter| scope.spawn(|| sorter.into_sources())).collect();
            let sources = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            sources.flatten().collect()
        });
        Sorted::new(sources)
    }

    fn into_sources(mut self) -> Vec<Source> {
        self.sort();
        let mut sources: Vec<Source> = self.runs.into_iter().map(Source::Run).collect();
        sources.push(Source::Memory { buffer: self.buffer, entries: self.entries, next: 0 });
        sources
    }

    fn sort(&mut self) {
        let buffer = &self.buffer;
        self.entries.sort_unstable_by(|a, b| {
            a.prefix
                .cmp(&b.prefix)
                .then_with(|| a.key(buffer).cmp(b.key(buffer)))
                .then_with(|| a.value(buffer).cmp(b.value(buffer)))
        });
    }

    /// Writes the entries in memory as a run.
    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let entries = std::mem::take(&mut self.entries);
        let buffer = std::mem::take(&mut self.buffer);
        let run = self.file()?.write_run(|run| {
            entries.iter().try_for_each(|entry| run.write(entry.key(&buffer), entry.value(&buffer)))
        })?;
        self.runs.push(run);
        (self.entries, self.buffer) = (entries, buffer);
        self.entries.clear();
        self.buffer.clear();
        self.bound_runs()
    }

    /// Makes one run of all runs if there are too many.
    fn bound_runs(&mut self) -> io::Result<()> {
        if self.runs.len() < MOST_RUNS {
            return Ok(());
        }
        let mut sorted = Sorted::new(std::mem::take(&mut self.runs).into_iter().map(Source::Run).collect())?;
        let mut file = RunFile::create(&self.directory)?;
        let run = file.write_run(|run| {
            while let Some((key, value)) = sorted.next_entry()? {
                run.write(key, value)?;
            }
            Ok(())
        })?;
        // The room of the runs is free again when their readers and this file are gone.
        self.file = Some(file);
        self.runs.push(run);
        Ok(())
    }

    fn file(&mut self) -> io::Result<&mut RunFile> {
        match &mut self.file {
            Some(file) => Ok(file),
            none => Ok(none.insert(RunFile::create(&self.directory)?)),
        }
    }
}

/// The first bytes of a key, as a number that orders as they do.
fn prefix(key: &[u8]) -> u128 {
    let mut first = [0; size_of::<u128>()];
    first.iter_mut().zip(key).for_each(|(first, byte)| *first = *byte);
    u128::from_be_bytes(first)
}

enum Source {
    Run(RunReader),
    Memory { buffer: Vec<u8>, entries: Vec<Entry>, next: usize },
}

impl Source {
    fn next(&mut self, key: &mut Vec<u8>, value: &mut Vec<u8>) -> io::Result<bool> {
        match self {
            Self::Run(run) => run.next(key, value),
            Self::Memory { buffer, entries, next } => {
                let Some(entry) = entries.get(*next) else {
                    return Ok(false);
                };
                *next += 1;
                key.clear();
                key.extend_from_slice(entry.key(buffer));
                value.clear();
                value.extend_from_slice(entry.value(buffer));
                Ok(true)
            }
        }
    }
}

/// The next entry of a source, which orders as the entry does.
#[derive(Default, PartialEq, Eq, PartialOrd, Ord)]
struct Head {
    key: Vec<u8>,
    value: Vec<u8>,
    source_idx: usize,
}

/// Entries in order.
pub struct Sorted {
    sources: Vec<Source>,
    heads: BinaryHeap<Reverse<Head>>,
    /// Whether the first head has been given; its source is read on when the next entry is asked for.
    is_given: bool,
}

impl Sorted {
    fn new(mut sources: Vec<Source>) -> io::Result<Self> {
        let mut heads = BinaryHeap::with_capacity(sources.len());
        for (source_idx, source) in sources.iter_mut().enumerate() {
            let mut head = Head { source_idx, ..Head::default() };
            if source.next(&mut head.key, &mut head.value)? {
                heads.push(Reverse(head));
            }
        }
        Ok(Self { sources, heads, is_given: false })
    }

    /// The next entry, or `None` behind the last.
    pub fn next_entry(&mut self) -> io::Result<Option<(&[u8], &[u8])>> {
        self.is_given = !self.is_at_end()?;
        Ok(self.heads.peek().map(|Reverse(head)| (head.key.as_slice(), head.value.as_slice())))
    }

    /// Whether there is no next entry.
    pub fn is_at_end(&mut self) -> io::Result<bool> {
        if self.is_given {
            self.advance()?;
            self.is_given = false;
        }
        Ok(self.heads.is_empty())
    }

    /// Puts the next entry of its source in the place of the first head.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The entries as several sorters give them, of which one takes the place of two.
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
    fn entries_come_out_by_key_and_value_whether_or_not_they_fit_into_memory() {
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
    fn keys_that_begin_alike_come_out_in_order() {
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
    fn no_entries_are_no_entries() {
        assert!(sorted(&[], Path::new("/nowhere")).is_empty());
    }
}
