/*!
The order of a list's titles: finds the documents with a title, or with a beginning of one.

The file has the documents in the order of the words of their titles, and in list order if these are equal: four bytes
each. Then it has the ends of samples, eight bytes each, and the samples themselves: the words of the first title and of
every [`STRIDE`]th after it. A search reads samples first. Then it reads titles from their records: four at most for the
first title, and four at most for each end of a range. A dictionary of the titles would take more bytes than the titles
themselves, because few titles occur twice.
*/

use std::borrow::Cow;
use std::cmp::Reverse;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use lexdex_core::blocking;
use lexdex_core::model::Resource;
use serde::Deserialize;
use tantivy::directory::{OwnedBytes, TerminatingWrite};
use tantivy::{Directory, DocId};

use crate::docset::doc_set::DocSet;
use crate::format::layout::TITLES_FILE;
use crate::format::name_ranks::{NOT_SUGGESTED, NamesWithBeginning, ranked_length, weight};
use crate::format::record_store::RecordStore;
use crate::text::tokenizer::first_joined_words;

/// The number of titles per sample.
const STRIDE: usize = 16;

/// Collects titles in their order, and writes the file.
#[derive(Default)]
pub(crate) struct TitleOrderWriter {
    docs: Vec<DocId>,
    /// The length of each title by which it is ranked; `None` if the document before has the same title.
    lengths: Vec<Option<u8>>,
    samples: Vec<u8>,
    sample_ends: Vec<u64>,
}

impl TitleOrderWriter {
    /// Adds the words of the next title, and its documents in list order.
    pub(crate) fn push(&mut self, title: &str, docs: &[DocId]) {
        for (idx, doc) in docs.iter().enumerate() {
            if self.docs.len().is_multiple_of(STRIDE) {
                self.samples.extend_from_slice(title.as_bytes());
                self.sample_ends.push(self.samples.len() as u64);
            }
            self.docs.push(*doc);
            self.lengths.push((idx == 0).then(|| ranked_length(title)));
        }
    }

    /// The weight of each document among suggestions, given the standings of all documents. Of the documents with one
    /// title, the first of the highest standing is suggested.
    pub(crate) fn weights(&self, standings: &[u8]) -> Vec<u8> {
        let mut weights = vec![NOT_SUGGESTED; self.docs.len()];
        let mut start = 0;
        for run in self.lengths.chunk_by(|_, next| next.is_none()) {
            let rank = |position: &usize| Reverse(standings[self.docs[*position] as usize]);
            let best = (start..start + run.len()).min_by_key(rank);
            if let (Some(best), Some(Some(length))) = (best, run.first()) {
                weights[best] = weight(standings[self.docs[best] as usize], *length);
            }
            start += run.len();
        }
        weights
    }

    /// Writes the file into the directory of a list.
    pub(crate) fn write(&self, directory: &dyn Directory) -> Result<()> {
        let mut file = directory.open_write(Path::new(TITLES_FILE))?;
        let docs = self.docs.iter().try_for_each(|doc| file.write_all(&doc.to_le_bytes()));
        let ends = docs.and_then(|()| self.sample_ends.iter().try_for_each(|end| file.write_all(&end.to_le_bytes())));
        let samples = ends.and_then(|()| file.write_all(&self.samples));
        samples.and_then(|()| file.terminate()).context("cannot write the order of titles")
    }
}

#[derive(Deserialize)]
struct RecordTitle<'r>(#[serde(borrow)] Cow<'r, str>);

/// The order of the titles of an open list.
pub(crate) struct TitleOrder {
    bytes: OwnedBytes,
    records: RecordStore,
    /// The title's name in a record, as JSON.
    key: &'static [u8],
}

