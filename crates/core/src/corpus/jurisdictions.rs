/*!
The catalogue of jurisdictions. Records of other jurisdictions are invalid.
*/

use std::borrow::Cow;

use crate::corpus::corpus_error::{CorpusError, CorpusErrors};
use crate::corpus::name_index::NameIndex;
use crate::corpus::source_location::SourceLocation;
use crate::corpus::text;
use crate::model::{Jurisdiction, JurisdictionLevel, LICENSE};

/// The jurisdictions in catalogue order: the federal one, the states by name, the District of Columbia, and the
/// territories by name.
#[derive(Clone, Debug)]
pub struct Jurisdictions {
    entries: Vec<Jurisdiction>,
    names: NameIndex,
}

impl Jurisdictions {
    pub(super) fn new(mut entries: Vec<(SourceLocation, Jurisdiction)>, errors: &mut CorpusErrors) -> Self {
        entries.sort_by_cached_key(|(_, jurisdiction)| {
            (level_rank(jurisdiction.level), text::normalize(&jurisdiction.name).into_owned(), jurisdiction.id.clone())
        });
        let mut names = NameIndex::default();
        for (idx, (location, jurisdiction)) in entries.iter().enumerate() {
            check(jurisdiction, location, errors);
            let Jurisdiction { id, name, abbreviation, slug, aliases, .. } = jurisdiction;
            for (field, value) in [("id", id), ("name", name), ("abbreviation", abbreviation), ("slug", slug)] {
                names.add(text::normalize(value), idx, location, field, errors);
            }
            for alias in aliases {
                names.add(text::normalize(alias), idx, location, "aliases", errors);
            }
        }
        Self { entries: entries.into_iter().map(|(_, jurisdiction)| jurisdiction).collect(), names }
    }

    /// Returns the entries, in catalogue order.
    pub fn entries(&self) -> &[Jurisdiction] {
        &self.entries
    }

    /// Returns the position of the jurisdiction with this id in catalogue order.
    pub fn position(&self, id: &str) -> Option<usize> {
        let idx = self.names.get(id)?;
        (self.entries[idx].id == id).then_some(idx)
    }

    /// Returns the jurisdiction with this id.
    pub fn get(&self, id: &str) -> Option<&Jurisdiction> {
        self.position(id).map(|idx| &self.entries[idx])
    }

    /// Returns the jurisdiction that a filter value names by its id, abbreviation, slug, name or an alias.
    pub fn find(&self, value: &str) -> Option<&Jurisdiction> {
        self.names.get(&text::normalize(value)).map(|idx| &self.entries[idx])
    }

    /// Suggests up to three entries with the names nearest to an unknown value.
    pub fn nearest(&self, value: &str) -> Vec<&Jurisdiction> {
        const MAX_SUGGESTIONS: usize = 3;
        let normalized = text::normalize(value);
        let names: Vec<(usize, Cow<'_, str>)> = self
            .entries
            .iter()
            .enumerate()
            .flat_map(|(idx, entry)| {
                let names = [&entry.id, &entry.slug, &entry.name].into_iter().chain(&entry.aliases);
                names.map(move |name| (idx, text::normalize(name)))
            })
            .collect();
        let candidates = names.iter().map(|(idx, name)| (*idx, &**name));
        text::probably_meant(&normalized, candidates, MAX_SUGGESTIONS)
            .into_iter()
            .map(|idx| &self.entries[idx])
            .collect()
    }
}

fn level_rank(level: JurisdictionLevel) -> u8 {
    match level {
        JurisdictionLevel::Federal => 0,
        JurisdictionLevel::State => 1,
        JurisdictionLevel::District => 2,
        JurisdictionLevel::Territory => 3,
    }
}

fn check(jurisdiction: &Jurisdiction, location: &SourceLocation, errors: &mut CorpusErrors) {
    for (field, value) in [("id", &jurisdiction.id), ("slug", &jurisdiction.slug)] {
        if !text::is_tag(value) {
            let message = format!("\"{value}\" is not lower-case words joined by hyphens");
            errors.add(CorpusError::in_field(location, field, message));
        }
    }
    if jurisdiction.meta.jurisdiction != jurisdiction.id {
        let message = format!("\"{}\" is not the entry's id \"{}\"", jurisdiction.meta.jurisdiction, jurisdiction.id);
        errors.add(CorpusError::in_field(location, "meta.jurisdiction", message));
    }
    if jurisdiction.meta.license != LICENSE {
        let message = format!("\"{}\" is not \"{}\"", jurisdiction.meta.license, LICENSE);
        errors.add(CorpusError::in_field(location, "meta.license", message));
    }
    if jurisdiction.meta.citation.is_some() {
        errors.add(CorpusError::in_field(location, "meta.citation", "is null for jurisdictions"));
    }
}
