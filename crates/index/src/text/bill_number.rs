/*!
Spellings of bill numbers: Congress.gov writes `H.J. Res. 59` as `HJRES 59`, and people write a state's `SF0006` as
`SF 6`.
*/

/// Returns the distinct spellings of a number: unchanged, with its letters joined, and also without leading zeros.
pub(crate) fn spellings(number: &str) -> Vec<String> {
    let letters: String = number.chars().take_while(|character| !character.is_ascii_digit()).collect();
    let digits = &number[letters.len()..];
    let letters: String = letters.chars().filter(|character| character.is_alphabetic()).collect();
    let mut spellings = vec![number.to_owned()];
    if !letters.is_empty() && !digits.is_empty() {
        spellings.extend([format!("{letters} {digits}"), format!("{letters} {}", without_zeros(digits))]);
        spellings.dedup();
    }
    spellings
}

/// Removes leading zeros, but keeps one if there are no other digits.
fn without_zeros(digits: &str) -> &str {
    let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
    let n_zeros = digits.bytes().take_while(|digit| *digit == b'0').count();
    &digits[n_zeros.min(n_digits - 1)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_cover_publishers_and_people() {
        for (number, expected) in [
            ("H.R. 3684", &["H.R. 3684", "HR 3684"][..]),
            ("H.J. Res. 59", &["H.J. Res. 59", "HJRes 59"]),
            ("SF0006", &["SF0006", "SF 0006", "SF 6"]),
            ("SB 113", &["SB 113"]),
            ("SB 000", &["SB 000", "SB 0"]),
            ("HB 00A", &["HB 00A", "HB 0A"]),
            ("A 1001-B", &["A 1001-B"]),
            ("113", &["113"]),
            ("Bill", &["Bill"]),
        ] {
            assert_eq!(spellings(number), expected, "{number}");
        }
    }
}
