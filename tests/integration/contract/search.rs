/*!
Search by the rules of `docs/search.md`: the records that `q` finds. Their order is not computed a second time.
*/

mod foreign;
mod namesakes;
mod places;
mod query;
mod searched_list;
pub(super) mod spelling;
mod unit;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use lexdex_core::citations::spelled_out;

use self::namesakes::namesakes;
use self::places::places;
use self::query::{Clause, Term, clauses, is_ordinal, years};
use self::searched_list::SearchedList;
use self::spelling::nearest_word;
use self::unit::{Unit, rarity, shares, weight};
use super::{citations, words};

pub(super) use self::searched_list::{Kind, NamedRecords, SearchedList as List, stem};

/// The records that `q` finds.
#[derive(Debug)]
pub(super) struct Found {
    /// `all`, `most` or `any`: which of the words the records have.
    pub(super) rule: &'static str,
    /// The corrected words, each with its correction.
    pub(super) corrected: BTreeMap<String, String>,
    /// The citation that `q` is, if no record has it. The records then only mention it.
    pub(super) absent: Option<String>,
    /// The records, by their positions in the list.
    pub(super) records: BTreeSet<usize>,
    /// Those of them whose citation or name is `q`. They come first.
    pub(super) exact: BTreeSet<usize>,
}

/// Returns the number of different words of `q`.
pub(in super::super) fn n_words(q: &str) -> usize {
    clauses(q).iter().map(Clause::n_words).sum()
}

/// Finds the records of a list, where `mode` is the value of `match`.
pub(super) fn search(list: &SearchedList, q: &str, mode: &str) -> Found {
    let mut clauses = clauses(q);
    let mut corrected = if mode == "all" { BTreeMap::new() } else { corrections(list, q, &clauses) };
    let cited = citations::standard(q);
    let is_citation = mode == "auto" && !cited.is_empty() && clauses.iter().all(Clause::is_as_typed);
    let mut absent = None;
    if is_citation && Resolved::new(list, (q, mode), clauses.clone(), &corrected).exact.is_empty() {
        clauses = vec![Clause::with_any(cited.iter().map(|cited| words::words(cited)))];
        corrected = BTreeMap::new();
        absent = cited.last().cloned();
    }
    let resolved = Resolved::new(list, (q, mode), clauses, &corrected);
    let selected = |rule: &str| (0..list.records.len()).filter(|record| resolved.selects(*record, rule)).collect();
    let (rule, records): (&str, BTreeSet<usize>) = match mode {
        _ if absent.is_some() => ("all", selected("all")),
        "all" => ("all", selected("all")),
        "any" => ("any", selected("any")),
        _ => resolved.enough(selected("all"), selected("any")),
    };
    let exact = resolved.exact.intersection(&records).copied().collect();
    Found { rule, corrected, absent, records, exact }
}

/// Returns the hint on an operator of another service.
pub(super) fn hint(q: &str) -> Option<String> {
    foreign::hint(q)
}

