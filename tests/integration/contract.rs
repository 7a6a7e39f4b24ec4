/*!
The oracle, a simple second implementation of the contract: records are JSON values, a filter is a loop over them, and
an order is a sort. It shares only the inference of an uncatalogued court's level, for which the contract has no rule,
and the stemmer.
*/

pub(super) mod citations;
mod corpus_files;
pub(super) mod filters;
mod hint;
mod list;
mod named_records;
mod natural_order;
pub(super) mod search;
mod searched_texts;
pub(super) mod session;
pub(super) mod suggestions;
mod words;

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizerBorrowed;
use lexdex_core::model::Parameter;
use lexdex_index::TextOptions;
use lexdex_tests::tool::ROOT;
use serde_json::{Value, json};

use self::corpus_files::{
    Texts, popular_names_of_records, read_completeness, read_folder, read_lines, read_popular_names, read_table,
};
use self::filters::Filter;
pub(super) use self::list::List;
pub(crate) use self::natural_order::natural;
use self::search::Found;
use self::searched_texts::SearchedTexts;
pub(super) use self::words::words_of_name;
use super::support::Query;

/// The words for the levels of courts.
pub(super) const LEVELS: [&str; 7] = ["supreme", "appellate", "circuit", "trial", "district", "bankruptcy", "special"];

/// Returns the directory of the bundled corpus.
pub(super) fn bundled_corpus() -> PathBuf {
    Path::new(ROOT).join("corpus")
}

/// A corpus and the results that the contract requires for it.
pub(super) struct Contract {
    /// The jurisdictions in catalogue order.
    pub(super) jurisdictions: Vec<Value>,
    pub(super) courts: Vec<Value>,
    pub(super) topics: Vec<Value>,
    statutes: Vec<Value>,
    cases: Vec<Value>,
    bills: Vec<Value>,
    /// The court of each case.
    courts_of_cases: Vec<Court>,
    /// The searched parts of each list, computed on first use.
    searched: [OnceCell<search::List>; List::ALL.len()],
    /// The results of each `q` with its `match`.
    found: RefCell<HashMap<(List, String, String), Rc<Found>>>,
    jurisdiction_names: Names,
    court_names: Names,
    topic_names: Names,
    /// The popular names of each record, by list and id, such as `statutes/federal-usc-18-1341`.
    popular_names: HashMap<String, Vec<String>>,
    /// Each name with its records, sorted without regard to case.
    popular_rows: Vec<(String, Vec<String>)>,
    thesaurus: Vec<Vec<String>>,
    /// The declared completeness, by list and then by the id of a jurisdiction or `default`.
    completeness: HashMap<String, HashMap<String, String>>,
    pub(super) texts: Texts,
}

/// The positions of a catalogue's entries by their normalized names.
type Names = HashMap<String, usize>;

/// The court that decided a case.
struct Court {
    /// The position in the catalogue, if the court is listed there.
    idx: Option<usize>,
    level: Option<String>,
    words: Vec<String>,
}

impl Contract {
    /// Reads a corpus directory that is indexed without options. The bundled catalogues replace those it lacks.
    pub(super) fn read(directory: &Path) -> Self {
        Self::read_with(directory, TextOptions::default())
    }

