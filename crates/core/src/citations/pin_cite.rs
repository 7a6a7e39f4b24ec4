/*!
Reads pin cites: the pages, paragraphs, notes or subsections of a cited text.
*/

use std::ops::Range;

use crate::citations::scan::{digits, is_end, literal, optional, run, section};

/// The maximum number of pages in a list.
const MAX_PAGES: usize = 20;

/// Words and signs before a number, longest first.
const LABELS: &[&str] = &[
    "& note", "note", "& nn.", "& nn", "nn.", "nn", "& n.", "& n", "n.", "n", "& fn.", "& fn", "fn.", "fn", "f.", "f",
    "¶¶", "¶", "§§", "§", "****", "***", "**", "*", "pg.", "pg", "pp.", "pp", "p.", "p",
];

/// The parts of a law before its sections.
const PARTS: &[&str] = &["tit. ", "title ", "Title ", "div. ", "Div. ", "subtit. ", "pt. ", "ch. "];

/// Reads the pages after a citation: `, 153`, ` at 153-54, 160`, `, ¶ 12`. Without `at` and a sign, pages must be
/// followed by punctuation or a parenthesis; otherwise the number begins another citation.
pub(crate) fn pages(text: &str, start: usize) -> Option<Range<usize>> {
    let at = optional(text, optional(text, start, b','), b' ');
    match literal(text, at, "at ") {
        Some(first) => list(text, first),
        None => list(text, at)
            .filter(|pages| text[at..].starts_with(['¶', '§']) || is_followed_by_punctuation(text, pages.end)),
    }
}

/// Reads the list of pages that begins at a position. The first page needs no punctuation after it.
pub(crate) fn list(text: &str, first: usize) -> Option<Range<usize>> {
    let mut end = page(text, first)?;
    let mut at = end;
    for _ in 0..MAX_PAGES {
        let after_comma = literal(text, at, ",").map(|comma| optional(text, comma, b' '));
        let before_note = literal(text, at, " ").filter(|note| text[*note..].starts_with(['n', 'f', '&']));
        let Some(next) = after_comma.or(before_note).and_then(|next| page(text, next)) else {
            break;
        };
        at = next;
        end = if before_note.is_some() || is_followed_by_punctuation(text, next) { next } else { end };
    }
    Some(first..end)
}

/// Returns the end of a number with its label, or of a range of numbers.
fn page(text: &str, start: usize) -> Option<usize> {
    let label = LABELS.iter().find_map(|label| Some((label, literal(text, start, label)?)));
    let at = label.map_or(start, |(_, end)| optional(text, end, b' '));
    if label.is_some_and(|(label, _)| label.starts_with('§')) {
        return section(text, at);
    }
    let mut end = number(text, optional(text, at, b'*'))?;
    if let Some(last) = literal(text, end, "-").and_then(|last| number(text, optional(text, last, b'*'))) {
        end = last;
    }
    is_end(text, end).then_some(end)
}

/// Returns the end of a number, or of a page and a line: `153`, `12,345`, `123:24`.
fn number(text: &str, start: usize) -> Option<usize> {
    let mut end = digits(text, start)?;
    while let Some(next) = literal(text, end, ",").and_then(|next| digits(text, next)).filter(|next| next - end == 4) {
        end = next;
    }
    Some(literal(text, end, ":").and_then(|line| digits(text, line)).unwrap_or(end))
}

/// Returns whether punctuation or a parenthesis follows.
pub(crate) fn is_followed_by_punctuation(text: &str, at: usize) -> bool {
    let is_sign = |byte: Option<&u8>| byte.is_none_or(|byte| b",.;:)]([\"\n".contains(byte));
    let next = text.as_bytes().get(at);
    let is_space_before_bracket = next == Some(&b' ') && matches!(text.as_bytes().get(at + 1), Some(b'(' | b'['));
    is_sign(next) || is_space_before_bracket
}

/// Words before a subdivision of a section.
const SUBDIVISIONS: &[&str] = &[
    ", subdivision ",
    ", subdivisions ",
    ", subd. ",
    ", subds. ",
    ", subdiv. ",
    ", subsection ",
    ", subsec. ",
    ", par. ",
    ", para. ",
    ", cl. ",
    " subdivision ",
    " subd. ",
    " subds. ",
    " subdiv. ",
    " subsection ",
    " subsec. ",
];

