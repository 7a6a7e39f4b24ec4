/*!
The dates of a list and their documents, read from tantivy's postings when the index is opened.

In a list ordered by date, the documents of a date and of a year are consecutive, so the index keeps only the number of
documents of each date. In another list it keeps the documents sorted by date.
*/

use std::ops::Range;

use anyhow::{Context, Result, ensure};
use tantivy::{DocId, SegmentReader};

use crate::index::docset::doc_set::DocSet;
use crate::index::format::schema::TermField;
use crate::index::search::postings::docs_of_term;
use crate::model::Date;

/// A range of dates, both ends included; an end that is `None` is open.
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
    /// Documents sorted by date; those of one date are in list order.
    Scattered(&'d [DocId]),
}

impl DatedDocs<'_> {
    /// Calls `visit` with each document.
    pub(crate) fn for_each(self, visit: impl FnMut(DocId)) {
        match self {
            Self::Range(docs) => docs.for_each(visit),
            Self::Scattered(docs) => docs.iter().copied().for_each(visit),
        }
    }
}

/// The distinct dates of a list, and the documents of each.
///
/// The rank of a document is its position when all dated documents are sorted by date, the oldest first.
#[derive(Default)]
pub(crate) struct DateIndex {
    /// The distinct dates as numbers YYYYMMDD, ascending.
    dates: Box<[u32]>,
    /// For each date the rank of its first document, and the number of dated documents at the end.
    first_ranks: Box<[u32]>,
    /// The documents by rank; `None` if the list is ordered newest first.
    docs: Option<Box<[DocId]>>,
}

impl DateIndex {
    /// Reads the dates of a list.
    pub(crate) fn read(segment: &SegmentReader, is_newest_first: bool) -> Result<Self> {
        let inverted_index = segment.inverted_index(TermField::Date.field())?;
        let mut dates = Vec::new();
        let mut first_ranks = vec![0];
        let mut n_docs = 0;
        let mut docs = Vec::new();
        let mut terms = inverted_index.terms().stream()?;
        while terms.advance() {
            let date = <[u8; 8]>::try_from(terms.key()).ok().map(u64::from_be_bytes);
            dates.push(date.and_then(|date| u32::try_from(date).ok()).context("a date is not a number")?);
            n_docs += terms.value().doc_freq;
            first_ranks.push(n_docs);
            if !is_newest_first {
                docs.extend(docs_of_term(&inverted_index, terms.value())?);
            }
        }
        ensure!(n_docs <= segment.max_doc(), "a document has several dates");
        let docs = (!is_newest_first).then(|| docs.into());
        Ok(Self { dates: dates.into(), first_ranks: first_ranks.into(), docs })
    }

    /// The number of documents with a date.
    pub(crate) fn n_dated(&self) -> u32 {
        self.first_ranks.last().copied().unwrap_or(0)
    }

    /// The documents with a date in the range, in a list of `n_docs`.
    pub(crate) fn docs_in_range(&self, range: DateRange, n_docs: u32) -> DocSet {
        let start = range.from.map_or(0, |from| self.n_before(from.as_number()));
        let end = range.to.map_or(self.n_dated(), |to| self.n_before(to.as_number() + 1));
        match self.docs_by_rank(start..end.max(start)) {
            DatedDocs::Range(docs) => DocSet::Range(docs),
            DatedDocs::Scattered(docs) => {
                let mut docs = docs.to_vec();
                docs.sort_unstable();
                DocSet::of(&docs, n_docs)
            }
        }
    }

    /// The years of the dates, ascending, each with its documents.
    pub(crate) fn years(&self) -> impl Iterator<Item = (u32, DatedDocs<'_>)> {
        const YEAR: u32 = 10_000;
        self.dates.chunk_by(|one, next| one / YEAR == next / YEAR).map(|dates| {
            let year = dates[0] / YEAR;
            (year, self.docs_by_rank(self.n_before(year * YEAR)..self.n_before((year + 1) * YEAR)))
        })
    }

    /// The number of distinct dates.
    pub(crate) fn n_dates(&self) -> usize {
        self.dates.len()
    }

    /// The documents of the date at a position among the ascending dates.
    pub(crate) fn docs_at(&self, position: usize) -> DatedDocs<'_> {
        self.docs_by_rank(self.first_ranks[position]..self.first_ranks[position + 1])
    }

    /// The documents with the same date as a dated document, in a list ordered newest first.
    pub(crate) fn docs_with_date_of(&self, doc: DocId) -> Range<DocId> {
        let rank = self.n_dated() - 1 - doc;
        let next_date = self.first_ranks.partition_point(|first_rank| *first_rank <= rank);
        self.n_dated() - self.first_ranks[next_date]..self.n_dated() - self.first_ranks[next_date - 1]
    }

    fn docs_by_rank(&self, ranks: Range<u32>) -> DatedDocs<'_> {
        match &self.docs {
            None => DatedDocs::Range(self.n_dated() - ranks.end..self.n_dated() - ranks.start),
            Some(docs) => DatedDocs::Scattered(&docs[ranks.start as usize..ranks.end as usize]),
        }
    }

    /// The number of documents with an earlier date than this number.
    fn n_before(&self, number: u32) -> u32 {
        self.first_ranks[self.dates.partition_point(|date| *date < number)]
    }
}