impl TitleOrder {
    /// Opens the file of a list with these records.
    pub(crate) fn open(directory: &dyn Directory, resource: Resource, records: RecordStore) -> Result<Self> {
        let bytes = directory.open_read(Path::new(TITLES_FILE))?.read_bytes().context("cannot read")?;
        let key: &[u8] = match resource {
            Resource::Cases => b"\"caseName\":",
            Resource::Statutes | Resource::Bills => b"\"title\":",
        };
        let order = Self { bytes, records, key };
        let expected = (order.samples_start() as u64).saturating_add(order.sample_end(order.n_samples()));
        ensure!(order.bytes.len() as u64 == expected, "it has {} bytes in place of {expected}", order.bytes.len());
        Ok(order)
    }

    /// The number of documents.
    pub(crate) fn n_docs(&self) -> usize {
        self.records.n_docs() as usize
    }

    /// The document at a position of the order.
    pub(crate) fn doc(&self, position: usize) -> Result<DocId> {
        let (numbers, _) = self.bytes.as_chunks();
        let doc = numbers.get(position).map(|doc| DocId::from_le_bytes(*doc));
        // The content of large files is not checked when they are opened.
        doc.filter(|doc| *doc < self.records.n_docs()).context("the order of titles is damaged")
    }

    /// The words of the title at a position of the order, with single spaces between.
    pub(crate) fn title(&self, position: usize) -> Result<String> {
        self.title_beginning(position, usize::MAX)
    }

    /// The first words of a title: so many that they have more than `n_bytes` bytes, which suffices to compare it with
    /// a text of `n_bytes` bytes.
    fn title_beginning(&self, position: usize, n_bytes: usize) -> Result<String> {
        let record = self.records.get(self.doc(position)?);
        // A record is compact JSON, and quotation marks in a text are escaped, so that only a name matches.
        let name = record.windows(self.key.len()).position(|bytes| bytes == self.key);
        let value = name.and_then(|start| record.get(start + self.key.len()..)).unwrap_or_default();
        let title = serde_json::Deserializer::from_slice(value).into_iter::<RecordTitle<'_>>().next();
        let RecordTitle(title) = title.context("a record has no title")?.context("a record is damaged")?;
        Ok(first_joined_words(&title, n_bytes))
    }

    /// The documents with a title, given its words.
    pub(crate) fn docs_with(&self, title: &str) -> Result<DocSet> {
        blocking::step("reading titles")?;
        let (start, first) = self.first_from(0, title, |other| other >= title.as_bytes())?;
        if *first != *title.as_bytes() {
            return Ok(DocSet::empty());
        }
        let (end, _) = self.first_from(start, title, |other| other != title.as_bytes())?;
        self.docs_at(start..end)
    }

    /// The documents with a title that is longer than a beginning, which is not empty; none if they are more than `max`.
    pub(crate) fn docs_with_beginning(&self, beginning: &str, max: usize) -> Result<DocSet> {
        let longer = self.with_beginning(beginning)?.longer;
        if longer.len() > max { Ok(DocSet::empty()) } else { self.docs_at(longer) }
    }

    /// The documents at positions of the order.
    fn docs_at(&self, positions: Range<usize>) -> Result<DocSet> {
        let mut docs = positions.map(|position| self.doc(position)).collect::<Result<Vec<DocId>>>()?;
        // They are in order unless the file is damaged.
        docs.sort_unstable();
        docs.dedup();
        let len = docs.len() as u32;
        Ok(DocSet::new(docs.into_iter(), len, self.records.n_docs()))
    }

    /// The titles with a beginning, which is not empty.
    pub(crate) fn with_beginning(&self, beginning: &str) -> Result<NamesWithBeginning> {
        blocking::step("reading titles")?;
        let text = beginning.as_bytes();
        let (start, first) = self.first_from(0, beginning, |title| title >= text)?;
        if !first.starts_with(text) {
            return Ok(NamesWithBeginning::none());
        }
        let mut whole_end = start;
        if *first == *text {
            (whole_end, _) = self.first_from(start, beginning, |title| title != text)?;
        }
        let (end, _) = self.first_from(whole_end, beginning, |title| !title.starts_with(text))?;
        Ok(NamesWithBeginning { whole: start..whole_end, longer: whole_end..end })
    }