    /// Reads a corpus directory that is indexed with these options.
    pub(super) fn read_with(directory: &Path, options: TextOptions) -> Self {
        let path = |file: &str| {
            let own = directory.join(file);
            if own.exists() { own } else { bundled_corpus().join(file) }
        };
        let catalogue = |file: &str| read_lines(&path(file));
        let mut jurisdictions = catalogue("jurisdictions.jsonl");
        jurisdictions.sort_by_key(|jurisdiction| {
            let levels = ["federal", "state", "district", "territory"];
            let level = levels.iter().position(|level| jurisdiction["level"] == *level).unwrap();
            (level, text(jurisdiction, "name").to_owned())
        });
        let (courts, topics) = (catalogue("courts.jsonl"), catalogue("topics.jsonl"));
        let popular_rows = read_popular_names(&path("popular-names.tsv"));
        let list = |list: List| read_folder(&directory.join(list.folder()));
        let mut contract = Self {
            jurisdiction_names: names(&jurisdictions, &["id", "abbreviation", "slug", "name"]),
            court_names: names(&courts, &["id", "name"]),
            topic_names: names(&topics, &["tag"]),
            popular_names: popular_names_of_records(&popular_rows),
            popular_rows,
            thesaurus: read_table(&path("synonyms.tsv")),
            completeness: read_completeness(&directory.join("coverage.toml")),
            texts: Texts::read(directory, options),
            jurisdictions,
            courts,
            topics,
            statutes: list(List::Statutes),
            cases: list(List::Cases),
            bills: list(List::Bills),
            courts_of_cases: Vec::new(),
            searched: Default::default(),
            found: RefCell::default(),
        };
        contract.sort();
        contract.courts_of_cases = contract.cases.iter().map(|case| contract.court_of(case)).collect();
        contract
    }

    /// The declared completeness of a list of a jurisdiction, given by its id.
    pub(super) fn completeness(&self, list: List, jurisdiction: &str) -> &str {
        let declared = self.completeness.get(list.folder());
        let declared = declared.and_then(|list| list.get(jurisdiction).or_else(|| list.get("default")));
        declared.map_or("partial", String::as_str)
    }

    fn sort(&mut self) {
        let jurisdictions = &self.jurisdictions;
        let position = |id: &str| jurisdictions.iter().position(|jurisdiction| jurisdiction["id"] == id);
        self.statutes.sort_by_cached_key(|statute| {
            let section = statute["sectionNumber"].as_str().map(|section| section.strip_prefix("§ ").unwrap());
            (
                position(text(statute, "jurisdictionId")),
                natural(statute["titleNumber"].as_str()),
                natural(section),
                text(statute, "id").to_owned(),
            )
        });
        let newest_first = |record: &Value, field: &str| {
            let date = record[field].as_str().map(str::to_owned);
            (date.is_none(), Reverse(date), text(record, "id").to_owned())
        };
        self.cases.sort_by_cached_key(|case| newest_first(case, "decisionDate"));
        self.bills.sort_by_cached_key(|bill| newest_first(bill, "introducedDate"));
    }

    fn court_of(&self, case: &Value) -> Court {
        let (name, jurisdiction) = (text(case, "court"), text(case, "jurisdictionId"));
        let idx = self.court_names.get(&normalize(name)).copied();
        let idx = idx.filter(|idx| self.courts[*idx]["jurisdiction"] == jurisdiction);
        match idx.map(|idx| &self.courts[idx]) {
            Some(court) => {
                Court { idx, level: Some(text(court, "level").to_owned()), words: words_of_name(text(court, "name")) }
            }
            None => {
                let level = lexdex_core::corpus::court_level::infer(name, jurisdiction);
                Court { idx, level: level.map(|level| level.to_string()), words: words_of_name(name) }
            }
        }
    }

    /// Returns the id of the court of the case at a position, if the catalogue lists it, and the court's level.
    pub(super) fn court(&self, case_idx: usize) -> (Option<String>, Option<&str>) {
        let court = &self.courts_of_cases[case_idx];
        (court.idx.map(|idx| text(&self.courts[idx], "id").to_owned()), court.level.as_deref())
    }

    /// Returns the value of `court` that selects the court of a case, unless its name selects another court or a level.
    pub(super) fn court_value(&self, case_idx: usize) -> Option<String> {
        let name = text(&self.cases[case_idx], "court");
        match self.courts_of_cases[case_idx].idx {
            Some(idx) => Some(text(&self.courts[idx], "id").to_owned()),
            None => {
                let means_another = |name: &str| self.court_names.contains_key(name) || LEVELS.contains(&name);
                (!means_another(&normalize(name))).then(|| name.to_owned())
            }
        }
    }