/// Returns the words that the list lacks, each with its correction.
fn corrections(list: &SearchedList, q: &str, clauses: &[Clause]) -> BTreeMap<String, String> {
    let as_typed = row(clauses, &BTreeMap::new());
    let is_part_of_compound = |place: usize| {
        let pairs = as_typed.windows(2).skip(place.saturating_sub(1)).take(if place == 0 { 1 } else { 2 });
        let of_subjects = pairs.filter(|pair| pair.iter().flatten().all(|word| !is_stop_word(&word.text)));
        let mut joined =
            of_subjects.filter_map(|pair| Some(format!("{}{}", pair[0].as_ref()?.text, pair[1].as_ref()?.text)));
        joined.any(|joined| !list.forms(&stem(&joined)).is_empty())
    };
    // In a text of several words that is in capitals throughout, they say nothing.
    let has_capitals_throughout = !q.chars().any(char::is_lowercase) && q.split_whitespace().count() > 1;
    let mut corrected = BTreeMap::new();
    for clause in clauses.iter().filter(|clause| !clause.is_excluded) {
        for term in &clause.terms {
            let Term::Word { text, .. } = term else { continue };
            let in_capitals = q
                .split_whitespace()
                .filter(|_| !has_capitals_throughout)
                .filter(|chunk| chunk.chars().any(char::is_uppercase) && !chunk.chars().any(char::is_lowercase));
            let is_known = is_stop_word(text)
                || in_capitals.flat_map(words::words).any(|word| word == *text)
                || !in_full(text, q).is_empty()
                || !list.forms(&stem(text)).is_empty()
                || list.groups.iter().flatten().flatten().any(|of_member| *of_member == stem(text))
                || list.named.iter().any(|named| named.knows(&stem(text)))
                || list
                    .named
                    .iter()
                    .any(|named| named.kind == Kind::Status && named.has_phrase(std::slice::from_ref(text)))
                || list.records.iter().enumerate().any(|(record, _)| has_as_two(list, record, text));
            if !is_known && !is_part_of_compound(clause.place) {
                corrected.extend(nearest_word(&list.vocabulary, text).map(|nearest| (text.clone(), nearest)));
            }
        }
    }
    corrected
}

/// A word of `q` that is neither excluded nor part of a phrase or of alternatives.
struct Word {
    text: String,
    clause: usize,
}

/// Returns the words by their positions in `q`. The positions of phrases, alternatives, excluded and repeated words are
/// `None`.
fn row(clauses: &[Clause], corrected: &BTreeMap<String, String>) -> Vec<Option<Word>> {
    let mut row: Vec<Option<Word>> = Vec::new();
    for (clause_idx, clause) in clauses.iter().enumerate() {
        row.resize_with(clause.place + 1, || None);
        if let Some(text) = clause.word() {
            row[clause.place] =
                Some(Word { text: corrected.get(text).map_or(text, |read| read).to_owned(), clause: clause_idx });
        }
    }
    row
}

/// Returns whether a record has a word as two adjacent words: the first in this form, the second in any form.
fn has_as_two(list: &SearchedList, record: usize, word: &str) -> bool {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_alphabetic());
    (3..word.len().saturating_sub(2)).filter(|_| is_plain).any(|middle| {
        let (left, right) = word.split_at(middle);
        list.records[record].has_at_distances(&[(0, vec![left.to_owned()]), (1, list.forms(&stem(right)))])
    })
}

const STOP_WORDS: &str = "a about aint an and any are arent as at be been being but by can cannot cant could couldnt did didnt \
    do does doesnt dont ever for from get had hadnt has hasnt have havent he her his how i if im in into \
    is isnt it its ive latest may me must mustnt my neednt newest of on or our recent recently shall she should shouldnt so some such \
    than that the their them there these they theyll theyre theyve this those to upon v was wasnt we \
    were werent weve what when where which while who whose why with without wont would wouldnt you youll \
    your youre youve";

pub(in super::super) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.split(' ').any(|stop| stop == word)
}

fn is_stop_clause(clause: &Clause) -> bool {
    clause.terms.iter().all(|term| matches!(term, Term::Word { text, is_abbreviation: false } if is_stop_word(text)))
}

/// Returns how much a clause says about the subject: 3 for most, 2 for the name of a place, 1 for a word for the records
/// of the list, 0 for stop words. If all words are required, a word for the records is a word like others.
fn part(list: &SearchedList, clause: &Clause, mode: &str, is_in_place: bool) -> u8 {
    match clause.terms[..] {
        [Term::Word { ref text, .. }] if mode != "all" && list.own_nouns.contains(&text.as_str()) => 1,
        _ if is_stop_clause(clause) => 0,
        _ if is_in_place => 2,
        _ => 3,
    }
}

