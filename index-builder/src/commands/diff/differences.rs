/*!
The numbers of the differences between two indexes.
*/

use lexdex_core::corpus::CatalogueFile;
use lexdex_core::model::Resource;

/// The differences between two indexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// The catalogues that differ.
    pub catalogues: Vec<CatalogueFile>,
    /// The differences between the lists of statutes.
    pub statutes: ListDifferences,
    /// The differences between the lists of cases.
    pub cases: ListDifferences,
    /// The differences between the lists of bills.
    pub bills: ListDifferences,
}

/// The differences between a list of one index and that of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListDifferences {
    /// The number of records that only the new list has.
    pub added: u64,
    /// The number of records that only the old list has.
    pub removed: u64,
    /// The number of records with the same id and different contents.
    pub changed: u64,
    /// The number of records that are the same in both lists.
    pub unchanged: u64,
    /// Whether the texts behind the records differ. Texts are searched and not served.
    pub has_other_texts: bool,
    /// Whether the parallel citations differ. They are searched and not served.
    pub has_other_aliases: bool,
    /// Whether the summaries of this project that the records show or are searched by differ.
    pub has_other_summaries: bool,
}

impl Differences {
    /// Whether both indexes are equal.
    pub fn is_empty(&self) -> bool {
        self.catalogues.is_empty() && Resource::ALL.iter().all(|resource| self.for_resource(*resource).is_empty())
    }

    /// The differences between the lists of a resource.
    pub fn for_resource(&self, resource: Resource) -> &ListDifferences {
        match resource {
            Resource::Statutes => &self.statutes,
            Resource::Cases => &self.cases,
            Resource::Bills => &self.bills,
        }
    }

    /// The mutable counts of the lists of a resource.
    pub(super) fn get_mut(&mut self, resource: Resource) -> &mut ListDifferences {
        match resource {
            Resource::Statutes => &mut self.statutes,
            Resource::Cases => &mut self.cases,
            Resource::Bills => &mut self.bills,
        }
    }
}

impl ListDifferences {
    /// Whether both lists are equal.
    pub fn is_empty(&self) -> bool {
        let Self { added, removed, changed, unchanged: _, has_other_texts, has_other_aliases, has_other_summaries } =
            *self;
        (added, removed, changed) == (0, 0, 0) && !has_other_texts && !has_other_aliases && !has_other_summaries
    }
}
