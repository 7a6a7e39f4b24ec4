/*!
Finds the further sections of a list: `1983` and `1985` in `42 U.S.C. §§ 1981, 1983 and 1985`. Expands the sections of a
record that has several.
*/

use std::ops::Range;

use crate::citations::pin_cite::{is_followed_by_punctuation, subsections};
use crate::citations::scan::{literal, section};

/// The maximum number of sections in a list.
const MAX_SECTIONS: usize = 50;

/// The separators between sections, longest first. The flag says whether the list may end after the section that
/// follows.
const SEPARATORS: &[(&str, bool)] = &[
    (", and ", true),
    (", or ", true),
    (", & ", true),
    ("; and ", true),
    (" and ", true),
    (" or ", true),
    (" & ", true),
    (", ", false),
    ("; ", false),
];

/// The words before the last section of a list without a sign for several sections, and the minimum number of digits of
/// a section in it.
const LAST_WORDS: &[&str] = &[" and ", " or ", " & "];
const MIN_DIGITS: usize = 3;

/// The words between the first and the last section of a range.
const RANGES: &[&str] = &[" to ", " through ", "–"];

/// The maximum number of sections in the range of a record.
const MAX_SECTIONS_IN_RANGE: usize = 1000;

/// Words after a number that show that it is a count: `42 U.S.C. §§ 1981 and 12 other statutes`.
const COUNTED: &[&str] = &[" of ", " other ", " others", " more "];

/// Returns whether the text before a section has a sign or a word for several sections.
pub(crate) fn is_list(before: &str) -> bool {
    ["§§", "Sections", "sections", "Secs.", "secs."].iter().any(|sign| before.trim_end().ends_with(sign))
}

/// Returns the sections after the one that ends at a position.
pub(crate) fn further_sections(text: &str, first_end: usize) -> Vec<Range<usize>> {
    let mut sections = Vec::new();
    let mut at = first_end;
    while sections.len() < MAX_SECTIONS
        && let Some(next) = next_section(text, at)
    {
        at = next.end;
        sections.push(next);
    }
    sections
}

/// Returns the sections of a list without a sign for several, such as `107 and 110` after `17 U.S.C. 106, `. They are
/// only read if all are numbers in ascending order and have as many digits as the first, and if no word follows the
/// last, because other numbers follow a section, too: `18 U.S.C. § 371 and 480 months`.
pub(crate) fn unsigned_sections(text: &str, first: Range<usize>) -> Vec<Range<usize>> {
    let further = further_sections(text, first.end);
    let number = |section: &Range<usize>| text[section.clone()].parse::<u32>().ok();
    let is_next = |(one, next): (&Range<usize>, &Range<usize>)| one.len() == next.len() && number(one) < number(next);
    let all = std::iter::once(&first).chain(&further);
    let is_ascending = number(&first).is_some() && all.zip(&further).all(is_next);
    let is_closed = further.last().is_some_and(|last| {
        let after = text[last.end..].chars().next();
        LAST_WORDS.iter().any(|word| text[..last.start].ends_with(word))
            && after.is_none_or(|next| ".,;:()".contains(next))
    });
    if is_ascending && is_closed && first.len() >= MIN_DIGITS { further } else { Vec::new() }
}

/// Returns the first section of a range such as `106-107` or `1961-68`. A section with a hyphen, such as `2151-1`, is
/// no range.
pub(crate) fn first_of_range(section: &str) -> Option<&str> {
    let (first, last) = section.split_once('-')?;
    let is_number = |text: &str| text.len() >= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(first) || !is_number(last) {
        return None;
    }
    let start = &first[..first.len().saturating_sub(last.len())];
    let last: u32 = format!("{start}{last}").parse().ok()?;
    (first.parse::<u32>().ok()? < last).then_some(first)
}

