/*!
The searched parts of all records of a list.
*/

use std::collections::{BTreeMap, BTreeSet};

use frostem::{Algorithm, Stemmer};

use super::super::searched_texts::SearchedTexts;
use super::super::{List, words};
use super::unit::Unit;

/// The searched parts of a list.
pub(in super::super) struct SearchedList {
    pub(super) records: Vec<SearchedTexts>,
    /// The jurisdictions, courts, topics and sessions that records have.
    pub(super) named: Vec<NamedRecords>,
    /// The thesaurus: groups of members, each a sequence of stems.
    pub(super) groups: Vec<Vec<Vec<String>>>,
    /// The words for the records of the list.
    pub(super) own_nouns: &'static [&'static str],
    pub(super) is_cases: bool,
    /// The names of governments.
    pub(super) governments: BTreeSet<Vec<String>>,
    /// The words of the records, without the texts behind them, each with its number of records.
    pub(super) vocabulary: BTreeMap<String, usize>,
    forms: BTreeMap<String, Vec<String>>,
    /// Whether phrases are found in the texts behind records.
    has_phrases_in_texts: bool,
}

/// A property of records that words name.
#[derive(Clone, Copy, PartialEq)]
pub(in super::super) enum Kind {
    Court,
    FederalOrTopic,
    /// A jurisdiction other than the federal one.
    Place,
    Session,
    Status,
    Year,
}

/// A jurisdiction, a court, a topic, a session, a status or a year.
pub(in super::super) struct NamedRecords {
    pub(super) names: Vec<Vec<String>>,
    pub(super) kind: Kind,
    pub(super) abbreviation: Option<String>,
    pub(super) records: BTreeSet<usize>,
}

impl NamedRecords {
    /// Aliases that end with a full stop do not count as names.
    pub(in super::super) fn new(
        names: &[&str],
        aliases: &[&str],
        abbreviation: Option<&str>,
        records: BTreeSet<usize>,
    ) -> Self {
        let aliases = aliases.iter().filter(|alias| !alias.ends_with('.'));
        let names = names.iter().chain(aliases).map(|name| words::words(name)).collect();
        let abbreviation = abbreviation.map(str::to_lowercase);
        Self { names, kind: Kind::FederalOrTopic, abbreviation, records }
    }

    pub(in super::super) fn of(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// Returns whether a word with this stem finds the records. Of a session, only years do, and of a status none.
    pub(super) fn has_stem(&self, wanted: &str) -> bool {
        let counts = |word: &str| match self.kind {
            Kind::Session => is_year(word),
            Kind::Status => false,
            _ => true,
        };
        self.names.iter().flatten().any(|word| stem(word) == wanted && counts(word))
    }

    /// Returns whether a word with this stem is not a typing error.
    pub(super) fn knows(&self, wanted: &str) -> bool {
        self.has_stem(wanted)
            || wanted == "congress" && self.kind == Kind::Session && self.names[0].ends_with(&["congress".into()])
    }

    /// Returns whether a name has these words next to each other. The name of a session must begin with them, unless
    /// they are a year.
    pub(super) fn has_phrase(&self, phrase: &[String]) -> bool {
        if self.kind == Kind::Session && !(phrase.len() == 1 && is_year(&phrase[0])) {
            return phrase.len() > 1 && self.names[0].starts_with(phrase);
        }
        self.names.iter().any(|name| name.windows(phrase.len()).any(|window| window == phrase))
    }

    /// Returns whether these words and then `congress` name the session, perhaps without the ending of the number.
    pub(super) fn is_congress(&self, words: &[String]) -> bool {
        match &self.names[0][..] {
            [ordinal @ .., congress] if self.kind == Kind::Session && ordinal.len() == 2 && congress == "congress" => {
                words == ordinal || words == &ordinal[..1]
            }
            _ => false,
        }
    }
}

impl SearchedList {
    /// Collects the words of records.
    pub(in super::super) fn new(
        records: Vec<SearchedTexts>,
        named: Vec<NamedRecords>,
        thesaurus: &[Vec<String>],
        (list, has_phrases_in_texts, governments): (List, bool, BTreeSet<Vec<String>>),
    ) -> Self {
        let mut vocabulary = BTreeMap::new();
        for word in records.iter().flat_map(|record| record.places.keys()) {
            *vocabulary.entry(word.clone()).or_default() += 1;
        }
        let in_texts = records.iter().flat_map(|record| record.places_in_text.keys());
        let all: BTreeSet<&String> = vocabulary.keys().chain(in_texts).collect();
        let mut forms = BTreeMap::<String, Vec<String>>::new();
        all.into_iter().for_each(|word| forms.entry(stem(word)).or_default().push(word.clone()));
        let stems = |member: &String| words::words(member).iter().map(|word| stem(word)).collect();
        let group = |members: &Vec<String>| {
            let mut group: Vec<Vec<String>> = Vec::new();
            for member in members.iter().map(stems) {
                if !group.contains(&member) {
                    group.push(member);
                }
            }
            group
        };
        Self {
            named,
            groups: thesaurus.iter().map(group).collect(),
            vocabulary,
            forms,
            has_phrases_in_texts,
            own_nouns: match list {
                List::Statutes => &["statutes", "laws", "law"],
                List::Cases => &["cases"],
                List::Bills => &["bills"],
            },
            is_cases: list == List::Cases,
            governments,
            records,
        }
    }

    /// Returns the citations of a record, as keys.
    pub(in super::super) fn citations(&self, record: usize) -> impl Iterator<Item = &String> {
        self.records[record].citations.iter()
    }

    /// Returns whether a record has a citation.
    pub(in super::super) fn is_cited(&self, record: usize, citation: &String) -> bool {
        self.records[record].citations.contains(citation)
    }

    /// Returns the words of the records and texts with a stem.
    pub(super) fn forms(&self, stem: &str) -> Vec<String> {
        self.forms.get(stem).cloned().unwrap_or_default()
    }

    /// Returns whether a record or the text behind it has a word with a stem.
    pub(in super::super) fn has_form(&self, record: usize, stem: &str) -> bool {
        let record = &self.records[record];
        let has = |form: &String| record.places.contains_key(form) || record.places_in_text.contains_key(form);
        self.forms(stem).iter().any(has)
    }

    /// Returns the records with a word of each of these sets at its distance from a common position.
    pub(super) fn with_at_distances(&self, words: &[(usize, Vec<String>)]) -> impl Iterator<Item = usize> {
        self.with(|record| record.has_at_distances(words))
    }

    /// Adds a word in exactly this form to a unit.
    pub(super) fn add_form(&self, form: &str, unit: &mut Unit) {
        unit.add(self.with(|record| record.places.contains_key(form)));
        unit.add_in_texts(self.with(|record| record.places_in_text.contains_key(form)));
    }

    pub(super) fn add_phrase(&self, words: &[(usize, Vec<String>)], unit: &mut Unit) {
        unit.add(self.with_at_distances(words));
        unit.add_in_texts(self.with(|record| self.has_phrases_in_texts && record.has_phrase_in_text(words)));
    }

    fn with(&self, is_meant: impl Fn(&SearchedTexts) -> bool) -> impl Iterator<Item = usize> {
        (0..self.records.len()).filter(move |record| is_meant(&self.records[*record]))
    }
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.chars().all(|digit| digit.is_ascii_digit())
}

/// Returns the stem of a word. Only words of the letters a to z have one.
pub(in super::super) fn stem(word: &str) -> String {
    let is_english = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_english { Stemmer::new(Algorithm::English).stem(word).into_owned() } else { word.to_owned() }
}
