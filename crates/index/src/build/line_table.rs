/*!
Finds the text or the parallel citations of a record by its id, while the records of a list are ingested.
*/

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use lexdex_core::corpus::{CorpusError, CorpusErrors, IdHash, SourceLocation};

use crate::build::chunk_reader::visit_lines;
use crate::build::line_files::{LineFiles, LinePlace};
use crate::build::lines_digest::LinesDigest;
use crate::build::progress::{BuildProgress, Stage};

/// Parses a line, and returns the id of its record.
pub(super) type ParseId = fn(&[u8], &SourceLocation) -> Result<String, Vec<CorpusError>>;

pub(super) type AddLine = fn(&mut LinesDigest, &[u8]);

/// The places of the lines with the texts or the parallel citations of a list.
///
/// Takes 24 bytes and one bit per line, regardless of its length, and for a short time twice that while lines are read.
/// Ids with equal 128-bit hashes count as equal.
pub(super) struct LineTable {
    /// The hash of each id and the place of its line, sorted.
    entries: Vec<(IdHash, LinePlace)>,
    /// A bit for each entry: whether a record has the id.
    claimed: Vec<AtomicU64>,
    digest: LinesDigest,
}

/// The lines that one thread has read.
#[derive(Default)]
struct ReadLines {
    entries: Vec<(IdHash, LinePlace)>,
    digest: LinesDigest,
}

impl LineTable {
    /// Reads and checks all lines. Also returns the errors.
    pub(super) fn read(
        files: &LineFiles,
        parse_id: ParseId,
        add_line: AddLine,
        progress: &dyn BuildProgress,
    ) -> Result<(Self, CorpusErrors)> {
        let visited = visit_lines(&files.0, (progress, Stage::Read), ReadLines::default, |read, line, errors| {
            add_line(&mut read.digest, line.bytes);
            match parse_id(line.bytes, line.location) {
                Err(of_line) => of_line.into_iter().for_each(|error| errors.add(error)),
                Ok(id) => read.entries.push((IdHash::from_id(&id), LinePlace::new(line.file_idx, line.offset))),
            }
            Ok(())
        })?;
        let (mut entries, mut digest) = (Vec::new(), LinesDigest::default());
        for read in visited.workers {
            entries.extend(read.entries);
            digest.append(read.digest);
        }
        entries.sort_unstable();
        let mut errors = visited.errors;
        report_repeated(&entries, files, &mut errors)?;
        let claimed = (0..entries.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok((Self { entries, claimed, digest }, errors))
    }

    pub(super) fn digest(&self) -> LinesDigest {
        self.digest
    }

    /// Claims the line of the record with this id, and returns its place.
    pub(super) fn claim(&self, id: &str) -> Option<LinePlace> {
        if self.entries.is_empty() {
            return None;
        }
        let idx = self.entries.binary_search_by_key(&IdHash::from_id(id), |(hash, _)| *hash).ok()?;
        self.claimed[idx / 64].fetch_or(1 << (idx % 64), Ordering::Relaxed);
        Some(self.entries[idx].1)
    }

    /// Reports each line whose id no record has. Ids on several lines have already been reported.
    pub(super) fn report_unclaimed(
        &self,
        files: &LineFiles,
        parse_id: ParseId,
        errors: &mut CorpusErrors,
    ) -> Result<()> {
        let is_claimed = |idx: usize| self.claimed[idx / 64].load(Ordering::Relaxed) >> (idx % 64) & 1 == 1;
        let id = |idx: usize| self.entries.get(idx).map(|(hash, _)| *hash);
        let is_repeated = |idx: usize| id(idx) == id(idx + 1) || (idx > 0 && id(idx) == id(idx - 1));
        let unclaimed = (0..self.entries.len()).filter(|idx| !is_claimed(*idx) && !is_repeated(*idx));
        let (places, n_more) = first_of(unclaimed.map(|idx| self.entries[idx].1));
        for (place, location) in files.locations(&places)? {
            let id = files.read(place, parse_id)?;
            let message = format!("no record of the list has the id {id:?}: remove the line, or add the record");
            errors.add(CorpusError::in_field(&location, "id", message));
        }
        errors.count_more(n_more);
        Ok(())
    }
}

/// Reports each repeated id at its later place, and names the earlier one.
fn report_repeated(entries: &[(IdHash, LinePlace)], files: &LineFiles, errors: &mut CorpusErrors) -> Result<()> {
    let repeated = entries.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    let (repeated, n_more) = first_of(repeated.map(|pair| (pair[1].1, pair[0].1)));
    let locations = files.locations(&repeated.iter().flat_map(|(place, earlier)| [*place, *earlier]).collect())?;
    for (place, earlier) in repeated {
        let message = format!("the same id is already used at {}", locations[&earlier]);
        errors.add(CorpusError::in_field(&locations[&place], "id", message));
    }
    errors.count_more(n_more);
    Ok(())
}

/// Returns the first [`CorpusErrors::MAX_KEPT`] places in the order of the files, and the number of the others.
pub(super) fn first_of<P: Ord>(places: impl Iterator<Item = P>) -> (BTreeSet<P>, u64) {
    let (mut first, mut n_more) = (BTreeSet::new(), 0);
    for place in places {
        first.insert(place);
        if first.len() > CorpusErrors::MAX_KEPT {
            first.pop_last();
            n_more += 1;
        }
    }
    (first, n_more)
}
