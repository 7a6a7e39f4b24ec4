/*!
The immutable index: one tantivy index a list, each a single segment whose documents stand in list order, beside
the records as the bytes that are served. Built by [`build()`], opened by [`Index::open`].

Only this module and the builder name tantivy.
*/

mod docset;

mod text;

mod format;

mod search;

mod build;

use std::panic::catch_unwind;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result, bail, ensure};

use crate::corpus::{Catalogue, CourtEntry, Source};
use crate::model::{Order, Resource};

pub use build::build_index::build;
pub use build::progress::{Progress, Stage};
pub use format::coverage::{Coverage, JurisdictionCoverage};
pub use format::fingerprint::Fingerprint;
pub use format::layout::{MANIFEST_FILE, records_file};
pub use format::manifest::{Counts, FileEntry, Manifest};
pub use format::schema::SCHEMA_VERSION;
pub use format::storage::Storage;
pub use search::date_index::DateRange;
pub use search::facet_counts::{Facet, FacetCounts};
pub use search::facet_selection::{CourtSelection, TopicSelection};
pub use search::filter::Filter;
pub use search::page::{Hits, Page};
pub use text::text_query::{InvalidTextQuery, TextQuery};

use format::court_facet::court_path;
use format::page_cache;
use format::schema::FacetField;
use search::list_index::ListIndex;
use search::page;

/// How often a directory may be replaced while it is opened.
const MOST_REPLACEMENTS: usize = 100;

/// An open index. Reading it never writes and never waits for a lock.
pub struct Index {
    catalogue: Catalogue,
    manifest: Manifest,
    written: SystemTime,
    statutes: ListIndex,
    cases: ListIndex,
    bills: ListIndex,
}

impl Index {
    /// Opens an index directory: of this program's schema version, complete and undamaged, or an error that says
    /// what is wrong and what to do.
    ///
    /// A directory that is replaced in the meantime is opened anew, so that nothing is read of two builds.
    pub fn open(directory: &Path) -> Result<Self> {
        for _ in 0..MOST_REPLACEMENTS {
            let stamp = Fingerprint::of(directory);
            // Where the files of two builds meet, or a large one is damaged, tantivy panics.
            let index = catch_unwind(|| Self::open_once(directory))
                .unwrap_or_else(|_| bail!("the index {} is damaged: build it again", directory.display()));
            if Fingerprint::of(directory) == stamp {
                return index;
            }
        }
        bail!("the index {} is replaced again and again while it is opened", directory.display())
    }

    fn open_once(directory: &Path) -> Result<Self> {
        let manifest = Manifest::read(directory)?;
        manifest.check_files(directory)?;
        let catalogue = Catalogue::from_files(|file| {
            let path = directory.join(file.file_name());
            let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok((path.display().to_string(), bytes))
        })?;
        let written = Manifest::written(directory)?;
        let storage = Storage::directory(directory);
        let index = Self::from_parts(&storage, manifest, written, catalogue)
            .with_context(|| format!("the index {} is damaged: build it again", directory.display()))?;
        let files = Resource::ALL.iter().map(|resource| records_file(directory, *resource));
        page_cache::prefault(index.lists().map(ListIndex::records).zip(files));
        Ok(index)
    }

    /// Indexes a corpus in memory.
    pub fn in_memory(source: &Source) -> Result<Self> {
        let storage = Storage::memory();
        let manifest = build(source, &storage, &())?;
        let index = Self::from_parts(&storage, manifest, SystemTime::now(), Catalogue::read(source)?)?;
        index.lists().for_each(|list| list.records().mark_resident());
        Ok(index)
    }

    /// Indexes the bundled corpus in memory.
    pub fn bundled() -> Result<Self> {
        Self::in_memory(&Source::Bundled).context("the bundled corpus cannot be indexed")
    }

