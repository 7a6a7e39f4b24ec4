/*!
The rules of each kind of filter: the records that it selects, the values that occur, and the facets that ignore it.
*/

use lexdex_core::model::{FilterKind, Parameter, Values};
use serde_json::Value;

use super::session::session;
use super::{Contract, Court, LEVELS, List, citations, normalize, text, words_of_name};

/// A predicate over a record and its position in its list.
pub(super) type Filter<'c> = Box<dyn Fn(usize, &Value) -> bool + 'c>;

impl Contract {
    /// Builds the predicate of a filter, unless it is part of a search.
    pub(super) fn filter<'c>(&'c self, list: List, kind: FilterKind, value: &str) -> Option<Filter<'c>> {
        let normalized = normalize(value);
        let (given, date) = (value.to_owned(), list.date_field());
        Some(match kind {
            FilterKind::Search | FilterKind::MatchMode => return None,
            FilterKind::Jurisdiction => {
                let idx = self.jurisdiction_names.get(&normalized);
                let id = &self.jurisdictions[*idx.unwrap_or_else(|| panic!("no jurisdiction {value:?}"))]["id"];
                Box::new(move |_, record| record["jurisdictionId"] == *id)
            }
            FilterKind::Topic | FilterKind::TopicAll => {
                let tag = normalized.replace([' ', '_'], "-");
                let alias_of = self.topic_names.get(&tag).map(|idx| text(&self.topics[*idx], "tag"));
                let matches = move |topic: &Value| topic == tag.as_str() || alias_of.is_some_and(|tag| topic == tag);
                Box::new(move |_, record| record["topics"].as_array().is_some_and(|topics| topics.iter().any(&matches)))
            }
            FilterKind::Court => {
                let matches = self.court_filter(&normalized);
                Box::new(move |idx, _| matches(&self.courts_of_cases[idx]))
            }
            FilterKind::Status => Box::new(move |_, record| record["status"] == normalized.as_str()),
            FilterKind::Chamber => Box::new(move |_, record| record["chamber"] == normalized.as_str()),
            FilterKind::Session => Box::new(move |_, record| session(record) == Some(normalized.as_str())),
            FilterKind::Congress => {
                let beginning = format!("federal-{}-", value.trim_start_matches('0'));
                Box::new(move |_, bill| bill["jurisdictionId"] == "federal" && text(bill, "id").starts_with(&beginning))
            }
            FilterKind::Citation => {
                let searched = self.searched(list);
                let citation = self.resolve_citation(list, citations::candidates(value));
                Box::new(move |idx, _| citation.iter().any(|citation| searched.is_cited(idx, citation)))
            }
            // Dates in the form YYYY-MM-DD compare as strings.
            FilterKind::FirstDay { .. } => {
                Box::new(move |_, record| record[date].as_str().is_some_and(|date| date >= given.as_str()))
            }
            FilterKind::LastDay => {
                Box::new(move |_, record| record[date].as_str().is_some_and(|date| date <= given.as_str()))
            }
            FilterKind::Id => Box::new(move |_, record| record["id"] == normalized.as_str()),
        })
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

    /// Returns the values of a filter that a catalogue or a vocabulary has.
    pub(in crate::integration) fn catalogued_values(&self, list: List, parameter: Parameter) -> Vec<String> {
        let ids = |entries: &[Value], field| entries.iter().map(|entry| text(entry, field).to_owned()).collect();
        match parameter.filter_kind().unwrap() {
            FilterKind::Jurisdiction => ids(&self.jurisdictions, "id"),
            FilterKind::Topic | FilterKind::TopicAll => ids(&self.topics, "tag"),
            FilterKind::Court => {
                let words = self.courts.iter().flat_map(|court| words_of_name(text(court, "name")));
                let ids: Vec<String> = ids(&self.courts, "id");
                LEVELS.map(str::to_owned).into_iter().chain(ids).chain(words).collect()
            }
            FilterKind::Session => ["federal-1", "federal", "117", "ca-2017", "FEDERAL-117"].map(str::to_owned).into(),
            FilterKind::Congress => ["1", "117", "999"].map(str::to_owned).into(),
            _ => match parameter.spec(list.resource()).values {
                Values::Words(words) => words.into_iter().map(str::to_owned).collect(),
                _ => Vec::new(),
            },
        }
    }
}

/// Returns the values of a filter that select a record, unless a value can have many spellings.
pub(in crate::integration) fn values_of(list: List, record: &Value, kind: FilterKind) -> Vec<String> {
    let field = |field: &str| record[field].as_str().map(str::to_owned).into_iter().collect();
    match kind {
        FilterKind::Search | FilterKind::MatchMode | FilterKind::Citation => Vec::new(),
        FilterKind::Jurisdiction => field("jurisdictionId"),
        FilterKind::Topic | FilterKind::TopicAll => {
            record["topics"].as_array().into_iter().flatten().map(|tag| tag.as_str().unwrap().into()).collect()
        }
        FilterKind::Court => field("court"),
        FilterKind::Status => field("status"),
        FilterKind::Chamber => field("chamber"),
        FilterKind::Session => session(record).map(str::to_owned).into_iter().collect(),
        FilterKind::Congress => {
            let rest = text(record, "id").strip_prefix("federal-").and_then(|rest| rest.split_once('-'));
            let congress = rest.and_then(|(congress, _)| congress.parse::<u64>().ok()).filter(|number| *number <= 999);
            congress.map(|number| number.to_string()).into_iter().collect()
        }
        FilterKind::FirstDay { .. } | FilterKind::LastDay => field(list.date_field()),
        FilterKind::Id => field("id"),
    }
}

/// Whether the counts of a facet ignore a filter.
pub(in crate::integration) fn is_ignored_by(facet: &str, kind: FilterKind) -> bool {
    match kind {
        FilterKind::Jurisdiction => facet == "jurisdiction",
        FilterKind::Topic => facet == "topic",
        FilterKind::Court => ["court", "level"].contains(&facet),
        FilterKind::Status => facet == "status",
        FilterKind::Chamber => facet == "chamber",
        FilterKind::Session => facet == "session",
        FilterKind::FirstDay { .. } | FilterKind::LastDay => facet == "year",
        FilterKind::TopicAll
        | FilterKind::Congress
        | FilterKind::Search
        | FilterKind::MatchMode
        | FilterKind::Citation
        | FilterKind::Id => false,
    }
}
