/*!
Text that has the form of a citation of a reporter that is not known: `12 Fict. Rep. 345`.
*/

use std::ops::Range;

use crate::citations::scan::{digits, is_end, is_start, literal, run};

const MAX_WORDS: usize = 5;

const MAX_WORD_BYTES: usize = 12;

/// Words of dates, addresses and numbered things, and those that begin sentences.
const NOT_IN_REPORTERS: &[&str] = &[
    "No.", "Nos.", "Mr.", "Mrs.", "Ms.", "Dr.", "St.", "Ave.", "Rd.", "Blvd.", "Apt.", "Cong.", "Sec.", "Secs.", "Id.",
    "Jan.", "Feb.", "Mar.", "Apr.", "May", "Jun.", "Jul.", "Aug.", "Sep.", "Sept.", "Oct.", "Nov.", "Dec.", "The",
    "In", "A", "An", "On", "At", "It", "He", "She", "We", "This", "That", "See", "But", "And", "If", "Section",
    "Article", "Rule",
];

/// The longest number of a volume or a page.
const MAX_DIGITS: usize = 6;

/// All such places in the order of the text.
pub(crate) fn lookalikes(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_first = |at: &usize| matches!(bytes[*at], b'1'..=b'9') && is_start(text, *at);
    (0..bytes.len()).filter(is_first).filter_map(|at| Some(at..read(text, at)?)).collect()
}

/// Reads a volume, words of which at least one is abbreviated and all begin with a capital or an ordinal of a series, and a
/// page.
fn read(text: &str, start: usize) -> Option<usize> {
    let volume = digits(text, start).filter(|end| end - start <= MAX_DIGITS)?;
    let mut at = literal(text, volume, " ")?;
    let mut is_abbreviated = false;
    for n_words in 0..=MAX_WORDS {
        let page = digits(text, at).filter(|end| end - at <= MAX_DIGITS && is_end(text, *end));
        if let Some(end) = page.filter(|_| n_words > 0) {
            return is_abbreviated.then_some(end);
        }
        let first = *text.as_bytes().get(at)?;
        let is_word = first.is_ascii_uppercase() || first == b'&' || first.is_ascii_digit();
        let end = run(text, at, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'\'' | b'&'));
        let is_read = is_word && end - at <= MAX_WORD_BYTES;
        let last = *text.as_bytes()[at..end].last().filter(|_| is_read)?;
        if NOT_IN_REPORTERS.contains(&&text[at..end]) {
            return None;
        }
        is_abbreviated |= last == b'.';
        let comma = literal(text, end, ",").unwrap_or(end);
        at = literal(text, comma, " ")?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookalike_has_an_abbreviation_between_two_numbers() {
        for text in ["12 Fict. Rep. 345", "1 Lush. 90", "4 Bl.Comm. 223", "3 Fict. App. 4th 12"] {
            assert_eq!(lookalikes(text).first(), Some(&(0..text.len())), "{text}");
        }
        for text in [
            "12 Fict Rep 345",
            "5 Jan. 1999",
            "12 Main St. 4",
            "in 1909. The 1976 act",
            "12 A. B. C. D. E. F. 5",
            "1234567 Fict. 5",
            "12 Fict. 1234567",
            "12 fict. 5",
            "12 Fict.",
        ] {
            assert!(lookalikes(text).is_empty(), "{text}");
        }
    }
}