    /// Returns all popular names.
    pub(super) fn popular_names(&self) -> impl Iterator<Item = &str> {
        self.popular_rows.iter().map(|(name, _)| name.as_str())
    }

    /// Returns all records of a list, in list order.
    pub(super) fn records(&self, list: List) -> &[Value] {
        match list {
            List::Statutes => &self.statutes,
            List::Cases => &self.cases,
            List::Bills => &self.bills,
        }
    }

    /// Returns the records that match all filters of a query, in list order.
    pub(super) fn selected(&self, list: List, query: &Query) -> Vec<&Value> {
        self.matches(list, query).into_iter().map(|(_, record)| record).collect()
    }

    /// Returns the records that match all filters of a query, in the order that it requests, which is not relevance.
    pub(super) fn expected(&self, list: List, query: &Query) -> Vec<&Value> {
        let mut selected = self.selected(list, query);
        let date = |record: &Value| record[list.date_field()].as_str().map(str::to_owned);
        match given(query, "sort") {
            None => {}
            Some("newest") => selected.sort_by_key(|record| (date(record).is_none(), Reverse(date(record)))),
            Some("oldest") => selected.sort_by_key(|record| (date(record).is_none(), date(record))),
            Some(other) => panic!("{other} is no order"),
        }
        selected
    }

    /// Returns whether a record is another one of its list as it is there, and has a topic of a record or a word of its
    /// title or summary.
    pub(super) fn is_related(&self, list: List, record: &Value, other: &Value) -> bool {
        let Some(idx) = self.records(list).iter().position(|of_list| of_list == other) else { return false };
        let topics = |record: &Value| -> Vec<Value> { record["topics"].as_array().cloned().unwrap_or_default() };
        let title = text(record, if list == List::Cases { "caseName" } else { "title" });
        let words = [title, record["summary"].as_str().unwrap_or_default()].into_iter().flat_map(words::words);
        let mut subjects = words.filter(|word| !search::is_stop_word(word) && word.chars().count() > 1);
        let of_other = topics(other);
        topics(record).iter().any(|topic| of_other.contains(topic))
            || subjects.any(|word| self.searched(list).has_form(idx, &search::stem(&word)))
    }

    /// Returns the ids of the records whose citation or name is the `q` of a query. They come first by relevance.
    pub(super) fn exact_ids(&self, list: List, query: &Query) -> Vec<&str> {
        let found = self.found(list, query);
        let exact = found.iter().flat_map(|found| found.exact.iter());
        exact.map(|idx| text(&self.records(list)[*idx], "id")).collect()
    }

    /// Returns the members that `meta` has only with `q`.
    pub(super) fn reading(&self, list: List, query: &Query) -> Value {
        let Some(found) = self.found(list, query) else { return json!({}) };
        let mut reading = json!({ "match": found.rule });
        if !found.corrected.is_empty() {
            reading["corrected"] = json!(found.corrected);
        }
        if let Some(hint) = self.hint(list, given(query, "q").unwrap(), &found) {
            reading["hint"] = hint.into();
        }
        reading
    }

    fn matches(&self, list: List, query: &Query) -> Vec<(usize, &Value)> {
        let mut filters: BTreeMap<(&str, &str), Vec<Filter<'_>>> = BTreeMap::new();
        for (name, value) in query {
            let parameter: Parameter = name.parse().unwrap();
            if let Some(filter) = parameter.filter_kind().and_then(|kind| self.filter(list, kind, value)) {
                let each = if parameter == Parameter::TopicAll { value } else { "" };
                filters.entry((name, each)).or_default().push(filter);
            }
        }
        let found = self.found(list, query);
        let is_found = |idx: &usize| found.as_ref().is_none_or(|found| found.records.contains(idx));
        let records = self.records(list).iter().enumerate();
        // One of several values of a parameter must match, but all values of `topic_all` must.
        let is_match = |idx, record| filters.values().all(|any| any.iter().any(|filter| filter(idx, record)));
        records.filter(|(idx, record)| is_found(idx) && is_match(*idx, record)).collect()
    }

