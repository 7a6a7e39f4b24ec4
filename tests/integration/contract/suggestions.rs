/*!
Suggestions by the rules of `docs/search.md`: compares every name with the typed beginning.
*/

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Value, json};

use super::citations::normal;
use super::search::spelling::nearest_word;
use super::{Contract, List, aliases, normalize, text, words};
use crate::integration::support::encode;
use lexdex_index::Beginning;

/// The ways in which a name matches a typed beginning, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    Beginning,
    LaterWord,
}

/// The position of a list, and of a record in it.
type Place = (usize, usize);

/// The response that the rules require.
pub(in crate::integration) struct Expected {
    pub(in crate::integration) body: Value,
    /// Whether the suggestions are exact. If not, the service may give only some of the titles in which a later word
    /// matches, because too many titles have the words.
    pub(in crate::integration) is_exact: bool,
}

/// A name of records.
struct Name {
    term: String,
    /// The order of the fields: citation, title, number.
    field: u8,
    list_idx: usize,
    records: Vec<Place>,
}

/// The keys by which the names of a corpus are found, computed once.
pub(in crate::integration) struct Suggestable {
    names: Vec<Name>,
    /// By the words of the name, the name as written and its records.
    popular: BTreeMap<String, (String, Vec<Place>)>,
    /// The filters: kind, value, names, list and count.
    filters: Vec<Filter>,
    /// The words of each title and popular name, for each record.
    titles: Vec<Vec<(Vec<String>, Vec<String>)>>,
    /// The number of records with each word of a title or popular name.
    vocabulary: BTreeMap<String, usize>,
}

struct Filter {
    kind: &'static str,
    value: String,
    names: Vec<String>,
    url: String,
    count: usize,
}

/// The suggestions of records so far.
struct Records<'c> {
    contract: &'c Contract,
    limit: usize,
    places: HashSet<Place>,
    texts: HashSet<(usize, String)>,
    found: Vec<(Fit, Value)>,
}

impl Records<'_> {
    fn add(&mut self, fit: Fit, (list_idx, idx): Place, found_by: Option<&str>) {
        let list = List::ALL[list_idx];
        let record = &self.contract.records(list)[idx];
        let title = title(list, record);
        if self.found.len() == self.limit
            || self.places.contains(&(list_idx, idx))
            || !self.texts.insert((list_idx, joined(title)))
        {
            return;
        }
        self.places.insert((list_idx, idx));
        let url = format!("{}/{}", list.path(), text(record, "id"));
        let kind = ["statute", "case", "bill"][list_idx];
        let mut suggestion = json!({ "kind": kind, "text": title, "url": url });
        found_by.iter().for_each(|name| suggestion["foundBy"] = json!(name));
        self.found.push((fit, suggestion));
    }
}

impl Contract {
    /// Returns the response to a beginning.
    pub(in crate::integration) fn suggestions(&self, of: &Suggestable, q: &str, limit: usize) -> Expected {
        let (beginning, citation) = (joined(q), Beginning::parse(q).citation().to_owned());
        let (mut found, mut is_exact) = self.find(of, &beginning, &citation, limit);
        let mut meta = json!({});
        if found.is_empty() && !beginning.is_empty() {
            let corrected = corrections(of, &beginning);
            if !corrected.is_empty() {
                let words = beginning.split(' ').map(|word| corrected.get(word).map_or(word, String::as_str));
                (found, is_exact) = self.find(of, &words.collect::<Vec<_>>().join(" "), "", limit);
            }
            if !found.is_empty() {
                meta = json!({ "corrected": corrected });
            }
        }
        Expected { body: json!({ "data": found, "meta": meta }), is_exact }
    }

    fn find(&self, of: &Suggestable, beginning: &str, citation: &str, limit: usize) -> (Vec<Value>, bool) {
        if beginning.is_empty() {
            return (Vec::new(), true);
        }
        let (records, is_exact) = self.suggested_records(of, beginning, citation, limit);
        let mut filters: Vec<(Fit, Reverse<usize>, usize, Value)> = Vec::new();
        for (position, filter) in of.filters.iter().enumerate() {
            let fits = filter.names.iter().enumerate();
            let best = fits.filter_map(|(idx, name)| Some((fit_of_phrase(&joined(name), beginning)?, idx))).min();
            let Some((fit, idx)) = best else { continue };
            let mut suggestion =
                json!({ "kind": filter.kind, "text": filter.names[0], "url": filter.url, "count": filter.count });
            if idx > 0 {
                suggestion["foundBy"] = json!(filter.names[idx]);
            }
            filters.push((fit, Reverse(filter.count), position, suggestion));
        }
        filters.sort_by_key(|(fit, count, position, _)| (*fit, *count, *position));
        let n_filters = filters.len().min(limit - records.len().min(limit / 2));
        let mut found: Vec<(Fit, bool, Value)> =
            filters.into_iter().take(n_filters).map(|(fit, _, _, value)| (fit, false, value)).collect();
        found.extend(records.into_iter().take(limit - n_filters).map(|(fit, value)| (fit, true, value)));
        found.sort_by_key(|(fit, is_record, _)| (*fit, *is_record));
        (found.into_iter().map(|(.., value)| value).collect(), is_exact)
    }

