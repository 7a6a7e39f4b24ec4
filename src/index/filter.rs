/*!
What a request means: the jurisdictions, topics and courts it names, resolved by the catalogues, as conditions
on facets.
*/

use super::schema::{FacetField, FacetPath, court_path, level_path};
use crate::corpus::{Courts, Topics, text};
use crate::model::{BillStatus, Chamber, CourtLevel};

/// A condition on one field: any of these facets.
pub(super) struct FacetClause {
    pub(super) field: FacetField,
    pub(super) paths: Vec<FacetPath>,
}

/// A list, and what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ListFilter {
    /// The statutes asked for.
    Statutes(StatuteFilter),
    /// The cases asked for.
    Cases(CaseFilter),
    /// The bills asked for.
    Bills(BillFilter),
}

/// The statutes asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct StatuteFilter {
    /// A jurisdiction's id.
    pub jurisdiction: Option<String>,
    /// The topics.
    pub topic: Option<TopicSelection>,
}

impl StatuteFilter {
    pub(super) fn clauses(&self) -> Vec<FacetClause> {
        clauses_of([
            (FacetField::Jurisdiction, flat(self.jurisdiction.as_deref())),
            (FacetField::Topic, self.topic.as_ref().map(|TopicSelection(paths)| paths.clone())),
        ])
    }
}

/// The cases asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CaseFilter {
    /// A jurisdiction's id.
    pub jurisdiction: Option<String>,
    /// The topics.
    pub topic: Option<TopicSelection>,
    /// The courts.
    pub court: Option<CourtSelection>,
}

impl CaseFilter {
    pub(super) fn clauses(&self) -> Vec<FacetClause> {
        clauses_of([
            (FacetField::Jurisdiction, flat(self.jurisdiction.as_deref())),
            (FacetField::Topic, self.topic.as_ref().map(|TopicSelection(paths)| paths.clone())),
            (FacetField::Court, self.court.as_ref().map(|CourtSelection(paths)| paths.clone())),
        ])
    }
}

/// The topics that a filter value selects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopicSelection(Vec<FacetPath>);

impl TopicSelection {
    /// The records with the value itself as a tag, and those with the tag it is an alias of: a corpus may well use
    /// an alias of the catalogue as a tag.
    pub fn find(value: &str, topics: &Topics) -> Self {
        Self(topics.tags_of(value).iter().map(|tag| FacetPath::flat(tag)).collect())
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

/// The bills asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BillFilter {
    /// A jurisdiction's id.
    pub jurisdiction: Option<String>,
    /// The topics.
    pub topic: Option<TopicSelection>,
    /// How far they have come.
    pub status: Option<BillStatus>,
    /// The chamber they began in.
    pub chamber: Option<Chamber>,
}

impl BillFilter {
    pub(super) fn clauses(&self) -> Vec<FacetClause> {
        clauses_of([
            (FacetField::Jurisdiction, flat(self.jurisdiction.as_deref())),
            (FacetField::Topic, self.topic.as_ref().map(|TopicSelection(paths)| paths.clone())),
            (FacetField::Status, flat(self.status.map(BillStatus::as_str))),
            (FacetField::Chamber, flat(self.chamber.map(Chamber::as_str))),
        ])
    }
}

fn flat(value: Option<&str>) -> Option<Vec<FacetPath>> {
    value.map(|value| vec![FacetPath::flat(value)])
}

fn clauses_of(given: impl IntoIterator<Item = (FacetField, Option<Vec<FacetPath>>)>) -> Vec<FacetClause> {
    given.into_iter().filter_map(|(field, paths)| Some(FacetClause { field, paths: paths? })).collect()
}
