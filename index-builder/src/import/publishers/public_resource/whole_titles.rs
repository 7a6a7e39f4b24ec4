/*!
The titles of which the inputs have every section.
*/

use std::collections::{BTreeMap, BTreeSet};

use lexdex_core::model::{Date, Resource};
use parking_lot::Mutex;

use crate::import::engine::session::Session;
use crate::import::merge::scope::{Scope, ScopeOf, ScopeRelease};

/// The pages of titles, by corpus file and title.
#[derive(Default)]
pub(super) struct WholeTitles {
    titles: Mutex<BTreeMap<(String, String), Pages>>,
}

/// The pages that have a title.
struct Pages {
    names: BTreeSet<String>,
    newest: ScopeRelease,
}

impl WholeTitles {
    /// Adds a title of a page. The page has all its sections, unless another page has the title too.
    pub(super) fn add(&self, file: &str, title: String, page: &str, posted: Date, location: &str) {
        let release = ScopeRelease { date: posted, location: location.to_owned() };
        let mut titles = self.titles.lock();
        let pages = titles
            .entry((file.to_owned(), title))
            .or_insert_with(|| Pages { names: BTreeSet::new(), newest: release.clone() });
        pages.names.insert(page.to_owned());
        pages.newest = release.max(pages.newest.clone());
    }

    /// Declares that titles that are on a single page have no other sections. A title on several pages is left out,
    /// because one of them can be older than the others.
    pub(super) fn complete(self, session: &Session<'_>) {
        for ((file, title), Pages { names, newest }) in self.titles.into_inner() {
            if names.len() == 1 {
                let (resource, scope) = (Resource::Statutes, Scope::Title(title));
                session.complete(ScopeOf { resource, file, scope, inputs: BTreeSet::new() }, newest);
            }
        }
    }
}
