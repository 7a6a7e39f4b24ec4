/*!
The ways in which a bill's number is written: `H.J. Res. 59` is `HJRES 59` to Congress.gov, and `SF0006` of a state is
`SF 6` to a person.
*/

/// The number as it is; its letters together; and its letters together with a number without zeros before it.
pub(super) fn spellings(number: &str) -> Vec<String> {
    let letters: String = number.chars().take_while(|character| !character.is_ascii_digit()).collect();
    let digits = &number[letters.len()..];
    let letters: String = letters.chars().filter(|character| character.is_alphabetic()).collect();
    let mut spellings = vec![number.to_owned()];
    if !letters.is_empty() && !digits.is_empty() {
        spellings.extend([format!("{letters} {digits}"), format!("{letters} {}", digits.trim_start_matches('0'))]);
        spellings.dedup();
    }
    spellings
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
            ("A 1001-B", &["A 1001-B"]),
            ("113", &["113"]),
            ("Bill", &["Bill"]),
        ] {
            assert_eq!(spellings(number), expected, "{number}");
        }
    }
}
