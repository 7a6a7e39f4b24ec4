/*!
The numbers of bills. The state's spelling (`SF0006`) and that of the exports (`SF 6`) name the same bill.
*/

/// The legislatures that pad their numbers with zeros, and the number of digits.
const DIGITS: &[(&str, usize)] = &[("wy", 4), ("pr", 4)];

/// The letters at the start of a number: `SF` of `SF 6`.
pub(crate) fn prefix(number: &str) -> &str {
    let end = number.find(|character: char| !character.is_alphabetic()).unwrap_or(number.len());
    &number[..end]
}

/// The number as a part of an identifier: without spaces, and padded like the legislature's.
pub(crate) fn key(jurisdiction: &str, number: &str) -> String {
    let compact: String = number.split_whitespace().collect();
    let (prefix, rest) = compact.split_at(prefix(&compact).len());
    if !rest.starts_with(|first: char| first.is_ascii_digit()) {
        return compact;
    }
    let rest = rest.trim_start_matches('0');
    let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let min_digits = DIGITS.iter().find(|row| row.0 == jurisdiction).map_or(1, |row| row.1);
    format!("{prefix}{}{rest}", "0".repeat(min_digits.saturating_sub(n_digits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_bill_number_share_one_key() {
        for (jurisdiction, number, expected) in [
            ("wy", "SF0006", "SF0006"),
            ("wy", "SF 6", "SF0006"),
            ("pr", "PC 21", "PC0021"),
            ("tx", "HB 00012", "HB12"),
            ("tx", "HB 12", "HB12"),
            ("gu", "B 85-38 (COR)", "B85-38(COR)"),
            ("co", "SB20-217", "SB20-217"),
            ("mi", "HJR A", "HJRA"),
            ("ma", "S.2963", "S.2963"),
        ] {
            assert_eq!(key(jurisdiction, number), expected);
        }
    }
}
