//! Combines the suggestions for a beginning, and corrects words that no name has.

use std::collections::BTreeMap;

use anyhow::Result;
use lexdex_core::corpus::Catalogue;

use crate::format::schema::TermField;
use crate::search::list_index::ListIndex;
use crate::search::postings::Postings;
use crate::search::suggest::candidates::{Candidates, FoundBy};
use crate::search::suggest::filters::Filters;
use crate::search::suggest::later_words;
use crate::search::suggest::names::Names;
use crate::search::suggest::popular_names::{PopularName, SuggestedPopularNames};
use crate::search::suggest::suggestion::{Fit, Suggestion, Suggestions};
use crate::search::text_search::spelling::correction;
use crate::text::beginning::Beginning;

/// The tables for suggestions other than names of records.
pub(crate) struct Suggester {
    filters: Filters,
    popular_names: SuggestedPopularNames,
}

impl Suggester {
    /// Builds the tables from a catalogue and the lists, in the order of
    /// [`Resource::ALL`](lexdex_core::model::Resource::ALL).
    pub(crate) fn new(lists: &[&ListIndex], catalogue: &Catalogue) -> Result<Self> {
        let (filters, popular_names) = (Filters::new(lists, catalogue)?, SuggestedPopularNames::new(lists, catalogue)?);
        Ok(Self { filters, popular_names })
    }

    /// Returns up to `limit` suggestions. Corrects the words if nothing matches the beginning.
    pub(crate) fn suggest(&self, lists: &[&ListIndex], beginning: &Beginning, limit: usize) -> Result<Suggestions> {
        let suggestions = self.find(lists, beginning, limit)?;
        if !suggestions.is_empty() || beginning.words().is_empty() {
            return Ok(Suggestions { suggestions, corrected: BTreeMap::new() });
        }
        let postings: Vec<_> = lists.iter().map(|list| list.evaluator().postings()).collect();
        let is_name = |word: &str| self.filters.have(word) || self.popular_names.have(word);
        let corrected = corrections(&postings, beginning.words(), is_name)?;
        if corrected.is_empty() {
            return Ok(Suggestions { suggestions, corrected });
        }
        let words = beginning.words().split(' ').map(|word| corrected.get(word).map_or(word, String::as_str));
        let suggestions = self.find(lists, &Beginning::from_words(words.collect::<Vec<_>>().join(" ")), limit)?;
        let corrected = if suggestions.is_empty() { BTreeMap::new() } else { corrected };
        Ok(Suggestions { suggestions, corrected })
    }

    fn find(&self, lists: &[&ListIndex], beginning: &Beginning, limit: usize) -> Result<Vec<Suggestion>> {
        if beginning.words().is_empty() {
            return Ok(Vec::new());
        }
        let records = self.records(lists, beginning, limit)?;
        // Up to half of the suggestions are reserved for records.
        let mut found = self.filters.find(beginning.words(), limit - records.len().min(limit / 2));
        let n_records = limit - found.len();
        found.extend(records.into_iter().take(n_records));
        // The sort is stable, so filters stay before records of the same fit.
        found.sort_by_key(|(fit, _)| *fit);
        Ok(found.into_iter().map(|(_, suggestion)| suggestion).collect())
    }

    fn records(&self, lists: &[&ListIndex], beginning: &Beginning, limit: usize) -> Result<Vec<(Fit, Suggestion)>> {
        let popular_names = self.popular_names.find(beginning.words());
        let mut names = Names::find(lists, beginning)?;
        let mut candidates = Candidates::new(lists, limit);
        add_popular_names(Fit::Whole, &popular_names, &mut candidates)?;
        names.add_whole(&mut candidates)?;
        add_popular_names(Fit::Beginning, &popular_names, &mut candidates)?;
        names.add_beginning(&mut candidates)?;
        add_popular_names(Fit::LaterWord, &popular_names, &mut candidates)?;
        if candidates.n_free() > 0 {
            later_words::add(beginning.words(), &mut candidates)?;
        }
        Ok(candidates.into_suggestions())
    }
}

fn add_popular_names(fit: Fit, names: &[(Fit, &PopularName)], candidates: &mut Candidates<'_>) -> Result<()> {
    for (_, name) in names.iter().filter(|(of_name, _)| *of_name == fit) {
        for record in &name.records {
            candidates.add(fit, *record, |_, title| Some(FoundBy((name.words != title).then(|| name.name.clone()))))?;
        }
    }
    Ok(())
}

/// Returns the words that no title has, each with the nearest word in titles. The last word counts as known if any word
/// begins with it. `is_name` returns whether another name has a word with this beginning.
fn corrections(lists: &[&Postings], words: &str, is_name: impl Fn(&str) -> bool) -> Result<BTreeMap<String, String>> {
    let titles: Vec<_> = lists.iter().map(|postings| (*postings, TermField::TitleWord)).collect();
    let mut corrected = BTreeMap::new();
    let mut rest = words.split(' ').peekable();
    while let Some(word) = rest.next() {
        let is_last = rest.peek().is_none();
        if !is_name(word)
            && !is_in_titles(lists, word, is_last)?
            && let Some(nearest) = correction(&titles, word)?
        {
            corrected.insert(word.to_owned(), nearest);
        }
    }
    Ok(corrected)
}

fn is_in_titles(lists: &[&Postings], word: &str, is_beginning: bool) -> Result<bool> {
    for postings in lists {
        let is_known = if is_beginning {
            postings.terms_with_beginning(TermField::TitleWord, word)?.len() > 0
        } else {
            postings.n_docs_with(TermField::TitleWord, word)? > 0
        };
        if is_known {
            return Ok(true);
        }
    }
    Ok(false)
}
