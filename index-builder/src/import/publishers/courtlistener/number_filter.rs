/*!
A set of numbers in bounded memory, a Bloom filter: it accepts every number that was added, and a few others by mistake.
*/

use std::sync::atomic::{AtomicU64, Ordering};

/// The size of the set: 16 MiB. With 10 million numbers it wrongly accepts 0.4% of the others, with 40 million a
/// quarter.
const N_BITS: u64 = 1 << 27;

/// The number of hash functions: adding a number sets this many bits.
const N_HASHES: u64 = 4;

/// A set to which all threads add.
pub(super) struct NumberFilter {
    words: Box<[AtomicU64]>,
}

impl NumberFilter {
    pub(super) fn new() -> Self {
        Self { words: (0..N_BITS / 64).map(|_| AtomicU64::new(0)).collect() }
    }

    pub(super) fn add(&self, number: u64) {
        for (word, bit) in self.bits(number) {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Whether the set accepts a number: always if it was added, and otherwise only by mistake.
    pub(super) fn may_have(&self, number: u64) -> bool {
        self.bits(number).all(|(word, bit)| word.load(Ordering::Relaxed) & bit != 0)
    }

    /// The words and bits for a number.
    fn bits(&self, number: u64) -> impl Iterator<Item = (&AtomicU64, u64)> {
        let hash = mix(number);
        // The step is odd, so that it visits different bits.
        let (start, step) = (hash, (hash >> 32) | 1);
        (0..N_HASHES).map(move |n| {
            let bit = start.wrapping_add(n.wrapping_mul(step)) % N_BITS;
            (&self.words[(bit / 64) as usize], 1 << (bit % 64))
        })
    }
}

/// Spreads the bits of a number, by the finalizer of `SplitMix64`.
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_has_every_number_that_was_added_and_few_others() {
        let filter = NumberFilter::new();
        // Numbers of dockets are dense, and one in seven is wanted.
        let wanted = |number: &u64| number % 7 == 3;
        (0..700_000).filter(wanted).for_each(|number| filter.add(number));
        assert!((0..700_000).filter(wanted).all(|number| filter.may_have(number)));
        let n_others = (0..700_000).filter(|number| !wanted(number) && filter.may_have(*number)).count();
        assert!(n_others < 6, "{n_others}");
        assert!(!filter.may_have(u64::MAX));
    }
}
