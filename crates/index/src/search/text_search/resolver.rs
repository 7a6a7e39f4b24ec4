/*!
Resolves a search against a list: each word to its forms, its synonyms, and the facets that have it in their names.
*/

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use lexdex_core::citations::spelled_out;
use lexdex_core::model::MatchMode;
use tantivy::DocId;

use crate::docset::disjunction::SetRef;
use crate::docset::doc_set::DocSet;
use crate::format::facet_sets::FacetSets;
use crate::format::schema::{FacetField, TermField};
use crate::format::word_forms::WordForms;
use crate::search::date_index::DateIndex;
use crate::search::postings::Postings;
use crate::search::text_search::adjacency::{PhraseWord, docs_with_phrase};
use crate::search::text_search::clause_part::{Part, is_stop, parts};
use crate::search::text_search::clause_words::{
    PlainWord, SynonymWord, is_before_amendment, synonym_words, words_by_position,
};
use crate::search::text_search::exact_matches::ExactMatches;
use crate::search::text_search::facet_names::{CONGRESS, FacetNames, FacetRef, is_ordinal, statuses};
use crate::search::text_search::place_names::{NamedPlaces, PlaceNames};
use crate::search::text_search::plan::{Boost, PlanTerm, SearchPlan, Units};
use crate::search::text_search::priors::Priors;
use crate::search::text_search::source::{FieldLengths, FrequencySource};
use crate::search::text_search::spelling::correction;
use crate::search::text_search::synonyms::{Stems, Synonyms};
use crate::search::text_search::weights::{
    ADJACENCY_SIXTEENTHS, CORRECTED, IN_FACET, IN_TEXT, MAX_ADJACENCY_DOCS, MAX_SATURATED, OCCURRENCE, WEIGHT_UNIT,
    rarity,
};
use crate::text::stem::stem;
use crate::text::stop_words::is_stop_word;
use crate::text::text_query::{Clause, ClauseRole, Term, TextQuery};

/// The maximum distance of two words in a search for the adjacency boost.
const MAX_DISTANCE: usize = 4;

/// The minimum number of letters of each part of a word that may be written as two words.
const MIN_PART_LETTERS: usize = 3;

/// The parts of a list that a search is resolved against.
pub(crate) struct Resolver<'s> {
    pub(crate) postings: &'s Postings,
    pub(crate) forms: &'s WordForms,
    pub(crate) facets: &'s FacetSets,
    pub(crate) dates: &'s DateIndex,
    pub(crate) facet_names: &'s FacetNames,
    pub(crate) place_names: &'s PlaceNames,
    pub(crate) exact_matches: &'s ExactMatches,
    pub(crate) priors: &'s Priors,
    pub(crate) synonyms: &'s Synonyms,
    /// The words for the records of the list.
    pub(crate) own_nouns: &'static [&'static str],
    /// `None` if the list is empty.
    pub(crate) word_lengths: Option<&'s FieldLengths>,
    pub(crate) title_lengths: Option<&'s FieldLengths>,
    /// `None` if the list has no texts behind its records.
    pub(crate) text_lengths: Option<&'s FieldLengths>,
    pub(crate) n_docs: u32,
}

