/*!
The order of a list's names among suggestions: a weight for each title and for each term of the other suggested fields.

The file has one byte for each name: for each of [`ranked_names`], the weights in the order of the titles or of the
dictionary. Names with a common prefix are consecutive, so that their weights are one slice. The two highest bits of
a weight are the highest standing of the records with the name. The other six bits are higher for shorter names.
*/

use std::cmp::Reverse;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use lexdex_core::model::Resource;
use tantivy::Directory;
use tantivy::directory::{OwnedBytes, TerminatingWrite};

use crate::format::layout::RANKS_FILE;
use crate::format::schema::TermField;

/// The maximum ranked length of a name in characters. Longer names count as equally long.
const MAX_RANKED_CHARS: u8 = 63;

/// The weight of a document that is not suggested, because another one has the same title.
pub(crate) const NOT_SUGGESTED: u8 = 0;

/// The number of names whose weights are compared with the lowest weight of the best at once.
const CHUNK_NAMES: usize = 64;

/// The maximum number of records with one name that are compared, the first in list order.
pub(crate) const MAX_NAMESAKES: usize = 1024;

/// A kind of names that are suggested. Of equally good names in the same words, those of the first kind come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NameKind {
    Citation,
    Title,
    Number,
}

impl NameKind {
    /// The field whose terms are the names; `None` for the titles, which are no terms.
    pub(crate) fn field(self) -> Option<TermField> {
        match self {
            Self::Citation => Some(TermField::Citation),
            Self::Title => None,
            Self::Number => Some(TermField::Number),
        }
    }
}

/// The titles or terms with a beginning, by their positions in the order of the titles or in the dictionary.
pub(crate) struct NamesWithBeginning {
    /// Those that equal the beginning.
    pub(crate) whole: Range<usize>,
    /// The longer ones.
    pub(crate) longer: Range<usize>,
}

impl NamesWithBeginning {
    pub(crate) fn none() -> Self {
        Self { whole: 0..0, longer: 0..0 }
    }

    /// Their number.
    pub(crate) fn len(&self) -> usize {
        self.whole.len() + self.longer.len()
    }
}

/// Returns the names of a list that are suggested. The numbers of statutes mean nothing without their title, so they
/// are not.
pub(crate) fn ranked_names(resource: Resource) -> &'static [NameKind] {
    match resource {
        Resource::Statutes | Resource::Cases => &[NameKind::Title, NameKind::Citation],
        Resource::Bills => &[NameKind::Title, NameKind::Number, NameKind::Citation],
    }
}

pub(crate) fn ranked_length(name: &str) -> u8 {
    name.chars().take(MAX_RANKED_CHARS.into()).count() as u8
}

/// Returns the weight of a name with this ranked length, given the highest standing of its records. A name without a
/// word, which nothing finds, counts as one of a character, so that no weight is [`NOT_SUGGESTED`].
pub(crate) fn weight(standing: u8, length: u8) -> u8 {
    (standing << 6) + (MAX_RANKED_CHARS + 1 - length.max(1))
}

/// Writes the file into the directory of a list, given the weights of all names of each kind.
pub(crate) fn write(kinds: &[Vec<u8>], directory: &dyn Directory) -> Result<()> {
    let mut file = directory.open_write(Path::new(RANKS_FILE))?;
    file.write_all(&kinds.concat())?;
    file.terminate().context("cannot write the order of names")
}

/// The order of the names of an open list.
pub(crate) struct NameRanks(OwnedBytes);

impl NameRanks {
    /// Opens the file of a list.
    pub(crate) fn open(directory: &dyn Directory) -> Result<Self> {
        let file = directory.open_read(Path::new(RANKS_FILE))?.read_bytes();
        Ok(Self(file.with_context(|| format!("cannot read {RANKS_FILE}"))?))
    }

    /// Checks that there is a weight for every name, given the numbers of names of each kind.
    pub(crate) fn check(&self, n_names: &[usize]) -> Result<()> {
        let expected: usize = n_names.iter().sum();
        ensure!(self.0.len() == expected, "{RANKS_FILE} has {} bytes in place of {expected}", self.0.len());
        Ok(())
    }

    /// The weights of the names of a kind, given the numbers of names of each kind.
    pub(crate) fn weights(&self, kind_idx: usize, n_names: &[usize]) -> &[u8] {
        let start = n_names[..kind_idx].iter().sum();
        &self.0[start..][..n_names[kind_idx]]
    }
}

/// Returns up to `n` names of a range by descending weight, those of equal weight in order, each with its weight.
/// Names that are [`NOT_SUGGESTED`] are left out. Reads every weight of the range: the best hundred of a million take a
/// tenth of a millisecond, and those of ten million half of one. A range of a damaged dictionary has no names.
pub(crate) fn best(weights: &[u8], range: Range<usize>, n: usize) -> Vec<(usize, u8)> {
    let by_rank = |(position, weight): &(usize, u8)| (Reverse(*weight), *position);
    let mut best: Vec<(usize, u8)> = Vec::with_capacity(2 * n);
    // Later names need a higher weight.
    let mut lowest = NOT_SUGGESTED;
    let weights = weights.get(range.clone()).unwrap_or_default();
    for (chunk_idx, chunk) in weights.chunks(CHUNK_NAMES).enumerate() {
        // Most chunks have no such name. The maximum is faster than a look at each.
        if chunk.iter().fold(0, |highest, weight| highest.max(*weight)) <= lowest {
            continue;
        }
        for (position, weight) in (range.start + chunk_idx * CHUNK_NAMES..).zip(chunk) {
            if *weight > lowest {
                best.push((position, *weight));
            }
            if best.len() == 2 * n {
                let (_, (_, weight), _) = best.select_nth_unstable_by_key(n - 1, by_rank);
                lowest = *weight;
                best.truncate(n);
            }
        }
    }
    best.sort_unstable_by_key(by_rank);
    best.truncate(n);
    best
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn best_of_any_range_are_the_first_of_a_sort(
            weights in (0..=u8::MAX).prop_flat_map(|max| vec(0..=max, 0..9_000)),
            ends in any::<[proptest::sample::Index; 2]>(),
            n in 1..120_usize,
        ) {
            let [one, other] = ends.map(|end| end.index(weights.len() + 1));
            let range = one.min(other)..one.max(other);
            let mut sorted: Vec<(usize, u8)> = range.clone().map(|position| (position, weights[position])).collect();
            sorted.retain(|(_, weight)| *weight != NOT_SUGGESTED);
            sorted.sort_by_key(|(_, weight)| Reverse(*weight));
            sorted.truncate(n);
            prop_assert_eq!(best(&weights, range, n), sorted);
        }
    }
}
