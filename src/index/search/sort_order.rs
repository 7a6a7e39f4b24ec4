/*!
Pages in an order other than the list's own. Each order is made of groups of documents, of which every match is in one;
within a group they stand in list order.
*/

use tantivy::DocId;

use crate::index::docset::matches::Matches;
use crate::index::search::date_index::Dates;

/// Up to `limit` documents behind the first `offset` of several groups, one after the other.
pub(crate) fn one_after_the_other(groups: &[Matches<'_>], mut offset: u32, limit: usize) -> Vec<DocId> {
    let mut docs = Vec::with_capacity(limit);
    for group in groups {
        docs.extend(group.slice(offset, limit - docs.len()));
        offset = offset.saturating_sub(group.len());
    }
    docs
}

/// The oldest first, in a list whose order is newest first. The matches as far from the end of those with a date as the
/// page is from the beginning have the dates of the page. Of a date between others all are on it.
pub(crate) fn oldest_of_newest_first(matches: &Matches<'_>, dates: &Dates, offset: u32, limit: usize) -> Vec<DocId> {
    let n_dated = matches.rank(dates.n_dated());
    let end = u32::try_from(limit).map_or(n_dated, |limit| n_dated.min(offset.saturating_add(limit)));
    let mut place = offset.min(n_dated);
    let mirrored = matches.slice(n_dated - end, (end - place) as usize);
    let of_dates: Vec<&[DocId]> =
        mirrored.chunk_by(|one, next| dates.with_date_of(*one).contains(next)).rev().collect();
    let mut docs: Vec<DocId> = Vec::with_capacity(limit);
    for (idx, of_date) in of_dates.iter().enumerate() {
        if idx == 0 || idx == of_dates.len() - 1 {
            let all = dates.with_date_of(of_date[0]);
            let start = matches.rank(all.start);
            let n_here = matches.rank(all.end) - start;
            let n_skipped = place - (n_dated - start - n_here);
            docs.extend(matches.slice(start + n_skipped, ((n_here - n_skipped) as usize).min(limit - docs.len())));
        } else {
            docs.extend_from_slice(of_date);
        }
        place = offset + docs.len() as u32;
    }
    // Those without a date stand last in the list, too.
    docs.extend(matches.slice(offset.max(n_dated), limit - docs.len()));
    docs
}

/// By date, in a list whose order is another one: the documents of all dates are looked at one after the other.
pub(crate) fn by_date(
    matches: &Matches<'_>,
    dates: &Dates,
    is_newest_first: bool,
    offset: u32,
    limit: usize,
) -> Vec<DocId> {
    let mut without_date = matches.bitmap();
    let n_dates = dates.n_dates();
    let mut docs = Vec::new();
    for idx in 0..n_dates {
        let position = if is_newest_first { n_dates - 1 - idx } else { idx };
        dates.at_date(position).for_each(|doc| {
            if without_date.remove(doc) {
                docs.push(doc);
            }
        });
    }
    without_date.for_each(|doc| docs.push(doc));
    docs.into_iter().skip(offset as usize).take(limit).collect()
}
