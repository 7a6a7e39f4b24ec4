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

    /// Adds the facets of this list alone.
    fn add_own_facets(&self, catalogue: &Catalogue, add: &mut dyn FnMut(FacetField, FacetPath));

    /// Adds every facet the record is found by.
    fn add_facets(&self, catalogue: &Catalogue, add: &mut dyn FnMut(FacetField, FacetPath)) {
        add(FacetField::Jurisdiction, FacetPath::flat(self.jurisdiction_id()));
        for tag in self.topics() {
            add(FacetField::Topic, FacetPath::flat(tag));
        }
        self.add_own_facets(catalogue, add);
    }
}

impl Indexed for Statute {
    fn push_sort_key(&self, catalogue: &Catalogue, key: &mut Vec<u8>) {
        let position = catalogue.jurisdictions.position(&self.jurisdiction_id).unwrap_or(usize::MAX);
        key.extend_from_slice(&(position as u32).to_be_bytes());
        push_natural(key, self.title_number.as_deref());
        push_natural(key, self.section_number.as_ref().map(|section| section.number()));
        key.extend_from_slice(self.id.as_bytes());
    }

    fn add_own_facets(&self, _: &Catalogue, add: &mut dyn FnMut(FacetField, FacetPath)) {
        add(FacetField::Status, FacetPath::flat(self.status.as_str()));
    }
}

impl Indexed for Case {
    fn push_sort_key(&self, _: &Catalogue, key: &mut Vec<u8>) {
        push_newest_first(key, self.decision_date);
        key.extend_from_slice(self.id.as_bytes());
    }

    fn add_own_facets(&self, catalogue: &Catalogue, add: &mut dyn FnMut(FacetField, FacetPath)) {
        let path = match catalogue.courts.of_case(&self.court, &self.jurisdiction_id) {
            Some(court) => court_path(court),
            None => {
                let level = court_level::of_name(&self.court, &self.jurisdiction_id);
                let jurisdiction = self.jurisdiction_id.clone();
                court_path(&CourtEntry::uncatalogued(self.court.clone(), level, jurisdiction))
            }
        };
        add(FacetField::Court, path);
    }
}

impl Indexed for Bill {
    fn push_sort_key(&self, _: &Catalogue, key: &mut Vec<u8>) {
        push_newest_first(key, self.introduced_date);
        key.extend_from_slice(self.id.as_bytes());
    }

    fn add_own_facets(&self, _: &Catalogue, add: &mut dyn FnMut(FacetField, FacetPath)) {
        add(FacetField::Status, FacetPath::flat(self.status.as_str()));
        add(FacetField::Chamber, FacetPath::flat(self.chamber.as_str()));
    }
}
