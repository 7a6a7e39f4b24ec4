/*!
A set of numbers in bounded memory, a Bloom filter: it accepts every number that was added, and a few others by mistake.
*/

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of blocks. Together they are 16 MiB. With 10 million numbers the set wrongly accepts 0.5% of the others,
/// with 40 million a quarter.
const N_BLOCKS: u64 = 1 << 18;

/// The number of bits that adding a number sets.
const N_HASHES: u64 = 4;

/// A set to which all threads add.
pub(super) struct NumberFilter {
    blocks: Box<[CacheLine]>,
}

/// A cache line. All bits of a number are in one, so that a lookup waits for the memory once.
#[derive(Default)]
#[repr(align(64))]
struct CacheLine([AtomicU64; CacheLine::N_WORDS]);

impl CacheLine {
    const N_WORDS: usize = 8;
    const N_BITS: u64 = u64::BITS as u64 * Self::N_WORDS as u64;
}

impl NumberFilter {
    pub(super) fn new() -> Self {
        Self { blocks: (0..N_BLOCKS).map(|_| CacheLine::default()).collect() }
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
        let CacheLine(words) = &self.blocks[(hash % N_BLOCKS) as usize];
        // Each choice has bits of the hash to itself: 18 for the block, and 9 for each bit in it.
        let mut rest = hash / N_BLOCKS;
        (0..N_HASHES).map(move |_| {
            let bit = rest % CacheLine::N_BITS;
            rest /= CacheLine::N_BITS;
            (&words[(bit / 64) as usize], 1 << (bit % 64))
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
