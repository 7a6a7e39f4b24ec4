/*!
Sorts any number of entries in bounded memory: what does not fit is written to files as sorted runs, which are merged
when all is there. An entry is a key and a value, both bytes; entries come out by key, then by value.
*/

mod run;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::path::{Path, PathBuf};

use run::{RunReader, RunWriter};

/// The memory of one sorter.
const BUFFER_BYTES: usize = 24 << 20;

/// How many runs are merged at once; each is an open file.
const MOST_RUNS: usize = 128;

/// Takes entries in any order.
pub struct Sorter {
    directory: PathBuf,
    buffer: Vec<u8>,
    entries: Vec<Entry>,
    runs: Vec<RunReader>,
}

/// An entry in the buffer: where it begins, and the lengths of its key and value.
#[derive(Clone, Copy)]
struct Entry {
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
        Self { directory: directory.to_owned(), buffer: Vec::new(), entries: Vec::new(), runs: Vec::new() }
    }

    /// Adds an entry. Key and value are shorter than 4 GiB.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        let n_bytes = self.buffer.len() + self.entries.len() * size_of::<Entry>();
        if n_bytes + key.len() + value.len() > BUFFER_BYTES && !self.entries.is_empty() {
            self.spill()?;
        }
        let entry = Entry { start: self.buffer.len(), key: key.len() as u32, value: value.len() as u32 };
        self.buffer.extend_from_slice(key);
        self.buffer.extend_from_slice(value);
        self.entries.push(entry);
        Ok(())
    }

    /// Takes the entries of another sorter.
    pub fn absorb(&mut self, mut other: Self) -> io::Result<()> {
        for entry in std::mem::take(&mut other.entries) {
            self.push(entry.key(&other.buffer), entry.value(&other.buffer))?;
        }
        self.runs.append(&mut other.runs);
        if self.runs.len() >= MOST_RUNS { self.merge_runs() } else { Ok(()) }
    }

    /// All entries, in order.
    pub fn sorted(mut self) -> io::Result<Sorted> {
        if !self.runs.is_empty() && !self.entries.is_empty() {
            self.spill()?;
        }
        self.sort();
        let mut sources: Vec<Source> = self.runs.into_iter().map(Source::Run).collect();
        sources.push(Source::Memory { buffer: self.buffer, entries: self.entries, next: 0 });
        Sorted::new(sources)
    }

    fn sort(&mut self) {
        let buffer = &self.buffer;
        self.entries.sort_unstable_by(|a, b| {
            a.key(buffer).cmp(b.key(buffer)).then_with(|| a.value(buffer).cmp(b.value(buffer)))
        });
    }

    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut run = RunWriter::create(&self.directory)?;
        for entry in &self.entries {
            run.write(entry.key(&self.buffer), entry.value(&self.buffer))?;
        }
        self.runs.push(run.finish()?);
        self.buffer.clear();
        self.entries.clear();
        if self.runs.len() >= MOST_RUNS { self.merge_runs() } else { Ok(()) }
    }

    /// Makes one run of all runs.
    fn merge_runs(&mut self) -> io::Result<()> {
        let mut sorted = Sorted::new(std::mem::take(&mut self.runs).into_iter().map(Source::Run).collect())?;
        let mut run = RunWriter::create(&self.directory)?;
        while let Some((key, value)) = sorted.next_entry()? {
            run.write(key, value)?;
        }
        self.runs.push(run.finish()?);
        Ok(())
    }
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
    /// The entry given last, whose source is read on when the next one is asked for.
    last: Option<Head>,
}

impl Sorted {
    fn new(sources: Vec<Source>) -> io::Result<Self> {
        let mut sorted = Self { heads: BinaryHeap::with_capacity(sources.len()), sources, last: None };
        for source_idx in 0..sorted.sources.len() {
            sorted.advance(Head { source_idx, ..Head::default() })?;
        }
        Ok(sorted)
    }

    /// The next entry, or `None` behind the last.
    pub fn next_entry(&mut self) -> io::Result<Option<(&[u8], &[u8])>> {
        if let Some(last) = self.last.take() {
            self.advance(last)?;
        }
        self.last = self.heads.pop().map(|Reverse(head)| head);
        Ok(self.last.as_ref().map(|head| (head.key.as_slice(), head.value.as_slice())))
    }

    fn advance(&mut self, mut head: Head) -> io::Result<()> {
        if self.sources[head.source_idx].next(&mut head.key, &mut head.value)? {
            self.heads.push(Reverse(head));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(entries: &[(Vec<u8>, Vec<u8>)], directory: &Path) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut sorter = Sorter::new(directory);
        let mut other = Sorter::new(directory);
        for (idx, (key, value)) in entries.iter().enumerate() {
            let sorter = if idx % 3 == 0 { &mut other } else { &mut sorter };
            sorter.push(key, value).unwrap();
        }
        sorter.absorb(other).unwrap();
        let mut sorted = sorter.sorted().unwrap();
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
    fn no_entries_are_no_entries() {
        assert!(sorted(&[], Path::new("/nowhere")).is_empty());
    }
}