    /// Returns the first position from `start` on whose title meets a condition, and enough of the title's first words to
    /// compare it with the text. If none does, returns the number of titles and no words. Every later title must meet the
    /// condition, too.
    fn first_from(&self, start: usize, text: &str, is_met: impl Fn(&[u8]) -> bool) -> Result<(usize, Cow<'_, [u8]>)> {
        let (mut low, mut high) = (start.div_ceil(STRIDE), self.n_samples());
        while low < high {
            let middle = low.midpoint(high);
            if is_met(self.sample(middle)) { high = middle } else { low = middle + 1 }
        }
        let mut first = Cow::Borrowed(self.sample(high));
        let after_sample = high.checked_sub(1).map_or(0, |sample| sample * STRIDE + 1);
        let (mut low, mut high) = (after_sample.max(start), (high * STRIDE).min(self.n_docs()));
        while low < high {
            let middle = low.midpoint(high);
            let title = self.title_beginning(middle, text.len())?.into_bytes();
            if is_met(&title) {
                (high, first) = (middle, Cow::Owned(title));
            } else {
                low = middle + 1;
            }
        }
        Ok((high, first))
    }

    fn n_samples(&self) -> usize {
        self.n_docs().div_ceil(STRIDE)
    }

    /// The start of the samples in the file.
    fn samples_start(&self) -> usize {
        self.n_docs() * size_of::<DocId>() + self.n_samples() * size_of::<u64>()
    }

    /// The end of the first samples, from the start of all.
    fn sample_end(&self, n_samples: usize) -> u64 {
        let (ends, _) = self.bytes.get(self.n_docs() * size_of::<DocId>()..).unwrap_or_default().as_chunks();
        n_samples.checked_sub(1).and_then(|last| ends.get(last)).map_or(0, |end| u64::from_le_bytes(*end))
    }

