/*!
The lines of `--skips`: one for each thing that a report counts and the import did not write.
*/

use std::io::{self, Write};
use std::path::Path;
use std::{fmt, mem};

use lexdex_core::model::Resource;
use lexdex_core::sort::Sorter;
use serde::Serialize;

use crate::report::sample_locations::LocationOrder;

/// The count of the report to which a line belongs.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SkipKind {
    Skipped,
    Removed,
    Repeated,
    Older,
    Companion,
}

/// One line. Fields that do not apply are left out.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct LogLine<'l> {
    pub(crate) kind: SkipKind,
    /// The name of the reason of a skip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) resource: Option<Resource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) location: Option<&'l str>,
}

/// The lines of a report, sorted by their position in the input. The lines of records that the merge leaves out follow,
/// in the order of the merge. The default log keeps no lines.
#[derive(Default)]
pub(crate) struct SkipLog {
    sorter: Option<Sorter>,
    /// The first error of a line that could not be stored, for example because the disk is full.
    failure: Option<io::Error>,
    n_of_merge: u64,
}

impl SkipLog {
    /// A log that keeps its lines. Lines that do not fit into memory are written to `scratch`; `n_logs` together use the
    /// memory of one.
    pub(crate) fn kept(n_logs: usize, scratch: &Path) -> Self {
        Self { sorter: Some(Sorter::one_of(n_logs, scratch)), ..Self::default() }
    }

    pub(super) fn is_kept(&self) -> bool {
        self.sorter.is_some()
    }

    /// Adds a line at a position in the input.
    pub(super) fn push(&mut self, order: LocationOrder, line: &LogLine<'_>) {
        let Some(sorter) = &mut self.sorter else { return };
        let key = [order.0.to_be_bytes(), order.1.to_be_bytes()].concat();
        let pushed = serde_json::to_vec(line).map_err(io::Error::from).and_then(|line| sorter.push(&key, &line));
        self.record(pushed);
    }

    /// Adds a line of the merge, which one thread runs after the input was read.
    pub(super) fn push_of_merge(&mut self, line: &LogLine<'_>) {
        self.push((u64::MAX, self.n_of_merge), line);
        self.n_of_merge += 1;
    }

    /// Adds the lines of another thread.
    pub(super) fn absorb(&mut self, other: Self) {
        self.record(other.failure.map_or(Ok(()), Err));
        match (&mut self.sorter, other.sorter) {
            (Some(sorter), Some(other)) => {
                let absorbed = sorter.absorb(other);
                self.record(absorbed);
            }
            (sorter, other) => *sorter = mem::take(sorter).or(other),
        }
    }

    fn record(&mut self, result: io::Result<()>) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
        }
    }

    /// Writes all lines in order.
    pub(crate) fn write_to(self, out: &mut dyn Write) -> io::Result<()> {
        self.failure.map_or(Ok(()), Err)?;
        let Some(sorter) = self.sorter else { return Ok(()) };
        let mut sorted = sorter.sorted()?;
        while let Some((_, line)) = sorted.next_entry()? {
            out.write_all(line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

impl fmt::Debug for SkipLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkipLog").field("is_kept", &self.is_kept()).finish_non_exhaustive()
    }
}