    /// Returns what the `q` of a query finds.
    fn found(&self, list: List, query: &Query) -> Option<Rc<Found>> {
        let q = given(query, "q")?;
        let mode = normalize(given(query, "match").unwrap_or("auto"));
        let key = (list, q.to_owned(), mode.clone());
        if let Some(found) = self.found.borrow().get(&key) {
            return Some(Rc::clone(found));
        }
        let found = Rc::new(search::search(self.searched(list), q, &mode));
        self.found.borrow_mut().insert(key, Rc::clone(&found));
        Some(found)
    }

    /// Returns the first candidates of which one is the citation of a record in the list.
    fn resolve_citation(&self, list: List, candidates: Vec<Vec<String>>) -> Vec<String> {
        let searched = self.searched(list);
        let records = 0..self.records(list).len();
        let is_cited = |citation: &String| records.clone().any(|record| searched.is_cited(record, citation));
        candidates.into_iter().find(|same| same.iter().any(is_cited)).unwrap_or_default()
    }

    fn searched(&self, list: List) -> &search::List {
        let searched_texts = |record| {
            let popular_names = self.popular_names.get(&format!("{}/{}", list.folder(), text(record, "id")));
            let beside = (self.texts.line(list, record), self.texts.aliases_of(list, record));
            SearchedTexts::new(list, record, popular_names.map_or(&[], Vec::as_slice), beside)
        };
        self.searched[list as usize].get_or_init(|| {
            let records = self.records(list).iter().enumerate();
            let records = records.map(|(idx, record)| {
                let is_of_last_resort = list == List::Cases && self.court(idx).1 == Some("supreme");
                SearchedTexts { is_of_last_resort, ..searched_texts(record) }
            });
            let rules = (list, self.texts.has_phrases, self.governments());
            search::List::new(records.collect(), self.named(list), &self.thesaurus, rules)
        })
    }
}

/// Returns a record with only these comma-separated fields.
pub(super) fn with_fields(record: &Value, fields: &str) -> Value {
    let wanted: Vec<&str> = fields.split(',').map(str::trim).collect();
    let members = record.as_object().unwrap().iter().filter(|(name, _)| wanted.contains(&name.as_str()));
    Value::Object(members.map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// Returns the text of a required field.
pub(super) fn text<'r>(record: &'r Value, field: &str) -> &'r str {
    record[field].as_str().unwrap_or_else(|| panic!("{field} is no text: {record}"))
}

/// Maps the values of these fields, and the aliases, to the positions of a catalogue's entries.
fn names(entries: &[Value], fields: &[&str]) -> Names {
    let mut names = Names::new();
    for (idx, entry) in entries.iter().enumerate() {
        let of_entry = fields.iter().map(|field| text(entry, field)).chain(aliases(entry));
        names.extend(of_entry.map(|name| (normalize(name), idx)));
    }
    names
}

fn aliases(entry: &Value) -> Vec<&str> {
    entry["aliases"].as_array().into_iter().flatten().map(|alias| alias.as_str().unwrap()).collect()
}

/// Returns the first value of a parameter.
pub(super) fn given<'q>(query: &'q Query, name: &str) -> Option<&'q str> {
    query.iter().find(|(given, _)| *given == name).map(|(_, value)| value.as_str())
}

/// Trims a value, normalizes it to NFC and folds its case.
pub(super) fn normalize(value: &str) -> String {
    let nfc = ComposingNormalizerBorrowed::new_nfc();
    let normalized = nfc.normalize(value.trim());
    nfc.normalize(&CaseMapper::new().fold_string(&normalized)).into_owned()
}
