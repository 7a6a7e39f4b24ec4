/*!
The immutable index: for each list a tantivy index of one segment, whose documents are in list order, and the records
as the JSON that is served. [`build()`] builds it, [`Index::open`] opens it.

The modules build on each other in this order: `docset`, `text`, `format`, then `search`, `build` and `history`, which
are independent of each other, and `citation_check`.

# Cost

The cost of each structure in bytes per record, measured on a synthetic corpus of a million cases, half a million
statutes and half a million bills, whose JSON has 750 bytes:

| structure | disk | memory |
|---|---|---|
| records | their JSON | none: mapped, and read into the page cache when the index is opened, if they fit |
| offsets of the records | 5.0 | none: mapped |
| postings of the facets | 4.2 | one set per facet: none if its records are consecutive; 1/8 if it has at least one record in 128; otherwise two bytes per record of the facet and four per 65,536 records of the list |
| postings of the sessions of bills | 2.2 for each bill | like those of other facets: each bill is in one session |
| postings of words, popular names, numbers, citations, identifiers and dates | 112 | the statutes in order of their dates: 4 per statute |
| ids made of parallel citations | none: they are the keys of the citations, which search needs | none |
| positions of the words | 57 | none |
| lengths of the titles and of the texts | 2.0 | none: mapped |
| forms of the words | 0.1 | none: mapped |
| order of the titles | 6: four, and the words of every 16th title | none: mapped |
| order of the names among suggestions | 1 for each title, citation and number of a bill | none: mapped |
| names of filters, and popular names, for suggestions | none | 8 for each of their words, whatever the number of records |
| texts that are not served: their postings, lengths and dictionary | 110 to 130 for each KiB of text, and 1 for each record of a list with texts | none: mapped |
| recent searches | none | up to 8: for each match its bit or two bytes, and two bytes of its score |
| priors of cases and bills | none | 1 for each of them |
| term dictionaries | 9 | none: mapped |
| days on which this project's summaries were written | 8 for each record that shows one | none: mapped |
| metadata, manifest, coverage | less than 0.1 | none |
| recent sets of citations, identifiers and dates, and recent intersections | none | up to 6, or 4 MiB a list if that is more; twice as much for the statutes, whose sets are also kept by date. An intersection of many records takes four bytes per 65,536 records of the list, its conditions and 256 bytes |

A build holds one buffer per thread. While it reads a list, it holds 24 bytes per identifier, to find duplicates, and 24
bytes and one bit per text and per line of parallel citations, to find them by record. Texts are not held in memory:
each thread reads a text from its file again when it indexes the record. The summaries that a build applies by id are
held in memory. While a build writes the lists, each thread
holds one part, the occurrences of its words (up to 64 MB) and two buffers of sorted terms; a text counts for 2 KiB in a
part.
*/

mod docset;

mod text;

mod format;

mod search;

mod build;

mod history;

pub mod citation_check;

use std::panic::catch_unwind;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use lexdex_core::corpus::{Catalogue, CourtEntry, Source};
use lexdex_core::model::{Date, Order, Resource};

pub use build::build_index::{build, build_from};
pub use build::options::BuildOptions;
pub use build::progress::{BuildProgress, Stage};
pub use build::texts::TextOptions;
pub use build::topic_model::{TITLE_MARK, TopicFeatures, TopicModel, TopicWords, WEIGHT_SCALE};
pub use format::coverage::{Coverage, JurisdictionCoverage};
pub use format::fingerprint::Fingerprint;
pub use format::layout::{MANIFEST_FILE, records_file};
pub use format::manifest::{Counts, FileEntry, InputDigests, LinesEntry, Manifest};
pub use format::published::{BUILDS_FOLDER, CURRENT_FILE, HeldIndex, current_build, index_directory, is_build_id};
pub use format::regular_file::digest as file_digest;
pub use format::schema::SCHEMA_VERSION;
pub use format::storage::Storage;
pub use history::field_edit::FieldEdit;
pub use history::history_file::{HistoryFile, ListCounts, PublishedBuild};
pub use history::layout::{CHANGES_FOLDER, HISTORY_FILE, HistoryPart, MAX_BUILDS, history_directory};
pub use history::open_history::{Change, History, NoHistory};
pub use history::row::{DIGEST_BYTES, HistoryRow, RecordVersion};
pub use search::date_index::DateRange;
pub use search::facet_counts::{Facet, FacetCounts};
pub use search::facet_selection::{CourtSelection, TopicSelection};
pub use search::filter::Filter;
pub use search::news::{News, NewsRecord};
pub use search::page::{Hits, Page, Reading};
pub use search::suggest::suggestion::{Suggestion, Suggestions, Target};
pub use search::text_search::plan::MatchRule;
pub(crate) use text::case_name::CaseName;