/// `q` with everything that it means in a list.
struct Resolved {
    clauses: Vec<Clause>,
    /// One unit for each clause.
    units: Vec<Unit>,
    /// Whether each clause selects records.
    are_subjects: Vec<bool>,
    /// The records whose citation, name or first party is `q`.
    exact: BTreeSet<usize>,
    /// The records of the places that `q` names.
    in_places: BTreeSet<usize>,
}

impl Resolved {
    fn new(
        list: &SearchedList,
        (q, mode): (&str, &str),
        clauses: Vec<Clause>,
        corrected: &BTreeMap<String, String>,
    ) -> Self {
        let row = row(&clauses, corrected);
        let years = years(q);
        let mut units: Vec<Unit> = clauses.iter().map(|_| Unit::default()).collect();
        for (clause, unit) in clauses.iter().zip(&mut units) {
            let read = |text: &String| match corrected.get(text) {
                Some(read) if !clause.is_excluded => read.clone(),
                _ => text.clone(),
            };
            let after = row.get(clause.place + clause.terms[0].n_words()).and_then(Option::as_ref);
            let is_before_amendment = after.is_some_and(|word| stem(&word.text) == "amend");
            for term in &clause.terms {
                let is_of_amendment = is_before_amendment && is_ordinal(&term.words());
                let is_meant = |named: &NamedRecords| match named.kind {
                    Kind::Court => !is_of_amendment,
                    Kind::Year => term.words().iter().all(|word| years.contains(word)),
                    _ => true,
                };
                let meant = || list.named.iter().filter(|named| is_meant(named));
                match term {
                    Term::Word { text, is_abbreviation } => {
                        list.forms(&stem(&read(text))).iter().for_each(|form| list.add_form(form, unit));
                        for named in meant() {
                            let has_stem = named.has_stem(&stem(&read(text)))
                                || named.kind == Kind::Status && named.has_phrase(&[read(text)]);
                            let is_abbreviated = *is_abbreviation && named.abbreviation == Some(read(text));
                            if has_stem || is_abbreviated {
                                unit.add(named.records.iter().copied());
                            }
                        }
                        let in_full = if clause.is_excluded { Vec::new() } else { in_full(&read(text), q) };
                        in_full.iter().for_each(|stems| add_synonym(list, stems, unit));
                        if clause.terms.len() > 1 && !clause.is_excluded {
                            let words = [Some((stem(&read(text)), 0, false))];
                            add_synonyms(list, &words, std::slice::from_mut(unit));
                        }
                    }
                    Term::Phrase(words) => {
                        match &words[..] {
                            [word] => list.add_form(word, unit),
                            _ => {
                                let words: Vec<_> = words.iter().map(|word| vec![word.clone()]).enumerate().collect();
                                list.add_phrase(&words, unit);
                            }
                        }
                        for named in meant().filter(|named| named.has_phrase(words)) {
                            unit.add(named.records.iter().copied());
                        }
                    }
                }
            }
        }
        let mut in_synonyms = Vec::new();
        for (clause_idx, clause) in clauses.iter().enumerate() {
            let words = clause.synonym_words();
            for first in clause.again.iter().chain([&clause.place]) {
                in_synonyms.resize(in_synonyms.len().max(first + words.len()), None);
                for (number, word) in words.iter().enumerate() {
                    let stem = stem(corrected.get(word).unwrap_or(word));
                    in_synonyms[first + number] = Some((stem, clause_idx, number + 1 < words.len()));
                }
            }
        }
        add_synonyms(list, &in_synonyms, &mut units);
        for pair in row.windows(2) {
            let [Some(left), Some(right)] = pair else { continue };
            let joined = format!("{}{}", left.text, right.text);
            let is_of_letters =
                joined.chars().all(char::is_alphabetic) && !is_stop_word(&left.text) && !is_stop_word(&right.text);
            for form in list.forms(&stem(&joined)).into_iter().filter(|_| is_of_letters) {
                list.add_form(&form, &mut units[left.clause]);
                list.add_form(&form, &mut units[right.clause]);
            }
        }
        for word in row.iter().flatten() {
            let records = (0..list.records.len()).filter(|record| has_as_two(list, *record, &word.text));
            units[word.clause].add(records);
        }
        add_congresses(list, &clauses, &row, &mut units);
        let (mut in_names, mut in_places) = places(list, &clauses, corrected, mode);
        let is_other = |(idx, clause): (usize, &Clause)| {
            let is_subject = !clause.is_excluded && part(list, clause, mode, in_names.contains(&idx)) == 3;
            is_subject && !units[idx].records.is_empty()
        };
        if !clauses.iter().enumerate().any(is_other) {
            in_names.clear();
            in_places.clear();
        }
        let part = |idx: usize| match &clauses[idx] {
            clause if clause.is_excluded => None,
            clause => Some(part(list, clause, mode, in_names.contains(&idx))),
        };
        let highest_part = (0..clauses.len()).filter_map(part).max().unwrap_or(3);
        let are_subjects: Vec<bool> = (0..clauses.len()).map(|idx| part(idx) == Some(highest_part)).collect();
        let n_records = list.records.len() as u64;
        for (clause, unit) in clauses.iter().zip(&mut units) {
            let is_corrected = |term: &Term| matches!(term, Term::Word { text, .. } if corrected.contains_key(text));
            let sixteenths = if clause.terms.iter().any(is_corrected) { 8 } else { 16 };
            unit.rarity = rarity(unit.n_matches, n_records) * sixteenths / 16;
        }
        let exact = namesakes(list, q, corrected);
        Self { clauses, units, are_subjects, exact, in_places }
    }

