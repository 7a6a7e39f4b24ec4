/*!
Bodies of the catalogues: jurisdictions, topics, courts, and coverage. Each snapshot builds them once.
*/

use std::collections::BTreeMap;

use axum::body::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use crate::corpus::CourtEntry;
use crate::index::{Counts, Index};
use crate::model::{CourtLevel, Date, Resource};

/// A catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CatalogueKind {
    /// `GET /api/v1/jurisdictions`
    Jurisdictions,
    /// `GET /api/v1/topics`
    Topics,
    /// `GET /api/v1/courts`
    Courts,
    /// `GET /api/v1/coverage`
    Coverage,
}

impl CatalogueKind {
    /// Every catalogue.
    pub(crate) const ALL: [Self; 4] = [Self::Jurisdictions, Self::Topics, Self::Courts, Self::Coverage];

    /// Builds the body.
    pub(crate) fn body(self, index: &Index) -> Bytes {
        let body = match self {
            Self::Jurisdictions => of_entries(index.catalogue().jurisdictions.entries()),
            Self::Topics => of_entries(&topics(index)),
            Self::Courts => of_entries(&courts(index)),
            Self::Coverage => {
                let data = coverage(index);
                let manifest = index.manifest();
                let meta = CoverageMeta { total: data.len(), build: manifest.build_id(), records: manifest.counts };
                serde_json::to_vec(&CoverageBody { data, meta })
            }
        };
        // Strings and numbers always serialize.
        body.unwrap_or_default().into()
    }
}

#[derive(Serialize)]
struct EntriesBody<'c, T> {
    data: &'c [T],
    meta: EntriesMeta,
}

#[derive(Serialize, ToSchema)]
#[schema(as = CatalogueMeta)]
pub(crate) struct EntriesMeta {
    /// How many entries there are.
    total: usize,
}

fn of_entries<T: Serialize>(data: &[T]) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&EntriesBody { data, meta: EntriesMeta { total: data.len() } })
}

/// A topic: one of the catalogue, or one that only records name.
#[derive(Serialize, ToSchema)]
#[schema(as = Topic)]
pub(crate) struct TopicEntry {
    /// The tag, as it stands in records.
    tag: String,
    /// What a person calls it; not there if the catalogue does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// Other tags that the filter takes for it.
    aliases: Vec<String>,
    /// How many records of each list have it.
    counts: Counts,
}

/// Returns the topics of the catalogue, then those that only records name, each group ordered by tag.
fn topics(index: &Index) -> Vec<TopicEntry> {
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    for resource in Resource::ALL {
        for (tag, n_records) in index.topic_counts(*resource) {
            *counts.entry(tag.to_owned()).or_default().of_mut(*resource) = n_records;
        }
    }
    let mut topics = Vec::new();
    for topic in index.catalogue().topics.entries() {
        let counts = counts.remove(&topic.tag).unwrap_or_default();
        let label = Some(topic.label.clone());
        topics.push(TopicEntry { tag: topic.tag.clone(), label, aliases: topic.aliases.clone(), counts });
    }
    topics.sort_by(|topic, other| topic.tag.cmp(&other.tag));
    let of_records = |(tag, counts)| TopicEntry { tag, label: None, aliases: Vec::new(), counts };
    topics.extend(counts.into_iter().map(of_records));
    topics
}

/// A court: one of the catalogue, or one that only cases name.
#[derive(Serialize, ToSchema)]
#[schema(as = Court)]
pub(crate) struct CourtAnswer<'c> {
    /// The id that the filter takes; not there if the catalogue does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'c str>,
    /// The full name, as it stands in cases.
    name: &'c str,
    /// The word of its level; not there if its name does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    /// The id of its jurisdiction.
    jurisdiction: &'c str,
    /// How many cases it has decided.
    cases: u64,
}

/// Returns the courts of the catalogue ordered by id, then those that only cases name, ordered by name.
fn courts(index: &Index) -> Vec<CourtAnswer<'_>> {
    let mut entries: Vec<&CourtEntry> = index.catalogue().courts.entries().iter().collect();
    entries.sort_by_key(|entry| (entry.id.is_none(), &entry.id, &entry.name, &entry.jurisdiction));
    let answers = entries.into_iter().map(|entry| CourtAnswer {
        id: entry.id.as_deref(),
        name: &entry.name,
        level: entry.level.map(CourtLevel::word),
        jurisdiction: &entry.jurisdiction,
        cases: index.n_cases(entry),
    });
    answers.collect()
}

#[derive(Serialize)]
struct CoverageBody<'c> {
    data: Vec<CoverageEntry<'c>>,
    meta: CoverageMeta,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CoverageMeta {
    /// How many entries there are: one for each list and jurisdiction.
    total: usize,
    /// The id of the build.
    build: String,
    /// How many records there are.
    records: Counts,
}

/// What a list has of a jurisdiction.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Coverage)]
pub(crate) struct CoverageEntry<'c> {
    /// The list.
    resource: &'static str,
    /// The id of the jurisdiction.
    jurisdiction: &'c str,
    /// How many records there are; 0 if the list has nothing of the jurisdiction.
    records: u64,
    /// The earliest date that one of them has.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_date: Option<Date>,
    /// The latest date that one of them has.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_date: Option<Date>,
    /// When the data of one of them was refreshed last.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_updated: Option<Date>,
    /// Where they come from.
    sources: Vec<Source<'c>>,
}

/// Where records come from.
#[derive(Serialize, ToSchema)]
pub(crate) struct Source<'c> {
    /// As it stands in their `meta`.
    name: &'c str,
    /// How many come from there.
    records: u64,
}

/// Returns the coverage of each list by jurisdiction, in catalogue order.
fn coverage(index: &Index) -> Vec<CoverageEntry<'_>> {
    let jurisdictions = index.catalogue().jurisdictions.entries();
    let of_list = |resource: &'static Resource| {
        jurisdictions.iter().map(|jurisdiction| {
            let covered = index.coverage(*resource).of(&jurisdiction.id);
            let sources = covered.iter().flat_map(|covered| &covered.sources);
            CoverageEntry {
                resource: resource.as_str(),
                jurisdiction: &jurisdiction.id,
                records: covered.map_or(0, |covered| covered.records),
                first_date: covered.and_then(|covered| covered.first_date),
                last_date: covered.and_then(|covered| covered.last_date),
                last_updated: covered.map(|covered| covered.last_updated),
                sources: sources.map(|(name, records)| Source { name, records: *records }).collect(),
            }
        })
    };
    Resource::ALL.iter().flat_map(of_list).collect()
}