    fn suggested_records(
        &self,
        of: &Suggestable,
        beginning: &str,
        citation: &str,
        limit: usize,
    ) -> (Vec<(Fit, Value)>, bool) {
        let mut records =
            Records { contract: self, limit, places: HashSet::new(), texts: HashSet::new(), found: Vec::new() };
        let highest = |places: &[Place]| places.iter().map(|place| self.standing(*place)).max().unwrap();
        let mut popular: Vec<_> = of
            .popular
            .iter()
            .filter_map(|(words, (name, places))| {
                let fit = fit_of_phrase(words, beginning)?;
                Some((fit, Reverse(highest(places)), length(words), words, name, places))
            })
            .collect();
        popular.sort();
        let add_popular = |records: &mut Records<'_>, fit: Fit| {
            for (_, _, _, words, name, places) in popular.iter().filter(|row| row.0 == fit) {
                for (list_idx, idx) in places.iter() {
                    let title = joined(title(List::ALL[*list_idx], &self.records(List::ALL[*list_idx])[*idx]));
                    records.add(fit, (*list_idx, *idx), (title != **words).then_some(name.as_str()));
                }
            }
        };
        let spelled_out: Vec<&str> =
            beginning.split(' ').map(|word| if word == "us" { "united states" } else { word }).collect();
        let spelled_out = spelled_out.join(" ");
        let mut names: Vec<_> = of
            .names
            .iter()
            .filter_map(|name| {
                let beginnings = match name.field {
                    CITATION => vec![citation],
                    TITLE => vec![beginning, &spelled_out],
                    _ => vec![beginning],
                };
                let fits = beginnings.into_iter().filter(|beginning| !beginning.is_empty()).filter_map(|beginning| {
                    let fit = if name.term == beginning { Fit::Whole } else { Fit::Beginning };
                    name.term.starts_with(beginning).then_some(fit)
                });
                let fit = fits.min()?;
                Some((
                    fit,
                    Reverse(highest(&name.records)),
                    length(&name.term),
                    &name.term,
                    name.list_idx,
                    name.field,
                    name,
                ))
            })
            .collect();
        names.sort_by(|a, b| (a.0, a.1, a.2, a.3, a.4, a.5).cmp(&(b.0, b.1, b.2, b.3, b.4, b.5)));
        let add_names = |records: &mut Records<'_>, fit: Fit| {
            for (.., name) in names.iter().filter(|row| row.0 == fit).take(100) {
                let mut places = name.records.clone();
                places.sort_by_key(|place| (Reverse(self.standing(*place)), *place));
                places.truncate(if name.field == TITLE { 1 } else { limit });
                for place in places {
                    let record = &self.records(List::ALL[place.0])[place.1];
                    let found_by = match name.field {
                        CITATION => cited(record).into_iter().find(|citation| normal(citation) == name.term),
                        TITLE => None,
                        _ => record["billNumber"].as_str(),
                    };
                    records.add(fit, place, found_by);
                }
            }
        };
        add_popular(&mut records, Fit::Whole);
        add_names(&mut records, Fit::Whole);
        add_popular(&mut records, Fit::Beginning);
        add_names(&mut records, Fit::Beginning);
        add_popular(&mut records, Fit::LaterWord);
        let is_exact = records.found.len() == limit || self.add_titles(of, beginning, &mut records);
        (records.found, is_exact)
    }

    /// Adds titles with all words. Returns whether the bounds allow all of them.
    fn add_titles(&self, of: &Suggestable, beginning: &str, records: &mut Records<'_>) -> bool {
        let words: Vec<&str> = beginning.split(' ').collect();
        let (last, others) = words.split_last().unwrap();
        let (mut n_looked_at, mut with_last) = (0, BTreeSet::new());
        let mut found = Vec::new();
        for (list_idx, titles) in of.titles.iter().enumerate() {
            for (idx, (title, all)) in titles.iter().enumerate() {
                let begin: Vec<&String> = all.iter().filter(|word| word.starts_with(last)).collect();
                with_last.extend(begin.iter().map(|word| (list_idx, (*word).clone())));
                let has_others = |of: &[String]| others.iter().all(|other| of.iter().any(|word| word == other));
                n_looked_at += usize::from(has_others(all) && (!others.is_empty() || !begin.is_empty()));
                if has_others(title) && title.iter().any(|word| word.starts_with(last)) {
                    let place = (list_idx, idx);
                    found.push((Reverse(self.standing(place)), kept_length(all.len() as u64), place));
                }
            }
        }
        found.sort();
        found.into_iter().for_each(|(_, _, place)| records.add(Fit::LaterWord, place, None));
        n_looked_at <= 32 && (!others.is_empty() || with_last.len() <= 32)
    }

    /// The importance of a record.
    fn standing(&self, (list_idx, idx): Place) -> u8 {
        match List::ALL[list_idx] {
            List::Statutes => 2,
            List::Cases => match self.court(idx).1 {
                Some("supreme") => 3,
                Some(level) if level.starts_with("appellate") => 2,
                Some(level) if level.starts_with("trial") => 1,
                _ => 0,
            },
            List::Bills => match text(&self.bills[idx], "status") {
                "signed" => 2,
                "passed_chamber" => 1,
                _ => 0,
            },
        }
    }

    /// Returns the names from which suggestions are made.
    pub(in crate::integration) fn suggestable(&self) -> Suggestable {
        let mut names: BTreeMap<(usize, u8, String), Vec<Place>> = BTreeMap::new();
        let (mut titles, mut vocabulary) = (Vec::new(), BTreeMap::<String, usize>::new());
        for (list_idx, list) in List::ALL.into_iter().enumerate() {
            let mut of_list = Vec::new();
            for (idx, record) in self.records(list).iter().enumerate() {
                let title = title(list, record);
                let mut terms = BTreeSet::from([(TITLE, joined(title))]);
                let aliases = self.texts.aliases_of(list, record).iter().map(String::as_str);
                terms.extend(cited(record).into_iter().chain(aliases).map(|citation| (CITATION, normal(citation))));
                if list == List::Bills {
                    terms.extend(super::searched_texts::numbers(record).iter().map(|number| (NUMBER, joined(number))));
                }
                for (field, term) in terms {
                    names.entry((list_idx, field, term)).or_default().push((list_idx, idx));
                }
                let key = format!("{}/{}", list.folder(), text(record, "id"));
                let popular = self.popular_names.get(&key).into_iter().flatten();
                let of_title = words::words(title);
                let all: Vec<String> =
                    of_title.iter().cloned().chain(popular.flat_map(|name| words::words(name))).collect();
                for word in all.iter().collect::<BTreeSet<_>>() {
                    *vocabulary.entry(word.clone()).or_default() += 1;
                }
                of_list.push((of_title, all));
            }
            titles.push(of_list);
        }
        let names = names.into_iter().map(|((list_idx, field, term), records)| Name { term, field, list_idx, records });
        Suggestable {
            names: names.collect(),
            popular: self.popular_by_words(),
            filters: self.suggested_filters(),
            titles,
            vocabulary,
        }
    }

    fn popular_by_words(&self) -> BTreeMap<String, (String, Vec<Place>)> {
        let mut popular: BTreeMap<String, (String, Vec<Place>)> = BTreeMap::new();
        for (name, records) in &self.popular_rows {
            for record in records {
                let places = List::ALL.into_iter().enumerate().filter_map(|(list_idx, list)| {
                    let id = record.strip_prefix(list.folder())?.strip_prefix('/')?;
                    let idx = self.records(list).iter().position(|record| record["id"] == id)?;
                    Some((list_idx, idx))
                });
                for place in places {
                    popular.entry(joined(name)).or_insert_with(|| (name.clone(), Vec::new())).1.push(place);
                }
            }
        }
        popular
    }

    fn suggested_filters(&self) -> Vec<Filter> {
        let mut values: BTreeMap<(&'static str, String), Vec<String>> = BTreeMap::new();
        for topic in &self.topics {
            let names = [text(topic, "label"), text(topic, "tag")].into_iter().chain(aliases(topic));
            values.insert(("topic", text(topic, "tag").to_owned()), distinct(names));
        }
        for list in List::ALL {
            for tag in self.records(list).iter().flat_map(|record| record["topics"].as_array()).flatten() {
                let tag = tag.as_str().unwrap().to_owned();
                values.entry(("topic", tag.clone())).or_insert_with(|| vec![tag]);
            }
        }
        for court in &self.courts {
            let names = [text(court, "name"), text(court, "id")].into_iter().chain(aliases(court));
            values.insert(("court", text(court, "id").to_owned()), distinct(names));
        }
        // If a court has several spellings, the value is the first by level, jurisdiction and name.
        let mut spellings: BTreeMap<String, (String, String)> = BTreeMap::new();
        for (idx, case) in self.cases.iter().enumerate() {
            let (None, Some(value)) = (self.court(idx).0, self.court_value(idx)) else { continue };
            let level = self.court(idx).1.map_or("-".to_owned(), |level| level.replace('/', "\0"));
            let spelling = (format!("{level}\0{}:{value}", text(case, "jurisdictionId")), value.clone());
            let known = spellings.entry(normalize(&value)).or_insert_with(|| spelling.clone());
            *known = spelling.min(known.clone());
        }
        for (_, value) in spellings.into_values() {
            values.insert(("court", value.clone()), vec![value]);
        }
        for jurisdiction in &self.jurisdictions {
            let fields = ["name", "abbreviation", "id", "slug"].map(|field| text(jurisdiction, field));
            let names = fields.into_iter().chain(aliases(jurisdiction));
            values.insert(("jurisdiction", text(jurisdiction, "id").to_owned()), distinct(names));
        }
        let kinds = ["topic", "court", "jurisdiction"];
        let mut filters: Vec<Filter> = Vec::new();
        for kind in kinds {
            for ((_, value), names) in values.iter().filter(|((of, _), _)| *of == kind) {
                let lists = List::ALL.into_iter().filter(|list| kind != "court" || *list == List::Cases);
                let counts = lists.map(|list| (self.selected(list, &vec![(kind, value.clone())]).len(), list));
                let largest =
                    counts.fold((0, List::Statutes), |best, other| if other.0 > best.0 { other } else { best });
                if largest.0 > 0 {
                    let url = format!("{}?{kind}={}", largest.1.path(), encode(value));
                    filters.push(Filter { kind, value: value.clone(), names: names.clone(), url, count: largest.0 });
                }
            }
        }
        filters.sort_by_key(|filter| (kinds.iter().position(|kind| *kind == filter.kind), filter.value.clone()));
        filters
    }
}

