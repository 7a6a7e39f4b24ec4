/*!
A filter: the conditions on the records of a list, resolved by the catalogues.
*/

use lexdex_core::corpus::bill_session;
use lexdex_core::model::Resource;

use crate::format::facet_path::FacetPath;
use crate::format::schema::FacetField;
use crate::search::condition::Condition;
use crate::search::date_index::DateRange;
use crate::search::facet_selection::{CourtSelection, TopicSelection};
use crate::text::citation::Citation;
use crate::text::text_query::TextQuery;

/// A list, and the conditions that a record of it must meet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filter {
    resource: Resource,
    conditions: Vec<Condition>,
}

impl Filter {
    /// Selects every record of a list.
    pub fn all(resource: Resource) -> Self {
        Self { resource, conditions: Vec::new() }
    }

    /// Requires one of these jurisdictions, given by their ids.
    pub fn jurisdictions(self, ids: Option<Vec<&str>>) -> Self {
        self.with_facet(FacetField::Jurisdiction, ids.map(flat))
    }

    /// Requires one of these topics.
    pub fn topics(self, topics: Option<TopicSelection>) -> Self {
        self.with_facet(FacetField::Topic, topics.map(TopicSelection::into_paths))
    }

    /// Requires a topic of each of these selections.
    pub fn all_topics(mut self, selections: Vec<TopicSelection>) -> Self {
        let condition = |selection: TopicSelection| Condition::AlsoFacet {
            field: FacetField::Topic,
            paths: sorted(selection.into_paths()),
        };
        self.conditions.extend(selections.into_iter().map(condition));
        self.sort_topics();
        self
    }

    /// Requires one of these courts.
    pub fn courts(self, courts: Option<CourtSelection>) -> Self {
        self.with_facet(FacetField::Court, courts.map(CourtSelection::into_paths))
    }

    /// Requires one of these statuses, given by the words of the list's vocabulary.
    pub fn statuses(self, statuses: Option<Vec<&'static str>>) -> Self {
        self.with_facet(FacetField::Status, statuses.map(flat))
    }

    /// Requires one of these chambers of origin.
    pub fn chambers(self, chambers: Option<Vec<&'static str>>) -> Self {
        self.with_facet(FacetField::Chamber, chambers.map(flat))
    }

    /// Requires one of these sessions, such as `federal-117`.
    pub fn sessions(self, sessions: Option<Vec<String>>) -> Self {
        let paths = |sessions: Vec<String>| sessions.iter().map(|session| FacetPath::flat(session)).collect();
        self.with_facet(FacetField::Session, sessions.map(paths))
    }

    /// Requires a federal bill of a Congress, in addition to [`Self::sessions`].
    pub fn congress(self, number: Option<u64>) -> Self {
        self.with(number.map(|number| Condition::AlsoFacet {
            field: FacetField::Session,
            paths: vec![FacetPath::flat(&bill_session::for_congress(number))],
        }))
    }

    /// Requires the date of the list, such as the date of decision, to be in a range.
    pub fn date_range(self, range: DateRange) -> Self {
        self.with((range != DateRange::default()).then_some(Condition::DateRange(range)))
    }

    /// Requires a citation.
    pub fn citation(self, citation: Option<Citation>) -> Self {
        self.with(citation.map(Condition::Citation))
    }

    /// Requires one of these ids.
    pub fn ids(self, ids: Option<Vec<String>>) -> Self {
        self.with(ids.map(|ids| Condition::Ids(sorted(ids))))
    }

    /// Requires a match of a search.
    pub fn text(self, text: Option<TextQuery>) -> Self {
        self.with(text.map(|text| Condition::Text(Box::new(text))))
    }

    fn with_facet(self, field: FacetField, paths: Option<Vec<FacetPath>>) -> Self {
        self.with(paths.map(|paths| Condition::Facet { field, paths: sorted(paths) }))
    }

    /// Sorts the conditions on further topics to the end, and removes duplicates.
    fn sort_topics(&mut self) {
        let field = FacetField::Topic;
        let topics = |condition: &Condition| match condition {
            Condition::AlsoFacet { field: FacetField::Topic, paths } => Some(paths.clone()),
            _ => None,
        };
        let all = sorted(self.conditions.iter().filter_map(topics).collect());
        self.conditions.retain(|condition| topics(condition).is_none());
        self.conditions.extend(all.into_iter().map(|paths| Condition::AlsoFacet { field, paths }));
    }

    fn with(mut self, condition: Option<Condition>) -> Self {
        self.conditions.extend(condition);
        self
    }

    /// Removes the facets for which `keep` is false from conditions with several facets.
    pub(crate) fn retain_facets(mut self, keep: impl Fn(FacetField, &FacetPath) -> bool) -> Self {
        for condition in &mut self.conditions {
            let (field, paths) = match condition {
                Condition::Facet { field, paths } | Condition::AlsoFacet { field, paths } => (*field, paths),
                _ => continue,
            };
            if paths.len() > 1 {
                paths.retain(|path| keep(field, path));
            }
        }
        self.sort_topics();
        self
    }

    /// The list.
    pub fn resource(&self) -> Resource {
        self.resource
    }

    /// Returns the size on the heap in bytes.
    pub fn n_heap_bytes(&self) -> usize {
        let of_conditions = self.conditions.iter().map(|condition| size_of::<Condition>() + condition.n_heap_bytes());
        of_conditions.sum()
    }

    /// Returns the number of facets in all conditions.
    pub(crate) fn n_facets(&self) -> usize {
        let of_condition = |condition: &Condition| match condition {
            Condition::Facet { paths, .. } | Condition::AlsoFacet { paths, .. } => paths.len(),
            _ => 0,
        };
        self.conditions.iter().map(of_condition).sum()
    }

    /// Whether the filter has words to search for.
    pub fn has_search(&self) -> bool {
        self.search().is_some()
    }

    /// The conditions, all of which a record must meet.
    pub(crate) fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// The search, which can also order the matches.
    pub(crate) fn search(&self) -> Option<&TextQuery> {
        self.conditions.iter().find_map(|condition| match condition {
            Condition::Text(query) => Some(&**query),
            _ => None,
        })
    }
}

/// Sorts and deduplicates values, because their order and repetition do not change a filter.
fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort_unstable();
    values.dedup();
    values
}

fn flat(values: Vec<&str>) -> Vec<FacetPath> {
    values.into_iter().map(FacetPath::flat).collect()
}
