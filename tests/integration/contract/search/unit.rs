/*!
The records that a part of `q` finds, and how much the part weighs. All divisions round down.
*/

use std::collections::BTreeSet;

const MIN_RARITY: u64 = 16;

/// A word, a phrase or alternatives.
#[derive(Default)]
pub(super) struct Unit {
    /// The records that have it.
    pub(super) records: BTreeSet<usize>,
    /// The records that have it outside the texts behind them.
    pub(super) own: BTreeSet<usize>,
    /// The sum of the records of each form, synonym and name.
    pub(super) n_matches: u64,
    pub(super) rarity: u64,
}

impl Unit {
    /// Adds the records of a form, a synonym or a name.
    pub(super) fn add(&mut self, records: impl Iterator<Item = usize>) {
        let records: Vec<usize> = records.collect();
        self.own.extend(&records);
        self.add_in_texts(records.into_iter());
    }

    /// Adds the records of a form or a synonym in the texts behind them.
    pub(super) fn add_in_texts(&mut self, records: impl Iterator<Item = usize>) {
        for record in records {
            self.records.insert(record);
            self.n_matches += 1;
        }
    }
}

/// Returns the rarity of a word with `n_matches` matches.
pub(super) fn rarity(n_matches: u64, n_records: u64) -> u64 {
    let in_256ths = |number: u64| ((number as f64).log2() * 256.0) as u64;
    let n_matches = n_matches.min(n_records);
    in_256ths(2 * n_records + 2).saturating_sub(in_256ths(2 * n_matches + 1)).max(MIN_RARITY)
}

/// Returns the share of each word in the rarity of all, in 65,536ths.
pub(super) fn shares(units: Vec<&Unit>) -> Vec<u64> {
    let all: u64 = units.iter().map(|unit| unit.rarity).sum();
    units.iter().map(|unit| (unit.rarity << 16) / all.max(1)).collect()
}

/// Returns the weight of the words that a record has: half of its share for a word that only the text behind it has.
pub(super) fn weight(units: &[&Unit], record: usize) -> u64 {
    let of_record = units.iter().zip(shares(units.to_vec())).map(|(unit, share)| {
        let is_found = unit.records.contains(&record);
        if unit.own.contains(&record) { share } else { share / 2 * u64::from(is_found) }
    });
    of_record.sum()
}
