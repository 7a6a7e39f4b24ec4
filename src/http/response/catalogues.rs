/*!
Builds the bodies of the catalogues: jurisdictions, topics, courts and coverage. Each snapshot builds them once.
*/

use std::collections::BTreeMap;

use axum::body::Bytes;
use lexdex_core::corpus::CourtEntry;
use lexdex_core::model::{Completeness, CourtLevel, Date, Resource};
use lexdex_index::{Counts, Index};
use serde::Serialize;
use utoipa::ToSchema;

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

    /// Returns the name of the catalogue in paths.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Jurisdictions => "jurisdictions",
            Self::Topics => "topics",
            Self::Courts => "courts",
            Self::Coverage => "coverage",
        }
    }

    /// Builds the body.
    pub(crate) fn body(self, index: &Index) -> Bytes {
        let body = match self {
            Self::Jurisdictions => catalogue_body(index.catalogue().jurisdictions.entries()),
            Self::Topics => catalogue_body(&topics(index)),
            Self::Courts => catalogue_body(&courts(index)),
            Self::Coverage => return CoveragePart::default().body(index),
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
    /// The number of entries.
    total: usize,
}

fn catalogue_body<T: Serialize>(data: &[T]) -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&EntriesBody { data, meta: EntriesMeta { total: data.len() } })
}

/// A topic, from the catalogue or only from records.
#[derive(Serialize, ToSchema)]
#[schema(as = Topic)]
pub(crate) struct TopicEntry {
    /// The tag, as in `topics` of a record.
    tag: String,
    /// The display name. Absent if the catalogue does not have the topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// Other tags that the filter `topic` accepts for this topic.
    aliases: Vec<String>,
    /// The number of records with the topic in each list.
    counts: Counts,
}

/// Returns the topics of the catalogue, then those that only records have, each group ordered by tag.
fn topics(index: &Index) -> Vec<TopicEntry> {
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    for resource in Resource::ALL {
        for (tag, n_records) in index.topic_counts(*resource) {
            *counts.entry(tag.to_owned()).or_default().get_mut(*resource) = n_records;
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

/// A court, from the catalogue or only from cases.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Court)]
pub(crate) struct CourtCounts<'c> {
    /// The id that the filter `court` accepts. Absent if the catalogue does not have the court.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'c str>,
    /// The full name, as in `court` of a case.
    name: &'c str,
    /// The level of the court. Absent if its name does not show it.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    /// The name of its jurisdiction.
    jurisdiction: &'c str,
    /// The id of its jurisdiction.
    jurisdiction_id: &'c str,
    /// The number of cases that the court decided.
    cases: u64,
}

/// Returns the courts of the catalogue ordered by id, then those that only cases have, ordered by name.
fn courts(index: &Index) -> Vec<CourtCounts<'_>> {
    let jurisdictions = &index.catalogue().jurisdictions;
    let mut entries: Vec<&CourtEntry> = index.catalogue().courts.entries().iter().collect();
    entries.sort_by_key(|entry| (entry.id.is_none(), &entry.id, &entry.name, &entry.jurisdiction));
    let counted = entries.into_iter().map(|entry| CourtCounts {
        id: entry.id.as_deref(),
        name: &entry.name,
        level: entry.level.map(CourtLevel::word),
        jurisdiction: jurisdictions.get(&entry.jurisdiction).map_or(&*entry.jurisdiction, |found| &*found.name),
        jurisdiction_id: &entry.jurisdiction,
        cases: index.n_cases(entry),
    });
    counted.collect()
}

/// A selection of the coverage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CoveragePart {
    /// The list; `None` for all.
    pub(crate) resource: Option<Resource>,
    /// The ids of the jurisdictions; `None` for all.
    pub(crate) jurisdictions: Option<Vec<String>>,
}

impl CoveragePart {
    /// Builds the body with the selected entries.
    pub(crate) fn body(&self, index: &Index) -> Bytes {
        let data = coverage(index, self);
        let manifest = index.manifest();
        let with_records = data.iter().filter(|entry| entry.records > 0);
        let meta = CoverageMeta {
            total: data.len(),
            build: manifest.build_id(),
            records: manifest.counts,
            completeness: with_records.map(|entry| entry.completeness).min(),
        };
        // Strings and numbers always serialize.
        serde_json::to_vec(&CoverageBody { data, meta }).unwrap_or_default().into()
    }

    fn has(&self, resource: Resource, jurisdiction: &str) -> bool {
        self.resource.is_none_or(|wanted| wanted == resource)
            && self.jurisdictions.as_ref().is_none_or(|wanted| wanted.iter().any(|id| id == jurisdiction))
    }
}

#[derive(Serialize)]
struct CoverageBody<'c> {
    data: Vec<CoverageEntry<'c>>,
    meta: CoverageMeta,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CoverageMeta {
    /// The number of entries, one for each list and jurisdiction.
    total: usize,
    /// The build id of the index.
    build: String,
    /// The number of records in each list.
    records: Counts,
    /// The completeness of the least complete entry that has records. Absent from an index without records.
    #[serde(skip_serializing_if = "Option::is_none")]
    completeness: Option<Completeness>,
}

/// The records of one jurisdiction in one list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Coverage)]
pub(crate) struct CoverageEntry<'c> {
    /// The list.
    resource: &'static str,
    /// The name of the jurisdiction.
    jurisdiction: &'c str,
    /// The id of the jurisdiction.
    jurisdiction_id: &'c str,
    /// The number of records, which may be 0.
    records: u64,
    /// How much of the jurisdiction's law the list contains, as the corpus declares it.
    completeness: Completeness,
    /// The earliest date of a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_date: Option<Date>,
    /// The latest date of a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_date: Option<Date>,
    /// The latest `last_updated` of a record.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_updated: Option<Date>,
    /// The sources of the records.
    sources: Vec<Source<'c>>,
}

/// A source of records.
#[derive(Serialize, ToSchema)]
pub(crate) struct Source<'c> {
    /// The name, as in `meta.source` of a record.
    name: &'c str,
    /// The number of records from this source.
    records: u64,
}

/// Returns the selected coverage of each list by jurisdiction, in catalogue order.
fn coverage<'i>(index: &'i Index, part: &CoveragePart) -> Vec<CoverageEntry<'i>> {
    let jurisdictions = index.catalogue().jurisdictions.entries();
    let of_list = |resource: &'static Resource| {
        let wanted = jurisdictions.iter().filter(|jurisdiction| part.has(*resource, &jurisdiction.id));
        wanted.map(|jurisdiction| {
            let covered = index.coverage(*resource).for_jurisdiction(&jurisdiction.id);
            let sources = covered.iter().flat_map(|covered| &covered.sources);
            CoverageEntry {
                resource: resource.as_str(),
                jurisdiction: &jurisdiction.name,
                jurisdiction_id: &jurisdiction.id,
                records: covered.map_or(0, |covered| covered.records),
                completeness: index.catalogue().completeness.for_resource(*resource, &jurisdiction.id),
                first_date: covered.and_then(|covered| covered.first_date),
                last_date: covered.and_then(|covered| covered.last_date),
                last_updated: covered.map(|covered| covered.last_updated),
                sources: sources.map(|(name, records)| Source { name, records: *records }).collect(),
            }
        })
    };
    Resource::ALL.iter().flat_map(of_list).collect()
}
