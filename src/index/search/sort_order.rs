/*!
Reads pages in orders other than list order.

Each order is a sequence of groups. Every match is in exactly one group, and the documents of a group are in list order.
*/

use anyhow::Result;
use tantivy::DocId;

use crate::index::docset::matches::Matches;
use crate::index::search::date_index::DateIndex;
use crate::index::search::filter::Filter;
use crate::index::search::list_index::ListIndex;
use crate::model::Order;

/// Up to `limit` matches of a filter after the first `offset` in an order.
pub(crate) fn slice_in_order(
    list: &ListIndex,
    filter: &Filter,
    matches: &Matches<'_>,
    order: Order,
    offset: u32,
    limit: usize,
) -> Result<Vec<DocId>> {
    let dates = list.evaluator().dates();
    Ok(match order {
        Order::Newest => by_date(matches, dates, true, offset, limit),
        Order::Oldest if list.is_newest_first() => oldest_of_newest_first(matches, dates, offset, limit),
        Order::Oldest => by_date(matches, dates, false, offset, limit),
        Order::Relevance => by_relevance(list, filter, matches, offset, limit)?,
    })
}

/// A slice of the concatenation of the groups of relevance. Those after the end of the slice are not computed.
fn by_relevance(
    list: &ListIndex,
    filter: &Filter,
    matches: &Matches<'_>,
    mut offset: u32,
    limit: usize,
) -> Result<Vec<DocId>> {
    let mut docs = Vec::with_capacity(limit);
    if matches.len() <= offset {
        return Ok(docs);
    }
    for conditions in filter.relevance_groups() {
        let group = list.evaluator().narrow(matches, filter.conditions(), &conditions)?;
        docs.extend(group.slice(offset, limit - docs.len()));
        offset = offset.saturating_sub(group.len());
        if docs.len() == limit {
            break;
        }
    }
    Ok(docs)
}

/// The oldest first, in a list ordered newest first.
///
/// The mirror image of the page, counted from the end of the dated matches, has the dates of the page. The page has all
/// matches of a date between its first and last date; of those two dates it may have a part.
fn oldest_of_newest_first(matches: &Matches<'_>, dates: &DateIndex, offset: u32, limit: usize) -> Vec<DocId> {
    let n_dated = matches.rank(dates.n_dated());
    let end = u32::try_from(limit).map_or(n_dated, |limit| n_dated.min(offset.saturating_add(limit)));
    let mut position = offset.min(n_dated);
    let mirrored = matches.slice(n_dated - end, (end - position) as usize);
    let groups: Vec<&[DocId]> =
        mirrored.chunk_by(|one, next| dates.docs_with_date_of(*one).contains(next)).rev().collect();
    let mut docs: Vec<DocId> = Vec::with_capacity(limit);
    for (idx, group) in groups.iter().enumerate() {
        if idx == 0 || idx == groups.len() - 1 {
            let on_date = dates.docs_with_date_of(group[0]);
            let start = matches.rank(on_date.start);
            let n_on_date = matches.rank(on_date.end) - start;
            let n_skipped = position - (n_dated - start - n_on_date);
            docs.extend(matches.slice(start + n_skipped, ((n_on_date - n_skipped) as usize).min(limit - docs.len())));
        } else {
            docs.extend_from_slice(group);
        }
        position = offset + docs.len() as u32;
    }
    // Documents without a date are last in the list, too.
    docs.extend(matches.slice(offset.max(n_dated), limit - docs.len()));
    docs
}

/// By date, in a list ordered otherwise: walks through the documents of all dates.
fn by_date(matches: &Matches<'_>, dates: &DateIndex, is_newest_first: bool, offset: u32, limit: usize) -> Vec<DocId> {
    let mut undated = matches.bitmap();
    let n_dates = dates.n_dates();
    let mut docs = Vec::new();
    for idx in 0..n_dates {
        let position = if is_newest_first { n_dates - 1 - idx } else { idx };
        dates.docs_at(position).for_each(|doc| {
            if undated.remove(doc) {
                docs.push(doc);
            }
        });
    }
    undated.for_each(|doc| docs.push(doc));
    docs.into_iter().skip(offset as usize).take(limit).collect()
}
