/*!
The gate: decides whether a new index may be published without a person's consent.
*/

use index_builder::commands::diff::ListDifferences;
use lexdex_core::model::Resource;
use lexdex_index::{Index, LinesEntry};

use crate::config::percent::Percent;
use crate::sync::counted_changes::{CountedChanges, RecordGroup};

/// The number of records that a source may remove of a jurisdiction, whatever part of its records they are. A few bills
/// or sections are withdrawn on any day.
const FEW_REMOVED: u64 = 10;

/// The limits of the changes that a sync may publish without a person's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// The records of a list that may be removed.
    pub(crate) max_removed: Percent,
    /// The records of a list that may change.
    pub(crate) max_changed: Percent,
    /// Whether a list may lose all records of a jurisdiction.
    pub(crate) allow_fewer_jurisdictions: bool,
    /// Whether to publish even if the published index cannot be read.
    pub(crate) without_comparison: bool,
}

/// The reasons why a new index may not be published; empty if it may. Changed records with only a new date or a
/// first summary do not count as changed.
pub(crate) fn refusals(
    limits: &Limits,
    list: Resource,
    differences: &ListDifferences,
    counted: &CountedChanges,
    old: &Index,
    new: &Index,
) -> Vec<String> {
    let ListDifferences { removed: n_removed, changed, unchanged, .. } = *differences;
    let n_old = n_removed + changed + unchanged;
    let over = |part: u64, limit: Percent, verb: &str, option: &str| {
        limit.is_exceeded(part, n_old).then(|| {
            format!("{part} of {n_old} {list} would be {verb}, more than {limit}: raise the limit with {option} if this is right")
        })
    };
    let lost = lost_jurisdictions(list, old, new);
    let is_lost = !lost.is_empty() && !limits.allow_fewer_jurisdictions;
    let lost = is_lost.then(|| {
        let lost = lost.join(", ");
        format!("no {list} of {lost} would be left: give --allow-fewer-jurisdictions if this is right")
    });
    let removed = over(n_removed, limits.max_removed, "removed", "--max-removed");
    let groups = lost_groups(limits, list, counted, n_old, old);
    let n_redated = counted.redated.get(&list).copied().unwrap_or_default();
    let changed = over(changed - n_redated, limits.max_changed, "changed", "--max-changed");
    let (old, new) = (old.manifest(), new.manifest());
    let texts = lost_lines(limits, list, n_removed, [&old.texts, &new.texts], "text");
    let aliases = lost_lines(limits, list, n_removed, [&old.aliases, &new.aliases], "parallel citations");
    [removed].into_iter().chain(groups).chain([changed, texts, aliases, lost]).flatten().collect()
}

/// A refusal for each source that would lose too many records of a jurisdiction, which a large list hides.
fn lost_groups(
    limits: &Limits,
    list: Resource,
    counted: &CountedChanges,
    n_in_list: u64,
    old: &Index,
) -> Vec<Option<String>> {
    let refusal = |group: &RecordGroup, n_removed: u64| {
        let RecordGroup { jurisdiction, source, .. } = group;
        let n_old = old.coverage(list).for_jurisdiction(jurisdiction).and_then(|known| known.sources.get(source))?;
        let is_refused =
            *n_old < n_in_list && n_removed > FEW_REMOVED && limits.max_removed.is_exceeded(n_removed, *n_old);
        is_refused.then(|| {
            format!(
                "{n_removed} of {n_old} {list} of {jurisdiction} from {source} would be removed, more than {}: raise \
                 the limit with --max-removed if this is right",
                limits.max_removed
            )
        })
    };
    let of_list = counted.removed.iter().filter(|(group, _)| group.list == list);
    of_list.map(|(group, n_removed)| refusal(group, *n_removed)).collect()
}

/// A refusal if too many records would lose their text or their parallel citations, apart from the `n_removed` removed
/// records. `old` and `new` are the numbers of records that have one; an index does not say which records they are.
fn lost_lines(
    limits: &Limits,
    list: Resource,
    n_removed: u64,
    [old, new]: [&[LinesEntry]; 2],
    noun: &str,
) -> Option<String> {
    let count = |entries: &[LinesEntry]| {
        entries.iter().find(|entry| entry.list == list.as_str()).map_or(0, |entry| entry.count)
    };
    let n_old = count(old);
    let n_lost = n_old.saturating_sub(count(new)).saturating_sub(n_removed);
    limits.max_removed.is_exceeded(n_lost, n_old).then(|| {
        format!(
            "{n_lost} of {n_old} {list} would lose their {noun}, more than {}: raise the limit with --max-removed if \
             this is right",
            limits.max_removed
        )
    })
}

/// The ids of the jurisdictions that have records of a list in the old index and none in the new.
fn lost_jurisdictions(list: Resource, old: &Index, new: &Index) -> Vec<String> {
    let new = new.coverage(list);
    let old = old.coverage(list).jurisdictions().map(|(id, _)| id);
    old.filter(|id| new.for_jurisdiction(id).is_none()).map(str::to_owned).collect()
}
