//! Finds filters by topic, court or jurisdiction by their names.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use anyhow::Result;
use lexdex_core::corpus::{Catalogue, CourtEntry};
use lexdex_core::model::{Resource, SuggestionKind};

use crate::format::schema::FacetField;
use crate::search::facet_selection::{CourtSelection, TopicSelection};
use crate::search::filter::Filter;
use crate::search::list_index::ListIndex;
use crate::search::suggest::phrase_table::PhraseTable;
use crate::search::suggest::suggestion::{Fit, Suggestion, Target};
use crate::text::tokenizer::joined_words;

/// The filters that select records, with all their names.
pub(super) struct Filters {
    /// Topics, courts and jurisdictions, each by value.
    entries: Vec<FilterEntry>,
    table: PhraseTable,
    /// For each phrase of the table, the positions of its entry and of the name in that entry.
    names: Vec<(usize, usize)>,
}

/// A filter and its names.
struct FilterEntry {
    kind: SuggestionKind,
    value: String,
    /// The list in which the filter selects most records, and their number.
    resource: Resource,
    count: u64,
    /// The display name, then the others. No two consist of the same words.
    names: Vec<String>,
}

/// A filter, its value, and the names of the value, display name first.
type Named<'c> = (SuggestionKind, &'c str, Vec<&'c str>);

impl Filters {
    /// The filters of a catalogue that select records of the lists.
    pub(super) fn new(lists: &[&ListIndex], catalogue: &Catalogue) -> Result<Self> {
        let tags_of_lists = tags(lists);
        let mut entries = Vec::new();
        let named = jurisdictions(catalogue).chain(courts(catalogue)).chain(topics(catalogue, &tags_of_lists));
        for (kind, value, names) in named {
            if let Some((resource, count)) = largest_list(lists, kind, value, catalogue)? {
                entries.push(FilterEntry { kind, value: value.to_owned(), resource, count, names: distinct(&names) });
            }
        }
        // The result must not depend on the order of the lines in a catalogue.
        entries.sort_by(|entry, other| (entry.kind, &entry.value).cmp(&(other.kind, &other.value)));
        let (mut phrases, mut names) = (Vec::new(), Vec::new());
        for (entry_idx, entry) in entries.iter().enumerate() {
            for (name_idx, name) in entry.names.iter().enumerate() {
                phrases.push(joined_words(name));
                names.push((entry_idx, name_idx));
            }
        }
        Ok(Self { entries, table: PhraseTable::new(phrases), names })
    }

    /// Returns whether a word of a name begins with this text.
    pub(super) fn have(&self, beginning: &str) -> bool {
        self.table.find(beginning).next().is_some()
    }

    /// Returns the first `limit` filters with a name in which a word begins with this text.
    pub(super) fn find(&self, beginning: &str, limit: usize) -> Vec<(Fit, Suggestion)> {
        let places = self.table.find(beginning).map(|(phrase_idx, fit)| {
            let (entry_idx, name_idx) = self.names[phrase_idx];
            (entry_idx, fit, name_idx)
        });
        let mut found: Vec<(usize, Fit, usize)> = places.collect();
        // Keeps the best name of each filter.
        found.sort_unstable();
        found.dedup_by_key(|(entry_idx, ..)| *entry_idx);
        found.sort_by_key(|(entry_idx, fit, _)| (*fit, Reverse(self.entries[*entry_idx].count)));
        let suggestions = found.into_iter().take(limit);
        suggestions.map(|(entry_idx, fit, name_idx)| (fit, self.entries[entry_idx].suggestion(name_idx))).collect()
    }
}

impl FilterEntry {
    /// Returns the suggestion of a filter that was found by this name.
    fn suggestion(&self, name_idx: usize) -> Suggestion {
        let Self { kind, value, resource, count, names } = self;
        let found_by = (name_idx > 0).then(|| names[name_idx].clone());
        let target = Target::Filter { resource: *resource, kind: *kind, value: value.clone(), count: *count };
        Suggestion { text: names[0].clone(), found_by, target }
    }
}

fn jurisdictions(catalogue: &Catalogue) -> impl Iterator<Item = Named<'_>> {
    catalogue.jurisdictions.entries().iter().map(|entry| {
        let names = [&entry.name, &entry.abbreviation, &entry.id, &entry.slug].into_iter().chain(&entry.aliases);
        (SuggestionKind::Jurisdiction, entry.id.as_str(), names.map(String::as_str).collect())
    })
}

/// Iterates over the courts of the catalogue, and the courts that only cases name, if a filter can select them.
fn courts(catalogue: &Catalogue) -> impl Iterator<Item = Named<'_>> {
    let mut uncatalogued = HashSet::new();
    catalogue.courts.entries().iter().filter_map(move |entry| {
        let CourtEntry { id, name, aliases, .. } = entry;
        if let Some(id) = id {
            let names = [name, id].into_iter().chain(aliases).map(String::as_str);
            return Some((SuggestionKind::Court, id.as_str(), names.collect()));
        }
        let value = catalogue.courts.uncatalogued_filter_value(name)?;
        uncatalogued.insert(value).then(|| (SuggestionKind::Court, value, vec![value]))
    })
}

/// The topics of the catalogue, and the tags that only records have.
fn topics<'c>(catalogue: &'c Catalogue, tags: &'c BTreeSet<String>) -> impl Iterator<Item = Named<'c>> {
    let catalogued = catalogue.topics.entries().iter().map(|topic| {
        let names = [&topic.label, &topic.tag].into_iter().chain(&topic.aliases).map(String::as_str);
        (SuggestionKind::Topic, topic.tag.as_str(), names.collect())
    });
    let others = tags.iter().filter(|tag| catalogue.topics.get(tag).is_none());
    catalogued.chain(others.map(|tag| (SuggestionKind::Topic, tag.as_str(), vec![tag.as_str()])))
}

/// The topic tags of records.
fn tags(lists: &[&ListIndex]) -> BTreeSet<String> {
    let facets = lists.iter().flat_map(|list| list.evaluator().facets().for_field(FacetField::Topic));
    facets.map(|(path, _)| path.as_str().to_owned()).collect()
}

/// Returns the list in which a filter selects most records, and their number; `None` if it selects none.
fn largest_list(
    lists: &[&ListIndex],
    kind: SuggestionKind,
    value: &str,
    catalogue: &Catalogue,
) -> Result<Option<(Resource, u64)>> {
    let mut largest: Option<(Resource, u64)> = None;
    for (resource, list) in Resource::ALL.iter().zip(lists) {
        let all = Filter::all(*resource);
        let filter = match kind {
            SuggestionKind::Jurisdiction => all.jurisdictions(Some(vec![value])),
            SuggestionKind::Topic => all.topics(Some(TopicSelection::find([value], &catalogue.topics))),
            _ if *resource != Resource::Cases => continue,
            _ => all.courts(Some(CourtSelection::find([value], &catalogue.courts))),
        };
        let count = u64::from(list.evaluator().matches(filter.conditions())?.len());
        if count > largest.map_or(0, |(_, count)| count) {
            largest = Some((*resource, count));
        }
    }
    Ok(largest)
}

/// Removes names that consist of the same words as an earlier one.
fn distinct(names: &[&str]) -> Vec<String> {
    let mut seen = HashSet::new();
    names.iter().filter(|name| seen.insert(joined_words(name))).map(|name| (*name).to_owned()).collect()
}