pub use text::beginning::Beginning;
pub use text::citation::{Citation, key as citation_key, stored_keys as citation_keys};
pub use text::text_query::{InvalidTextQuery, MAX_WORDS, TextQuery};

use format::court_facet::court_path;
use format::page_cache;
use format::regular_file;
use format::schema::FacetField;
use search::aliases;
use search::list_index::ListIndex;
use search::news;
use search::page;
use search::suggest::suggester::Suggester;
use search::text_search::synonyms::Synonyms;
use search::title_words::docs_with_title_words;

/// The maximum number of attempts to open a directory that is replaced during the attempt.
const MAX_ATTEMPTS: usize = 100;

/// An open index. Reading it never writes and never waits for a lock.
pub struct Index {
    catalogue: Catalogue,
    manifest: Manifest,
    statutes: ListIndex,
    cases: ListIndex,
    bills: ListIndex,
    suggester: Suggester,
    history: Result<History, NoHistory>,
    fits_into_memory: bool,
    /// Protects a published build from removal. `None` in memory.
    _held: Option<HeldIndex>,
}

/// The records of a list that have a citation.
pub(crate) struct Cited<'i> {
    pub(crate) resource: Resource,
    /// The total number of records with the citation.
    pub(crate) total: u64,
    /// The first records, in list order.
    pub(crate) records: Vec<&'i [u8]>,
}

impl Index {
    /// Opens an index directory, or the current one of a folder of published indexes. It must be complete, undamaged
    /// and of this program's schema version. Errors name the cause and the fix.
    ///
    /// A directory that is replaced while it is opened is opened again, so that an index never mixes two builds.
    pub fn open(place: &Path) -> Result<Self> {
        for _ in 0..MAX_ATTEMPTS {
            let fingerprint = Fingerprint::from_path(place);
            // tantivy panics on a mix of files from different builds, and on some kinds of damage to large files.
            let index = catch_unwind(|| Self::open_once(place))
                .unwrap_or_else(|_| bail!("the index {} is damaged: build it again", place.display()));
            if Fingerprint::from_path(place) == fingerprint {
                return index;
            }
        }
        bail!("the index {} is replaced again and again while it is opened", place.display())
    }

    fn open_once(place: &Path) -> Result<Self> {
        let held = HeldIndex::find(place)?;
        let directory = held.directory();
        let manifest = Manifest::read(directory)?;
        manifest.check_files(directory)?;
        let catalogue = Catalogue::from_files(|file| {
            let path = directory.join(file.file_name());
            let bytes = regular_file::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok((path.display().to_string(), bytes))
        })?;
        let storage = Storage::directory(directory);
        let index = Self::from_parts(&storage, manifest, catalogue)
            .with_context(|| format!("the index {} is damaged: build it again", directory.display()))?;
        let files = Resource::ALL.iter().map(|resource| records_file(directory, *resource));
        let fits_into_memory = page_cache::prefault(index.lists().into_iter().map(ListIndex::records).zip(files));
        let history = if directory == place { Err(NoHistory::NotPublished) } else { index.open_history(place) };
        Ok(Self { _held: Some(held), history, fits_into_memory, ..index })
    }

    /// Builds and opens the index of a corpus in memory.
    pub fn in_memory(source: &Source) -> Result<Self> {
        let storage = Storage::memory();
        let manifest = build(source, &storage, &BuildOptions::default(), &())?;
        let index = Self::from_parts(&storage, manifest, Catalogue::read(source)?)?;
        index.lists().into_iter().for_each(|list| list.records().mark_resident());
        Ok(index)
    }

    /// Builds and opens the index of the bundled corpus in memory.
    pub fn bundled() -> Result<Self> {
        Self::in_memory(&Source::Bundled).context("the bundled corpus cannot be indexed")
    }

