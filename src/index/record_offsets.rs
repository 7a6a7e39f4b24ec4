/*!
Where the lines of a records file begin: a number a record, and one more where the last ends.

A number is five bytes, little-endian: enough for a terabyte, and three bytes a record less than eight.
*/

use std::io::{self, Write};

/// The size of a number.
const N_BYTES: usize = 5;

/// Writes the next number.
pub(super) fn write(offset: u64, to: &mut impl Write) -> io::Result<()> {
    let bytes = offset.to_le_bytes();
    if bytes[N_BYTES..].iter().any(|byte| *byte != 0) {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the records of a list are more than a terabyte"));
    }
    to.write_all(&bytes[..N_BYTES])
}

/// How many numbers there are.
pub(super) fn count(offsets: &[u8]) -> usize {
    offsets.len() / N_BYTES
}

/// The number at a position, if there is one.
pub(super) fn get(offsets: &[u8], position: usize) -> Option<u64> {
    let mut bytes = [0; size_of::<u64>()];
    let (numbers, _) = offsets.as_chunks::<N_BYTES>();
    bytes[..N_BYTES].copy_from_slice(numbers.get(position)?);
    Some(u64::from_le_bytes(bytes))
}
