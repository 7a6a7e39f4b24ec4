/*!
Counts the matching records by facet value. As usual in faceted search, the counts of a facet ignore the conditions on
that facet, so that a client sees the other values that it could select.
*/

use std::collections::BTreeMap;

use anyhow::Result;
use lexdex_core::blocking;
use lexdex_core::corpus::Catalogue;
use lexdex_core::model::Resource;

use crate::docset::bitmap::Bitmap;
use crate::docset::disjunction::Disjunction;
use crate::docset::doc_set::DocSet;
use crate::docset::intersection::intersect_to_bitmap;
use crate::format::court_facet::{CourtFacet, court_facet};
use crate::format::facet_path::FacetPath;
use crate::format::schema::FacetField;
use crate::search::condition::Condition;
use crate::search::date_index::DatedDocs;
use crate::search::evaluator::Evaluator;
use crate::search::filter::Filter;
use crate::search::list_index::ListIndex;
use crate::search::page::Reading;

/// A property that records are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Facet {
    /// The jurisdiction, by its id.
    Jurisdiction,
    /// The topics, by their tags. A tag that is an alias of a topic includes the records of that topic, as it does in a
    /// filter.
    Topic,
    /// The court, by its id, or by its name if it is not in the catalogue. A court is left out if a filter by its name
    /// would select another court.
    Court,
    /// The level of the court and the levels above it, each by its filter value.
    Level,
    /// The status of a statute or bill.
    Status,
    /// The chamber of origin of a bill.
    Chamber,
    /// The session of a bill, such as `federal-117`.
    Session,
    /// The year of the date that the filters of the list use.
    Year,
}

/// The number of matching records, in total and for each value of each facet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacetCounts {
    /// The number of matching records.
    pub total: u64,
    /// For each facet, the number of records by value. No number is 0.
    pub facets: BTreeMap<Facet, BTreeMap<String, u64>>,
    /// How the words of the filter were read; `None` if it has no words.
    pub reading: Option<Reading>,
}

/// The records among which the values of a facet are counted.
enum Population {
    All,
    Matches(Bitmap),
}

impl Population {
    /// The records of a list of `n_docs` that are in all disjunctions.
    fn from_disjunctions(disjunctions: &[Disjunction<'_>], n_docs: u32) -> Self {
        if disjunctions.is_empty() { Self::All } else { Self::Matches(intersect_to_bitmap(disjunctions, n_docs)) }
    }

    /// The number of records, in a list of `n_docs`.
    fn len(&self, n_docs: u32) -> u32 {
        match self {
            Self::All => n_docs,
            Self::Matches(bitmap) => bitmap.len(),
        }
    }

    fn count(&self, set: &DocSet) -> u32 {
        match self {
            Self::All => set.len(),
            Self::Matches(bitmap) => set.count_common(bitmap),
        }
    }

    fn count_dated(&self, dated: &DatedDocs<'_>) -> u32 {
        match (self, dated) {
            (_, DatedDocs::Range(range)) => self.count(&DocSet::Range(range.clone())),
            (Self::All, DatedDocs::Scattered(docs)) => docs.len() as u32,
            (Self::Matches(bitmap), DatedDocs::Scattered(docs)) => {
                docs.iter().filter(|doc| bitmap.contains(**doc)).count() as u32
            }
        }
    }
}

impl Facet {
    /// The facets that the records of a list can have.
    pub fn for_list(resource: Resource) -> &'static [Self] {
        match resource {
            Resource::Statutes => &[Self::Jurisdiction, Self::Topic, Self::Status, Self::Year],
            Resource::Cases => &[Self::Jurisdiction, Self::Topic, Self::Court, Self::Level, Self::Year],
            Resource::Bills => {
                &[Self::Jurisdiction, Self::Topic, Self::Status, Self::Chamber, Self::Session, Self::Year]
            }
        }
    }
}

