/*!
The nature of a suit in the tables: the code of the federal civil cover sheet (`440 Civil Rights: Other`; `3440 Other
Civil Rights` has a digit for the type of appeal before the code), or only words.
*/

/// The subject to look up: the code, or the whole text if it has none.
pub(super) fn subject(nature: &str) -> &str {
    let n_digits = nature.bytes().take_while(u8::is_ascii_digit).count();
    if (3..=4).contains(&n_digits) { &nature[n_digits - 3..n_digits] } else { nature }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nature_of_suit_is_its_code_or_its_words() {
        for (nature, expected) in [
            ("440 Civil Rights: Other", "440"),
            ("3440 Other Civil Rights", "440"),
            ("440", "440"),
            ("Civil Rights: Other", "Civil Rights: Other"),
            ("12 Angry Men", "12 Angry Men"),
            ("", ""),
        ] {
            assert_eq!(subject(nature), expected);
        }
    }
}
