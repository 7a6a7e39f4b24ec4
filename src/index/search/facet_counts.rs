/*!
How many of the records that match have each value of a facet. Each facet is counted without the conditions on itself, as
faceted search does, so that the other values of a choice stay in sight.
*/

use std::collections::BTreeMap;

use anyhow::Result;

use crate::blocking;
use crate::corpus::Catalogue;
use crate::index::docset::doc_set::{Bitmap, DocSet};
use crate::index::format::schema::{CourtFacet, FacetField, FacetPath, court_facet};
use crate::index::search::date_index::DatedDocs;
use crate::index::search::filter::{Condition, Filter};
use crate::index::search::list_index::ListReader;
use crate::model::Resource;

/// What records are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Facet {
    /// The jurisdiction, by its id.
    Jurisdiction,
    /// The topics, by their tags. Of a tag that is another name of a topic those of the topic are counted, too, as the
    /// filter takes it.
    Topic,
    /// The court, by its id, or by its name if the catalogue does not have it. One that the filter cannot be given,
    /// because its name means another court, is left out.
    Court,
    /// The level of the court with those above it, each by its word.
    Level,
    /// How far a statute or bill has come.
    Status,
    /// The chamber in which a bill began.
    Chamber,
    /// The year of the date by which the list is filtered.
    Year,
}

/// How many records match, and how many of them have each value of each facet that some record has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacetCounts {
    /// How many records match.
    pub total: u64,
    /// The facets, and for each of their values how many records have it: never none.
    pub facets: BTreeMap<Facet, BTreeMap<String, u64>>,
}

/// The records among which those of a value are counted.
enum Counted {
    All,
    These(Bitmap),
}

impl Counted {
    fn count(&self, set: &DocSet) -> u32 {
        match self {
            Self::All => set.len(),
            Self::These(docs) => docs.count_common(set),
        }
    }

    fn count_dated(&self, dated: &DatedDocs<'_>) -> u32 {
        match (self, dated) {
            (_, DatedDocs::Together(range)) => self.count(&DocSet::Range(range.clone())),
            (Self::All, DatedDocs::Scattered(docs)) => docs.len() as u32,
            (Self::These(these), DatedDocs::Scattered(docs)) => {
                docs.iter().filter(|doc| these.contains(**doc)).count() as u32
            }
        }
    }
}

impl Facet {
    /// The facets that the records of a list can have.
    pub fn of_list(resource: Resource) -> &'static [Self] {
        match resource {
            Resource::Statutes => &[Self::Jurisdiction, Self::Topic, Self::Status, Self::Year],
            Resource::Cases => &[Self::Jurisdiction, Self::Topic, Self::Court, Self::Level, Self::Year],
            Resource::Bills => &[Self::Jurisdiction, Self::Topic, Self::Status, Self::Chamber, Self::Year],
        }
    }
}

impl FacetCounts {
    /// Counts the records of a list that a filter selects.
    pub(crate) fn of(list: &ListReader, filter: &Filter, catalogue: &Catalogue) -> Result<Self> {
        blocking::mark("counting facets");
        let total = u64::from(list.matches(filter.conditions())?.len());
        let mut counts = Self { total, facets: BTreeMap::new() };
        for field in FacetField::ALL {
            let of_others = counted(list, filter, |condition| condition.is_on(field))?;
            counts.add_field(list, field, &of_others, catalogue);
        }
        let of_any_date = counted(list, filter, |condition| matches!(condition, Condition::Dated(_)))?;
        counts.add_years(list, &of_any_date);
        Ok(counts)
    }

    fn add_field(&mut self, list: &ListReader, field: FacetField, counted: &Counted, catalogue: &Catalogue) {
        for (path, set) in list.facets().of_field(field) {
            let (facet, value) = match field {
                FacetField::Jurisdiction => (Facet::Jurisdiction, path.as_str()),
                FacetField::Topic => {
                    let of_alias = |topic| list.facets().get(field, &FacetPath::flat(topic));
                    if let Some(of_topic) = catalogue.topics.resolve_alias(path.as_str()).and_then(of_alias) {
                        let n_records = counted.count(&DocSet::union(&[set, of_topic], list.n_records() as u32));
                        self.add(Facet::Topic, path.as_str(), n_records);
                        continue;
                    }
                    (Facet::Topic, path.as_str())
                }
                FacetField::Status => (Facet::Status, path.as_str()),
                FacetField::Chamber => (Facet::Chamber, path.as_str()),
                FacetField::Court => match court_facet(path) {
                    Some(CourtFacet::Level(level)) => (Facet::Level, level.word()),
                    Some(CourtFacet::Catalogued(id)) => (Facet::Court, id),
                    Some(CourtFacet::Uncatalogued(name)) => match catalogue.courts.uncatalogued_filter_value(name) {
                        Some(name) => (Facet::Court, name),
                        None => continue,
                    },
                    None => continue,
                },
            };
            self.add(facet, value, counted.count(set));
        }
    }

    fn add_years(&mut self, list: &ListReader, counted: &Counted) {
        for (year, docs) in list.dates().years() {
            self.add(Facet::Year, &format!("{year:04}"), counted.count_dated(&docs));
        }
    }

    fn add(&mut self, facet: Facet, value: &str, n_records: u32) {
        if n_records > 0 {
            *self.facets.entry(facet).or_default().entry(value.to_owned()).or_default() += u64::from(n_records);
        }
    }
}

/// The records that fulfil all conditions but some.
fn counted(list: &ListReader, filter: &Filter, is_left_out: impl Fn(&Condition) -> bool) -> Result<Counted> {
    let kept = filter.conditions().iter().filter(|condition| !is_left_out(condition));
    let matches = list.matches(&kept.cloned().collect::<Vec<_>>())?;
    Ok(if matches.is_everything() { Counted::All } else { Counted::These(matches.bitmap()) })
}