/// Returns the section after the one that ends at a position and its subsections.
fn next_section(text: &str, end: usize) -> Option<Range<usize>> {
    let end = subsections(text, end).map_or(end, |subsections| subsections.end);
    let (start, is_last) =
        SEPARATORS.iter().find_map(|(separator, is_last)| Some((literal(text, end, separator)?, *is_last)))?;
    let next = start..section(text, start)?;
    let is_ordinal = ["st", "nd", "rd", "th"].iter().any(|ending| text[next.clone()].ends_with(ending));
    // A number after a comma may not be a section: `42 U.S.C. §§ 1981 and 1983, 12 of which`.
    let after = subsections(text, next.end).map_or(next.end, |subsections| subsections.end);
    let goes_on = SEPARATORS.iter().any(|(separator, _)| literal(text, after, separator).is_some());
    let is_before_title = [" of title ", " of Title ", " of tit. "].iter().any(|of| text[next.end..].starts_with(of));
    let is_counted = !is_before_title && COUNTED.iter().any(|words| text[next.end..].starts_with(words));
    (!is_ordinal && !is_counted && (is_last || goes_on || is_followed_by_punctuation(text, after))).then_some(next)
}

/// Returns the sections of a record that has several, each with a citation of its own: `24 U.S.C. § 142` and so on for
/// `24 U.S.C. §§ 141 to 143`. Empty for a record of one section. A range has the whole numbers between its ends, and the
/// letters if an end has one.
pub fn listed_sections(citation: &str) -> Vec<String> {
    let Some((code, list)) = citation.rsplit_once("§§ ") else { return Vec::new() };
    let Some(end) = section(list, 0) else { return Vec::new() };
    let mut sections = vec![list[..end].to_owned()];
    let last =
        RANGES.iter().find_map(|word| literal(list, end, word)).and_then(|at| Some(&list[at..section(list, at)?]));
    match last {
        Some(last) => push_range(&list[..end], last, &mut sections),
        None => sections.extend(further_sections(list, end).into_iter().map(|further| list[further].to_owned())),
    }
    sections.into_iter().map(|section| format!("{code}§ {section}")).collect()
}

/// Adds the sections of a range after its first one. If the ends have different chapters, adds only the last.
fn push_range(first: &str, last: &str, sections: &mut Vec<String>) {
    let (Some((chapter, from, from_letter)), Some((last_chapter, to, to_letter))) = (numbered(first), numbered(last))
    else {
        return;
    };
    if chapter == last_chapter {
        sections.extend((from..to).skip(1).take(MAX_SECTIONS_IN_RANGE).map(|number| format!("{chapter}{number}")));
        if from < to {
            sections.push(format!("{chapter}{to}"));
        }
        let after = if from == to { from_letter.map_or(b'a', |letter| letter + 1) } else { b'a' };
        let letters = after..to_letter.unwrap_or_default();
        sections.extend(letters.map(|letter| format!("{chapter}{to}{}", char::from(letter))));
    }
    if sections.last().is_some_and(|section| section != last) {
        sections.push(last.to_owned());
    }
}

