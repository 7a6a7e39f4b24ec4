/*!
The courts that cases name and that the `court` filter finds.
*/

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::catalogue::Names;
use super::{Jurisdictions, text};
use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::source_location::SourceLocation;
use crate::model::{Court, CourtLevel};

/// A court: one of the catalogue, or one that only cases name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourtEntry {
    /// The catalogue's id; `None` for a court that only cases name.
    pub id: Option<String>,
    /// The full name.
    pub name: String,
    /// Its level; `None` for a court that only cases name and whose name does not tell.
    pub level: Option<CourtLevel>,
    /// The identifier of its jurisdiction.
    pub jurisdiction: String,
    words: Vec<String>,
}

impl CourtEntry {
    /// A court that is not in the catalogue.
    pub fn uncatalogued(name: String, level: Option<CourtLevel>, jurisdiction: String) -> Self {
        Self { id: None, words: text::words(&name), name, level, jurisdiction }
    }

    fn catalogued(court: &Court) -> Self {
        Self {
            id: Some(court.id.clone()),
            name: court.name.clone(),
            level: Some(court.level),
            jurisdiction: court.jurisdiction.clone(),
            words: text::words(&court.name),
        }
    }
}

/// The courts, those of the catalogue first.
#[derive(Clone, Debug)]
pub struct Courts {
    entries: Vec<CourtEntry>,
    names: Names,
    /// The positions of the courts that only cases name, by their normalized names.
    uncatalogued: HashMap<String, Vec<usize>, RandomState>,
}

impl Courts {
    pub(super) fn new(
        courts: Vec<(SourceLocation, Court)>,
        jurisdictions: &Jurisdictions,
        errors: &mut CorpusErrors,
    ) -> Self {
        let mut names = Names::default();
        for (idx, (location, court)) in courts.iter().enumerate() {
            check(court, jurisdictions, location, errors);
            names.add(text::normalize(&court.id), idx, location, "id", errors);
            names.add(text::normalize(&court.name), idx, location, "name", errors);
            for alias in &court.aliases {
                names.add(text::normalize(alias), idx, location, "aliases", errors);
            }
        }
        let entries = courts.iter().map(|(_, court)| CourtEntry::catalogued(court)).collect();
        Self { entries, names, uncatalogued: HashMap::default() }
    }

    /// All courts.
    pub fn entries(&self) -> &[CourtEntry] {
        &self.entries
    }

    /// Adds the courts that only cases name.
    pub fn add_uncatalogued(&mut self, courts: impl IntoIterator<Item = CourtEntry>) {
        for court in courts {
            let positions = self.uncatalogued.entry(text::normalize(&court.name).into_owned()).or_default();
            positions.push(self.entries.len());
            self.entries.push(court);
        }
    }

    /// The catalogue's court with this id.
    pub fn get(&self, id: &str) -> Option<&CourtEntry> {
        self.names.get(id).map(|idx| &self.entries[idx]).filter(|court| court.id.as_deref() == Some(id))
    }

    /// The catalogue's court that a case of this jurisdiction means by this name.
    pub fn of_case(&self, name: &str, jurisdiction: &str) -> Option<&CourtEntry> {
        let court = &self.entries[self.names.get(&text::normalize(name))?];
        (court.jurisdiction == jurisdiction).then_some(court)
    }

    /// What selects the courts of a name that are not in the catalogue: one of the spellings of the name, always the
    /// same. Nothing if a court of the catalogue or a level is meant by it.
    pub fn uncatalogued_value(&self, name: &str) -> Option<&str> {
        let normalized = text::normalize(name);
        if CourtLevel::from_word(&normalized).is_some() || self.names.get(&normalized).is_some() {
            return None;
        }
        let first = *self.uncatalogued.get(&*normalized)?.first()?;
        Some(&self.entries[first].name)
    }

    /// The positions of the courts a filter value selects: the one it is the id, an alias or the name of, else those
    /// outside the catalogue of this name, else those whose name holds all its words.
    pub fn find(&self, value: &str) -> Vec<usize> {
        let normalized = text::normalize(value);
        if let Some(idx) = self.names.get(&normalized) {
            return vec![idx];
        }
        if let Some(positions) = self.uncatalogued.get(&*normalized) {
            return positions.clone();
        }
        let words = text::words(value);
        if words.is_empty() {
            return Vec::new();
        }
        let has_all = |court: &CourtEntry| words.iter().all(|word| court.words.contains(word));
        (0..self.entries.len()).filter(|idx| has_all(&self.entries[*idx])).collect()
    }
}

fn check(court: &Court, jurisdictions: &Jurisdictions, location: &SourceLocation, errors: &mut CorpusErrors) {
    if !text::is_tag(&court.id) {
        let message = format!("\"{}\" is not lower-case letters and digits", court.id);
        errors.add(CorpusError::of_field(location, "id", message));
    }
    if jurisdictions.get(&court.jurisdiction).is_none() {
        let message = format!("\"{}\" is not the id of a jurisdiction in the catalogue", court.jurisdiction);
        errors.add(CorpusError::of_field(location, "jurisdiction", message));
    }
    for name in [&court.id, &court.name].into_iter().chain(&court.aliases) {
        if CourtLevel::from_word(&text::normalize(name)).is_some() {
            let message = format!("\"{name}\" is the word of a court level, which always wins over a name");
            errors.add(CorpusError::of_line(location, message));
        }
    }
}
