/*!
The names of places in a search of statutes or bills: of the states, the District of Columbia and the territories. Their
words select no records, and the records of the place come first: a person who asks for `montana custody` wants the law
of Montana, and otherwise that of other states. Cases cite the law and the courts of other places too much for that.
*/

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::iter;

use lexdex_core::corpus::Catalogue;
use lexdex_core::model::{JurisdictionLevel, MatchMode, Resource};

use crate::format::facet_path::FacetPath;
use crate::format::facet_sets::FacetSets;
use crate::format::schema::FacetField;
use crate::search::text_search::facet_names::names_of;
use crate::search::text_search::plan::Units;
use crate::text::text_query::{ClauseRole, Term, TextQuery};
use crate::text::tokenizer::joined_words;

/// The names of all places: the words of each, those with the most words first, with its jurisdiction if that has records
/// in the list. `Washington, D.C.` does not name the state, even if the District has none.
pub(crate) struct PlaceNames(Vec<(Vec<String>, Option<FacetPath>)>);

/// The places that a search names.
#[derive(Default)]
pub(super) struct NamedPlaces<'p> {
    pub(super) jurisdictions: Vec<&'p FacetPath>,
    /// The clauses whose words are all in their names.
    pub(super) clauses: Units,
}

impl PlaceNames {
    /// The names of the places in a search of a list. Cases have none.
    pub(crate) fn new(resource: Resource, facets: &FacetSets, catalogue: &Catalogue) -> Self {
        let mut names: Vec<(Vec<String>, Option<FacetPath>)> = Vec::new();
        if resource == Resource::Cases {
            return Self(names);
        }
        let jurisdictions = catalogue.jurisdictions.entries().iter();
        for jurisdiction in jurisdictions.filter(|jurisdiction| jurisdiction.level != JurisdictionLevel::Federal) {
            let path = FacetPath::flat(&jurisdiction.id);
            let listed = Some(&path).filter(|path| facets.contains(FacetField::Jurisdiction, path));
            for name in names_of(FacetField::Jurisdiction, &path, catalogue) {
                names.push((joined_words(&name).split(' ').map(str::to_owned).collect(), listed.cloned()));
            }
        }
        names.sort_by_key(|(words, _)| Reverse(words.len()));
        Self(names)
    }

    /// Returns the places that a search names, given the corrected words. A place is named by unquoted words that no
    /// operator stands beside; if all words are required, none is.
    pub(super) fn in_search(&self, query: &TextQuery, corrected: &BTreeMap<String, String>) -> NamedPlaces<'_> {
        let mut named = NamedPlaces::default();
        if self.0.is_empty() || query.mode == MatchMode::All {
            return named;
        }
        let words = words_by_position(query, corrected);
        let mut is_in_name = vec![false; words.len()];
        let mut position = 0;
        while position < words.len() {
            let found = self.0.iter().find(|(name, _)| begin_with(&words[position..], name));
            let Some((name, jurisdiction)) = found else {
                position += 1;
                continue;
            };
            named.jurisdictions.extend(jurisdiction);
            is_in_name[position..position + name.len()].fill(jurisdiction.is_some());
            position += name.len();
        }
        for (clause_idx, clause) in query.clauses.iter().enumerate() {
            let mut positions = iter::once(clause.position).chain(clause.repeated_at.iter().copied());
            if positions.all(|position| is_in_name.get(position) == Some(&true)) {
                named.clauses |= 1 << clause_idx;
            }
        }
        named
    }
}

/// The words that can be in the name of a place, by their positions in the search.
fn words_by_position<'q>(query: &'q TextQuery, corrected: &'q BTreeMap<String, String>) -> Vec<Option<&'q str>> {
    let mut words = Vec::new();
    for clause in query.clauses.iter().filter(|clause| clause.role == ClauseRole::Word) {
        if let [Term::Word { text, .. }] = &clause.alternatives[..] {
            for position in iter::once(clause.position).chain(clause.repeated_at.iter().copied()) {
                words.resize(words.len().max(position + 1), None);
                words[position] = Some(corrected.get(text).unwrap_or(text).as_str());
            }
        }
    }
    words
}

/// Returns whether words begin with those of a name. The last one may end with the `s` of a possessive.
fn begin_with(words: &[Option<&str>], name: &[String]) -> bool {
    let Some((last, before)) = name.split_last() else { return false };
    let is_last = |word: &str| word == last || word.strip_suffix('s') == Some(last);
    words.get(..before.len()).is_some_and(|words| words.iter().zip(before).all(|(word, name)| *word == Some(name)))
        && words.get(before.len()).is_some_and(|word| word.is_some_and(is_last))
}
