/*!
The release points among the inputs: their titles, and whether a release point has all titles of the Code.
*/

use std::collections::{BTreeMap, BTreeSet};

use lexdex_core::model::{Date, Resource};

use crate::import::engine::session::Session;
use crate::import::merge::scope::{InputId, Scope, ScopeOf, ScopeRelease};
use crate::import::publishers::uslm::title::{FILE, UslmTitle};

/// The last title of the Code. Title 53 is reserved.
const LAST_TITLE: u8 = 54;
const RESERVED_TITLE: u8 = 53;

/// The release points by name.
#[derive(Default)]
pub(super) struct ReleasePoints {
    releases: BTreeMap<String, PointTitles>,
}

struct PointTitles {
    /// The titles and appendices.
    titles: BTreeSet<String>,
    /// Those that have sections.
    with_sections: BTreeSet<String>,
    /// The newest date of a title. Each title has its own.
    newest: Date,
    inputs: BTreeSet<InputId>,
}

impl ReleasePoints {
    /// Adds a title that was read to its end.
    pub(super) fn add(&mut self, title: &UslmTitle, input: InputId) {
        let UslmTitle { number, release_point, created, n_sections, .. } = title;
        let release = self.releases.entry(release_point.clone()).or_insert_with(|| PointTitles::new(*created));
        release.titles.insert(number.clone());
        if *n_sections > 0 {
            release.with_sections.insert(number.clone());
        }
        release.newest = release.newest.max(*created);
        release.inputs.insert(input);
    }

    /// Whether the inputs have all titles of the Code, of any release point.
    pub(super) fn have_every_title(&self) -> bool {
        has_every_title(|title| self.releases.values().any(|release| release.with_sections.contains(title)))
    }

    /// Declares that the release points with all titles are complete, so that the merge removes the records of a title
    /// that is gone.
    pub(super) fn complete(self, session: &Session<'_>) {
        let complete = self.releases.into_iter().filter(|(_, release)| release.has_every_title());
        for (name, PointTitles { titles, newest: date, inputs, .. }) in complete {
            let (resource, file) = (Resource::Statutes, FILE.to_owned());
            let scope = ScopeOf { resource, file, scope: Scope::List(titles), inputs };
            session.complete(scope, ScopeRelease { date, location: format!("the release {name}") });
        }
    }
}

impl PointTitles {
    fn new(newest: Date) -> Self {
        Self { titles: BTreeSet::new(), with_sections: BTreeSet::new(), newest, inputs: BTreeSet::new() }
    }

    fn has_every_title(&self) -> bool {
        has_every_title(|title| self.with_sections.contains(title))
    }
}

fn has_every_title(has: impl Fn(&str) -> bool) -> bool {
    (1..=LAST_TITLE).filter(|title| *title != RESERVED_TITLE).all(|title| has(&title.to_string()))
}
