/*!
The oracle, a simple second implementation of the contract: records are JSON values, a filter is a loop over them, and
an order is a sort. It shares only the inference of an uncatalogued court's level, for which the contract has no rule.
*/

mod citations;
mod searched_texts;
pub(super) mod words;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizerBorrowed;
use serde_json::Value;

use self::searched_texts::SearchedTexts;
use super::support::Query;

/// A list of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    Statutes,
    Cases,
    Bills,
}

impl List {
    pub(super) const ALL: [Self; 3] = [Self::Statutes, Self::Cases, Self::Bills];

    pub(super) fn path(self) -> &'static str {
        match self {
            Self::Statutes => "/api/v1/statutes",
            Self::Cases => "/api/v1/cases",
            Self::Bills => "/api/v1/bills",
        }
    }

    pub(super) fn folder(self) -> &'static str {
        &self.path()["/api/v1/".len()..]
    }

    /// The field by which the list is filtered and sorted by date.
    pub(super) fn date_field(self) -> &'static str {
        match self {
            Self::Statutes => "effectiveDate",
            Self::Cases => "decisionDate",
            Self::Bills => "introducedDate",
        }
    }

    /// The parameters for the first and the last day of that date.
    pub(super) fn date_parameters(self) -> [&'static str; 2] {
        match self {
            Self::Statutes => ["effective_from", "effective_to"],
            Self::Cases => ["decided_from", "decided_to"],
            Self::Bills => ["introduced_from", "introduced_to"],
        }
    }

    pub(super) fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::Statutes => &[
                "jurisdiction",
                "topic",
                "status",
                "q",
                "citation",
                "effective_from",
                "effective_to",
                "sort",
                "fields",
                "limit",
                "offset",
            ],
            Self::Cases => &[
                "jurisdiction",
                "topic",
                "court",
                "q",
                "citation",
                "decided_from",
                "decided_to",
                "sort",
                "fields",
                "limit",
                "offset",
            ],
            Self::Bills => &[
                "jurisdiction",
                "topic",
                "status",
                "chamber",
                "q",
                "introduced_from",
                "introduced_to",
                "sort",
                "fields",
                "limit",
                "offset",
            ],
        }
    }
}

/// The words for the levels of courts.
pub(super) const LEVELS: [&str; 7] = ["supreme", "appellate", "circuit", "trial", "district", "bankruptcy", "special"];

/// Returns the directory of the bundled corpus.
pub(super) fn bundled_corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// A corpus and the results that the contract requires for it.
pub(super) struct Contract {
    /// In catalogue order.
    pub(super) jurisdictions: Vec<Value>,
    pub(super) courts: Vec<Value>,
    pub(super) topics: Vec<Value>,
    statutes: Vec<Value>,
    cases: Vec<Value>,
    bills: Vec<Value>,
    /// The court of each case.
    courts_of_cases: Vec<Court>,
    /// The searched texts of each list's records, computed on first use.
    searched: [OnceLock<Vec<SearchedTexts>>; List::ALL.len()],
    jurisdiction_names: Names,
    court_names: Names,
    topic_names: Names,
    /// By list and id, such as `statutes/federal-usc-18-1341`.
    popular_names: HashMap<String, Vec<String>>,
}

