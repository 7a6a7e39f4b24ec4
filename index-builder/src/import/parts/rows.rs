/*!
The rows and the facts about parts that one thread of an import collects.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use lexdex_core::sort::Sorter;

use crate::import::parts::header::CompleteShare;
use crate::import::parts::row::PartRow;

/// Rows of any parts.
pub(crate) struct PartRows {
    pub(super) sorter: Sorter,
    /// The parts to be written, by name. One without rows is written, too.
    pub(super) parts: BTreeMap<String, PartFacts>,
    /// The parts of which a piece of the inputs could not be read. Only those in [`Self::parts`] are written.
    pub(super) losses: BTreeSet<String>,
    /// The parts of which an input breaks off. They are not written.
    pub(super) broken: BTreeSet<String>,
}

/// The facts about a part that are not in its records.
#[derive(Debug, Default)]
pub(crate) struct PartFacts {
    pub(super) inputs: BTreeSet<String>,
    pub(super) complete: BTreeSet<CompleteShare>,
    pub(super) complete_sessions: BTreeSet<String>,
}

impl PartRows {
    /// An empty collection. Rows that do not fit into memory are written to `scratch`.
    pub(crate) fn new(scratch: &Path) -> Self {
        Self { sorter: Sorter::new(scratch), parts: BTreeMap::new(), losses: BTreeSet::new(), broken: BTreeSet::new() }
    }

    /// An empty collection that keeps all rows in memory.
    pub(super) fn in_memory() -> Self {
        Self { sorter: Sorter::in_memory(), parts: BTreeMap::new(), losses: BTreeSet::new(), broken: BTreeSet::new() }
    }

    /// Adds a row of a part.
    pub(crate) fn push(&mut self, part: &str, row: &PartRow<'_>) -> io::Result<()> {
        row.push_to(part, &mut self.sorter)
    }

    /// Declares that the import writes a part, and that one of its inputs has this name.
    pub(crate) fn begin(&mut self, part: &str, input: &str) {
        let facts = self.facts(part);
        if !facts.inputs.contains(input) {
            facts.inputs.insert(input.to_owned());
        }
    }

    /// Declares that a piece of a part's inputs could not be read or was not valid.
    pub(crate) fn lose(&mut self, part: &str) {
        if !self.losses.contains(part) {
            self.losses.insert(part.to_owned());
        }
    }

    /// Declares that an input of a part breaks off, so that the part is not written.
    pub(crate) fn break_off(&mut self, part: &str) {
        self.broken.insert(part.to_owned());
    }

    /// Declares that a part has the whole of a share of a list.
    pub(crate) fn complete(&mut self, part: &str, share: CompleteShare) {
        self.facts(part).complete.insert(share);
    }

    /// Declares that a part has all bills whose ids have this prefix.
    pub(crate) fn complete_session(&mut self, part: &str, prefix: String) {
        self.facts(part).complete_sessions.insert(prefix);
    }

    /// The facts about a part, which the import writes.
    fn facts(&mut self, part: &str) -> &mut PartFacts {
        // The entry API would copy the name for every record.
        if !self.parts.contains_key(part) {
            self.parts.insert(part.to_owned(), PartFacts::default());
        }
        self.parts.get_mut(part).expect("the part was inserted")
    }

    /// Adds the rows and facts of another collection.
    pub(crate) fn absorb(&mut self, other: Self) -> io::Result<()> {
        for (part, PartFacts { inputs, complete, complete_sessions }) in other.parts {
            let facts = self.facts(&part);
            facts.inputs.extend(inputs);
            facts.complete.extend(complete);
            facts.complete_sessions.extend(complete_sessions);
        }
        self.losses.extend(other.losses);
        self.broken.extend(other.broken);
        self.sorter.absorb(other.sorter)
    }

    /// Whether there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.losses.is_empty() && self.broken.is_empty()
    }

    /// Whether a part is to be written.
    pub(crate) fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }
}