impl<'s> Resolver<'s> {
    /// Resolves a search.
    pub(crate) fn resolve(&self, query: &TextQuery) -> Result<SearchPlan<'s>> {
        let n_typed = query.n_words();
        let query = &*query.with_heaviest_words(|word| self.weight(word))?;
        let corrected = if query.mode == MatchMode::All { BTreeMap::new() } else { self.corrections(query)? };
        let words = words_by_position(query, &corrected);
        let mut sources: Vec<Vec<FrequencySource<'s>>> = Vec::with_capacity(query.clauses.len());
        for clause in &query.clauses {
            let mut of_clause = Vec::new();
            for term in &clause.alternatives {
                let corrected = if clause.role == ClauseRole::Excluded { &BTreeMap::new() } else { &corrected };
                let is_of_amendment = is_before_amendment(clause, &words) && is_ordinal(&term.words());
                self.push_term(term, corrected, is_of_amendment, &mut of_clause)?;
                self.push_year(term, &query.years, &mut of_clause);
                if clause.role != ClauseRole::Excluded
                    && let Term::Word { text, .. } = term
                {
                    let text = corrected.get(text).unwrap_or(text);
                    if clause.alternatives.len() > 1 {
                        let word = SynonymWord { stem: stem(text).into_owned(), clause_idx: 0, is_joined: false };
                        self.push_synonyms(&[Some(word)], std::slice::from_mut(&mut of_clause))?;
                    }
                    for words in spelled_out(text, query.is_name()) {
                        let stems: Stems = words.split(' ').map(|word| stem(word).into_owned()).collect();
                        self.push_synonym(&stems, &mut of_clause)?;
                    }
                }
            }
            sources.push(of_clause);
        }
        self.push_synonyms(&synonym_words(query, &corrected), &mut sources)?;
        self.push_compounds(&words, &mut sources)?;
        self.push_congresses(query, &words, &mut sources);
        let mut plan = self.plan(query, &corrected, sources);
        plan.set_coverages();
        self.push_phrase_words(query, &mut plan)?;
        plan.boosts = self.boosts(query, &words, &plan)?;
        let (exact, named) = self.exact(query, &corrected)?;
        plan.exact_ranks = self.exact_matches.ranks((&exact, &named), (self.priors, self.facets), self.dates.n_dated());
        plan.exact = exact;
        plan.corrected = corrected;
        plan.n_left_out = n_typed - query.n_words();
        Ok(plan)
    }

    /// Returns the weight of a word that decides whether it counts in a long search: higher for a rarer word; 1 for one
    /// that neither a record nor a text has, and 0 for a stop word.
    fn weight(&self, word: &str) -> Result<u32> {
        if is_stop_word(word) {
            return Ok(0);
        }
        let stem = stem(word);
        let mut n_with = 0;
        for form in self.forms.for_stem(&stem) {
            for field in self.vocabularies() {
                n_with += u64::from(self.postings.n_docs_with(*field, form)?);
            }
        }
        Ok(if n_with == 0 { 1 } else { self.rarity(n_with) })
    }

    /// Returns the unquoted words that no record has, each with its replacement. The replacement comes from the records
    /// themselves, because the texts behind them are not served.
    fn corrections(&self, query: &TextQuery) -> Result<BTreeMap<String, String>> {
        let mut corrected = BTreeMap::new();
        let words = words_by_position(query, &corrected);
        let clauses = query.clauses.iter().filter(|clause| clause.role != ClauseRole::Excluded);
        for (clause, term) in clauses.flat_map(|clause| clause.alternatives.iter().map(move |term| (clause, term))) {
            if let Term::Word { text, .. } = term
                && query.capitals.binary_search(text).is_err()
                && spelled_out(text, query.is_name()).is_empty()
                && !self.is_known(text)?
                && !self.is_part_of_compound(&words, clause.position)?
                && let Some(nearest) = correction(&[(self.postings, TermField::Word)], text)?
            {
                corrected.insert(text.clone(), nearest);
            }
        }
        Ok(corrected)
    }

    /// Returns whether a word is a stop word, occurs in records, names of facets or the thesaurus, or is written as two
    /// words in records.
    fn is_known(&self, text: &str) -> Result<bool> {
        let stem = stem(text);
        let is_known = is_stop_word(text)
            || self.has_word(&stem)?
            || self.synonyms.has_word(&stem)
            || self.facet_names.has_stem(&stem)
            || statuses(text).any(|(field, path)| self.facets.contains(field, &path))
            || !self.docs_with_parts(text)?.is_empty();
        Ok(is_known)
    }

    /// Returns whether any record joins the word at a position and one of its neighbors into one word.
    fn is_part_of_compound(&self, words: &[Option<PlainWord>], position: usize) -> Result<bool> {
        for pair in words[position.saturating_sub(1)..words.len().min(position + 2)].windows(2) {
            if let [Some(left), Some(right)] = pair
                && !is_stop_word(&left.text)
                && !is_stop_word(&right.text)
                && self.has_word(&stem(&format!("{}{}", left.text, right.text)))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether any record or text has a word with this stem.
    fn has_word(&self, stem: &str) -> Result<bool> {
        for form in self.forms.for_stem(stem) {
            for field in self.vocabularies() {
                if self.postings.n_docs_with(*field, form)? > 0 {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns the fields that a search looks up words in.
    pub(crate) fn vocabularies(&self) -> &'static [TermField] {
        if self.text_lengths.is_some() { &[TermField::Word, TermField::Text] } else { &[TermField::Word] }
    }

    fn push_term(
        &self,
        term: &Term,
        corrected: &BTreeMap<String, String>,
        is_of_amendment: bool,
        sources: &mut Vec<FrequencySource<'s>>,
    ) -> Result<()> {
        let is_meant = |(field, _): &&FacetRef| !(is_of_amendment && *field == FacetField::Court);
        match term {
            Term::Word { text, is_abbreviation } => {
                let text = corrected.get(text).unwrap_or(text);
                let stem = stem(text);
                self.push_forms(&self.forms.for_stem(&stem), WEIGHT_UNIT, sources)?;
                self.push_facets(self.facet_names.with_stem(&stem).filter(is_meant), sources);
                let has_name = |facet: &&FacetRef| self.facet_names.with_stem(&stem).any(|named| named == *facet);
                if *is_abbreviation {
                    let abbreviated = self.facet_names.with_abbreviation(text).filter(|facet| !has_name(facet));
                    self.push_facets(abbreviated, sources);
                }
                self.push_facets(statuses(text), sources);
            }
            Term::Phrase(words) => {
                match &words[..] {
                    [word] => {
                        self.push_forms(&[word], WEIGHT_UNIT, sources)?;
                        self.push_facets(statuses(word), sources);
                    }
                    words => {
                        let words = words.iter().enumerate();
                        let words = words.map(|(offset, word)| PhraseWord { forms: vec![word], offset: offset as u32 });
                        let words: Vec<_> = words.collect();
                        self.push_docs(&docs_with_phrase(self.postings, TermField::Word, &words)?, OCCURRENCE, sources);
                        if self.postings.has_positions_of_texts() {
                            let docs = docs_with_phrase(self.postings, TermField::Text, &words)?;
                            sources.extend(self.set_of(&docs, IN_TEXT, true));
                        }
                    }
                }
                self.push_facets(self.facet_names.with_phrase(words).into_iter().filter(is_meant), sources);
            }
        }
        Ok(())
    }

    /// Adds the occurrences of forms of a word in records, in titles and in texts behind records.
    pub(crate) fn push_forms(&self, forms: &[&str], weight: u32, sources: &mut Vec<FrequencySource<'s>>) -> Result<()> {
        let fields = [
            (TermField::Word, self.word_lengths),
            (TermField::TitleWord, self.title_lengths),
            (TermField::Text, self.text_lengths),
        ];
        for form in forms {
            for (field, lengths) in fields {
                if let Some(lengths) = lengths
                    && let Some(blocks) = self.postings.blocks(field, form)?
                {
                    let (is_extra, is_background) = (field == TermField::TitleWord, field == TermField::Text);
                    sources.push(FrequencySource::Postings { blocks, lengths, weight, is_extra, is_background });
                }
            }
        }
        Ok(())
    }

    pub(crate) fn push_facets(
        &self,
        facets: impl IntoIterator<Item: Borrow<FacetRef>>,
        sources: &mut Vec<FrequencySource<'s>>,
    ) {
        for facet in facets {
            let (field, path) = facet.borrow();
            if let Some(set) = self.facets.get(*field, path) {
                let set = SetRef::Resident(set);
                sources.push(FrequencySource::Set { set, frequency: IN_FACET, is_background: false });
            }
        }
    }

    /// Adds the documents of a year, if a term is one.
    fn push_year(&self, term: &Term, years: &[String], sources: &mut Vec<FrequencySource<'s>>) {
        let word = match term {
            Term::Word { text, .. } => text,
            Term::Phrase(words) if words.len() == 1 => &words[0],
            Term::Phrase(_) => return,
        };
        let year = word.parse().ok().filter(|_| years.binary_search(word).is_ok());
        let docs = year.map(|year| self.dates.docs_in_year(year, self.n_docs)).filter(|docs| docs.len() > 0);
        let set = |docs| SetRef::Computed(Arc::new(docs));
        sources.extend(docs.map(|docs| FrequencySource::Set {
            set: set(docs),
            frequency: IN_FACET,
            is_background: false,
        }));
    }

    pub(super) fn push_docs(&self, docs: &[DocId], frequency: u32, sources: &mut Vec<FrequencySource<'s>>) {
        sources.extend(self.set_of(docs, frequency, false));
    }

    /// Makes a source of a list of documents. Returns `None` if the list is empty.
    fn set_of(&self, docs: &[DocId], frequency: u32, is_background: bool) -> Option<FrequencySource<'s>> {
        let set = || SetRef::Computed(Arc::new(DocSet::from_docs(docs, self.n_docs)));
        (!docs.is_empty()).then(|| FrequencySource::Set { set: set(), frequency, is_background })
    }

    /// Adds the session of a Congress to the clauses of its name: `118th congress`, `118 congress`.
    fn push_congresses(
        &self,
        query: &TextQuery,
        words: &[Option<PlainWord>],
        sources: &mut [Vec<FrequencySource<'s>>],
    ) {
        for (clause_idx, clause) in query.clauses.iter().enumerate() {
            let next = words.get(clause.position + clause.alternatives[0].n_words()).and_then(Option::as_ref);
            let Some(congress) = next.filter(|word| clause.role != ClauseRole::Excluded && word.stem == CONGRESS)
            else {
                continue;
            };
            for term in &clause.alternatives {
                let Some(session) = self.facet_names.for_congress(&term.words()) else { continue };
                self.push_facets([session], &mut sources[congress.clause_idx]);
                // An ordinal is a phrase of number and ending, and so finds the session by itself.
                if term.n_words() == 1 {
                    self.push_facets([session], &mut sources[clause_idx]);
                }
            }
        }
    }

    /// Adds compounds that records write differently: two neighbors as one word, and a word as two.
    fn push_compounds(&self, words: &[Option<PlainWord>], sources: &mut [Vec<FrequencySource<'s>>]) -> Result<()> {
        for pair in words.windows(2) {
            if let [Some(left), Some(right)] = pair {
                let joined = format!("{}{}", left.text, right.text);
                let has_stop_word = is_stop_word(&left.text) || is_stop_word(&right.text);
                if joined.chars().all(char::is_alphabetic) && !has_stop_word {
                    let joined_stem = stem(&joined);
                    let forms = self.forms.for_stem(&joined_stem);
                    self.push_forms(&forms, WEIGHT_UNIT, &mut sources[left.clause_idx])?;
                    self.push_forms(&forms, WEIGHT_UNIT, &mut sources[right.clause_idx])?;
                }
            }
        }
        for word in words.iter().flatten() {
            let docs = self.docs_with_parts(&word.text)?;
            self.push_docs(&docs, OCCURRENCE, &mut sources[word.clause_idx]);
        }
        Ok(())
    }

    /// Returns the documents that have a word written as two.
    fn docs_with_parts(&self, text: &str) -> Result<Vec<DocId>> {
        let mut docs = Vec::new();
        if !text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return Ok(docs);
        }
        for middle in MIN_PART_LETTERS..(text.len() + 1).saturating_sub(MIN_PART_LETTERS) {
            let (left, right) = text.split_at(middle);
            let right_stem = stem(right);
            let forms = self.forms.for_stem(&right_stem);
            let n_docs = u64::from(self.postings.n_docs_with(TermField::Word, left)?).min(self.n_docs_with(&forms)?);
            if n_docs > 0 && n_docs <= MAX_ADJACENCY_DOCS {
                let words = [PhraseWord { forms: vec![left], offset: 0 }, PhraseWord { forms, offset: 1 }];
                docs.extend(docs_with_phrase(self.postings, TermField::Word, &words)?);
            }
        }
        docs.sort_unstable();
        docs.dedup();
        Ok(docs)
    }

    /// Builds the units of the clauses, and the sets of units that select documents.
    fn plan(
        &self,
        query: &TextQuery,
        corrected: &BTreeMap<String, String>,
        sources: Vec<Vec<FrequencySource<'s>>>,
    ) -> SearchPlan<'s> {
        let own_nouns = if query.mode == MatchMode::All { &[] } else { self.own_nouns };
        let mut places = self.place_names.in_search(query, corrected);
        let mut of_clauses = parts(query, own_nouns, places.clauses);
        let is_included = |clause: &Clause| clause.role != ClauseRole::Excluded;
        let mut all = query.clauses.iter().zip(&sources).zip(&of_clauses);
        // A search for nothing but a place, or for nothing else that is there, finds the records of the place.
        let is_there = |sources: &[FrequencySource<'_>]| sources.iter().any(|source| source.n_docs() > 0);
        if !all.any(|((clause, sources), part)| is_included(clause) && *part == Part::Subject && is_there(sources)) {
            places = NamedPlaces::default();
            of_clauses = parts(query, own_nouns, places.clauses);
        }
        let included = query.clauses.iter().zip(&of_clauses).filter(|(clause, _)| is_included(clause));
        let highest = included.map(|(_, part)| *part).max().unwrap_or(Part::Subject);
        let jurisdictions = places.jurisdictions.into_iter();
        let places = jurisdictions.filter_map(|path| self.facets.get(FacetField::Jurisdiction, path)).collect();
        let mut plan = SearchPlan { places, ..SearchPlan::default() };
        for ((clause, sources), part) in query.clauses.iter().zip(sources).zip(of_clauses) {
            let unit: Units = 1 << plan.units.len();
            let is_excluded = clause.role == ClauseRole::Excluded;
            let is_subject = !is_excluded && part == highest;
            let n_with: u64 = sources.iter().map(FrequencySource::n_docs).sum();
            let is_scored = is_subject || (!is_excluded && part > Part::StopWord);
            let rarity = if is_scored { self.rarity(n_with) * certainty(clause, corrected) / WEIGHT_UNIT } else { 0 };
            if is_excluded {
                plan.excluded |= unit;
            }
            if clause.role == ClauseRole::Required {
                plan.required |= unit;
                plan.all |= unit;
            }
            if is_subject {
                plan.all |= unit;
                plan.any |= unit;
            }
            let is_condition = matches!(clause.role, ClauseRole::Excluded | ClauseRole::Required);
            plan.units.push(PlanTerm { sources, rarity, coverage: 0, is_condition });
        }
        plan
    }

    /// Returns the rarity of a unit with this number of matches, which may count a document several times.
    pub(crate) fn rarity(&self, n_with: u64) -> u32 {
        let n_docs = u64::from(self.n_docs);
        rarity(n_with.min(n_docs), n_docs)
    }

    /// Adds units for the words of phrases in titles, which rank the documents that have the phrase.
    fn push_phrase_words(&self, query: &TextQuery, plan: &mut SearchPlan<'s>) -> Result<()> {
        let Some(lengths) = self.title_lengths else {
            return Ok(());
        };
        let clauses = query.clauses.iter().filter(|clause| clause.role != ClauseRole::Excluded);
        let phrases = clauses.flat_map(|clause| &clause.alternatives).filter_map(|term| match term {
            Term::Phrase(words) if words.len() > 1 => Some(words),
            _ => None,
        });
        for word in phrases.flatten().filter(|word| !is_stop_word(word)) {
            if let Some(blocks) = self.postings.blocks(TermField::TitleWord, word)? {
                let rarity = self.rarity(blocks.doc_freq().into());
                let (weight, is_extra, is_background) = (WEIGHT_UNIT, false, false);
                let sources = vec![FrequencySource::Postings { blocks, lengths, weight, is_extra, is_background }];
                plan.units.push(PlanTerm { sources, rarity, coverage: 0, is_condition: false });
            }
        }
        Ok(())
    }

    /// Returns the boosts for documents that have neighboring words of the search at the same distance.
    fn boosts(&self, query: &TextQuery, words: &[Option<PlainWord>], plan: &SearchPlan<'_>) -> Result<Vec<Boost>> {
        let mut boosts = Vec::new();
        let subjects = words.iter().enumerate().filter_map(|(position, word)| Some((position, word.as_ref()?)));
        let subjects: Vec<(usize, &PlainWord)> =
            subjects.filter(|(_, word)| !is_stop(&query.clauses[word.clause_idx])).collect();
        for pair in subjects.windows(2) {
            let [(left_position, left), (right_position, right)] = pair else { continue };
            let distance = right_position - left_position;
            let (left_forms, right_forms) = (self.forms.for_stem(&left.stem), self.forms.for_stem(&right.stem));
            let n_docs = self.n_docs_with(&left_forms)?.min(self.n_docs_with(&right_forms)?);
            if distance > MAX_DISTANCE || n_docs > MAX_ADJACENCY_DOCS {
                continue;
            }
            let phrase = [
                PhraseWord { forms: left_forms, offset: 0 },
                PhraseWord { forms: right_forms, offset: distance as u32 },
            ];
            let docs = docs_with_phrase(self.postings, TermField::Word, &phrase)?;
            let rarity = plan.units[left.clause_idx].rarity.min(plan.units[right.clause_idx].rarity);
            if !docs.is_empty() {
                boosts.push(Boost { docs, points: rarity * MAX_SATURATED / 16 * ADJACENCY_SIXTEENTHS });
            }
        }
        Ok(boosts)
    }

    /// Returns the number of records with these forms. Occurrences in the texts behind records do not count.
    fn n_docs_with(&self, forms: &[&str]) -> Result<u64> {
        let n_docs = |form: &&str| Ok(u64::from(self.postings.n_docs_with(TermField::Word, form)?));
        forms.iter().map(n_docs).sum()
    }
}

/// Returns the weight of a clause in [`WEIGHT_UNIT`], lower for a corrected word.
fn certainty(clause: &Clause, corrected: &BTreeMap<String, String>) -> u32 {
    let is_corrected = |term: &Term| matches!(term, Term::Word { text, .. } if corrected.contains_key(text));
    if clause.alternatives.iter().any(is_corrected) { CORRECTED } else { WEIGHT_UNIT }
}