/// A predicate over a record and its position in its list.
type Filter<'c> = Box<dyn Fn(usize, &Value) -> bool + 'c>;

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
    /// Reads a corpus directory. The bundled catalogues replace those it lacks.
    pub(super) fn read(directory: &Path) -> Self {
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
        let list = |list: List| read_folder(&directory.join(list.folder()));
        let mut contract = Self {
            jurisdiction_names: names(&jurisdictions, &["id", "abbreviation", "slug", "name"]),
            court_names: names(&courts, &["id", "name"]),
            topic_names: names(&topics, &["tag"]),
            popular_names: read_popular_names(&path("popular-names.tsv")),
            jurisdictions,
            courts,
            topics,
            statutes: list(List::Statutes),
            cases: list(List::Cases),
            bills: list(List::Bills),
            courts_of_cases: Vec::new(),
            searched: Default::default(),
        };
        contract.sort();
        contract.courts_of_cases = contract.cases.iter().map(|case| contract.court_of(case)).collect();
        contract
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
                let level = lexdex::corpus::court_level::infer(name, jurisdiction);
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

    /// Returns all records of a list, in list order.
    pub(super) fn records(&self, list: List) -> &[Value] {
        match list {
            List::Statutes => &self.statutes,
            List::Cases => &self.cases,
            List::Bills => &self.bills,
        }
    }

    /// Returns the records that match all filters of a query, in the order that it requests.
    pub(super) fn expected(&self, list: List, query: &Query) -> Vec<&Value> {
        let mut filters: BTreeMap<&str, Vec<Filter<'_>>> = BTreeMap::new();
        for (name, value) in query.iter().filter(|(name, _)| !["sort", "fields"].contains(name)) {
            filters.entry(name).or_default().push(self.filter(list, name, value));
        }
        let records = self.records(list).iter().enumerate();
        // Any of several values of one parameter may match.
        let is_match = |idx, record| filters.values().all(|any| any.iter().any(|filter| filter(idx, record)));
        let mut matches: Vec<(usize, &Value)> = records.filter(|(idx, record)| is_match(*idx, record)).collect();
        let given = |name| query.iter().find(|(given, _)| *given == name).map(|(_, value)| value.as_str());
        let date = |record: &Value| record[list.date_field()].as_str().map(str::to_owned);
        match given("sort") {
            None => {}
            Some("newest") => matches.sort_by_key(|(_, record)| (date(record).is_none(), Reverse(date(record)))),
            Some("oldest") => matches.sort_by_key(|(_, record)| (date(record).is_none(), date(record))),
            Some("relevance") => {
                let group = self.relevance(list, given("q").unwrap());
                matches.sort_by_cached_key(|(idx, _)| group(*idx));
            }
            Some(other) => panic!("{other} is no order"),
        }
        matches.into_iter().map(|(_, record)| record).collect()
    }

    /// Returns the relevance group of the record at a position: 0 if `q` is its name, number or citation, 1 if its
    /// title has all words of `q`, 2 otherwise.
    fn relevance(&self, list: List, q: &str) -> impl Fn(usize) -> u8 {
        let searched = self.searched(list);
        let name = words::words(q);
        let wanted: BTreeSet<String> = words::phrases(q).into_iter().flatten().collect();
        let citation = self.resolve_citation(list, citations::candidates(q));
        move |idx| {
            let record = &searched[idx];
            let is_named = record.titles.contains(&name) || record.numbers.contains(&name);
            if is_named || citation.as_ref().is_some_and(|citation| record.citations.contains(citation)) {
                0
            } else if wanted.iter().all(|word| record.titles.iter().flatten().any(|of_title| of_title == word)) {
                1
            } else {
                2
            }
        }
    }

    /// Returns the first candidate that is the citation of a record in the list.
    fn resolve_citation(&self, list: List, candidates: Vec<String>) -> Option<String> {
        let is_cited = |citation: &String| self.searched(list).iter().any(|record| record.citations.contains(citation));
        candidates.into_iter().find(is_cited)
    }

    fn searched(&self, list: List) -> &[SearchedTexts] {
        let searched_texts = |record| {
            let popular_names = self.popular_names.get(&format!("{}/{}", list.folder(), text(record, "id")));
            SearchedTexts::new(list, record, popular_names.map_or(&[], Vec::as_slice))
        };
        self.searched[list as usize].get_or_init(|| self.records(list).iter().map(searched_texts).collect())
    }

    /// Builds the predicate of a filter.
    fn filter<'c>(&'c self, list: List, name: &str, value: &str) -> Filter<'c> {
        let normalized = normalize(value);
        match name {
            "jurisdiction" => {
                let idx = self.jurisdiction_names.get(&normalized);
                let id = &self.jurisdictions[*idx.unwrap_or_else(|| panic!("no jurisdiction {value:?}"))]["id"];
                Box::new(move |_, record| record["jurisdictionId"] == *id)
            }
            "topic" => {
                let tag = normalized.replace([' ', '_'], "-");
                let alias_of = self.topic_names.get(&tag).map(|idx| text(&self.topics[*idx], "tag"));
                let matches = move |topic: &Value| topic == tag.as_str() || alias_of.is_some_and(|tag| topic == tag);
                Box::new(move |_, record| record["topics"].as_array().is_some_and(|topics| topics.iter().any(&matches)))
            }
            "court" => {
                let matches = self.court_filter(&normalized);
                Box::new(move |idx, _| matches(&self.courts_of_cases[idx]))
            }
            "status" | "chamber" => {
                let field = name.to_owned();
                Box::new(move |_, record| record[&field] == normalized.as_str())
            }
            "q" => {
                let (searched, phrases) = (self.searched(list), words::phrases(value));
                let has_phrase = move |record: &SearchedTexts, phrase: &[String]| {
                    record.texts.iter().any(|text| words::contains_phrase(text, phrase))
                };
                let citation = self.resolve_citation(list, citations::in_words(value));
                Box::new(move |idx, _| {
                    let is_cited = citation.as_ref().is_some_and(|citation| searched[idx].citations.contains(citation));
                    is_cited || phrases.iter().all(|phrase| has_phrase(&searched[idx], phrase))
                })
            }
            "citation" => {
                let searched = self.searched(list);
                let citation = self.resolve_citation(list, citations::candidates(value));
                Box::new(move |idx, _| {
                    citation.as_ref().is_some_and(|citation| searched[idx].citations.contains(citation))
                })
            }
            // Dates in the form YYYY-MM-DD compare as strings.
            "effective_from" | "decided_from" | "introduced_from" => {
                let from = value.to_owned();
                Box::new(move |_, record| record[list.date_field()].as_str().is_some_and(|date| date >= from.as_str()))
            }
            "effective_to" | "decided_to" | "introduced_to" => {
                let to = value.to_owned();
                Box::new(move |_, record| record[list.date_field()].as_str().is_some_and(|date| date <= to.as_str()))
            }
            _ => panic!("{name} is no filter"),
        }
    }

    fn court_filter(&self, normalized: &str) -> Box<dyn Fn(&Court) -> bool> {
        let levels: &[&str] = match normalized {
            "supreme" => &["supreme"],
            "appellate" => &["appellate", "appellate/circuit"],
            "circuit" => &["appellate/circuit"],
            "trial" => &["trial", "trial/district"],
            "district" => &["trial/district"],
            "bankruptcy" => &["bankruptcy"],
            "special" => &["special"],
            _ => &[],
        };
        if !levels.is_empty() {
            return Box::new(|court| court.level.as_ref().is_some_and(|level| levels.contains(&level.as_str())));
        }
        if let Some(idx) = self.court_names.get(normalized).copied() {
            return Box::new(move |court| court.idx == Some(idx));
        }
        let wanted = words_of_name(normalized);
        Box::new(move |court| !wanted.is_empty() && wanted.iter().all(|word| court.words.contains(word)))
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
        let aliases = entry["aliases"].as_array().into_iter().flatten().map(|alias| alias.as_str().unwrap());
        let of_entry = fields.iter().map(|field| text(entry, field)).chain(aliases);
        names.extend(of_entry.map(|name| (normalize(name), idx)));
    }
    names
}

