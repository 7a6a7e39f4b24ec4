/*!
Hexadecimal digits for every answer, without the machinery of `fmt`, which costs more than the digits.
*/

/// The last `N` digits of a number.
pub(crate) fn hexadecimal<const N: usize>(number: u64) -> impl Iterator<Item = char> {
    (0..N).rev().map(move |place| char::from(b"0123456789abcdef"[(number >> (4 * place) & 0xf) as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_fmt() {
        for number in [0, 1, 0xabc, u64::MAX, 0x0123_4567_89ab_cdef] {
            assert_eq!(hexadecimal::<16>(number).collect::<String>(), format!("{number:016x}"));
        }
        assert_eq!(hexadecimal::<8>(0x1_2345_6789).collect::<String>(), "23456789");
    }
}
