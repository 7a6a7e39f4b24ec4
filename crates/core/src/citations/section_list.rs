/*!
Finds the further sections of a list: `1983` and `1985` in `42 U.S.C. §§ 1981, 1983 and 1985`.
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
    fn list_has_a_sign_for_several_sections() {
        for before in ["42 U.S.C. §§ ", "42 U.S.C. §§", "42 U.S.C. Sections ", "42 U.S.C., secs. "] {
            assert!(is_list(before), "{before}");
        }
        for before in ["42 U.S.C. § ", "42 U.S.C. ", "42 U.S.C. Section ", ""] {
            assert!(!is_list(before), "{before}");
        }
    }
}