/// Splits a section into the chapter before its number, the number, and the letter after it.
fn numbered(section: &str) -> Option<(&str, u32, Option<u8>)> {
    let digits = section.trim_end_matches(|last: char| last.is_ascii_lowercase());
    let letter = match section.as_bytes()[digits.len()..] {
        [] => None,
        [letter] => Some(letter),
        _ => return None,
    };
    let chapter = digits.trim_end_matches(|last: char| last.is_ascii_digit());
    let number = &digits[chapter.len()..];
    if number.starts_with('0') { None } else { Some((chapter, number.parse().ok()?, letter)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_a_list_are_read_to_its_end() {
        for (text, expected) in [
            (" and 1983 were", &["1983"][..]),
            (", 1983, 1985.", &["1983", "1985"]),
            ("(a), 1983(b)(2), and 1985(c) claims", &["1983", "1985"]),
            (" & 2000e-5", &["2000e-5"]),
            (", 1983 (2018)", &["1983"]),
            (" and 1983, 12 of which", &["1983"]),
            (" and 6, 117th Cong.", &["6"]),
            (", 12 of which", &[]),
            (" and 2 of those", &[]),
            (" and 12 other statutes", &[]),
            ("; 1983; and 1985.", &["1983", "1985"]),
            (" and 1332 of title 28", &["1332"]),
            (" and others", &[]),
            ("", &[]),
        ] {
            let found: Vec<&str> = further_sections(text, 0).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text}");
        }
        assert_eq!(further_sections(&", 1".repeat(99), 0).len(), MAX_SECTIONS);
    }

    #[test]
    fn record_of_several_sections_lists_each() {
        for (citation, expected) in [
            (
                "24 U.S.C. §§ 141 to 144",
                &["24 U.S.C. § 141", "24 U.S.C. § 142", "24 U.S.C. § 143", "24 U.S.C. § 144"][..],
            ),
            ("24 U.S.C. §§ 29, 29a", &["24 U.S.C. § 29", "24 U.S.C. § 29a"]),
            ("24 U.S.C. §§ 24 to 25b", &["24 U.S.C. § 24", "24 U.S.C. § 25", "24 U.S.C. § 25a", "24 U.S.C. § 25b"]),
            ("30 U.S.C. §§ 4f to 4h", &["30 U.S.C. § 4f", "30 U.S.C. § 4g", "30 U.S.C. § 4h"]),
            ("30 U.S.C. §§ 4a to 5", &["30 U.S.C. § 4a", "30 U.S.C. § 5"]),
            ("Wyo. Stat. §§ 9-2-402 and 9-2-403", &["Wyo. Stat. § 9-2-402", "Wyo. Stat. § 9-2-403"]),
            ("Ark. Code Ann. §§ 3-5-401 through 3-5-402", &["Ark. Code Ann. § 3-5-401", "Ark. Code Ann. § 3-5-402"]),
            ("Ark. Code Ann. §§ 3-5-401 through 3-6-102", &["Ark. Code Ann. § 3-5-401", "Ark. Code Ann. § 3-6-102"]),
            (
                "Ky. Rev. Stat. Ann. §§ 117.608, 117.610",
                &["Ky. Rev. Stat. Ann. § 117.608", "Ky. Rev. Stat. Ann. § 117.610"],
            ),
            ("24 U.S.C. §§ 9 to 5", &["24 U.S.C. § 9", "24 U.S.C. § 5"]),
            ("24 U.S.C. § 141", &[]),
            ("24 U.S.C. §§ ", &[]),
            ("410 U.S. 113", &[]),
            ("", &[]),
        ] {
            assert_eq!(listed_sections(citation), expected, "{citation}");
        }
        assert_eq!(listed_sections("1 U.S.C. §§ 1 to 99999999").len(), MAX_SECTIONS_IN_RANGE + 2);
    }

    #[test]
    fn list_without_a_sign_has_numbers_in_ascending_order() {
        for (text, expected) in [
            ("106, 107 and 110.", &["107", "110"][..]),
            ("1983 and 1985(3) protect", &["1985"]),
            ("106, 107, or 110", &["107", "110"]),
            ("1983 and 1985; others", &["1985"]),
            ("371 and 480 months", &[]),
            ("371 and 480\nmonths", &[]),
            ("1983 and 1991 amendments", &[]),
            ("1331 or 2000 claims", &[]),
            ("106, 107 and 110 protect", &[]),
            ("1983, 1985", &[]),
            ("1983 and 12", &[]),
            ("924 and 120 months", &[]),
            ("1983 and 2 others", &[]),
            ("106 and 1101", &[]),
            ("12 and 14", &[]),
            ("552a and 553", &[]),
        ] {
            let first = 0..section(text, 0).unwrap();
            let found: Vec<&str> = unsigned_sections(text, first).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn range_begins_with_its_first_section() {
        for (section, first) in [
            ("106-107", Some("106")),
            ("1961-68", Some("1961")),
            ("99-101", Some("99")),
            ("2151-1", None),
            ("2000e-5", None),
            ("80a-1", None),
            ("107-106", None),
            ("106", None),
        ] {
            assert_eq!(first_of_range(section), first, "{section}");
        }
    }

    #[test]
    fn list_has_a_sign_for_several_sections() {
        for before in ["42 U.S.C. §§ ", "42 U.S.C. §§", "42 U.S.C. Sections ", "42 U.S.C., secs. "] {
            assert!(is_list(before), "{before}");
        }
        for before in ["42 U.S.C. § ", "42 U.S.C. ", "42 U.S.C. Section ", ""] {
            assert!(!is_list(before), "{before}");
        }
    }
}
