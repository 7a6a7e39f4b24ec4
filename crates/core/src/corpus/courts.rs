/*!
Resolves the names of courts, for cases and for the `court` filter.
*/

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::jurisdictions::Jurisdictions;
use crate::corpus::name_index::NameIndex;
use crate::corpus::source_location::SourceLocation;
use crate::corpus::text;
use crate::model::{Court, CourtLevel};
use crate::steps;

/// A court, from the catalogue or only from cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtEntry {
    /// The id in the catalogue; `None` for a court that is not in it.
    pub id: Option<String>,
    /// The full name.
    pub name: String,
    /// The level; `None` for a court that is not in the catalogue and whose name does not imply a level.
    pub level: Option<CourtLevel>,
    /// The identifier of the jurisdiction.
    pub jurisdiction: String,
    /// The other names.
    pub aliases: Vec<String>,
    words: Vec<String>,
}

impl CourtEntry {
    /// Creates the entry of a court that is not in the catalogue.
    pub fn uncatalogued(name: String, level: Option<CourtLevel>, jurisdiction: String) -> Self {
        Self { id: None, words: text::words(&name), name, level, jurisdiction, aliases: Vec::new() }
    }

    fn catalogued(court: &Court) -> Self {
        Self {
            id: Some(court.id.clone()),
            name: court.name.clone(),
            level: Some(court.level),
            jurisdiction: court.jurisdiction.clone(),
            aliases: court.aliases.clone(),
            words: text::words(&court.name),
        }
    }
}

/// The courts of the catalogue, followed by those that only cases name.
#[derive(Clone, Debug)]
pub struct Courts {
    entries: Vec<CourtEntry>,
    names: NameIndex,
    /// The positions of the courts outside the catalogue, by normalized name.
    uncatalogued: HashMap<String, Vec<usize>, RandomState>,
    /// The positions of the courts with a word in their names, ascending.
    by_word: HashMap<String, Vec<usize>, RandomState>,
}

/// The courts that a filter value selects.
enum Selected {
    /// The courts at these positions.
    Named(Vec<usize>),
    /// The courts whose names contain these words: at least one, ascending and distinct.
    WithWords(Vec<String>),
}

impl Courts {
    pub(super) fn new(
        courts: Vec<(SourceLocation, Court)>,
        jurisdictions: &Jurisdictions,
        errors: &mut CorpusErrors,
    ) -> Self {
        let mut names = NameIndex::default();
        for (idx, (location, court)) in courts.iter().enumerate() {
            check(court, jurisdictions, location, errors);
            names.add(text::normalize(&court.id), idx, location, "id", errors);
            names.add(text::normalize(&court.name), idx, location, "name", errors);
            for alias in &court.aliases {
                names.add(text::normalize(alias), idx, location, "aliases", errors);
            }
        }
        let mut all =
            Self { entries: Vec::new(), names, uncatalogued: HashMap::default(), by_word: HashMap::default() };
        courts.iter().for_each(|(_, court)| all.push(CourtEntry::catalogued(court)));
        all
    }

    fn push(&mut self, court: CourtEntry) {
        let position = self.entries.len();
        for word in &court.words {
            let positions = self.by_word.entry(word.clone()).or_default();
            if positions.last() != Some(&position) {
                positions.push(position);
            }
        }
        self.entries.push(court);
    }

    /// Returns all courts.
    pub fn entries(&self) -> &[CourtEntry] {
        &self.entries
    }

    /// Adds courts that only cases name.
    pub fn add_uncatalogued(&mut self, courts: impl IntoIterator<Item = CourtEntry>) {
        for court in courts {
            let positions = self.uncatalogued.entry(text::normalize(&court.name).into_owned()).or_default();
            positions.push(self.entries.len());
            self.push(court);
        }
    }

    /// Returns the court of the catalogue with this id.
    pub fn get(&self, id: &str) -> Option<&CourtEntry> {
        self.names.get(id).map(|idx| &self.entries[idx]).filter(|court| court.id.as_deref() == Some(id))
    }

    /// Returns the court of the catalogue with this id, name or alias.
    pub fn catalogued(&self, name: &str) -> Option<&CourtEntry> {
        self.names.get(&text::normalize(name)).map(|idx| &self.entries[idx])
    }

    /// Returns the court of the catalogue that a case of this jurisdiction refers to by this name.
    pub fn find_catalogued(&self, name: &str, jurisdiction: &str) -> Option<&CourtEntry> {
        self.catalogued(name).filter(|court| court.jurisdiction == jurisdiction)
    }

    /// Returns the filter value that selects the courts outside the catalogue with this name: the first spelling of the
    /// name that was added. Returns `None` if the value would select a court of the catalogue or a level instead.
    pub fn uncatalogued_filter_value(&self, name: &str) -> Option<&str> {
        let normalized = text::normalize(name);
        if CourtLevel::from_word(&normalized).is_some() || self.names.get(&normalized).is_some() {
            return None;
        }
        let first = *self.uncatalogued.get(&*normalized)?.first()?;
        Some(&self.entries[first].name)
    }