/// Trims a value, normalizes it to NFC and folds its case.
pub(super) fn normalize(value: &str) -> String {
    let nfc = ComposingNormalizerBorrowed::new_nfc();
    let normalized = nfc.normalize(value.trim());
    nfc.normalize(&CaseMapper::new().fold_string(&normalized)).into_owned()
}

/// Splits a name into its runs of letters and digits, normalized.
pub(super) fn words_of_name(value: &str) -> Vec<String> {
    let normalized = normalize(value);
    let words = normalized.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A part of a key in natural order. A number sorts before any other character.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// The number of digits, then the digits, both without leading zeros.
    Number(usize, String),
    Character(char),
}

/// Returns the sort key of a text in natural order. A missing text sorts last.
fn natural(value: Option<&str>) -> (bool, Vec<Piece>) {
    let lower = value.unwrap_or_default().to_lowercase();
    let mut characters = lower.chars().peekable();
    let mut pieces = Vec::new();
    while let Some(character) = characters.next() {
        if !character.is_ascii_digit() {
            pieces.push(Piece::Character(character));
            continue;
        }
        let mut digits = String::from(character);
        while let Some(digit) = characters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let digits = digits.trim_start_matches('0');
        pieces.push(Piece::Number(digits.len(), digits.to_owned()));
    }
    (value.is_none(), pieces)
}

fn read_lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Reads the popular names of each record.
fn read_popular_names(path: &Path) -> HashMap<String, Vec<String>> {
    let table = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut names = HashMap::<String, Vec<String>>::new();
    for row in table.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        for record in cells[3].split(' ') {
            names.entry(record.to_owned()).or_default().push(cells[0].to_owned());
        }
    }
    names
}

/// Reads the records of all files in a folder and its subfolders.
fn read_folder(folder: &Path) -> Vec<Value> {
    let mut records = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            records.extend(read_folder(&path));
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            records.extend(read_lines(&path));
        }
    }
    records
}
