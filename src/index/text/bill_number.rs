/*!
The ways in which a bill's number is written: `H.J. Res. 59` is `HJRES 59` to Congress.gov, and `SF0006` of a state is
`SF 6` to a person.
*/

/// The number as it is; its letters together; and its letters together with a number without zeros before it.
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

/// The digits without zeros before them, of which one is left if there is nothing else.
fn without_zeros(digits: &str) -> &str {
    let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
    let n_zeros = digits.bytes().take_while(|digit| *digit == b'0').count();
    &digits[n_zeros.min(n_digits - 1)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_as_publishers_and_people_write_it() {
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