    /// Returns the positions of the courts that filter values select, ascending and distinct. A court of the catalogue
    /// with this id, name or alias comes first; then the courts outside the catalogue with this name; then the courts
    /// whose names contain all words of the value. The first rule that finds a court decides.
    pub fn find<'v>(&self, values: impl IntoIterator<Item = &'v str>) -> Vec<usize> {
        let mut positions = Vec::new();
        let mut word_sets: Vec<Vec<String>> = Vec::new();
        for value in values {
            match self.select(value) {
                Selected::Named(named) => positions.extend(named),
                Selected::WithWords(words) => word_sets.push(words),
            }
        }
        // Fewer words select more courts, so a set that contains another one adds nothing.
        word_sets.sort_by_key(Vec::len);
        let mut minimal: Vec<&Vec<String>> = Vec::new();
        for words in &word_sets {
            let contains = |smaller: &&Vec<String>| smaller.iter().all(|word| words.binary_search(word).is_ok());
            steps::add(minimal.len() * words.len());
            if !minimal.iter().any(contains) {
                minimal.push(words);
            }
        }
        if !minimal.is_empty() {
            // Each set may select nearly all courts.
            let mut is_selected = vec![false; self.entries.len()];
            let with_words = minimal.into_iter().flat_map(|words| self.with_words(words));
            with_words.chain(positions).for_each(|position| is_selected[position] = true);
            return (0..is_selected.len()).filter(|position| is_selected[*position]).collect();
        }
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    fn select(&self, value: &str) -> Selected {
        let normalized = text::normalize(value);
        steps::add(normalized.len());
        // The full stop of an abbreviation may lack at its end: `E.D.N.Y`.
        let position = self.names.get(&normalized).or_else(|| self.names.get(&format!("{normalized}.")));
        if let Some(position) = position {
            return Selected::Named(vec![position]);
        }
        if let Some(positions) = self.uncatalogued.get(&*normalized) {
            return Selected::Named(positions.clone());
        }
        let mut words = text::words(&normalized);
        words.sort_unstable();
        words.dedup();
        if words.is_empty() { Selected::Named(Vec::new()) } else { Selected::WithWords(words) }
    }

    /// Iterates over the positions of the courts whose names contain all these words; none without a word.
    fn with_words(&self, words: &[String]) -> impl Iterator<Item = usize> {
        let with_word = |word: &String| self.by_word.get(word).map(Vec::as_slice);
        // A word that no court has ends the search, so at most as many words are left as one name has.
        let mut lists: Vec<&[usize]> = words.iter().map(with_word).collect::<Option<_>>().unwrap_or_default();
        lists.sort_by_key(|positions| positions.len());
        let (rarest, others) =
            lists.split_first().map_or((&[][..], Vec::new()), |(first, rest)| (*first, rest.to_vec()));
        steps::add(rarest.len() * (1 + others.len()));
        let has_all = move |position: &usize| others.iter().all(|positions| positions.binary_search(position).is_ok());
        rarest.iter().copied().filter(has_all)
    }

    /// Suggests courts for a filter value that selects none: those that it selects after each word is replaced with the
    /// nearest word in any name, otherwise those with a similar name.
    pub fn nearest(&self, value: &str) -> Vec<&CourtEntry> {
        const MAX_SUGGESTIONS: usize = 3;
        let corrected: Option<Vec<&str>> = text::words(value).iter().map(|word| self.nearest_word(word)).collect();
        let mut found = corrected.map(|words| self.find([&*words.join(" ")])).unwrap_or_default();
        found.truncate(MAX_SUGGESTIONS);
        if found.is_empty() {
            let names = self.entries.iter().enumerate().flat_map(|(idx, entry)| {
                let names = entry.id.iter().chain([&entry.name]).chain(&entry.aliases);
                names.map(move |name| (idx, text::normalize(name)))
            });
            let names: Vec<(usize, Cow<'_, str>)> = names.collect();
            let candidates = names.iter().map(|(idx, name)| (*idx, &**name));
            found = text::probably_meant(&text::normalize(value), candidates, MAX_SUGGESTIONS);
        }
        found.into_iter().map(|idx| &self.entries[idx]).collect()
    }

    /// Returns the nearest word in the names of courts, if it is similar enough.
    fn nearest_word(&self, word: &str) -> Option<&str> {
        let words = || self.entries.iter().flat_map(|entry| &entry.words);
        let same = words().find(|known| *known == word);
        let meant = || text::probably_meant(word, words().map(|known| (&**known, &**known)), 1).first().copied();
        same.map(String::as_str).or_else(meant)
    }
}

fn check(court: &Court, jurisdictions: &Jurisdictions, location: &SourceLocation, errors: &mut CorpusErrors) {
    if !text::is_tag(&court.id) {
        let message = format!("\"{}\" is not lower-case letters and digits", court.id);
        errors.add(CorpusError::in_field(location, "id", message));
    }
    if jurisdictions.get(&court.jurisdiction).is_none() {
        let message = format!("\"{}\" is not the id of a jurisdiction in the catalogue", court.jurisdiction);
        errors.add(CorpusError::in_field(location, "jurisdiction", message));
    }
    for name in [&court.id, &court.name].into_iter().chain(&court.aliases) {
        if CourtLevel::from_word(&text::normalize(name)).is_some() {
            let message = format!("\"{name}\" is the word of a court level, which always wins over a name");
            errors.add(CorpusError::in_line(location, message));
        }
    }
}
