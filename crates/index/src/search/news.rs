/*!
Reads the pages of new and changed records.
*/

use std::borrow::Cow;

use anyhow::Result;
use lexdex_core::blocking;
use serde::Deserialize;

use crate::history::field_edit::FieldEdit;
use crate::history::open_history::History;
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
    /// The records.
    pub records: Vec<NewsRecord<'i>>,
}

/// A new or changed record.
#[derive(Debug, PartialEq, Eq)]
pub struct NewsRecord<'i> {
    /// The record as JSON.
    pub record: &'i [u8],
    /// The time of the publication that added or changed it last, in seconds since the Unix epoch.
    pub published: u64,
    /// The fields that this publication changed; `None` if it added the record.
    pub edits: Option<Vec<FieldEdit>>,
}

/// The only field of a record that is read.
#[derive(Deserialize)]
struct Identified<'r> {
    #[serde(borrow)]
    id: Cow<'r, str>,
}

/// Reads a page of the matching records of a history; none without one.
pub(crate) fn read_news<'l>(
    list: &'l ListIndex,
    filter: &Filter,
    history: Option<&History>,
    page: Page,
) -> Result<News<'l>> {
    let mut news = News { total: 0, latest: None, records: Vec::new() };
    let Some(conditions) = list.evaluator().resolve(filter.conditions())? else {
        return Ok(news);
    };
    let Some(history) = history else { return Ok(news) };
    let resource = filter.resource();
    // The sets of records of the publications are disjoint.
    for (build, docs) in history.news(resource) {
        blocking::step("reading new records")?;
        let matches = list.evaluator().matches_among(&conditions, docs);
        let n_matches = u64::from(matches.len());
        if n_matches > 0 {
            news.latest.get_or_insert(history.published(build));
        }
        // The number of records still to skip after the earlier publications. The slice is empty beyond the end.
        let offset = page.offset.saturating_sub(news.total).min(n_matches);
        let n_missing = page.limit - news.records.len();
        if news.total + n_matches > page.offset {
            for doc in matches.slice(offset as u32, n_missing) {
                let record = list.records().get(doc);
                let Identified { id } = serde_json::from_slice(record)?;
                let edits = history.last_edits(resource, build, id.as_bytes())?;
                news.records.push(NewsRecord { record, published: history.published(build), edits });
            }
        }
        news.total += n_matches;
    }
    Ok(news)
}
