/*!
Reads the pages of a filtered list.
*/

use std::collections::BTreeMap;

use anyhow::Result;
use lexdex_core::blocking;
use lexdex_core::model::Order;

use crate::search::absent_citation;
use crate::search::filter::Filter;
use crate::search::list_index::ListIndex;
use crate::search::sort_order::slice_in_order;
use crate::search::text_search::plan::MatchRule;
use crate::text::foreign_operator::ForeignOperator;
use crate::text::text_query::MAX_WORDS;

/// A page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    /// The maximum number of records.
    pub limit: usize,
    /// The number of records to skip.
    pub offset: u64,
}

/// The records of a page.
#[derive(Debug, PartialEq, Eq)]
pub struct Hits<'i> {
    /// The exact number of records that match the filter.
    pub total: u64,
    /// The records as JSON, in the requested order.
    pub records: Vec<&'i [u8]>,
    /// Whether the records are expected to be in memory, so that reading them does not wait for the disk.
    pub is_resident: bool,
    /// How the words of the filter were read; `None` if it has no words.
    pub reading: Option<Reading>,
}

/// How the words of a search were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The rule that selected the records.
    pub rule: MatchRule,
    /// The corrected words, each with its replacement.
    pub corrected: BTreeMap<String, String>,
    /// A sentence for a person, if something was not read as its writer may have meant it.
    pub hint: Option<String>,
}

impl Reading {
    /// How the words of a filter were read.
    pub(crate) fn new(list: &ListIndex, filter: &Filter) -> Result<Option<Self>> {
        let Some(query) = filter.search() else {
            return Ok(None);
        };
        let matches = list.evaluator().text_matches(query)?;
        let hint = if matches.is_absent {
            Some(absent_citation::hint(list, filter.resource(), query, matches.docs.len() > 0)?)
        } else if matches.n_left_out > 0 {
            let (n_left_out, n_words) = (matches.n_left_out, query.n_words());
            Some(format!("{n_left_out} of the {n_words} words did not count: a search has at most {MAX_WORDS}."))
        } else {
            query.foreign_operator.as_ref().map(ForeignOperator::hint)
        };
        Ok(Some(Self { rule: matches.rule, corrected: matches.corrected.clone(), hint }))
    }
}

/// The maximum number of facets whose sets are merged within microseconds.
const MAX_MERGED_FACETS: usize = 64;

/// Returns whether a search takes less than a millisecond, because it reads neither postings nor all dates, and merges
/// few sets.
pub(crate) fn is_in_memory(list: &ListIndex, filter: &Filter, order: Option<Order>) -> bool {
    if filter.n_facets() > MAX_MERGED_FACETS {
        return false;
    }
    let evaluator = list.evaluator();
    let mut conditions = filter.conditions().iter();
    match order {
        None => conditions.all(|condition| evaluator.is_ready(condition)),
        Some(Order::Newest | Order::Oldest) => conditions.all(|condition| evaluator.is_ready_by_date(condition)),
        Some(Order::Relevance) => false,
    }
}

/// Reads a page of the matching records, in the given order or in list order.
pub(crate) fn read_page<'l>(
    list: &'l ListIndex,
    filter: &Filter,
    order: Option<Order>,
    page: Page,
) -> Result<Hits<'l>> {
    // Larger offsets are equal to the end of the list.
    let n_docs = list.evaluator().n_docs();
    let offset = u32::try_from(page.offset).unwrap_or(n_docs).min(n_docs);
    let (total, docs) = match order {
        None => {
            let matches = list.evaluator().matches(filter.conditions())?;
            (matches.len(), matches.slice(offset, page.limit))
        }
        Some(order) => slice_in_order(list, filter, order, offset, page.limit)?,
    };
    Ok(Hits {
        total: u64::from(total),
        is_resident: docs.iter().all(|doc| list.records().is_resident(*doc)),
        records: docs.into_iter().map(|doc| list.records().get(doc)).collect(),
        reading: Reading::new(list, filter)?,
    })
}

/// Calls `visit` with each matching record, in list order, until `visit` fails.
pub(crate) fn for_each_record(
    list: &ListIndex,
    filter: &Filter,
    mut visit: impl FnMut(&[u8]) -> Result<()>,
) -> Result<()> {
    const BATCH_DOCS: usize = 1000;
    blocking::step("reading every record")?;
    let matches = list.evaluator().matches(filter.conditions())?;
    for offset in (0..matches.len()).step_by(BATCH_DOCS) {
        matches.slice(offset, BATCH_DOCS).into_iter().try_for_each(|doc| visit(list.records().get(doc)))?;
    }
    Ok(())
}
