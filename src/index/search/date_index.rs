/*!
The dates of a list, read once from tantivy's postings when the index is opened: which documents have which.

A list whose order is by date needs no more than the number of documents of each date, since those of one date, and of
one year, stand together. Of a list in another order the documents are kept by date.
*/

use std::ops::Range;

use anyhow::{Context, Result, ensure};
use tantivy::{DocId, SegmentReader};

use crate::index::docset::doc_set::DocSet;
use crate::index::format::schema::TermField;
use crate::index::search::postings::docs_of_term;
use crate::model::Date;

/// From a date to another, both included; without one end if it is not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DateRange {
    /// The first date.
    pub from: Option<Date>,
    /// The last date.
    pub to: Option<Date>,
}

/// The documents of some dates that follow each other.
pub(crate) enum DatedDocs<'d> {
    /// All from one to another, in a list whose order is by date.
    Together(Range<DocId>),
    /// By date, those of one date in list order.
    Scattered(&'d [DocId]),
}

impl DatedDocs<'_> {
    /// Calls `visit` with each document.
    pub(crate) fn for_each(self, visit: impl FnMut(DocId)) {
        match self {
            Self::Together(docs) => docs.for_each(visit),
            Self::Scattered(docs) => docs.iter().copied().for_each(visit),
        }
    }
}

/// The dates.
#[derive(Default)]
pub(crate) struct Dates {
    /// The different dates as numbers YYYYMMDD, ascending.
    numbers: Box<[u32]>,
    /// How many documents have an earlier date; one number more than there are dates.
    n_earlier: Box<[u32]>,
    /// The documents by date, those of one date in list order; nothing if the list's order is newest first.
    docs: Option<Box<[DocId]>>,
}

impl Dates {
    /// Reads the dates of a list, whose order is newest first or another one.
    pub(crate) fn read(segment: &SegmentReader, is_newest_first: bool) -> Result<Self> {
        let inverted_index = segment.inverted_index(TermField::Date.field())?;
        let mut numbers = Vec::new();
        let mut n_earlier = vec![0];
        let mut n_docs = 0;
        let mut docs = Vec::new();
        let mut terms = inverted_index.terms().stream()?;
        while terms.advance() {
            let number = <[u8; 8]>::try_from(terms.key()).ok().map(u64::from_be_bytes);
            numbers.push(number.and_then(|number| u32::try_from(number).ok()).context("a date is not a number")?);
            n_docs += terms.value().doc_freq;
            n_earlier.push(n_docs);
            if !is_newest_first {
                docs.extend(docs_of_term(&inverted_index, terms.value())?);
            }
        }
        ensure!(n_docs <= segment.max_doc(), "a document has several dates");
        let docs = (!is_newest_first).then(|| docs.into());
        Ok(Self { numbers: numbers.into(), n_earlier: n_earlier.into(), docs })
    }

    /// How many documents have a date.
    pub(crate) fn n_dated(&self) -> u32 {
        self.n_earlier.last().copied().unwrap_or(0)
    }

    /// The documents with a date of the range, in a list of `n_docs`.
    pub(crate) fn within(&self, range: DateRange, n_docs: u32) -> DocSet {
        let start = range.from.map_or(0, |from| self.n_before(from.as_number()));
        let end = range.to.map_or(self.n_dated(), |to| self.n_before(to.as_number() + 1));
        match self.at(start..end.max(start)) {
            DatedDocs::Together(docs) => DocSet::Range(docs),
            DatedDocs::Scattered(docs) => {
                let mut docs = docs.to_vec();
                docs.sort_unstable();
                DocSet::of(&docs, n_docs)
            }
        }
    }

    /// The years in which there is a date, ascending, each with its documents.
    pub(crate) fn years(&self) -> impl Iterator<Item = (u32, DatedDocs<'_>)> {
        const YEAR: u32 = 10_000;
        self.numbers.chunk_by(|one, next| one / YEAR == next / YEAR).map(|dates| {
            let year = dates[0] / YEAR;
            (year, self.at(self.n_before(year * YEAR)..self.n_before((year + 1) * YEAR)))
        })
    }

    /// How many different dates there are.
    pub(crate) fn n_dates(&self) -> usize {
        self.numbers.len()
    }

    /// The documents of the date at this position among the dates, which ascend.
    pub(crate) fn at_date(&self, position: usize) -> DatedDocs<'_> {
        self.at(self.n_earlier[position]..self.n_earlier[position + 1])
    }

    /// The documents with the date that a document has, in a list whose order is newest first.
    pub(crate) fn with_date_of(&self, doc: DocId) -> Range<DocId> {
        let place = self.n_dated() - 1 - doc;
        let behind = self.n_earlier.partition_point(|n_earlier| *n_earlier <= place);
        self.n_dated() - self.n_earlier[behind]..self.n_dated() - self.n_earlier[behind - 1]
    }

    /// The documents at these places of the order by date.
    fn at(&self, places: Range<u32>) -> DatedDocs<'_> {
        match &self.docs {
            None => DatedDocs::Together(self.n_dated() - places.end..self.n_dated() - places.start),
            Some(docs) => DatedDocs::Scattered(&docs[places.start as usize..places.end as usize]),
        }
    }

    /// How many documents have a date before this number.
    fn n_before(&self, number: u32) -> u32 {
        self.n_earlier[self.numbers.partition_point(|date| *date < number)]
    }
}
