/*!
Encodes the order of a list as sort keys: comparing two keys byte by byte compares their records.
*/

use lexdex_core::model::Date;

/// Ends a text within a key. Lower than every byte of a text.
const END: u8 = 0;

/// Starts a number within a text. Lower than every letter and sign, so that `10` sorts before `10a` and `1` before `a`.
const NUMBER: u8 = 1;

/// A missing value. Higher than every value.
const MISSING: u8 = 0xff;

/// Appends a text in natural order, ignoring case: `2` before `10` before `10a`.
pub(super) fn push_natural(key: &mut Vec<u8>, text: Option<&str>) {
    let Some(text) = text else {
        key.push(MISSING);
        return;
    };
    let text = text.to_lowercase();
    let mut rest = text.as_bytes();
    while let Some(&byte) = rest.first() {
        let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if n_digits == 0 {
            // A control character must not be mistaken for one of the markers.
            key.push(byte.max(b' '));
            rest = &rest[1..];
        } else {
            push_number(key, &rest[..n_digits]);
            rest = &rest[n_digits..];
        }
    }
    key.push(END);
}

/// Appends a number of any length: the number of its digits, then the digits. Common lengths take one byte. The first
/// bytes of keys are compared as one integer, and should distinguish as many records as possible.
fn push_number(key: &mut Vec<u8>, digits: &[u8]) {
    let n_leading_zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    let significant = &digits[n_leading_zeros..];
    key.push(NUMBER);
    match u8::try_from(significant.len()) {
        Ok(n_digits) if n_digits < u8::MAX => key.push(n_digits),
        _ => {
            key.push(u8::MAX);
            key.extend_from_slice(&(significant.len() as u32).to_be_bytes());
        }
    }
    key.extend_from_slice(significant);
}

/// Appends a date. The newest sorts first, a missing one last.
pub(super) fn push_newest_first(key: &mut Vec<u8>, date: Option<Date>) {
    let number = date.map_or(0, Date::as_number);
    key.extend_from_slice(&(u32::MAX - number).to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natural(text: Option<&str>) -> Vec<u8> {
        let mut key = Vec::new();
        push_natural(&mut key, text);
        key
    }

    #[test]
    fn natural_keys_sort_numbers_by_value_and_missing_values_last() {
        let in_order = [
            Some("1"),
            Some("2"),
            Some("2-1"),
            Some("2-10"),
            Some("2a"),
            Some("10"),
            Some("10a"),
            Some("10A-1"),
            Some("301.01"),
            Some("301.2"),
            Some("301.10"),
            Some("99999999999999999999999"),
            Some("a"),
            Some("a1"),
            Some("Penal Code"),
            Some("§"),
            None,
        ];
        for pair in in_order.windows(2) {
            assert!(natural(pair[0]) < natural(pair[1]), "{pair:?}");
        }
        assert_eq!(natural(Some("007")), natural(Some("7")));
    }

    #[test]
    fn date_keys_sort_newest_first_and_missing_dates_last() {
        let key = |date: Option<&str>| {
            let mut key = Vec::new();
            push_newest_first(&mut key, date.map(|date| date.parse().unwrap()));
            key
        };
        let in_order = [Some("2024-01-02"), Some("2024-01-01"), Some("2023-12-31"), Some("0001-01-01"), None];
        for pair in in_order.windows(2) {
            assert!(key(pair[0]) < key(pair[1]), "{pair:?}");
        }
    }
}
