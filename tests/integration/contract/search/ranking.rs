/*!
The numbers of the ranking and its arithmetic. All divisions round down.
*/

use std::collections::{BTreeMap, BTreeSet};

/// The frequency of an occurrence in a text of average length, and of a phrase.
pub(super) const OCCURRENCE: u64 = 64;

/// The frequency of a word in a name of the record's jurisdiction, of its court, or of one of its topics.
pub(super) const IN_NAME: u64 = 64;

/// The weight of a synonym.
pub(super) const SYNONYM_SIXTEENTHS: u64 = 10;

const MAX_FREQUENCY: u64 = 4095;
const MAX_SATURATION: u64 = 1024;
const HALF_SATURATION: u64 = 32;
const MIN_RARITY: u64 = 16;
const MAX_PRIOR_STEPS: u64 = 3;

/// A word, a phrase or alternatives.
#[derive(Default)]
pub(super) struct Unit {
    /// The frequency in each record that has it, by position. It may be 0 in a long text.
    pub(super) frequencies: BTreeMap<usize, u64>,
    /// The records that have it outside the texts behind them.
    pub(super) own: BTreeSet<usize>,
    /// The sum of the records of each form, synonym and name.
    pub(super) n_matches: u64,
    /// The rarity; 0 if the unit does not change the score.
    pub(super) rarity: u64,
}

impl Unit {
    /// Adds the frequencies of a form, a synonym or a name in records.
    pub(super) fn add(&mut self, frequencies: impl Iterator<Item = (usize, u64)>) {
        let frequencies: Vec<(usize, u64)> = frequencies.collect();
        self.own.extend(frequencies.iter().map(|(record, _)| *record));
        self.add_in_texts(frequencies.into_iter());
    }

    /// Adds the frequencies of a form or a synonym in the texts behind records.
    pub(super) fn add_in_texts(&mut self, frequencies: impl Iterator<Item = (usize, u64)>) {
        for (record, frequency) in frequencies {
            *self.frequencies.entry(record).or_default() += frequency;
            self.n_matches += 1;
        }
    }

    /// Returns what the unit adds to the score of a record.
    pub(super) fn score(&self, record: usize) -> u64 {
        self.rarity * saturation(self.frequencies.get(&record).copied().unwrap_or(0))
    }
}

pub(super) fn saturation(frequency: u64) -> u64 {
    let frequency = frequency.min(MAX_FREQUENCY);
    MAX_SATURATION * frequency / (frequency + HALF_SATURATION)
}

/// Returns the rarity of a word with `n_matches` matches.
pub(super) fn rarity(n_matches: u64, n_records: u64) -> u64 {
    let in_256ths = |number: u64| ((number as f64).log2() * 256.0) as u64;
    let n_matches = n_matches.min(n_records);
    in_256ths(2 * n_records + 2).saturating_sub(in_256ths(2 * n_matches + 1)).max(MIN_RARITY)
}

/// Returns the frequency of an occurrence in a field with `len` words, where all records together have `n_words` in it.
pub(super) fn occurrence(len: u64, n_words: u64, n_records: usize) -> u64 {
    let n_words = n_words.max(1);
    4 * OCCURRENCE * n_words / (n_words + 3 * kept_length(len) * n_records as u64)
}

/// Returns the length that the index stores in a byte for a field with `len` words. The part above 24 is rounded down
/// to its four highest binary digits, so lengths up to 40 are exact.
pub(in crate::integration::contract) fn kept_length(len: u64) -> u64 {
    let above = len.saturating_sub(24);
    let n_digits = u64::BITS - above.leading_zeros();
    let n_lost = n_digits.saturating_sub(4);
    len.min(24) + (above >> n_lost << n_lost)
}

/// Returns the points for neighboring words, by the lower rarity.
pub(super) fn points_of_neighbors(rarity: u64) -> u64 {
    rarity * MAX_SATURATION / 16 * 8
}

/// Returns the highest possible score without priors.
pub(super) fn highest(rarities: impl Iterator<Item = u64>, points: impl Iterator<Item = u64>) -> u64 {
    (rarities.sum::<u64>() * MAX_SATURATION + points.sum::<u64>()).max(1)
}

/// Returns the share of each word in the rarity of all, in 65,536ths.
pub(super) fn shares(units: Vec<&Unit>) -> Vec<u64> {
    let all: u64 = units.iter().map(|unit| unit.rarity).sum();
    units.iter().map(|unit| (unit.rarity << 16) / all.max(1)).collect()
}

/// Returns the weight of the words that a record has: half of its share for a word that only the text behind it has.
pub(super) fn weight(units: &[&Unit], record: usize) -> u64 {
    let of_record = units.iter().zip(shares(units.to_vec())).map(|(unit, share)| {
        let is_found = unit.frequencies.contains_key(&record);
        if unit.own.contains(&record) { share } else { share / 2 * u64::from(is_found) }
    });
    of_record.sum()
}

/// Returns the share that a score, with a prior, is of the highest possible one, in steps of which `n_bits` bits count.
pub(super) fn share(score: u64, prior_steps: u64, highest: u64, n_bits: u32) -> u64 {
    let step = highest / 64;
    // The quotient is computed once for a search.
    let factor = ((1 << (32 + n_bits)) - 1) / (highest + step * MAX_PRIOR_STEPS);
    ((score + step * prior_steps) * factor) >> 32
}