/// Reads the subsections after a section: `(a)(1)`, `(a) and (d)`, `, subd. 1`, ` et seq.`
pub(crate) fn subsections(text: &str, start: usize) -> Option<Range<usize>> {
    let mut end = start;
    while let Some(next) = subsection(text, end).or_else(|| subdivision(text, end)) {
        end = next;
    }
    if let Some(mut other) = literal(text, end, " and ").and_then(|other| subsection(text, other)) {
        while let Some(next) = subsection(text, other) {
            other = next;
        }
        end = other;
    }
    end = literal(text, end, " et seq.").unwrap_or(end);
    let first = start + text[start..].bytes().take_while(|byte| b", ".contains(byte)).count();
    (end > start).then_some(first..end)
}

/// Returns the end of a subdivision with a word before it.
fn subdivision(text: &str, start: usize) -> Option<usize> {
    let at = SUBDIVISIONS.iter().find_map(|word| literal(text, start, word))?;
    let end = at + text.as_bytes()[at..].iter().take(5).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    subsection(text, at).or_else(|| (end > at && is_end(text, end)).then_some(end))
}

/// Reads the provisions of a law: `, § 11101(a)`, `, tit. I, div. A, § 5`.
pub(crate) fn provisions(text: &str, start: usize) -> Option<Range<usize>> {
    let after_comma = |at: usize| optional(text, optional(text, at, b','), b' ');
    let first = after_comma(start);
    let (mut at, mut end) = (first, start);
    while let Some(name) = PARTS.iter().find_map(|part| literal(text, at, part)) {
        end = run(text, name, |byte| byte.is_ascii_alphanumeric());
        at = after_comma(end);
    }
    if text[at..].starts_with('§') {
        end = list(text, at).map_or(end, |sections| sections.end);
        end = subsections(text, end).map_or(end, |subsections| subsections.end);
    }
    (end > first).then_some(first..end)
}

/// Returns the end of up to four letters or digits in parentheses, which must not be a year.
fn subsection(text: &str, start: usize) -> Option<usize> {
    let inside = literal(text, start, "(")?;
    let n_signs = text.as_bytes()[inside..].iter().take(5).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let end = literal(text, inside + n_signs, ")")?;
    let is_year = n_signs == 4 && digits(text, inside) == Some(inside + 4);
    ((1..=4).contains(&n_signs) && !is_year).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pin_cite: impl Fn(&str, usize) -> Option<Range<usize>>, text: &str) -> Option<&str> {
        pin_cite(text, 0).map(|range| &text[range])
    }

    #[test]
    fn pages_end_before_the_next_citation() {
        for (text, expected) in [
            (", 153.", Some("153")),
            (", 153-54, 160 (1973)", Some("153-54, 160")),
            (" at 153 and", Some("153")),
            (", at *3 n. 4;", Some("*3 n. 4")),
            (", 153 n.5, 160", Some("153 n.5, 160")),
            (", ¶¶ 12-14", Some("¶¶ 12-14")),
            (", § 1.08[C]", Some("§ 1.08")),
            (" at § 1.08[C]", Some("§ 1.08")),
            (", 123:24-124:25.", Some("123:24-124:25")),
            (", 93 S. Ct. 705", None),
            (", 153, 93 S. Ct. 705", Some("153")),
            (" and", None),
            ("", None),
        ] {
            assert_eq!(read(pages, text), expected, "{text}");
        }
    }

    #[test]
    fn subsections_are_none_of_a_year_or_a_remark() {
        for (text, expected) in [
            ("(a)(1) and", Some("(a)(1)")),
            ("(a) and (d), too", Some("(a) and (d)")),
            ("(b)(2)(xiii) et seq.", Some("(b)(2)(xiii) et seq.")),
            (" et seq.", Some("et seq.")),
            (", subd. 3(b) was", Some("subd. 3(b)")),
            (", subd. (a)(2).", Some("subd. (a)(2)")),
            ("(2018)", None),
            ("(holding)", None),
            (" (a)", None),
        ] {
            assert_eq!(read(subsections, text), expected, "{text}");
        }
    }
}
