/*!
Reads the parentheses after a citation: the court and the year, and remarks.
*/

use std::ops::Range;

use crate::citations::clean_text::PARAGRAPH_END;
use crate::citations::scan::{digits_back, optional};

/// The maximum length of a court and date, in bytes.
const MAX_COURT_BYTES: usize = 120;

const MONTHS: &[&str] = &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A year in parentheses, with an optional court.
pub(crate) struct CourtAndYear {
    pub(crate) court: Option<Range<usize>>,
    pub(crate) year: u16,
    pub(crate) end: usize,
}

/// Reads a court and a year: `(1973)`, `(9th Cir. 1999)`, `(S.D.N.Y. Jan. 5, 2001)`.
pub(crate) fn court_and_year(text: &str, start: usize) -> Option<CourtAndYear> {
    let open = optional(text, start, b' ');
    let close = match text.as_bytes().get(open)? {
        b'(' => b')',
        b'[' => b']',
        _ => return None,
    };
    let inside = open + 1;
    let is_end = |byte: &u8| *byte == close || *byte == b'(';
    let length = text.as_bytes()[inside..].iter().take(MAX_COURT_BYTES).position(is_end)?;
    let end = inside + length;
    if text.as_bytes()[end] != close {
        return None;
    }
    let (before_year, year) = last_year(text, inside, end)?;
    let court = before_date(text, inside..before_year);
    if is_remark(&text[court.clone()]) {
        return None;
    }
    Some(CourtAndYear { court: (!court.is_empty()).then_some(court), year, end: end + 1 })
}

/// Returns whether the text before a year is a remark in place of a court: `construing the Act of 1850`, `table decision,
/// No. 1850`. The names of courts begin with a capital or a number.
fn is_remark(text: &str) -> bool {
    text.starts_with(char::is_lowercase) || [" of", " in", "No."].iter().any(|end| text.ends_with(end))
}

/// Reads the year at the end of a text, which may be a range: `2005-06`.
fn last_year(text: &str, start: usize, end: usize) -> Option<(usize, u16)> {
    let last = digits_back(text, end)?;
    let first = text[start..last].strip_suffix('-').and_then(|before| digits_back(text, start + before.len()));
    let at = first.unwrap_or(last);
    let year = year(text.get(at..at + 4)?)?;
    let is_whole = first.is_some() || end - at == 4;
    (is_whole && at >= start).then_some((at, year))
}

/// Parses four digits that can be the year of a citation.
pub(crate) fn year(digits: &str) -> Option<u16> {
    let is_year = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|year| is_year && (1600..2100).contains(year))
}

/// Returns whether a word is a month or its abbreviation.
pub(crate) fn is_month(word: &str) -> bool {
    MONTHS.iter().any(|month| word.starts_with(month)) && word.len() <= 9
}

/// Returns the range without a month and day at its end.
fn before_date(text: &str, range: Range<usize>) -> Range<usize> {
    let words = text[range.clone()].trim_end_matches([' ', ',']);
    let day = words.trim_end_matches(|character: char| character.is_ascii_digit());
    let day = if day.ends_with(' ') { day.trim_end() } else { words };
    let (court, word) = day.rsplit_once(' ').unwrap_or(("", day));
    let court = if is_month(word) { court } else { words };
    range.start..range.start + court.trim_end_matches([' ', ',']).len()
}

/// The parentheses and brackets of a text, each of which closes in its own paragraph.
pub(crate) struct Parentheses {
    /// The position of each opening sign and the end after its closing sign, in the order of the text.
    pairs: Vec<(usize, usize)>,
}

impl Parentheses {
    pub(crate) fn new(text: &str) -> Self {
        let mut open: Vec<(usize, u8)> = Vec::new();
        let mut pairs = Vec::new();
        for (at, byte) in text.bytes().enumerate() {
            let opening = match byte {
                b'(' | b'[' => {
                    open.push((at, byte));
                    continue;
                }
                b')' => b'(',
                b']' => b'[',
                PARAGRAPH_END => {
                    open.clear();
                    continue;
                }
                _ => continue,
            };
            if let Some((start, _)) = open.pop_if(|(_, last)| *last == opening) {
                pairs.push((start, at + 1));
            }
        }
        pairs.sort_unstable();
        Self { pairs }
    }

    /// Returns the end of consecutive remarks, such as `(en banc) (quoting Roe v. Wade)` and `[citing Roe]`. Returns
    /// `None` if no remark follows.
    pub(crate) fn remarks(&self, text: &str, start: usize) -> Option<usize> {
        let mut end = self.remark(text, start)?;
        while let Some(next) = self.remark(text, end) {
            end = next;
        }
        Some(end)
    }

    fn remark(&self, text: &str, start: usize) -> Option<usize> {
        let open = optional(text, start, b' ');
        let is_in_brackets = text[open..].starts_with('[');
        if is_in_brackets && !text[open + 1..].starts_with(|first: char| first.is_ascii_lowercase()) {
            return None;
        }
        let idx = self.pairs.binary_search_by_key(&open, |(start, _)| *start).ok()?;
        Some(self.pairs[idx].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn court_and_year_are_read_without_the_date() {
        for (text, expected) in [
            ("(1973)", Some(("", 1973))),
            (" (9th Cir. 1999)", Some(("9th Cir.", 1999))),
            (" (9th Cir.1999)", Some(("9th Cir.", 1999))),
            (" (S.D.N.Y. Jan. 5, 2001)", Some(("S.D.N.Y.", 2001))),
            (" (N.D. Cal. September 30, 2001)", Some(("N.D. Cal.", 2001))),
            (" [1862]", Some(("", 1862))),
            (" (Tex. Crim. App. 1993-94)", Some(("Tex. Crim. App.", 1993))),
            (" (holding that)", None),
            (" (18 U.S. 1234", None),
            (" (12345)", None),
            (" (2500)", None),
            ("", None),
        ] {
            let found = court_and_year(text, 0);
            let found = found.map(|found| (found.court.map_or("", |court| &text[court]), found.year));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn remarks_end_with_their_own_parentheses() {
        for (text, expected) in [
            (" (so held) and", Some(" (so held)")),
            ("(quoting Roe (1973)) (en banc) and", Some("(quoting Roe (1973)) (en banc)")),
            ("(en banc) (open", Some("(en banc)")),
            (" (open", None),
            ("(open\n) none", None),
            (" [citing Roe] and", Some(" [citing Roe]")),
            (" [93 S. Ct. 705]", None),
            ("(in [brackets) and]", None),
            (" none", None),
            (")", None),
        ] {
            assert_eq!(Parentheses::new(text).remarks(text, 0).map(|end| &text[..end]), expected, "{text}");
        }
    }
}
