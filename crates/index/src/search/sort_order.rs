/*!
Reads pages in other orders than list order: by date or by relevance.
*/

use anyhow::Result;
use lexdex_core::model::Order;
use tantivy::DocId;

use crate::docset::matches::Matches;
use crate::search::condition::Condition;
use crate::search::date_index::DateIndex;
use crate::search::filter::Filter;
use crate::search::list_index::ListIndex;

/// Returns the number of matches of a filter, and up to `limit` of them after the first `offset` in an order.
pub(crate) fn slice_in_order(
    list: &ListIndex,
    filter: &Filter,
    order: Order,
    offset: u32,
    limit: usize,
) -> Result<(u32, Vec<DocId>)> {
    let evaluator = list.evaluator();
    if order == Order::Relevance
        && let Some(query) = filter.search()
    {
        let others = filter.conditions().iter().filter(|condition| !matches!(condition, Condition::Text(_)));
        let others = evaluator.bitmap(others)?;
        let docs = evaluator.text_matches(query)?.slice(others.as_ref(), offset, limit);
        return Ok((evaluator.matches(filter.conditions())?.len(), docs));
    }
    let matches = evaluator.matches_by_date(filter.conditions())?;
    let dates = evaluator.dates();
    let positions = match order {
        Order::Oldest => oldest_first(&matches, dates, offset, limit),
        _ => matches.slice(offset, limit),
    };
    Ok((matches.len(), positions.into_iter().map(|position| dates.doc_at(position)).collect()))
}

/// Returns a page of positions, oldest date first.
///
/// The matches are stored newest first, so the page is the reverse of a range from the end, except that matches of one
/// date keep list order. All matches of the dates inside the page belong to it. The page may have only a part of the
/// matches of its first and last date.
fn oldest_first(matches: &Matches<'_>, dates: &DateIndex, offset: u32, limit: usize) -> Vec<u32> {
    let n_dated = matches.rank(dates.n_dated());
    let end = u32::try_from(limit).map_or(n_dated, |limit| n_dated.min(offset.saturating_add(limit)));
    let mut n_before = offset.min(n_dated);
    let mirrored = matches.slice(n_dated - end, (end - n_before) as usize);
    let groups: Vec<&[u32]> =
        mirrored.chunk_by(|one, next| dates.positions_with_date_of(*one).contains(next)).rev().collect();
    let mut page: Vec<u32> = Vec::with_capacity(limit);
    for (idx, group) in groups.iter().enumerate() {
        if idx == 0 || idx == groups.len() - 1 {
            let on_date = dates.positions_with_date_of(group[0]);
            let start = matches.rank(on_date.start);
            let n_on_date = matches.rank(on_date.end) - start;
            let n_skipped = n_before - (n_dated - start - n_on_date);
            page.extend(matches.slice(start + n_skipped, ((n_on_date - n_skipped) as usize).min(limit - page.len())));
        } else {
            page.extend_from_slice(group);
        }
        n_before = offset + page.len() as u32;
    }
    // Documents without a date are last in either order.
    page.extend(matches.slice(offset.max(n_dated), limit - page.len()));
    page
}
