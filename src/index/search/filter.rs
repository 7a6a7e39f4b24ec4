/*!
What a request means: the jurisdictions, topics and courts it names, resolved by the catalogues, as conditions
on facets.
*/

use std::collections::BTreeSet;

use crate::corpus::{Courts, Topics, text};
use crate::index::format::schema::{FacetField, FacetPath, court_path, level_path};
use crate::index::search::date_index::DateRange;
use crate::index::text::citation;
use crate::index::text::text_query::{Phrase, TextQuery};
use crate::model::{CourtLevel, Resource};

/// A list, and the conditions that all of its records must fulfil to be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    resource: Resource,
    conditions: Vec<Condition>,
    text: Option<TextQuery>,
}

/// What a record must fulfil.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    /// Any of these facets of one field.
    Facet { field: FacetField, paths: Vec<FacetPath> },
    /// A date of the range.
    Dated(DateRange),
    /// A citation with the first of these keys that some record has.
    Cited(Vec<String>),
    /// These words, side by side.
    Phrase(Phrase),
    /// All of these words, or the citation that they are together: the first of these keys that some record has.
    PhrasesOrCited { phrases: Vec<Phrase>, citations: Vec<String> },
    /// What a search for words may be the name or a citation of.
    Called { name: String, citations: Vec<String> },
    /// All of these words in the title or name.
    Titled(Vec<String>),
    /// Not this.
    Not(Box<Condition>),
}

impl Condition {
    /// How many bytes the condition takes beside its own value.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        let of_texts = |texts: &[String]| texts.iter().map(|text| size_of::<String>() + text.len()).sum::<usize>();
        match self {
            Self::Facet { paths, .. } => paths.iter().map(|path| size_of::<FacetPath>() + path.n_heap_bytes()).sum(),
            Self::Dated(_) => 0,
            Self::Cited(texts) | Self::Phrase(texts) | Self::Titled(texts) => of_texts(texts),
            Self::PhrasesOrCited { phrases, citations } => {
                let of_phrases = phrases.iter().map(|phrase| size_of::<Phrase>() + of_texts(phrase));
                of_phrases.sum::<usize>() + of_texts(citations)
            }
            Self::Called { name, citations } => name.len() + of_texts(citations),
            Self::Not(condition) => size_of::<Self>() + condition.n_heap_bytes(),
        }
    }

    /// Whether the condition is on a field of facets.
    pub(crate) fn is_on(&self, asked: FacetField) -> bool {
        matches!(self, Self::Facet { field, .. } if *field == asked)
    }
}

impl Filter {
    /// Every record of a list.
    pub fn all(resource: Resource) -> Self {
        Self { resource, conditions: Vec::new(), text: None }
    }

    /// Those of one of these jurisdictions, given by their ids.
    pub fn jurisdictions(self, ids: Option<Vec<&str>>) -> Self {
        self.with_facet(FacetField::Jurisdiction, ids.map(flat))
    }

    /// Those with one of the topics.
    pub fn topics(self, topics: Option<TopicSelection>) -> Self {
        self.with_facet(FacetField::Topic, topics.map(|TopicSelection(paths)| paths))
    }

    /// Those of one of the courts.
    pub fn courts(self, courts: Option<CourtSelection>) -> Self {
        self.with_facet(FacetField::Court, courts.map(|CourtSelection(paths)| paths))
    }

    /// Those with one of these statuses, which are words of the list's own vocabulary.
    pub fn statuses(self, statuses: Option<Vec<&'static str>>) -> Self {
        self.with_facet(FacetField::Status, statuses.map(flat))
    }

    /// Those that began in one of these chambers.
    pub fn chambers(self, chambers: Option<Vec<&'static str>>) -> Self {
        self.with_facet(FacetField::Chamber, chambers.map(flat))
    }

    /// Those with a date of the range, which is the date that the list is ordered or filtered by.
    pub fn dated(self, range: DateRange) -> Self {
        self.with((range != DateRange::default()).then_some(Condition::Dated(range)))
    }

