/*!
Encodes the offsets of a records file: the start of each record, and the end of the last.

An offset takes five bytes, little-endian. That suffices for a terabyte, and saves three bytes per record.
*/

use std::io::{self, Write};

/// The size of an offset in bytes.
const N_BYTES: usize = 5;

/// Writes the next offset. Fails above a terabyte.
pub(crate) fn write(offset: u64, to: &mut impl Write) -> io::Result<()> {
    let bytes = offset.to_le_bytes();
    if bytes[N_BYTES..].iter().any(|byte| *byte != 0) {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the records of a list are more than a terabyte"));
    }
    to.write_all(&bytes[..N_BYTES])
}

/// The number of offsets.
pub(crate) fn count(offsets: &[u8]) -> usize {
    offsets.len() / N_BYTES
}

/// The offset at a position; `None` after the last.
pub(crate) fn get(offsets: &[u8], position: usize) -> Option<u64> {
    let (numbers, _) = offsets.as_chunks::<N_BYTES>();
    let [low @ .., high] = numbers.get(position)?;
    Some(u64::from(u32::from_le_bytes(*low)) | u64::from(*high) << u32::BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_below_a_terabyte_round_trip_and_larger_ones_fail() {
        let numbers = [0, 1, 0x1234_5678, (1 << 40) - 1];
        let mut offsets = Vec::new();
        for number in numbers {
            write(number, &mut offsets).unwrap();
        }
        assert_eq!(count(&offsets), numbers.len());
        for (position, number) in numbers.into_iter().enumerate() {
            assert_eq!(get(&offsets, position), Some(number));
        }
        assert_eq!(get(&offsets, numbers.len()), None);
        assert_eq!(write(1 << 40, &mut offsets).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
