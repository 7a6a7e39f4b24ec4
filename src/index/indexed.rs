/*!
How a record of each list is ordered and by what it is found.
*/

use super::schema::{FacetField, FacetPath, court_path};
use super::sort_key::{push_natural, push_newest_first};
use crate::corpus::{Catalogue, CourtEntry, court_level};
use crate::model::{Bill, Case, Record, Statute};

/// A record that the index can hold.
pub(super) trait Indexed: Record {
    /// Adds the key that gives the record its place in the list; the id comes last and makes it unique.
    fn push_sort_key(&self, catalogue: &Catalogue, key: &mut Vec<u8>);

    /// Adds what the facets of this list alone come from.
    fn add_own_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>));

    /// Adds what every facet that the record is found by comes from.
    fn add_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>)) {
        add(FacetSource::Flat(FacetField::Jurisdiction, self.jurisdiction_id()));
        for tag in self.topics() {
            add(FacetSource::Flat(FacetField::Topic, tag));
        }
        self.add_own_facets(add);
    }
}

/// What a facet comes from, as it stands in a record.
#[derive(Clone, Copy)]
pub(super) enum FacetSource<'r> {
    /// A value that is a facet without levels.
    Flat(FacetField, &'r str),
    /// A court's name, and the jurisdiction of the case.
    Court { name: &'r str, jurisdiction: &'r str },
}

impl FacetSource<'_> {
    /// Adds bytes that differ between any two sources.
    pub(super) fn push_to(self, bytes: &mut Vec<u8>) {
        let (field, text, rest) = match self {
            Self::Flat(field, value) => (field, value, ""),
            Self::Court { name, jurisdiction } => (FacetField::Court, jurisdiction, name),
        };
        // No text holds a byte 0xff, which ends the first of the two.
        bytes.extend_from_slice(&[field as u8]);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(0xff);
        bytes.extend_from_slice(rest.as_bytes());
    }

    /// The facet.
    pub(super) fn facet(self, catalogue: &Catalogue) -> (FacetField, FacetPath) {
        match self {
            Self::Flat(field, value) => (field, FacetPath::flat(value)),
            Self::Court { name, jurisdiction } => {
                let path = match catalogue.courts.of_case(name, jurisdiction) {
                    Some(court) => court_path(court),
                    None => {
                        let level = court_level::of_name(name, jurisdiction);
                        court_path(&CourtEntry::uncatalogued(name.to_owned(), level, jurisdiction.to_owned()))
                    }
                };
                (FacetField::Court, path)
            }
        }
    }
}

impl Indexed for Statute {
    fn push_sort_key(&self, catalogue: &Catalogue, key: &mut Vec<u8>) {
        let position = catalogue.jurisdictions.position(&self.jurisdiction_id).unwrap_or(usize::MAX);
        key.extend_from_slice(&(position as u16).to_be_bytes());
        push_natural(key, self.title_number.as_deref());
        push_natural(key, self.section_number.as_ref().map(|section| section.number()));
        key.extend_from_slice(self.id.as_bytes());
    }

    fn add_own_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>)) {
        add(FacetSource::Flat(FacetField::Status, self.status.as_str()));
    }
}

impl Indexed for Case {
    fn push_sort_key(&self, _: &Catalogue, key: &mut Vec<u8>) {
        push_newest_first(key, self.decision_date);
        key.extend_from_slice(self.id.as_bytes());
    }

    fn add_own_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>)) {
        add(FacetSource::Court { name: &self.court, jurisdiction: &self.jurisdiction_id });
    }
}

impl Indexed for Bill {
    fn push_sort_key(&self, _: &Catalogue, key: &mut Vec<u8>) {
        push_newest_first(key, self.introduced_date);
        key.extend_from_slice(self.id.as_bytes());
    }

    fn add_own_facets<'r>(&'r self, add: &mut dyn FnMut(FacetSource<'r>)) {
        add(FacetSource::Flat(FacetField::Status, self.status.as_str()));
        add(FacetSource::Flat(FacetField::Chamber, self.chamber.as_str()));
    }
}