    /// The words of the first title of a stride; empty after the last stride, or if the file is damaged.
    fn sample(&self, sample: usize) -> &[u8] {
        if sample >= self.n_samples() {
            return &[];
        }
        let place = |n_samples| self.samples_start().saturating_add(self.sample_end(n_samples) as usize);
        self.bytes.get(place(sample)..place(sample + 1)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tantivy::directory::RamDirectory;

    use super::*;
    use crate::format::record_offsets;
    use crate::text::tokenizer::joined_words;

    /// The records with these titles, in list order.
    fn records(titles: &[String]) -> RecordStore {
        let (mut lines, mut offsets) = (Vec::new(), Vec::new());
        record_offsets::write(0, &mut offsets).unwrap();
        for title in titles {
            let record = serde_json::json!({ "about": r#""title":"x""#, "title": title });
            writeln!(lines, "{record}").unwrap();
            record_offsets::write(lines.len() as u64, &mut offsets).unwrap();
        }
        RecordStore::new(OwnedBytes::new(lines), OwnedBytes::new(offsets), titles.len() as u32).unwrap()
    }

    /// The words of each title with its document, in order.
    fn sorted(titles: &[String]) -> Vec<(String, DocId)> {
        let mut sorted: Vec<(String, DocId)> = titles.iter().map(|title| joined_words(title)).zip(0..).collect();
        sorted.sort();
        sorted
    }

    fn writer(sorted: &[(String, DocId)]) -> TitleOrderWriter {
        let mut writer = TitleOrderWriter::default();
        for namesakes in sorted.chunk_by(|(title, _), (other, _)| title == other) {
            let docs: Vec<DocId> = namesakes.iter().map(|(_, doc)| *doc).collect();
            writer.push(&namesakes[0].0, &docs);
        }
        writer
    }

    fn open(directory: &RamDirectory, titles: &[String]) -> Result<TitleOrder> {
        TitleOrder::open(directory, Resource::Statutes, records(titles))
    }

    /// Titles of which many are equal or begin in the same way.
    fn titles() -> impl Strategy<Value = Vec<String>> {
        let word = proptest::sample::select(vec!["a", "Ab", "abc", "b", "é", "State", "\"of\""]);
        let title = proptest::collection::vec(word, 0..4).prop_map(|words| words.join(" "));
        proptest::collection::vec(title, 0..120)
    }

    proptest! {
        #[test]
        fn titles_are_found_as_by_a_scan(
            titles in titles(),
            beginnings in proptest::collection::vec("[abcest ]{1,4}", 20),
        ) {
            let (directory, sorted) = (RamDirectory::create(), sorted(&titles));
            writer(&sorted).write(&directory).unwrap();
            let order = open(&directory, &titles).unwrap();
            for (position, (title, doc)) in sorted.iter().enumerate() {
                prop_assert_eq!((order.title(position).unwrap(), order.doc(position).unwrap()), (title.clone(), *doc));
            }
            let whole_titles = sorted.iter().map(|(title, _)| title).filter(|title| !title.is_empty());
            for beginning in beginnings.iter().chain(whole_titles) {
                let found = order.with_beginning(beginning).unwrap();
                let begins = |(title, _): &&(String, DocId)| title.starts_with(beginning.as_str());
                let expected: Vec<_> = sorted.iter().filter(begins).collect();
                let positions: Vec<usize> = found.whole.clone().chain(found.longer.clone()).collect();
                prop_assert_eq!(positions.iter().map(|position| &sorted[*position]).collect::<Vec<_>>(), expected);
                let docs = sorted.iter().filter(|(title, _)| title == beginning).map(|(_, doc)| *doc);
                let docs: Vec<DocId> = docs.collect();
                prop_assert_eq!(found.whole.len(), docs.len());
                prop_assert_eq!(order.docs_with(beginning).unwrap().slice(0, usize::MAX), docs);
            }
        }

        #[test]
        fn first_document_of_the_highest_standing_is_suggested(titles in titles(), seed in 0..u64::MAX) {
            let sorted = sorted(&titles);
            let standings: Vec<u8> = (0..titles.len()).map(|idx| (seed >> (idx % 60) & 3) as u8).collect();
            let weights = writer(&sorted).weights(&standings);
            for (position, (title, doc)) in sorted.iter().enumerate() {
                let namesakes = sorted.iter().filter(|(other, _)| other == title).map(|(_, doc)| *doc);
                let best = namesakes.min_by_key(|doc| (Reverse(standings[*doc as usize]), *doc));
                let standing = standings[*doc as usize];
                let expected =
                    if best == Some(*doc) { weight(standing, ranked_length(title)) } else { NOT_SUGGESTED };
                prop_assert_eq!(weights[position], expected);
            }
        }

        #[test]
        fn damaged_file_gives_an_error_or_other_documents(
            titles in titles(),
            place in any::<proptest::sample::Index>(),
            value in any::<u8>(),
            n_cut in 0..3_usize,
        ) {
            let directory = RamDirectory::create();
            writer(&sorted(&titles)).write(&directory).unwrap();
            let mut bytes = directory.open_read(Path::new(TITLES_FILE)).unwrap().read_bytes().unwrap().to_vec();
            if !bytes.is_empty() {
                let place = place.index(bytes.len());
                bytes[place] = value;
            }
            bytes.truncate(bytes.len().saturating_sub(n_cut));
            directory.atomic_write(Path::new(TITLES_FILE), &bytes).unwrap();
            let Ok(order) = open(&directory, &titles) else { return Ok(()) };
            for beginning in ["a", "ab abc", "of", "state", "zz"] {
                let n_titles = titles.len() as u64;
                prop_assert!(order.docs_with(beginning).map_or(0, |docs| u64::from(docs.len())) <= n_titles);
                prop_assert!(order.with_beginning(beginning).map_or(0, |found| found.len() as u64) <= n_titles);
            }
        }
    }
}
