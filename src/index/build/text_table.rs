/*!
Finds the text of a record by its id, while the records of a list are ingested.
*/

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;

use crate::corpus::{CorpusError, CorpusErrors, IdHash, parse_text};
use crate::index::build::chunk_reader::visit_lines;
use crate::index::build::progress::Progress;
use crate::index::build::texts::{TextPlace, Texts};

/// The places of the texts of a list.
///
/// Takes 24 bytes and a bit for each text, whatever its length, and twice that for a moment while it is read. Ids with equal 128-bit hashes count as equal.
pub(crate) struct TextTable {
    /// The hash of each id and the place of its text, sorted.
    entries: Vec<(IdHash, TextPlace)>,
    /// A bit for each entry: whether a record has the id.
    claimed: Vec<AtomicU64>,
}

impl TextTable {
    /// Reads and checks all texts of a list. Returns the errors, too.
    pub(crate) fn read(texts: &Texts, progress: &dyn Progress) -> Result<(Self, CorpusErrors)> {
        let visited = visit_lines(&texts.files, progress, Vec::new, |entries, line, errors| {
            match parse_text(line.bytes, line.location) {
                Err(error) => errors.add(error),
                Ok(text) => entries.push((IdHash::of(&text.id), TextPlace::new(line.file_idx, line.offset))),
            }
            Ok(())
        })?;
        let mut entries = visited.workers.concat();
        entries.sort_unstable();
        let mut errors = visited.errors;
        report_repeated(&entries, texts, &mut errors)?;
        let claimed = (0..entries.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok((Self { entries, claimed }, errors))
    }

    /// The place of the text of a record with this id, which is claimed from now on.
    pub(super) fn claim(&self, id: &str) -> Option<TextPlace> {
        if self.entries.is_empty() {
            return None;
        }
        let idx = self.entries.binary_search_by_key(&IdHash::of(id), |(hash, _)| *hash).ok()?;
        self.claimed[idx / 64].fetch_or(1 << (idx % 64), Ordering::Relaxed);
        Some(self.entries[idx].1)
    }

    /// Reports each text whose id no record has. Ids of several texts are reported already.
    pub(super) fn report_unclaimed(&self, texts: &Texts, errors: &mut CorpusErrors) -> Result<()> {
        let is_claimed = |idx: usize| self.claimed[idx / 64].load(Ordering::Relaxed) >> (idx % 64) & 1 == 1;
        let id = |idx: usize| self.entries.get(idx).map(|(hash, _)| *hash);
        let is_repeated = |idx: usize| id(idx) == id(idx + 1) || (idx > 0 && id(idx) == id(idx - 1));
        let unclaimed = (0..self.entries.len()).filter(|idx| !is_claimed(*idx) && !is_repeated(*idx));
        let (places, n_more) = first_of(unclaimed.map(|idx| self.entries[idx].1));
        for (place, location) in texts.locations(&places)? {
            let id = texts.read(place)?.id;
            let message = format!("no record of the list has the id {id:?}: remove the line, or add the record");
            errors.add(CorpusError::of_field(&location, "id", message));
        }
        errors.count_more(n_more);
        Ok(())
    }
}

/// Reports each repeated id at its later place and names the earlier one.
fn report_repeated(entries: &[(IdHash, TextPlace)], texts: &Texts, errors: &mut CorpusErrors) -> Result<()> {
    let repeated = entries.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    let (repeated, n_more) = first_of(repeated.map(|pair| (pair[1].1, pair[0].1)));
    let locations = texts.locations(&repeated.iter().flat_map(|(place, earlier)| [*place, *earlier]).collect())?;
    for (place, earlier) in repeated {
        let message = format!("the same id is already used at {}", locations[&earlier]);
        errors.add(CorpusError::of_field(&locations[&place], "id", message));
    }
    errors.count_more(n_more);
    Ok(())
}

/// As many of these as errors are kept, the first in the order of the files, and the number of the others.
fn first_of<P: Ord>(places: impl Iterator<Item = P>) -> (BTreeSet<P>, u64) {
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