const CITATION: u8 = 0;
const TITLE: u8 = 1;
const NUMBER: u8 = 2;

/// Returns the words of a text with single spaces between.
pub(in crate::integration) fn joined(text: &str) -> String {
    words::words(text).join(" ")
}

fn length(name: &str) -> usize {
    name.chars().count().min(63)
}

fn title(list: List, record: &Value) -> &str {
    text(record, if list == List::Cases { "caseName" } else { "title" })
}

fn cited(record: &Value) -> Vec<&str> {
    [&record["citation"], &record["meta"]["citation"]].into_iter().filter_map(Value::as_str).collect()
}

/// The names without those that have the same words as an earlier one.
fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.filter(|name| seen.insert(joined(name))).map(str::to_owned).collect()
}

fn fit_of_phrase(phrase: &str, beginning: &str) -> Option<Fit> {
    let is_later = || phrase.match_indices(' ').any(|(space, _)| phrase[space + 1..].starts_with(beginning));
    if phrase == beginning {
        Some(Fit::Whole)
    } else if phrase.starts_with(beginning) {
        Some(Fit::Beginning)
    } else {
        is_later().then_some(Fit::LaterWord)
    }
}

fn corrections(of: &Suggestable, beginning: &str) -> BTreeMap<String, String> {
    let words: Vec<&str> = beginning.split(' ').collect();
    let phrases = || {
        let of_filters = of.filters.iter().flat_map(|filter| &filter.names).map(|name| joined(name));
        of_filters.chain(of.popular.keys().cloned())
    };
    let mut corrected = BTreeMap::new();
    for (idx, word) in words.iter().enumerate() {
        let is_known = if idx + 1 == words.len() {
            of.vocabulary.keys().any(|known| known.starts_with(word))
        } else {
            of.vocabulary.contains_key(*word)
        };
        if !is_known
            && !phrases().any(|phrase| fit_of_phrase(&phrase, word).is_some())
            && let Some(nearest) = nearest_word(&of.vocabulary, word)
        {
            corrected.insert((*word).to_owned(), nearest);
        }
    }
    corrected
}

/// Returns the length that the index stores in a byte for a field with `len` words. The part above 24 is rounded down
/// to its four highest binary digits, so lengths up to 40 are exact.
fn kept_length(len: u64) -> u64 {
    let above = len.saturating_sub(24);
    let n_digits = u64::BITS - above.leading_zeros();
    let n_lost = n_digits.saturating_sub(4);
    len.min(24) + (above >> n_lost << n_lost)
}