    fn from_parts(storage: &Storage, manifest: Manifest, mut catalogue: Catalogue) -> Result<Self> {
        let synonyms = Arc::new(Synonyms::new(catalogue.thesaurus.groups()));
        let open = |resource| ListIndex::open(storage, resource, &catalogue, &synonyms);
        let statutes = open(Resource::Statutes)?;
        let cases = open(Resource::Cases)?;
        let bills = open(Resource::Bills)?;
        let found = Counts { statutes: statutes.n_records(), cases: cases.n_records(), bills: bills.n_records() };
        ensure!(found == manifest.counts, "it holds {found}, and its manifest says {}", manifest.counts);
        catalogue.courts.add_uncatalogued(cases.uncatalogued_courts());
        let suggester = Suggester::new(&[&statutes, &cases, &bills], &catalogue)?;
        let history = Err(NoHistory::NotPublished);
        let fits_into_memory = true;
        Ok(Self { catalogue, manifest, statutes, cases, bills, suggester, history, fits_into_memory, _held: None })
    }

    fn open_history(&self, folder: &Path) -> Result<History, NoHistory> {
        let build = self.manifest.build_id();
        let n_docs = self.lists().map(|list| list.evaluator().n_docs());
        History::open(&history_directory(folder, &build), &build, n_docs)
    }

    /// Returns the lists, in the order of [`Resource::ALL`].
    fn lists(&self) -> [&ListIndex; 3] {
        [&self.statutes, &self.cases, &self.bills]
    }

    /// Marks the records of all lists as not resident, as in an index that was just opened. For tests.
    pub fn mark_not_resident(&self) {
        self.lists().into_iter().for_each(|list| list.records().mark_not_resident());
    }

    /// Returns the index as one whose records do not fit into memory. For tests.
    #[must_use]
    pub fn with_cold_records(self) -> Self {
        Self { fits_into_memory: false, ..self }
    }

    /// Returns the catalogues of the index, with the courts that only its cases name.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Returns whether the records fitted into available memory when the index was opened. If not, queries wait for
    /// the disk.
    pub fn fits_into_memory(&self) -> bool {
        self.fits_into_memory
    }

    /// Returns the manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the coverage of a list.
    pub fn coverage(&self, resource: Resource) -> &Coverage {
        self.list(resource).coverage()
    }