impl FacetCounts {
    /// Counts the records that match a filter. Each condition is resolved once, for all facets.
    pub(crate) fn new(list: &ListIndex, filter: &Filter, catalogue: &Catalogue) -> Result<Self> {
        blocking::step("counting facets")?;
        let evaluator = list.evaluator();
        let reading = Reading::new(list, filter)?;
        let mut counts = Self { total: 0, facets: BTreeMap::new(), reading };
        let conditions = filter.conditions().iter();
        let (selections, others): (Vec<_>, Vec<_>) = conditions.partition(|condition| is_selection(condition));
        let Some(others) = evaluator.resolve(others)? else {
            return Ok(counts);
        };
        let selections = selections.into_iter().map(|condition| Ok((condition, evaluator.disjunction(condition)?)));
        let selections = selections.collect::<Result<Vec<(&Condition, Disjunction<'_>)>>>()?;
        let population_without = |is_left_out: &dyn Fn(&Condition) -> bool| {
            let selections = selections.iter().filter(|(condition, _)| !is_left_out(condition));
            let disjunctions = others.iter().chain(selections.map(|(_, disjunction)| disjunction));
            Population::from_disjunctions(&disjunctions.cloned().collect::<Vec<_>>(), evaluator.n_docs())
        };
        counts.total = population_without(&|_| false).len(evaluator.n_docs()).into();
        for field in FacetField::ALL {
            blocking::step("counting facets")?;
            let population = population_without(&|condition| condition.is_on(field));
            counts.add_field(evaluator, field, &population, catalogue);
        }
        blocking::step("counting facets")?;
        let population = population_without(&|condition| matches!(condition, Condition::DateRange(_)));
        counts.add_years(evaluator, &population);
        Ok(counts)
    }

    fn add_field(&mut self, evaluator: &Evaluator, field: FacetField, population: &Population, catalogue: &Catalogue) {
        for (path, set) in evaluator.facets().for_field(field) {
            let Some((facet, value)) = facet_value(field, path, catalogue) else { continue };
            let aliased_topic = match field {
                FacetField::Topic => catalogue.topics.resolve_alias(value),
                _ => None,
            };
            let n_records = match aliased_topic.and_then(|tag| evaluator.facets().get(field, &FacetPath::flat(tag))) {
                Some(of_topic) => population.count(&DocSet::union(&[set, of_topic], evaluator.n_docs())),
                None => population.count(set),
            };
            self.add(facet, value, n_records);
        }
    }

    fn add_years(&mut self, evaluator: &Evaluator, population: &Population) {
        for (year, docs) in evaluator.dates().years() {
            self.add(Facet::Year, &format!("{year:04}"), population.count_dated(&docs));
        }
    }

    fn add(&mut self, facet: Facet, value: &str, n_records: u32) {
        if n_records > 0 {
            *self.facets.entry(facet).or_default().entry(value.to_owned()).or_default() += u64::from(n_records);
        }
    }
}

/// Returns whether a condition selects values of a facet. The counts of that facet ignore it.
fn is_selection(condition: &Condition) -> bool {
    matches!(condition, Condition::Facet { .. } | Condition::DateRange(_))
}

/// Returns the facet and value of a path; `None` if it is not counted.
fn facet_value<'p>(field: FacetField, path: &'p FacetPath, catalogue: &'p Catalogue) -> Option<(Facet, &'p str)> {
    Some(match field {
        FacetField::Jurisdiction => (Facet::Jurisdiction, path.as_str()),
        FacetField::Topic => (Facet::Topic, path.as_str()),
        FacetField::Status => (Facet::Status, path.as_str()),
        FacetField::Chamber => (Facet::Chamber, path.as_str()),
        FacetField::Session => (Facet::Session, path.as_str()),
        FacetField::Court => match court_facet(path)? {
            CourtFacet::Level(level) => (Facet::Level, level.word()),
            CourtFacet::Catalogued(id) => (Facet::Court, id),
            CourtFacet::Uncatalogued(name) => (Facet::Court, catalogue.courts.uncatalogued_filter_value(name)?),
        },
    })
}
