/*!
Builds the bodies of the catalogues: jurisdictions, topics, courts and coverage. Each snapshot builds them once. The
tools for models answer with pages of selected entries.
*/

use std::collections::{BTreeMap, HashSet};

use axum::body::Bytes;
use lexdex_core::corpus::{CourtEntry, Courts, text};
use lexdex_core::model::{Completeness, CourtLevel, Date, Resource};
use lexdex_index::{Counts, Index, Page};
use serde::Serialize;
use utoipa::ToSchema;

/// A catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// Builds the body with all entries.
    pub(crate) fn body(self, index: &Index) -> Bytes {
        CataloguePart::default().body(self, index)
    }
}

/// A selection of the entries of a catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CataloguePart {
    /// The list of a coverage; `None` for all.
    pub(crate) resource: Option<Resource>,
    /// The ids of the jurisdictions; `None` for all.
    pub(crate) jurisdictions: Option<Vec<String>>,
    /// Values of the filter `court`, which select courts; `None` for all.
    pub(crate) courts: Option<Vec<String>>,
    /// The page of the selected entries; `None` for all.
    pub(crate) page: Option<Page>,
}

impl CataloguePart {
    /// Builds the body with the selected entries.
    pub(crate) fn body(&self, kind: CatalogueKind, index: &Index) -> Bytes {
        let catalogue = index.catalogue();
        let body = match kind {
            CatalogueKind::Jurisdictions => {
                let entries = catalogue.jurisdictions.entries().iter();
                self.entries_body(entries.filter(|entry| self.has_jurisdiction(&entry.id)).collect())
            }
            CatalogueKind::Topics => self.entries_body(topics(index)),
            CatalogueKind::Courts => self.entries_body(courts(index, self)),
            CatalogueKind::Coverage => self.coverage_body(index),
        };
        // Strings and numbers always serialize.
        body.unwrap_or_default().into()
    }

    fn entries_body<T: Serialize>(&self, data: Vec<T>) -> serde_json::Result<Vec<u8>> {
        let meta = EntriesMeta { total: data.len() };
        self.paged_body(data, meta)
    }

    fn coverage_body(&self, index: &Index) -> serde_json::Result<Vec<u8>> {
        let data = coverage(index, self);
        let manifest = index.manifest();
        let with_records = data.iter().filter(|entry| entry.records > 0);
        let meta = CoverageMeta {
            total: data.len(),
            build: manifest.build_id(),
            records: manifest.counts,
            completeness: with_records.map(|entry| entry.completeness).min(),
        };
        self.paged_body(data, meta)
    }

    /// Builds the body with the page of these entries.
    fn paged_body<T: Serialize, M: Serialize>(&self, mut data: Vec<T>, meta: M) -> serde_json::Result<Vec<u8>> {
        let page = self.page.map(|Page { limit, offset }| {
            let total = data.len();
            let start = usize::try_from(offset).unwrap_or(total).min(total);
            data.drain(..start);
            data.truncate(limit);
            PageMeta { limit, offset, has_more: start + data.len() < total }
        });
        serde_json::to_vec(&EntriesBody { data, meta: PagedMeta { meta, page } })
    }

    fn has_jurisdiction(&self, id: &str) -> bool {
        self.jurisdictions.as_ref().is_none_or(|wanted| wanted.iter().any(|wanted| wanted == id))
    }
}

#[derive(Serialize)]
struct EntriesBody<T, M> {
    data: Vec<T>,
    meta: PagedMeta<M>,
}

#[derive(Serialize)]
struct PagedMeta<M> {
    #[serde(flatten)]
    meta: M,
    #[serde(flatten)]
    page: Option<PageMeta>,
}

/// The page of a selection.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PageMeta {
    limit: usize,
    offset: u64,
    has_more: bool,
}

#[derive(Serialize, ToSchema)]
#[schema(as = CatalogueMeta)]
pub(crate) struct EntriesMeta {
    /// The number of entries.
    total: usize,
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

/// Returns the selected courts of the catalogue ordered by id, then those that only cases have, ordered by name.
fn courts<'i>(index: &'i Index, part: &CataloguePart) -> Vec<CourtCounts<'i>> {
    let (jurisdictions, courts) = (&index.catalogue().jurisdictions, &index.catalogue().courts);
    let selected = part.courts.as_ref().map(|values| selected_courts(values, courts));
    let entries = courts.entries().iter().enumerate().filter(|(position, entry)| {
        part.has_jurisdiction(&entry.jurisdiction)
            && selected.as_ref().is_none_or(|selected| selected.contains(position))
    });
    let mut entries: Vec<&CourtEntry> = entries.map(|(_, entry)| entry).collect();
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

