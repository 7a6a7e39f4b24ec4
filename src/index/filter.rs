/*!
What a request means: the jurisdictions, topics and courts it names, resolved by the catalogues, as conditions
on facets.
*/

use super::schema::{FacetField, FacetPath, court_path, level_path};
use crate::corpus::{Courts, text};
use crate::model::{BillStatus, Chamber, CourtLevel};

/// A condition on one field: any of these facets.
pub(super) struct FacetClause {
    pub(super) field: FacetField,
    pub(super) paths: Vec<FacetPath>,
}

impl FacetClause {
    fn one(field: FacetField, value: &str) -> Self {
        Self { field, paths: vec![FacetPath::flat(value)] }
    }
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
    /// A topic tag.
    pub topic: Option<String>,
}

impl StatuteFilter {
    pub(super) fn clauses(&self) -> Vec<FacetClause> {
        clauses_of([
            (FacetField::Jurisdiction, self.jurisdiction.as_deref()),
            (FacetField::Topic, self.topic.as_deref()),
        ])
    }
}

/// The cases asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CaseFilter {
    /// A jurisdiction's id.
    pub jurisdiction: Option<String>,
    /// A topic tag.
    pub topic: Option<String>,
    /// The courts.
    pub court: Option<CourtSelection>,
}

impl CaseFilter {
    pub(super) fn clauses(&self) -> Vec<FacetClause> {
        let mut clauses = clauses_of([
            (FacetField::Jurisdiction, self.jurisdiction.as_deref()),
            (FacetField::Topic, self.topic.as_deref()),
        ]);
        if let Some(CourtSelection(paths)) = &self.court {
            clauses.push(FacetClause { field: FacetField::Court, paths: paths.clone() });
        }
        clauses
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
    /// A topic tag.
    pub topic: Option<String>,
    /// How far they have come.
    pub status: Option<BillStatus>,
    /// The chamber they began in.
    pub chamber: Option<Chamber>,
}

impl BillFilter {
    pub(super) fn clauses(&self) -> Vec<FacetClause> {
        clauses_of([
            (FacetField::Jurisdiction, self.jurisdiction.as_deref()),
            (FacetField::Topic, self.topic.as_deref()),
            (FacetField::Status, self.status.map(BillStatus::as_str)),
            (FacetField::Chamber, self.chamber.map(Chamber::as_str)),
        ])
    }
}

fn clauses_of<'v>(values: impl IntoIterator<Item = (FacetField, Option<&'v str>)>) -> Vec<FacetClause> {
    let given = values.into_iter().filter_map(|(field, value)| value.map(|value| (field, value)));
    given.map(|(field, value)| FacetClause::one(field, value)).collect()
}