    fn from_parts(
        storage: &Storage,
        manifest: Manifest,
        written: SystemTime,
        mut catalogue: Catalogue,
    ) -> Result<Self> {
        let statutes = ListIndex::open(storage, Resource::Statutes)?;
        let cases = ListIndex::open(storage, Resource::Cases)?;
        let bills = ListIndex::open(storage, Resource::Bills)?;
        let found = Counts { statutes: statutes.n_records(), cases: cases.n_records(), bills: bills.n_records() };
        ensure!(found == manifest.counts, "it holds {found}, and its manifest says {}", manifest.counts);
        catalogue.courts.add_uncatalogued(cases.uncatalogued_courts());
        Ok(Self { catalogue, manifest, written, statutes, cases, bills })
    }

    fn lists(&self) -> impl Iterator<Item = &ListIndex> + Clone {
        [&self.statutes, &self.cases, &self.bills].into_iter()
    }

    /// Counts every record as not yet read from disk, as after a start.
    #[cfg(test)]
    pub(crate) fn mark_not_resident(&self) {
        self.lists().for_each(|list| list.records().mark_not_resident());
    }

    /// The catalogues the index was built with, and the courts that only its cases name.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// What the index was built from.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// When the index was written: by its builder, or by the copying of the directory; when it was opened, for one in
    /// memory.
    pub fn written(&self) -> SystemTime {
        self.written
    }

    /// What a list covers.
    pub fn coverage(&self, resource: Resource) -> &Coverage {
        self.list_index(resource).coverage()
    }

    /// The records that match, in the list's order or in another one. Fails if the index cannot be read.
    pub fn list(&self, filter: &Filter, order: Option<Order>, page: Page) -> Result<Hits<'_>> {
        page::read_page(self.list_index(filter.resource()), filter, order, page)
    }

    /// Calls `visit` with each record that matches, in list order, until it fails. Fails if the index cannot be read.
    pub fn for_each(&self, filter: &Filter, visit: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        page::for_each_record(self.list_index(filter.resource()), filter, visit)
    }

    /// How many of the records that match have each value of each facet. Fails if the index cannot be read.
    pub fn counts(&self, filter: &Filter) -> Result<FacetCounts> {
        FacetCounts::of(self.list_index(filter.resource()).evaluator(), filter, &self.catalogue)
    }

    /// The tags that records of a list have, each with how many have it.
    pub fn tags(&self, resource: Resource) -> impl Iterator<Item = (&str, u64)> {
        let sets = self.list_index(resource).evaluator().facets().of_field(FacetField::Topic);
        sets.map(|(path, set)| (path.as_str(), set.len().into()))
    }

    /// How many cases a court has decided.
    pub fn n_cases(&self, court: &CourtEntry) -> u64 {
        self.cases.evaluator().facets().get(FacetField::Court, &court_path(court)).map_or(0, |set| set.len().into())
    }

    /// Whether a search is answered from memory in microseconds, but for the records themselves.
    pub fn is_quick(&self, filter: &Filter, order: Option<Order>) -> bool {
        page::is_in_memory(self.list_index(filter.resource()), filter, order)
    }

    /// Whether an order is the list's own.
    pub fn is_own_order(&self, resource: Resource, order: Order) -> bool {
        order == Order::Newest && self.list_index(resource).is_newest_first()
    }

    /// The record of a list that has an identifier. Fails if the index cannot be read.
    pub fn record(&self, resource: Resource, id: &str) -> Result<Option<&[u8]>> {
        self.list_index(resource).find(id)
    }

    /// The identifiers of a list that differ least from one that it does not have, the nearest first; none if all
    /// differ in many places. Fails if the index cannot be read.
    pub fn nearest_ids(&self, resource: Resource, id: &str) -> Result<Vec<String>> {
        self.list_index(resource).nearest_ids(id)
    }

    /// What a filter means in this index: the same without the facets that no record has, so that another name of a
    /// topic is that topic.
    pub fn narrow(&self, filter: Filter) -> Filter {
        let facets = self.list_index(filter.resource()).evaluator().facets();
        filter.retain_facets(|field, path| facets.contains(field, path))
    }

    fn list_index(&self, resource: Resource) -> &ListIndex {
        match resource {
            Resource::Statutes => &self.statutes,
            Resource::Cases => &self.cases,
            Resource::Bills => &self.bills,
        }
    }
}

#[cfg(test)]
mod parts_tests;