/// Returns the positions of the courts that values of the filter `court` select.
fn selected_courts(values: &[String], courts: &Courts) -> HashSet<usize> {
    let level = |value: &str| CourtLevel::from_word(&text::normalize(value));
    let levels: Vec<CourtLevel> = values.iter().filter_map(|value| level(value)).collect();
    let has_level = |entry: &CourtEntry| levels.iter().any(|wanted| entry.level.is_some_and(|of| wanted.includes(of)));
    let of_levels = courts.entries().iter().enumerate().filter(|(_, entry)| has_level(entry));
    let named = courts.find(values.iter().map(String::as_str).filter(|value| level(value).is_none()));
    of_levels.map(|(position, _)| position).chain(named).collect()
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
    /// The numbers of the titles that the index has of a code, unless the list is complete.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    titles: &'c [String],
    /// The number of titles of the code, where a table has it, unless the list is complete. Appendices do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    titles_of: Option<CodeTitles>,
    /// The sources of the records.
    sources: Vec<Source<'c>>,
    /// The number of records of these sources whose summary the lexdex project wrote, because the source has none.
    lexdex_summaries: u64,
    /// The number of records with a topic. A filter by topic never finds the others.
    with_topics: u64,
    /// The number of records whose topics were inferred from their words, because the source has none.
    inferred_topics: u64,
}

/// The number of titles of a code.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub(crate) struct CodeTitles {
    /// The number.
    total: u32,
    /// The publisher of the table.
    source: &'static str,
}

/// The codes of which a table has the number of titles, by jurisdiction.
const CODE_TITLES: &[(&str, CodeTitles)] = &[
    // Title 53 is reserved: https://uscode.house.gov/browse.xhtml
    ("federal", CodeTitles { total: 53, source: "United States Code, Office of the Law Revision Counsel" }),
];

/// A source of records.
#[derive(Serialize, ToSchema)]
pub(crate) struct Source<'c> {
    /// The name, as in `meta.source` of a record.
    name: &'c str,
    /// The number of records from this source.
    records: u64,
}

/// The size and the completeness of an index: a summary of its coverage, in the same form.
#[derive(Serialize)]
pub(crate) struct Extent {
    data: Vec<ListExtent>,
    meta: ExtentMeta,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListExtent {
    resource: &'static str,
    records: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    completeness: Option<Completeness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_updated: Option<Date>,
}

#[derive(Serialize)]
struct ExtentMeta {
    #[serde(skip_serializing_if = "Option::is_none")]
    completeness: Option<Completeness>,
}

/// Returns the extent of an index. A list is as complete as its least complete jurisdiction with records.
pub(crate) fn extent(index: &Index) -> Extent {
    let list = |resource: &Resource| {
        let part = CataloguePart { resource: Some(*resource), ..CataloguePart::default() };
        let mut with_records = coverage(index, &part);
        with_records.retain(|entry| entry.records > 0);
        ListExtent {
            resource: resource.as_str(),
            records: with_records.iter().map(|entry| entry.records).sum(),
            completeness: with_records.iter().map(|entry| entry.completeness).min(),
            last_updated: with_records.iter().filter_map(|entry| entry.last_updated).max(),
        }
    };
    let data: Vec<ListExtent> = Resource::ALL.iter().map(list).collect();
    let completeness = data.iter().filter_map(|list| list.completeness).min();
    Extent { data, meta: ExtentMeta { completeness } }
}

/// Returns the selected coverage of each list by jurisdiction, in catalogue order.
fn coverage<'i>(index: &'i Index, part: &CataloguePart) -> Vec<CoverageEntry<'i>> {
    let jurisdictions = index.catalogue().jurisdictions.entries();
    let lists = Resource::ALL.iter().filter(|resource| part.resource.is_none_or(|wanted| wanted == **resource));
    let of_list = |resource: &'static Resource| {
        let wanted = jurisdictions.iter().filter(|jurisdiction| part.has_jurisdiction(&jurisdiction.id));
        wanted.map(|jurisdiction| {
            let covered = index.coverage(*resource).for_jurisdiction(&jurisdiction.id);
            let sources = covered.iter().flat_map(|covered| &covered.sources);
            let completeness = index.catalogue().completeness.for_resource(*resource, &jurisdiction.id);
            let of_part = covered.filter(|_| completeness != Completeness::Complete);
            let titles = of_part.map_or(&[][..], |covered| &covered.titles);
            let has_titles = !titles.is_empty();
            let titles_of = CODE_TITLES.iter().find(|(code, _)| has_titles && *code == jurisdiction.id);
            CoverageEntry {
                resource: resource.as_str(),
                jurisdiction: &jurisdiction.name,
                jurisdiction_id: &jurisdiction.id,
                records: covered.map_or(0, |covered| covered.records),
                completeness,
                first_date: covered.and_then(|covered| covered.first_date),
                last_date: covered.and_then(|covered| covered.last_date),
                last_updated: covered.map(|covered| covered.last_updated),
                titles,
                titles_of: titles_of.map(|(_, titles)| *titles),
                sources: sources.map(|(name, records)| Source { name, records: *records }).collect(),
                lexdex_summaries: covered.map_or(0, |covered| covered.lexdex_summaries),
                with_topics: covered.map_or(0, |covered| covered.with_topics),
                inferred_topics: covered.map_or(0, |covered| covered.inferred_topics),
            }
        })
    };
    lists.flat_map(of_list).collect()
}