    /// Returns whether a record has all words without the text behind it.
    fn suits_all(&self, record: usize) -> bool {
        let mut all = self.units.iter().enumerate().filter(|(idx, _)| self.is_needed(*idx));
        all.all(|(_, unit)| unit.own.contains(&record))
    }

    /// Returns whether a record with all words has this clause.
    fn is_needed(&self, clause_idx: usize) -> bool {
        self.are_subjects[clause_idx] || self.clauses[clause_idx].is_required
    }

    /// Returns whether a rule selects a record.
    fn selects(&self, record: usize, rule: &str) -> bool {
        let has = |unit: &Unit| unit.records.contains(&record);
        let clauses = || self.clauses.iter().zip(&self.units);
        let is_selected = match rule {
            "all" => self.units.iter().enumerate().all(|(idx, unit)| !self.is_needed(idx) || has(unit)),
            _ => {
                (self.subjects().is_empty() || self.subjects().into_iter().any(has))
                    && clauses().all(|(clause, unit)| !clause.is_required || has(unit))
            }
        };
        let is_excluded = clauses().any(|(clause, unit)| clause.is_excluded && has(unit));
        !is_excluded && (is_selected || self.exact.contains(&record))
    }

    /// Returns the units of the words that select records.
    fn subjects(&self) -> Vec<&Unit> {
        self.units.iter().zip(&self.are_subjects).filter(|(_, is_subject)| **is_subject).map(|(unit, _)| unit).collect()
    }

    /// Returns the weight of the words that a record has.
    fn weight(&self, record: usize) -> u64 {
        weight(&self.subjects(), record)
    }