    /// Those with this citation, however it is spelled.
    pub fn cited(self, text: Option<&str>) -> Self {
        self.with(text.map(|text| Condition::Cited(citation::keys(text))))
    }

    /// Those with all the words, or cited by them.
    pub fn text(mut self, text: Option<TextQuery>) -> Self {
        let Some(text) = text else { return self };
        let (phrases, citations) = (text.phrases.clone(), text.whole_citations());
        if citations.is_empty() {
            self.conditions.extend(phrases.into_iter().map(Condition::Phrase));
        } else {
            self.conditions.push(Condition::PhrasesOrCited { phrases, citations });
        }
        Self { text: Some(text), ..self }
    }

    fn with_facet(self, field: FacetField, paths: Option<Vec<FacetPath>>) -> Self {
        self.with(paths.map(|mut paths| {
            // What is asked for twice, or in another order, means the same.
            paths.sort_unstable();
            paths.dedup();
            Condition::Facet { field, paths }
        }))
    }

    fn with(mut self, condition: Option<Condition>) -> Self {
        self.conditions.extend(condition);
        self
    }

    /// The filter without those facets of a choice of several that do not fulfil a condition.
    pub(crate) fn retain(mut self, keep: impl Fn(FacetField, &FacetPath) -> bool) -> Self {
        for condition in &mut self.conditions {
            if let Condition::Facet { field, paths } = condition
                && paths.len() > 1
            {
                paths.retain(|path| keep(*field, path));
            }
        }
        self
    }

    /// The list.
    pub fn resource(&self) -> Resource {
        self.resource
    }

    /// The filter without what only an order by relevance asks for, which may differ where the records are the same.
    pub fn unranked(self) -> Self {
        Self { text: None, ..self }
    }

    pub(crate) fn conditions(&self) -> &[Condition] {
        &self.conditions
    }
}

impl Filter {
    /// The conditions of groups, each without those before it, by how well the words fit: what is called or cited so;
    /// what has all words in its title or name; the rest. One group if there are no words.
    pub(crate) fn by_relevance(&self) -> Vec<Vec<Condition>> {
        let Some(text) = &self.text else {
            return vec![self.conditions.clone()];
        };
        let called = Condition::Called { name: text.name.clone(), citations: text.citations.clone() };
        let titled = Condition::Titled(text.words().into_iter().map(str::to_owned).collect());
        let not = |condition: &Condition| Condition::Not(Box::new(condition.clone()));
        let groups = [vec![called.clone()], vec![not(&called), titled.clone()], vec![not(&called), not(&titled)]];
        groups.into_iter().map(|group| [self.conditions.clone(), group].concat()).collect()
    }
}

fn flat(values: Vec<&str>) -> Vec<FacetPath> {
    values.into_iter().map(FacetPath::flat).collect()
}

/// The topics that the values of a filter select.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopicSelection(Vec<FacetPath>);

impl TopicSelection {
    /// The records with one of the values itself as a tag, and those with the tag it is an alias of: a corpus may well use
    /// an alias of the catalogue as a tag.
    pub fn find<'v>(values: impl IntoIterator<Item = &'v str>, topics: &'v Topics) -> Self {
        let mut paths = Vec::new();
        for value in values {
            paths.extend(topics.matching_tags(value).map(|tag| FacetPath::flat(&tag)));
        }
        Self(paths)
    }
}

/// The courts that the values of a filter select.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CourtSelection(Vec<FacetPath>);

impl CourtSelection {
    /// For each value the courts of a level if it is a level's word; else the court of this id, alias or name; else
    /// those whose name holds all the words. There may be none.
    pub fn find<'v>(values: impl IntoIterator<Item = &'v str>, courts: &Courts) -> Self {
        let mut levels = BTreeSet::new();
        // A thousand values may each name all courts.
        let mut positions = BTreeSet::new();
        for value in values {
            match CourtLevel::from_word(&text::normalize(value)) {
                Some(level) => _ = levels.insert(level),
                None => positions.extend(courts.find(value)),
            }
        }
        let named = positions.into_iter().map(|position| court_path(&courts.entries()[position]));
        Self(levels.into_iter().map(level_path).chain(named).collect())
    }
}
