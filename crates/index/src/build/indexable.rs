/*!
Extracts the sort key, the facets and the searchable texts from the records of each list.
*/

use std::iter;

use lexdex_core::citations::bill_keys;
use lexdex_core::corpus::{Catalogue, CourtEntry, bill_session, court_level};
use lexdex_core::model::{Bill, Case, Date, Record, Statute, StatuteStatus};

use crate::build::sort_key::{push_natural, push_newest_first};
use crate::format::court_facet::court_path;
use crate::format::facet_path::FacetPath;
use crate::format::schema::FacetField;
use crate::text::bill_number::spellings;

/// A record that can be indexed.
pub(crate) trait Indexable: Record {
    /// Appends the key that determines the position of the record in its list. It ends with the id, so it is unique.
    fn push_sort_key(&self, catalogue: &Catalogue, key: &mut Vec<u8>);

    /// The date that the filters and the order of the list use.
    fn date(&self) -> Option<Date>;

    /// The title or name.
    fn title(&self) -> &str;

    fn summary(&self) -> Option<&str>;

    fn set_summary(&mut self, summary: String);

    fn set_topics(&mut self, topics: Vec<String>);

    /// Whether it is a law that is no longer in force.
    fn is_repealed(&self) -> bool {
        false
    }

    /// The number of the title of a statute.
    fn title_number(&self) -> Option<&str> {
        None
    }

    /// The citations, which are searched both as citations and as words.
    fn citations(&self) -> impl Iterator<Item = &str> {
        self.meta().citation.as_deref().into_iter()
    }

    /// The numbers in every common spelling, which are searched as words.
    fn numbers(&self) -> Vec<String> {
        Vec::new()
    }

    /// The keys by which the record is looked up, besides those of its citations.
    fn look_up_keys(&self) -> Vec<String> {
        Vec::new()
    }

    /// Calls `add` with the sources of the facets that only this list has.
    fn add_own_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>));

    /// Calls `add` with the sources of all facets.
    fn add_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>)) {
        add(FacetSource::Flat(FacetField::Jurisdiction, self.jurisdiction_id()));
        for tag in self.topics() {
            add(FacetSource::Flat(FacetField::Topic, tag));
        }
        self.add_own_facets(add);
    }
}

/// The fields of a record that a facet is derived from.
#[derive(Clone, Copy)]
pub(crate) enum FacetSource<'r> {
    /// A value that is a facet of one level.
    Flat(FacetField, &'r str),
    /// A court's name, and the jurisdiction of the case.
    Court { name: &'r str, jurisdiction: &'r str },
}

impl FacetSource<'_> {
    /// Appends bytes that are unique for the source.
    pub(crate) fn push_cache_key(self, bytes: &mut Vec<u8>) {
        let (field, text, rest) = match self {
            Self::Flat(field, value) => (field, value, ""),
            Self::Court { name, jurisdiction } => (FacetField::Court, jurisdiction, name),
        };
        // UTF-8 has no byte 0xff, so it can separate the two texts.
        bytes.extend_from_slice(&[field as u8]);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0xff);
        bytes.extend_from_slice(rest.as_bytes());
    }

    /// Resolves the facet.
    pub(crate) fn facet(self, catalogue: &Catalogue) -> (FacetField, FacetPath) {
        match self {
            Self::Flat(field, value) => (field, FacetPath::flat(value)),
            Self::Court { name, jurisdiction } => {
                let path = match catalogue.courts.find_catalogued(name, jurisdiction) {
                    Some(court) => court_path(court),
                    None => {
                        let level = court_level::infer(name, jurisdiction);
                        court_path(&CourtEntry::uncatalogued(name.to_owned(), level, jurisdiction.to_owned()))
                    }
                };
                (FacetField::Court, path)
            }
        }
    }
}

impl Indexable for Statute {
    fn title_number(&self) -> Option<&str> {
        self.title_number.as_deref()
    }

    fn push_sort_key(&self, catalogue: &Catalogue, key: &mut Vec<u8>) {
        let position = catalogue.jurisdictions.position(&self.jurisdiction_id).unwrap_or(usize::MAX);
        key.extend_from_slice(&(position as u16).to_be_bytes());
        push_natural(key, self.title_number.as_deref());
        push_natural(key, self.section_number.as_ref().map(|section| section.number()));
        key.extend_from_slice(self.id.as_bytes());
    }

    fn date(&self) -> Option<Date> {
        self.effective_date
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }

    fn set_summary(&mut self, summary: String) {
        self.summary = Some(summary);
    }

    fn set_topics(&mut self, topics: Vec<String>) {
        self.topics = Some(topics);
    }

    fn is_repealed(&self) -> bool {
        self.status == StatuteStatus::Repealed
    }

    fn numbers(&self) -> Vec<String> {
        let title = self.title_number.iter().map(|number| format!("title {number}"));
        let section = self.section_number.iter().map(|section| format!("section {}", section.number()));
        title.chain(section).collect()
    }

    fn add_own_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>)) {
        add(FacetSource::Flat(FacetField::Status, self.status.as_str()));
    }
}

impl Indexable for Case {
    fn push_sort_key(&self, _: &Catalogue, key: &mut Vec<u8>) {
        push_newest_first(key, self.decision_date);
        key.extend_from_slice(self.id.as_bytes());
    }

    fn date(&self) -> Option<Date> {
        self.decision_date
    }

    fn title(&self) -> &str {
        &self.case_name
    }

    fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }

    fn set_summary(&mut self, summary: String) {
        self.summary = Some(summary);
    }

    fn set_topics(&mut self, topics: Vec<String>) {
        self.topics = Some(topics);
    }

    fn citations(&self) -> impl Iterator<Item = &str> {
        let of_meta = self.meta.citation.as_ref().filter(|citation| **citation != self.citation);
        iter::once(&self.citation).chain(of_meta).map(String::as_str)
    }

    fn add_own_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>)) {
        add(FacetSource::Court { name: &self.court, jurisdiction: &self.jurisdiction_id });
    }
}

impl Indexable for Bill {
    fn push_sort_key(&self, _: &Catalogue, key: &mut Vec<u8>) {
        push_newest_first(key, self.introduced_date);
        key.extend_from_slice(self.id.as_bytes());
    }

    fn date(&self) -> Option<Date> {
        self.introduced_date
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }

    fn set_summary(&mut self, summary: String) {
        self.summary = Some(summary);
    }

    fn set_topics(&mut self, topics: Vec<String>) {
        self.topics = Some(topics);
    }

    fn numbers(&self) -> Vec<String> {
        spellings(&self.bill_number)
    }

    fn look_up_keys(&self) -> Vec<String> {
        bill_keys(self)
    }

    fn add_own_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>)) {
        add(FacetSource::Flat(FacetField::Status, self.status.as_str()));
        add(FacetSource::Flat(FacetField::Chamber, self.chamber.as_str()));
        if let Some(session) = bill_session::for_bill(self) {
            add(FacetSource::Flat(FacetField::Session, session));
        }
    }
}
