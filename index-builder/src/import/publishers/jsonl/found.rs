/*!
The decisions that rows of cases have, and the numbers of those in each snapshot.

The date of a snapshot is that of its newest row, which is known once all rows are read. Until then the numbers are held
in memory, eight bytes for each row.
*/

use std::collections::BTreeMap;

use anyhow::Result;
use lexdex_core::model::Date;

use crate::import::engine::session::Session;
use crate::import::engine::sink::Sink;
use crate::import::input::location;
use crate::import::law::cases::Decisions;
use crate::import::law::cases::publisher::Publisher;
use crate::import::merge::scope::InputId;

/// The decisions of some files.
pub(super) struct FoundDecisions {
    pub(super) decisions: Decisions,
    snapshots: BTreeMap<InputId, RowSnapshot>,
}

/// The rows of an archive, or of all files outside archives together.
struct RowSnapshot {
    numbers: Vec<u64>,
    newest: Date,
    /// The archive, for the report.
    location: String,
}

impl FoundDecisions {
    pub(super) fn new(session: &Session<'_>) -> Self {
        Self { decisions: Decisions::new(session, Publisher::Mapped), snapshots: BTreeMap::new() }
    }

    /// Declares the date of a row of the current input, and its decision unless the row is skipped. It has no effect if
    /// the inputs are no snapshots.
    pub(super) fn see(&mut self, decision: Option<u64>, date: Date, sink: &Sink<'_>) {
        if !sink.is_snapshot(false) {
            return;
        }
        let snapshot = self.snapshots.entry(sink.input()).or_insert_with(|| {
            let archive = location::archive(sink.location());
            let location = if archive.is_empty() { "the files of the import" } else { archive };
            RowSnapshot { numbers: Vec::new(), newest: date, location: location.to_owned() }
        });
        snapshot.numbers.extend(decision);
        snapshot.newest = snapshot.newest.max(date);
    }

    /// Adds the decisions of other files.
    pub(super) fn absorb(&mut self, other: Self) {
        self.decisions.absorb(other.decisions);
        for (input, of_input) in other.snapshots {
            match self.snapshots.get_mut(&input) {
                Some(known) => {
                    known.numbers.extend(of_input.numbers);
                    known.newest = known.newest.max(of_input.newest);
                }
                None => _ = self.snapshots.insert(input, of_input),
            }
        }
    }

    /// Writes the decisions of the mapping of this name. Those of earlier imports that the newest snapshot lacks are
    /// removed, unless a part of it could not be read.
    pub(super) fn write(self, mapping: &str, session: &Session<'_>) -> Result<()> {
        let Self { mut decisions, snapshots } = self;
        decisions.name_part(mapping, mapping);
        let void = session.void_inputs();
        for (_, RowSnapshot { numbers, newest, location }) in
            snapshots.iter().filter(|(input, _)| !void.contains(input))
        {
            numbers.iter().for_each(|number| decisions.see(*number, *newest));
            decisions.complete(mapping, *newest, location);
        }
        decisions.write(session)
    }
}
