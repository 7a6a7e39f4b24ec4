/*!
What a request means: the jurisdictions, topics and courts it names, resolved by the catalogues, as conditions
on facets.
*/

use super::schema::{FacetField, FacetPath, court_path, level_path};
use crate::corpus::{Courts, Topics, text};
use crate::model::{BillStatus, Chamber, CourtLevel, Resource};

/// A list, and the conditions that all of its records must fulfil to be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    resource: Resource,
    conditions: Vec<Condition>,
}

/// A condition on one field: any of these facets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Condition {
    pub(super) field: FacetField,
    pub(super) paths: Vec<FacetPath>,
}

impl Condition {
    /// How many bytes the condition takes beside its own value.
    pub(super) fn n_heap_bytes(&self) -> usize {
        self.paths.iter().map(|path| size_of::<FacetPath>() + path.n_heap_bytes()).sum()
    }
}

impl Filter {
    /// Every record of a list.
    pub fn all(resource: Resource) -> Self {
        Self { resource, conditions: Vec::new() }
    }

    /// Those of a jurisdiction, by its id.
    pub fn jurisdiction(self, id: Option<&str>) -> Self {
        self.with(FacetField::Jurisdiction, flat(id))
    }

    /// Those with one of the topics.
    pub fn topic(self, topics: Option<TopicSelection>) -> Self {
        self.with(FacetField::Topic, topics.map(|TopicSelection(paths)| paths))
    }

    /// Those of one of the courts.
    pub fn court(self, courts: Option<CourtSelection>) -> Self {
        self.with(FacetField::Court, courts.map(|CourtSelection(paths)| paths))
    }

    /// Those that have come so far.
    pub fn status(self, status: Option<BillStatus>) -> Self {
        self.with(FacetField::Status, flat(status.map(BillStatus::as_str)))
    }

    /// Those that began in a chamber.
    pub fn chamber(self, chamber: Option<Chamber>) -> Self {
        self.with(FacetField::Chamber, flat(chamber.map(Chamber::as_str)))
    }

    fn with(mut self, field: FacetField, paths: Option<Vec<FacetPath>>) -> Self {
        self.conditions.extend(paths.map(|paths| Condition { field, paths }));
        self
    }

    /// The filter without those facets of a choice of several that do not fulfil a condition.
    pub(super) fn retain(mut self, keep: impl Fn(FacetField, &FacetPath) -> bool) -> Self {
        for Condition { field, paths } in self.conditions.iter_mut().filter(|condition| condition.paths.len() > 1) {
            paths.retain(|path| keep(*field, path));
        }
        self
    }

    pub(super) fn resource(&self) -> Resource {
        self.resource
    }

    pub(super) fn conditions(&self) -> &[Condition] {
        &self.conditions
    }
}

fn flat(value: Option<&str>) -> Option<Vec<FacetPath>> {
    value.map(|value| vec![FacetPath::flat(value)])
}

/// The topics that a filter value selects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopicSelection(Vec<FacetPath>);

impl TopicSelection {
    /// The records with the value itself as a tag, and those with the tag it is an alias of: a corpus may well use
    /// an alias of the catalogue as a tag.
    pub fn find(value: &str, topics: &Topics) -> Self {
        Self(topics.tags_of(value).map(|tag| FacetPath::flat(&tag)).collect())
    }
}

/// The courts that a filter value selects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CourtSelection(Vec<FacetPath>);

impl CourtSelection {
    /// The courts of a level if the value is a level's word; else the court of this id, alias or name; else those
    /// whose name holds all the words. There may be none.
    pub fn find(value: &str, courts: &Courts) -> Self {
        match CourtLevel::from_word(&text::fold(value)) {
            Some(level) => Self(vec![level_path(level)]),
            None => Self(courts.find(value).into_iter().map(court_path).collect()),
        }
    }
}
