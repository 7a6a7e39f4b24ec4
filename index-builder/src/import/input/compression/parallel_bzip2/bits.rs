/*!
Sequences of bits in the order of bzip2, where the first bit is the highest of the first byte. A block of bzip2 can
begin at any bit of a byte.
*/

use std::ops::Range;

/// A sequence of bits, shifted so that it begins at the start of a byte.
#[derive(Clone, Default)]
pub(super) struct Bits {
    /// The bits after the last one are zero.
    bytes: Vec<u8>,
    n_bits: usize,
}

impl Bits {
    /// A range of the bits of some bytes.
    pub(super) fn from_bytes(bytes: &[u8], range: Range<usize>) -> Self {
        let (source, shift) = (&bytes[range.start / 8..range.end.div_ceil(8)], range.start % 8);
        let shifted = |pair: &[u8]| (u16::from_be_bytes([pair[0], pair[1]]) << shift >> 8) as u8;
        let mut bytes: Vec<u8> = source.windows(2).map(shifted).collect();
        bytes.extend(source.last().map(|last| last << shift));
        let mut bits = Self { bytes, n_bits: range.len() };
        bits.clear_rest();
        bits
    }

    /// Appends bits.
    pub(super) fn push(&mut self, other: &Self) {
        match self.n_bits % 8 {
            0 => self.bytes.extend_from_slice(&other.bytes),
            n_used => {
                for byte in &other.bytes {
                    if let Some(last) = self.bytes.last_mut() {
                        *last |= byte >> n_used;
                    }
                    self.bytes.push(byte << (8 - n_used));
                }
            }
        }
        self.n_bits += other.n_bits;
        self.clear_rest();
    }

    /// Clears the bits after the last one.
    fn clear_rest(&mut self) {
        self.bytes.truncate(self.n_bits.div_ceil(8));
        if let (n_used @ 1.., Some(last)) = (self.n_bits % 8, self.bytes.last_mut()) {
            *last &= !(0xff >> n_used);
        }
    }

    /// The number of bits.
    pub(super) fn len(&self) -> usize {
        self.n_bits
    }

    /// A range of bits as a number. Bits after the last one count as zero.
    pub(super) fn number(&self, range: Range<usize>) -> u64 {
        let byte = |idx: usize| self.bytes.get(idx / 8).copied().unwrap_or_default();
        range.fold(0, |number, idx| number << 1 | u64::from(byte(idx) >> (7 - idx % 8) & 1))
    }

    /// The bits as bytes. The last byte may be incomplete.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bit(bytes: &[u8], idx: usize) -> u8 {
        bytes[idx / 8] >> (7 - idx % 8) & 1
    }

    proptest! {
        #[test]
        fn pushed_bits_are_those_of_the_bytes_in_order(
            bytes in prop::collection::vec(any::<u8>(), 1..20),
            ends in prop::collection::vec(any::<prop::sample::Index>(), 4),
        ) {
            let mut ends: Vec<usize> = ends.iter().map(|end| end.index(8 * bytes.len() + 1)).collect();
            ends.sort_unstable();
            let mut bits = Bits::from_bytes(&bytes, ends[0]..ends[1]);
            bits.push(&Bits::from_bytes(&bytes, ends[1]..ends[2]));
            bits.push(&Bits::from_bytes(&bytes, ends[2]..ends[3]));
            prop_assert_eq!(bits.len(), ends[3] - ends[0]);
            prop_assert_eq!(bits.bytes().len(), bits.len().div_ceil(8));
            let is_same = |idx| bit(bits.bytes(), idx) == if idx < bits.len() { bit(&bytes, ends[0] + idx) } else { 0 };
            prop_assert!((0..8 * bits.bytes().len()).all(is_same));
            let n_bits = bits.len().min(64);
            let number = (0..n_bits).fold(0, |number, idx| number << 1 | u64::from(bit(bits.bytes(), idx)));
            prop_assert_eq!(bits.number(0..n_bits), number);
        }
    }
}