    /// Returns the records that have enough of the words, and the word for the rule, given those that have all of them
    /// and those that have any.
    fn enough(&self, all: BTreeSet<usize>, any: BTreeSet<usize>) -> (&'static str, BTreeSet<usize>) {
        let has_exact = all.iter().any(|record| self.exact.contains(record));
        let n_needed = (0..self.clauses.len()).filter(|idx| self.is_needed(*idx)).count();
        let suits_all = |records: Vec<&usize>| {
            has_exact
                || records.iter().filter(|record| self.suits_all(***record)).count() >= 3
                || (n_needed <= 1 && !records.is_empty())
        };
        let is_placed = |record: &&usize| self.in_places.contains(record);
        let needs_all = suits_all(all.iter().collect());
        if needs_all
            && (self.in_places.is_empty() || n_needed <= 1 || suits_all(all.iter().filter(is_placed).collect()))
        {
            return ("all", all);
        }
        let mut weights: Vec<u64> = any.iter().map(|record| self.weight(*record)).collect();
        weights.sort_unstable_by_key(|weight| Reverse(*weight));
        let third = weights.get(2).copied().unwrap_or(0);
        let compared = if needs_all { shares(self.subjects()).iter().sum() } else { third };
        let is_enough = |record: &usize| {
            let weight = 3 * self.weight(*record);
            all.contains(record) || !needs_all && weight >= 2 * compared || is_placed(&record) && weight >= compared
        };
        let enough: BTreeSet<usize> = any.iter().copied().filter(is_enough).collect();
        match enough.len() {
            n_records if n_records > 0 && n_records == all.len() => ("all", all),
            n_records if n_records == any.len() => ("any", any),
            _ => ("most", enough),
        }
    }
}

/// Adds the records of a Congress to the units of its number or ordinal, and of `congress` directly after it.
fn add_congresses(list: &SearchedList, clauses: &[Clause], row: &[Option<Word>], units: &mut [Unit]) {
    for (clause_idx, clause) in clauses.iter().enumerate().filter(|(_, clause)| !clause.is_excluded) {
        let after = row.get(clause.place + clause.terms[0].n_words()).and_then(Option::as_ref);
        let Some(congress) = after.filter(|word| stem(&word.text) == "congress") else { continue };
        for words in clause.terms.iter().map(Term::words) {
            for named in list.named.iter().filter(|named| named.is_congress(&words)) {
                let records = || named.records.iter().copied();
                units[congress.clause].add(records());
                if words.len() == 1 {
                    units[clause_idx].add(records());
                }
            }
        }
    }
}

/// Adds the synonyms of each run of words to the units of its words, once for the same words. Each word has its stem, its
/// unit, and whether the next word is of the same piece.
fn add_synonyms(list: &SearchedList, words: &[Option<(String, usize, bool)>], units: &mut [Unit]) {
    let mut added = BTreeSet::new();
    for (group_idx, group) in list.groups.iter().enumerate() {
        for member in group {
            for (start, run) in words.windows(member.len()).enumerate() {
                let is_member = run.iter().flatten().map(|(stem, ..)| stem).eq(member);
                // Words of a piece are synonyms only together.
                let is_split = |word: Option<&Option<(String, usize, bool)>>| matches!(word, Some(Some((.., true))));
                let before = start.checked_sub(1).and_then(|before| words.get(before));
                if !is_member || is_split(before) || is_split(run.last()) {
                    continue;
                }
                let of_run: BTreeSet<usize> = run.iter().flatten().map(|(_, unit, _)| *unit).collect();
                for other in group.iter().filter(|other| *other != member) {
                    if added.insert((of_run.clone(), group_idx, other)) {
                        of_run.iter().for_each(|unit| add_synonym(list, other, &mut units[*unit]));
                    }
                }
            }
        }
    }
}

/// Adds a synonym, a word or a phrase, to a unit.
fn add_synonym(list: &SearchedList, stems: &[String], unit: &mut Unit) {
    match stems {
        [stem] => list.forms(stem).iter().for_each(|form| list.add_form(form, unit)),
        stems => {
            let words: Vec<_> = stems.iter().map(|stem| list.forms(stem)).enumerate().collect();
            unit.add(list.with_at_distances(&words));
        }
    }
}

/// Returns the stems of the words that an abbreviation in `q` stands for.
fn in_full(word: &str, q: &str) -> Vec<Vec<String>> {
    let is_name = words::words(q).iter().any(|word| word == "v");
    spelled_out(word, is_name).iter().map(|words| words.split(' ').map(stem).collect()).collect()
}
