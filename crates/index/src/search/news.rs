/*!
Reads the pages of new and changed records.
*/

use anyhow::Result;
use lexdex_core::blocking;

use crate::docset::doc_set::DocSet;
use crate::search::filter::Filter;
use crate::search::list_index::ListIndex;
use crate::search::page::Page;

/// A page of new and changed records.
#[derive(Debug, PartialEq, Eq)]
pub struct News<'i> {
    /// The exact number of records that match the filter.
    pub total: u64,
    /// The time of the latest publication with such a record, in seconds since the Unix epoch; `None` without such a
    /// publication.
    pub latest: Option<u64>,
    /// The records as JSON, each with the time of the publication that added or changed it last.
    pub records: Vec<(u64, &'i [u8])>,
}

/// Reads a page of the matching records of several publications. Each publication consists of its time and its records;
/// the sets of records are disjoint.
pub(crate) fn read_news<'l>(
    list: &'l ListIndex,
    filter: &Filter,
    publications: &[(u64, &DocSet)],
    page: Page,
) -> Result<News<'l>> {
    let mut news = News { total: 0, latest: None, records: Vec::new() };
    let Some(conditions) = list.evaluator().resolve(filter.conditions())? else {
        return Ok(news);
    };
    for (published, docs) in publications {
        blocking::step("reading new records")?;
        let matches = list.evaluator().matches_among(&conditions, docs);
        let n_matches = u64::from(matches.len());
        if n_matches > 0 {
            news.latest.get_or_insert(*published);
        }
        // The number of records still to skip after the earlier publications. The slice is empty beyond the end.
        let offset = page.offset.saturating_sub(news.total).min(n_matches);
        let n_missing = page.limit - news.records.len();
        if news.total + n_matches > page.offset {
            let docs = matches.slice(offset as u32, n_missing);
            news.records.extend(docs.into_iter().map(|doc| (*published, list.records().get(doc))));
        }
        news.total += n_matches;
    }
    Ok(news)
}
