/*!
Finds text in the form of a citation, but with an unknown reporter or code: `12 Fict. Rep. 345`.
*/

use std::ops::Range;

use crate::citations::named_authority::named_authority;
use crate::citations::scan::{digits, is_end, is_start, is_start_of_volume, literal, run, run_back, section};

const MAX_WORDS: usize = 5;

const MAX_WORD_BYTES: usize = 12;

/// Words of dates, addresses and numbered things, and words that begin sentences.
const NOT_IN_REPORTERS: &[&str] = &[
    "No.", "Nos.", "Mr.", "Mrs.", "Ms.", "Dr.", "St.", "Ave.", "Rd.", "Blvd.", "Apt.", "Cong.", "Sec.", "Secs.", "Id.",
    "Jan.", "Feb.", "Mar.", "Apr.", "May", "Jun.", "Jul.", "Aug.", "Sep.", "Sept.", "Oct.", "Nov.", "Dec.", "The",
    "In", "A", "An", "On", "At", "It", "He", "She", "We", "This", "That", "See", "But", "And", "If", "Section",
    "Article", "Rule",
];

/// The maximum number of digits of a volume or a page.
const MAX_DIGITS: usize = 6;

/// A range of text in the form of a citation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lookalike {
    pub(crate) span: Range<usize>,
    /// Whether the form suffices to report it. Otherwise it is reported only if a record of the index has this
    /// citation.
    pub(crate) is_certain: bool,
}

/// Finds all lookalikes, in the order of the text. Lookalikes of a section overlap, because its code may consist of any
/// number of the words before the section sign; the longest comes first.
pub(crate) fn lookalikes(text: &str) -> Vec<Lookalike> {
    let bytes = text.as_bytes();
    let is_first = |at: &usize| matches!(bytes[*at], b'1'..=b'9') && is_start_of_volume(text, *at);
    let by_number = (0..bytes.len()).filter(is_first).filter_map(|at| read(text, at));
    let by_section = text.match_indices("§ ").flat_map(|(sign, _)| sections(text, sign));
    let mut found: Vec<Lookalike> = by_number.chain(by_section).collect();
    found.sort_by_key(|lookalike| lookalike.span.start);
    found
}

fn read(text: &str, start: usize) -> Option<Lookalike> {
    let volume = digits(text, start).filter(|end| end - start <= MAX_DIGITS)?;
    let found = read_words(text, volume).or_else(|| Some((read_neutral(text, volume)?, false)));
    found.map(|(end, is_certain)| Lookalike { span: start..end, is_certain })
}

/// Reads words that begin with a capital or are the ordinal of a series, and a page. Returns the end, and whether a
/// word is abbreviated, which makes the lookalike certain.
fn read_words(text: &str, volume: usize) -> Option<(usize, bool)> {
    let mut at = literal(text, volume, " ")?;
    let mut is_abbreviated = false;
    for n_words in 0..=MAX_WORDS {
        let page = digits(text, at).filter(|end| end - at <= MAX_DIGITS && is_end(text, *end));
        if let Some(end) = page.filter(|_| n_words > 0) {
            return Some((end, is_abbreviated));
        }
        let first = *text.as_bytes().get(at)?;
        let is_word = first.is_ascii_uppercase() || first == b'&' || first.is_ascii_digit();
        let end = run(text, at, is_in_word);
        let is_read = is_word && end - at <= MAX_WORD_BYTES;
        let last = *text.as_bytes()[at..end].last().filter(|_| is_read)?;
        // `2\nFed. R. Civ. P. 56` in a table of authorities is a page and a rule.
        if NOT_IN_REPORTERS.contains(&&text[at..end]) || named_authority(text, at).is_some() {
            return None;
        }
        is_abbreviated |= last == b'.';
        let comma = literal(text, end, ",").unwrap_or(end);
        at = literal(text, comma, " ")?;
    }
    None
}

/// Reads the rest of `2020-ACME-12`.
fn read_neutral(text: &str, year: usize) -> Option<usize> {
    let word = literal(text, year, "-")?;
    let end = run(text, word, |byte| byte.is_ascii_alphabetic());
    let first = text.as_bytes().get(word)?;
    let is_word = first.is_ascii_uppercase() && end - word <= MAX_WORD_BYTES;
    let number = digits(text, literal(text, end, "-")?)?;
    (is_word && is_end(text, number)).then_some(number)
}

/// Returns the lookalikes of a section, with one word, two words and so on before the section sign, longest first:
/// `Acme Code § 12-5`.
fn sections(text: &str, sign: usize) -> Vec<Lookalike> {
    let Some(end) = literal(text, sign, "§ ").and_then(|number| section(text, number)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut at = sign;
    while found.len() < MAX_WORDS
        && let Some(word_end) = text[..at].strip_suffix(' ').map(str::len)
    {
        at = run_back(text, word_end, is_in_word);
        let first = text.as_bytes()[at];
        let is_word = (first.is_ascii_uppercase() || first.is_ascii_digit()) && word_end - at <= MAX_WORD_BYTES;
        if at == word_end || !is_word || !is_start(text, at) {
            break;
        }
        found.push(Lookalike { span: at..end, is_certain: false });
    }
    found.reverse();
    found
}

fn is_in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'\'' | b'&')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts of the lookalikes, and whether each is certain.
    fn found(text: &str) -> Vec<(&str, bool)> {
        lookalikes(text).into_iter().map(|found| (&text[found.span], found.is_certain)).collect()
    }

    #[test]
    fn lookalike_has_an_abbreviation_between_two_numbers() {
        for text in ["12 Fict. Rep. 345", "1 Lush. 90", "4 Bl.Comm. 223", "3 Fict. App. 4th 12"] {
            assert_eq!(found(text).first(), Some(&(text, true)), "{text}");
        }
        for text in [
            "5 Jan. 1999",
            "12 Main St. 4",
            "in 1909. The 1976 act",
            "12 A. B. C. D. E. F. 5",
            "1234567 Fict. 5",
            "12 Fict. 1234567",
            "12 fict. 5",
            "12 Fict.",
            "§ 5",
            "the code § 5",
            "1987-1 Fict. 5",
            "2020-acme-5",
            "2020-A-",
            "2020-",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn lookalike_without_an_abbreviation_may_be_other_text() {
        for text in ["12 Fict Rep 345", "7 Tribunal 12", "2020-ACME-12"] {
            assert_eq!(found(text), [(text, false)], "{text}");
        }
        assert_eq!(
            found("See Acme Code § 12-5."),
            [("See Acme Code § 12-5", false), ("Acme Code § 12-5", false), ("Code § 12-5", false)]
        );
        assert_eq!(found("of 7 Acme § 5"), [("7 Acme § 5", false), ("Acme § 5", false)]);
    }
}
