/*!
Scans the smallest parts of citations: the numbers of volumes, pages and sections. Each function returns the end of the
part that begins at a position. Functions with `back` in their name return the start of the part that ends there.
*/

use crate::citations::pin_cite::subsections;
use crate::steps;

/// Returns whether a number or a word can begin here: not after a letter or a digit.
pub(crate) fn is_start(text: &str, at: usize) -> bool {
    !text[..at].chars().next_back().is_some_and(char::is_alphanumeric)
}

/// Returns whether a volume can begin here: also not after a number and a hyphen, as in `1987-1 C.B. 296`.
pub(crate) fn is_start_of_volume(text: &str, at: usize) -> bool {
    let before = text[..at].strip_suffix('-').unwrap_or_default();
    is_start(text, at) && !before.ends_with(|last: char| last.is_ascii_digit())
}

/// Returns whether a number or a word can end here: not before a letter or a digit. A raised digit is the mark of a
/// footnote.
pub(crate) fn is_end(text: &str, at: usize) -> bool {
    let is_in_word = |next: char| next.is_alphanumeric() && !"⁰¹²³⁴⁵⁶⁷⁸⁹".contains(next);
    !text[at..].chars().next().is_some_and(is_in_word)
}

/// The text of at most `n_bytes` from a position on, which ends with a whole character.
pub(crate) fn text_after(text: &str, at: usize, n_bytes: usize) -> &str {
    let mut end = text.len().min(at + n_bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[at..end]
}

/// The text of at most `n_bytes` up to a position, which begins with a whole character.
pub(crate) fn text_before(text: &str, at: usize, n_bytes: usize) -> &str {
    let mut start = at.saturating_sub(n_bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..at]
}

/// The end of a run of bytes.
pub(crate) fn run(text: &str, at: usize, belongs: impl Fn(u8) -> bool) -> usize {
    let n_bytes = text.as_bytes()[at..].iter().take_while(|byte| belongs(**byte)).count();
    steps::add(n_bytes + 1);
    at + n_bytes
}

/// The start of a run of bytes that ends at a position.
pub(crate) fn run_back(text: &str, end: usize, belongs: impl Fn(u8) -> bool) -> usize {
    let n_bytes = text.as_bytes()[..end].iter().rev().take_while(|byte| belongs(**byte)).count();
    steps::add(n_bytes + 1);
    end - n_bytes
}

/// The end of a given text, if it is here.
pub(crate) fn literal(text: &str, at: usize, literal: &str) -> Option<usize> {
    text.as_bytes()[at..].starts_with(literal.as_bytes()).then_some(at + literal.len())
}

/// The end of a given text, if it is here in small or capital letters.
pub(crate) fn folded(text: &str, at: usize, folded: &str) -> Option<usize> {
    let found = text.as_bytes().get(at..at + folded.len())?;
    found.eq_ignore_ascii_case(folded.as_bytes()).then_some(at + folded.len())
}

/// The end of a given byte, or the same position if it is not here.
pub(crate) fn optional(text: &str, at: usize, byte: u8) -> usize {
    at + usize::from(text.as_bytes().get(at) == Some(&byte))
}

/// The end of digits.
pub(crate) fn digits(text: &str, at: usize) -> Option<usize> {
    Some(run(text, at, |byte| byte.is_ascii_digit())).filter(|end| *end > at)
}

/// The start of digits that end here.
pub(crate) fn digits_back(text: &str, end: usize) -> Option<usize> {
    Some(run_back(text, end, |byte| byte.is_ascii_digit())).filter(|start| *start < end)
}

/// The end of digits with commas between them.
pub(crate) fn with_commas(text: &str, at: usize) -> Option<usize> {
    let mut end = digits(text, at)?;
    while let Some(next) = literal(text, end, ",").and_then(|next| digits(text, next)) {
        end = next;
    }
    Some(end)
}

/// The end of an optional letter.
pub(crate) fn with_letter(text: &str, end: usize) -> usize {
    let letter = text.as_bytes().get(end).is_some_and(u8::is_ascii_alphabetic);
    end + usize::from(letter)
}

/// The end of a page: digits, a Roman numeral, or underscores for an unknown page.
pub(crate) fn page(text: &str, at: usize) -> Option<usize> {
    let end = match text.as_bytes().get(at)? {
        b'0'..=b'9' => digits(text, at)?,
        b'_' => run(text, at, |byte| byte == b'_'),
        _ => {
            let end = run(text, at, |byte| byte.is_ascii_lowercase());
            is_roman(&text[at..end]).then_some(end)?
        }
    };
    is_end(text, end).then_some(end)
}

/// Returns whether a lower-case word is a Roman numeral below 200. The single letters `v`, `l` and `c` do not count,
/// because they are more often something else.
pub(crate) fn is_roman(word: &str) -> bool {
    let rest = word.strip_prefix('c').filter(|_| word != "c").unwrap_or(word);
    let rest = ["xc", "xl", "lxxx", "lxx", "lx", "xxx", "xx", "x", "l"]
        .iter()
        .find_map(|tens| rest.strip_prefix(tens))
        .unwrap_or(rest);
    let is_unit = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"].contains(&rest);
    is_unit && !["", "v", "l", "c"].contains(&word)
}

/// The end of a section sign or a word for it, and of the following space.
pub(crate) fn section_sign(text: &str, at: usize) -> Option<usize> {
    const SIGNS: &[&str] = &["§§", "§", "sections", "section", "secs.", "sec.", "sec"];
    let sign = SIGNS.iter().find_map(|sign| folded(text, at, sign))?;
    Some(optional(text, sign, b' '))
}

/// The end of a section number: `1341`, `2000e-5`, `1-301.01`, `28:2-316`, `349-b`, `28-1,100`, `1.1031(a)-1`. A note
/// to a section, such as `1983 note`, is another law than the section.
pub(crate) fn section(text: &str, at: usize) -> Option<usize> {
    let mut end = section_part(text, at)?;
    while let Some(sign) = text.as_bytes().get(end)
        && let Some(next) = match sign {
            b'-' => section_part(text, end + 1).or_else(|| section_letters(text, end + 1)),
            b'.' | b':' => section_part(text, end + 1),
            b',' if text[at..end].contains('-') => {
                digits(text, end + 1).filter(|next| next - end == 4 && is_end(text, *next))
            }
            b'(' if text[at..end].contains('.') => section_suffix(text, end),
            _ => None,
        }
    {
        end = next;
    }
    Some(note(text, end).unwrap_or(end))
}

/// The end of a suffix after a letter in parentheses, as in `1.1031(a)-1`.
fn section_suffix(text: &str, at: usize) -> Option<usize> {
    let letters = run(text, at + 1, |byte| byte.is_ascii_alphanumeric());
    let number = literal(text, letters, ")-").filter(|_| letters - at <= 4)?;
    section_part(text, number)
}

/// The end of the word for a note to a section or its subsections, unless it is a verb: `§ 1983 note`, `§ 1983(a)
/// (note)`, `§ 1983, historical note`.
fn note(text: &str, at: usize) -> Option<usize> {
    let after = subsections(text, at).map_or(at, |subsections| subsections.end);
    let word = [" (", ", ", " ", "-"].iter().find_map(|sign| literal(text, after, sign))?;
    let word = ["historical ", "statutory "].iter().find_map(|kind| literal(text, word, kind)).unwrap_or(word);
    let end = ["notes", "note", "Notes", "Note", "nt"].iter().find_map(|note| literal(text, word, note))?;
    let is_verb = [" that", " how", " the"].iter().any(|object| text[end..].starts_with(object));
    let end = if text[after..].starts_with(" (") { literal(text, end, ")")? } else { end };
    (is_end(text, end) && !is_verb).then_some(end)
}

/// The end of digits and at most three letters.
fn section_part(text: &str, at: usize) -> Option<usize> {
    let digits = digits(text, at)?;
    let end = run(text, digits, |byte| byte.is_ascii_alphabetic());
    (end - digits <= 3 && is_end(text, end)).then_some(end)
}

/// The end of one or two letters.
fn section_letters(text: &str, at: usize) -> Option<usize> {
    let end = run(text, at, |byte| byte.is_ascii_alphabetic());
    ((1..=2).contains(&(end - at)) && is_end(text, end)).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roman_numerals_are_those_of_pages() {
        for word in ["i", "iv", "ix", "xii", "xl", "lxxxviii", "xcix", "cv", "clv", "cxcix"] {
            assert!(is_roman(word), "{word}");
        }
        for word in ["", "v", "l", "c", "iiii", "vx", "cc", "d", "mix", "civil", "xxxx"] {
            assert!(!is_roman(word), "{word}");
        }
    }

    #[test]
    fn section_ends_before_its_subsection_and_the_end_of_a_sentence() {
        for (text, expected) in [
            ("1341.", "1341"),
            ("2000e-5(b)", "2000e-5"),
            ("1-301.01,", "1-301.01"),
            ("28:2-316.01", "28:2-316.01"),
            ("552a", "552a"),
            ("300aa-11(c)(1)", "300aa-11"),
            ("349-b", "349-b"),
            ("651-A:5", "651-A:5"),
            ("28-1,100", "28-1,100"),
            ("1.1031(a)-1(b)", "1.1031(a)-1"),
            ("1.482-1T(b)", "1.482-1T"),
            ("15(a)-1", "15"),
            ("1.5(a)-(c)", "1.5"),
            ("1983 note.", "1983 note"),
            ("1983(a)(1) note.", "1983(a)(1) note"),
            ("1983 (note) and", "1983 (note)"),
            ("1983, historical note", "1983, historical note"),
            ("1983 (note omitted)", "1983"),
            ("1983 note that", "1983"),
            ("1983 noted", "1983"),
            ("28-1, 100", "28-1"),
            ("1341,100", "1341"),
        ] {
            assert_eq!(section(text, 0).map(|end| &text[..end]), Some(expected), "{text}");
        }
        assert_eq!(section("12months", 0), None);
        assert_eq!(section("a", 0), None);
    }
}