    /// Reads a page of the records that match a filter, in the given order or in list order.
    ///
    /// Fails if the index cannot be read.
    pub fn search(&self, filter: &Filter, order: Option<Order>, page: Page) -> Result<Hits<'_>> {
        page::read_page(self.list(filter.resource()), filter, order, page)
    }

    /// Returns the history of the index, or the reason why it has none.
    pub fn history(&self) -> Result<&History, NoHistory> {
        self.history.as_ref().map_err(|reason| *reason)
    }

    /// Reads a page of the matching records that were added or changed in the history, latest publication first, then
    /// in list order. Without a history the page is empty.
    ///
    /// Fails if the index cannot be read.
    pub fn news(&self, filter: &Filter, page: Page) -> Result<News<'_>> {
        news::read_news(self.list(filter.resource()), filter, self.history.as_ref().ok(), page)
    }

    /// Calls `visit` with each matching record, in list order, until `visit` fails.
    ///
    /// Fails if the index cannot be read.
    pub fn for_each(&self, filter: &Filter, visit: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        page::for_each_record(self.list(filter.resource()), filter, visit)
    }

    /// Counts the matching records for each value of each facet. Fails if the index cannot be read.
    pub fn facet_counts(&self, filter: &Filter) -> Result<FacetCounts> {
        FacetCounts::new(self.list(filter.resource()), filter, &self.catalogue)
    }

    /// Iterates over the topic tags of a list, each with its number of records.
    pub fn topic_counts(&self, resource: Resource) -> impl Iterator<Item = (&str, u64)> {
        let sets = self.list(resource).evaluator().facets().for_field(FacetField::Topic);
        sets.map(|(path, set)| (path.as_str(), set.len().into()))
    }

    /// Iterates over the sessions of the bills.
    pub fn sessions(&self) -> impl Iterator<Item = &str> {
        let sets = self.bills.evaluator().facets().for_field(FacetField::Session);
        sets.map(|(path, _)| path.as_str())
    }

    /// Returns the number of cases that a court decided.
    pub fn n_cases(&self, court: &CourtEntry) -> u64 {
        self.cases.evaluator().facets().get(FacetField::Court, &court_path(court)).map_or(0, |set| set.len().into())
    }

    /// Suggests up to `limit` names, citations and filters that complete a beginning.
    ///
    /// Fails if the index cannot be read.
    pub fn suggest(&self, beginning: &Beginning, limit: usize) -> Result<Suggestions> {
        self.suggester.suggest(&self.lists(), beginning, limit)
    }

    /// Returns whether a search runs in memory, within microseconds. Reading the records may still wait for the disk:
    /// see [`Hits::is_resident`].
    pub fn is_in_memory(&self, filter: &Filter, order: Option<Order>) -> bool {
        page::is_in_memory(self.list(filter.resource()), filter, order)
    }

    /// Returns whether an order is the list's own.
    pub fn is_default_order(&self, resource: Resource, order: Order) -> bool {
        order == Order::Newest && resource.is_newest_first()
    }

    /// Finds the records with a citation in its standard form. Searches the lists in this order up to the first with a
    /// match, and reads its first `limit` matches in list order. Returns `None` without a match.
    ///
    /// The result is not cached: a text has hundreds of citations, most of which occur in only one request.
    ///
    /// Fails if the index cannot be read.
    pub(crate) fn cited(&self, resources: &[Resource], citation: &str, limit: usize) -> Result<Option<Cited<'_>>> {
        let citation = Citation::parse(citation);
        for resource in resources {
            let list = self.list(*resource);
            let docs = list.evaluator().postings().cited(&citation)?;
            if docs.len() > 0 {
                let records = docs.slice(0, limit).iter().map(|doc| list.records().get(*doc)).collect();
                return Ok(Some(Cited { resource: *resource, total: docs.len().into(), records }));
            }
        }
        Ok(None)
    }

    /// Returns at most `limit` cases whose names have all of these words that any name has, those of the highest courts
    /// first. Fails if the index cannot be read.
    pub(crate) fn cases_with_words(&self, words: &[&str], limit: usize) -> Result<Vec<&[u8]>> {
        let docs = docs_with_title_words(&self.cases, words, limit)?;
        Ok(docs.into_iter().map(|doc| self.cases.records().get(doc)).collect())
    }

    /// Returns the record with an id; `None` if the list has no such record. Fails if the index cannot be read.
    pub fn record(&self, resource: Resource, id: &str) -> Result<Option<&[u8]>> {
        self.list(resource).find(id)
    }

    /// Returns the day on which this project wrote the summary that the record with an id shows; `None` if there is no
    /// such record, or its summary is its source's. Fails if the index cannot be read.
    pub fn summary_date(&self, resource: Resource, id: &str) -> Result<Option<Date>> {
        self.list(resource).summary_date(id)
    }

    /// Resolves an alias to the id of its record. The alias of a case consists of its court and one of its parallel
    /// citations. Returns `None` if the id is not an alias. Fails if the index cannot be read.
    pub fn resolve_alias(&self, resource: Resource, id: &str) -> Result<Option<String>> {
        match resource {
            Resource::Cases => aliases::resolve(&self.cases, id),
            Resource::Statutes | Resource::Bills => Ok(None),
        }
    }

    /// Returns up to `limit` records similar to the one with an id, most similar first; `None` if no record has the id.
    /// Fails if the index cannot be read.
    pub fn similar(&self, resource: Resource, id: &str, limit: usize) -> Result<Option<Vec<&[u8]>>> {
        self.list(resource).similar(id, limit)
    }

    /// Returns the ids of a list with the smallest edit distance from an unknown id, nearest first. Empty if no id is
    /// close.
    ///
    /// Fails if the index cannot be read.
    pub fn nearest_ids(&self, resource: Resource, id: &str) -> Result<Vec<String>> {
        self.list(resource).nearest_ids(id)
    }

    /// Removes facets without records from the conditions with several facets. Filters with equal results, such as a
    /// topic and its alias, then more often share a cache entry.
    pub fn canonicalize(&self, filter: Filter) -> Filter {
        let facets = self.list(filter.resource()).evaluator().facets();
        filter.retain_facets(|field, path| facets.contains(field, path))
    }

    fn list(&self, resource: Resource) -> &ListIndex {
        match resource {
            Resource::Statutes => &self.statutes,
            Resource::Cases => &self.cases,
            Resource::Bills => &self.bills,
        }
    }
}

#[cfg(test)]
mod parts_tests;
