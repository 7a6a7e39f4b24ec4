/*!
Pages in an order other than the list's own. Each order is made of groups of documents, of which every match is in one;
within a group they stand in list order.
*/

use tantivy::DocId;

use super::dates::Dates;
use super::matches::Matches;

/// Up to `limit` documents behind the first `offset` of several groups, one after the other.
pub(super) fn one_after_the_other(groups: &[Matches<'_>], mut offset: u32, limit: usize) -> Vec<DocId> {
    let mut docs = Vec::with_capacity(limit);
    for group in groups {
        docs.extend(group.slice(offset, limit - docs.len()));
        offset = offset.saturating_sub(group.len());
    }
    docs
}

/// The oldest first, in a list whose order is newest first. Those of one date stand together, so that a date is found
/// by how many matches stand before it.
pub(super) fn oldest_of_newest_first(matches: &Matches<'_>, dates: &Dates, offset: u32, limit: usize) -> Vec<DocId> {
    let n_dated = matches.rank(dates.n_dated());
    // How many matches have this date or an earlier one.
    let n_until = |position: usize| n_dated - matches.rank(dates.first_of_newest_first(position));
    let mut docs: Vec<DocId> = Vec::with_capacity(limit);
    let mut place = offset;
    while place < n_dated && docs.len() < limit {
        let position = partition_point(dates.n_dates(), |position| n_until(position) <= place);
        let n_before = position.checked_sub(1).map_or(0, n_until);
        let n_here = n_until(position) - n_before;
        let n_skipped = place - n_before;
        let n_taken = (limit - docs.len()).min((n_here - n_skipped) as usize);
        // The matches of this date begin behind those of all later dates.
        let start = n_dated - n_until(position);
        docs.extend(matches.slice(start + n_skipped, n_taken));
        place += n_taken as u32;
    }
    // Those without a date stand last in the list, too.
    docs.extend(matches.slice(place.max(n_dated), limit - docs.len()));
    docs
}

/// The first position for which `is_before` does not hold.
fn partition_point(n_positions: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut start, mut end) = (0, n_positions);
    while start < end {
        let middle = start.midpoint(end);
        if is_before(middle) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    start
}

/// By date, in a list whose order is another one: the documents of all dates are looked at one after the other.
pub(super) fn by_date(
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
