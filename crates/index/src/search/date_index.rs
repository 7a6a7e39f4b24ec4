/*!
The dates of a list and their documents, read from tantivy's postings when the index is opened.

A position refers to the order by date: newest first, documents of one date in list order, undated ones last. In a list
with this order, documents and positions are equal, so the index keeps only the number of documents of each date. For
other lists it also keeps the documents in this order.
*/

use std::ops::Range;

use anyhow::{Context, Result, ensure};
use lexdex_core::model::Date;
use tantivy::{DocId, SegmentReader};

use crate::docset::bitmap::Bitmap;
use crate::docset::doc_set::DocSet;
use crate::format::schema::TermField;
use crate::format::term_docs::docs_of_term;

/// A range of dates, both ends inclusive. `None` means an open end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DateRange {
    /// The first date.
    pub from: Option<Date>,
    /// The last date.
    pub to: Option<Date>,
}

/// The documents of consecutive dates.
pub(crate) enum DatedDocs<'d> {
    /// Consecutive documents, in a list ordered by date.
    Range(Range<DocId>),
    /// Documents by position.
    Scattered(&'d [DocId]),
}

impl DatedDocs<'_> {
    fn into_set(self, n_docs: u32) -> DocSet {
        match self {
            Self::Range(docs) => DocSet::Range(docs),
            Self::Scattered(docs) => {
                let mut docs = docs.to_vec();
                docs.sort_unstable();
                DocSet::from_docs(&docs, n_docs)
            }
        }
    }
}

/// The number of a year's first date, for each year.
const YEAR: u32 = 10_000;

/// The distinct dates of a list, and the documents of each.
#[derive(Default)]
pub(crate) struct DateIndex {
    /// The distinct dates as numbers YYYYMMDD, ascending.
    dates: Box<[u32]>,
    /// For each date, the number of documents with an earlier date. The last element is the number of all dated
    /// documents.
    n_earlier: Box<[u32]>,
    /// All documents by position; `None` if the list is ordered newest first.
    docs: Option<Box<[DocId]>>,
}

impl DateIndex {
    /// Reads the dates of a list.
    pub(crate) fn read(segment: &SegmentReader, is_newest_first: bool) -> Result<Self> {
        let inverted_index = segment.inverted_index(TermField::Date.field())?;
        let mut dates = Vec::new();
        let mut n_earlier = vec![0];
        let mut n_dated = 0;
        let mut docs_of_dates: Vec<Vec<DocId>> = Vec::new();
        let mut terms = inverted_index.terms().stream()?;
        while terms.advance() {
            let date = <[u8; 8]>::try_from(terms.key()).ok().map(u64::from_be_bytes);
            dates.push(date.and_then(|date| u32::try_from(date).ok()).context("a date is not a number")?);
            n_dated += terms.value().doc_freq;
            n_earlier.push(n_dated);
            if !is_newest_first {
                docs_of_dates.push(docs_of_term(&inverted_index, terms.value())?.collect());
            }
        }
        ensure!(n_dated <= segment.max_doc(), "a document has several dates");
        let docs = (!is_newest_first).then(|| newest_first(docs_of_dates, segment.max_doc()));
        Ok(Self { dates: dates.into(), n_earlier: n_earlier.into(), docs })
    }

    /// The number of documents with a date.
    pub(crate) fn n_dated(&self) -> u32 {
        self.n_earlier.last().copied().unwrap_or(0)
    }

    /// The documents with a date in the range, in a list of `n_docs`.
    pub(crate) fn docs_in_range(&self, range: DateRange, n_docs: u32) -> DocSet {
        self.docs_at(self.positions_in_range(range)).into_set(n_docs)
    }

    /// The documents with a date in a year, in a list of `n_docs`.
    pub(crate) fn docs_in_year(&self, year: u32, n_docs: u32) -> DocSet {
        self.docs_at(self.positions_in_year(year)).into_set(n_docs)
    }

    /// The positions of the documents with a date in the range.
    pub(crate) fn positions_in_range(&self, range: DateRange) -> Range<u32> {
        let first = range.from.map_or(0, |from| self.n_before(from.as_number()));
        let end = range.to.map_or(self.n_dated(), |to| self.n_before(to.as_number() + 1));
        self.positions(first..end.max(first))
    }

    /// The years of the dates, ascending, each with its documents.
    pub(crate) fn years(&self) -> impl Iterator<Item = (u32, DatedDocs<'_>)> {
        self.dates.chunk_by(|one, next| one / YEAR == next / YEAR).map(|dates| {
            let year = dates[0] / YEAR;
            (year, self.docs_at(self.positions_in_year(year)))
        })
    }

    fn positions_in_year(&self, year: u32) -> Range<u32> {
        self.positions(self.n_before(year * YEAR)..self.n_before((year + 1) * YEAR))
    }

    /// The positions of the documents with the same date as a dated document at a position.
    pub(crate) fn positions_with_date_of(&self, position: u32) -> Range<u32> {
        let n_older = self.n_dated() - 1 - position;
        let next_date = self.n_earlier.partition_point(|n_earlier| *n_earlier <= n_older);
        self.positions(self.n_earlier[next_date - 1]..self.n_earlier[next_date])
    }

    /// The document at a position.
    pub(crate) fn doc_at(&self, position: u32) -> DocId {
        self.docs.as_ref().map_or(position, |docs| docs[position as usize])
    }

    fn docs_at(&self, positions: Range<u32>) -> DatedDocs<'_> {
        match &self.docs {
            None => DatedDocs::Range(positions),
            Some(docs) => DatedDocs::Scattered(&docs[positions.start as usize..positions.end as usize]),
        }
    }

    /// Converts a range that counts dated documents from the oldest to a range of positions.
    fn positions(&self, from_oldest: Range<u32>) -> Range<u32> {
        self.n_dated() - from_oldest.end..self.n_dated() - from_oldest.start
    }

    /// The number of documents with a date before this one, a number YYYYMMDD.
    fn n_before(&self, number: u32) -> u32 {
        self.n_earlier.get(self.dates.partition_point(|date| *date < number)).copied().unwrap_or(0)
    }
}

/// Orders the documents by position, in a list of `n_docs`. The input has the documents of each date, oldest date
/// first.
fn newest_first(docs_of_dates: Vec<Vec<DocId>>, n_docs: u32) -> Box<[DocId]> {
    let mut undated = Bitmap::new(0..n_docs, n_docs);
    let mut docs = Vec::with_capacity(n_docs as usize);
    for doc in docs_of_dates.into_iter().rev().flatten() {
        // A document with several dates, which only a damaged index has, keeps one position.
        if undated.remove(doc) {
            docs.push(doc);
        }
    }
    undated.for_each(|doc| docs.push(doc));
    docs.into()
}
