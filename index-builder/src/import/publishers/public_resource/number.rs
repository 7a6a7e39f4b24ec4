/*!
The number that opens a section's heading: “§ 6-2-101.”, “Sec. 03.05.010.”, “27-01-01.”, “§§ 1-1-110 through
1-1-113.”, “1-1-2 — 1-1-5.”
*/

use crate::import::text::clean;

/// A section's number, and the rest of its heading.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Numbered<'h> {
    /// `6-2-101`, `1-1-110 through 1-1-113`.
    pub(super) number: String,
    /// Whether the heading is that of several sections.
    pub(super) is_several: bool,
    pub(super) rest: &'h str,
}

/// The words between the numbers of several sections.
const CONNECTORS: &[&str] = &["through", "to", "and", "thru", "—", "–", "-", "&"];

/// Takes the number off a cleaned heading.
pub(super) fn split(heading: &str) -> Option<Numbered<'_>> {
    let (is_signed_several, mut rest) = behind_sign(heading);
    let (mut number, mut is_closed, behind) = token(rest)?;
    rest = behind;
    let mut is_several = is_signed_several;
    while let Some((connector, behind)) = connector(rest, &number) {
        let Some((next, next_is_closed, behind)) = token(behind) else { break };
        number = format!("{}{connector}{next}", number.trim_end_matches(','));
        (is_several, is_closed, rest) = (true, next_is_closed, behind);
    }
    let is_number = is_closed || number.contains(['-', '.', ':']) || rest.is_empty();
    let number = number.trim_end_matches(',').to_owned();
    is_number.then_some(Numbered { number, is_several, rest })
}

/// The text after the section sign, and whether it is the sign of several sections.
fn behind_sign(heading: &str) -> (bool, &str) {
    for (sign, is_several) in [("§§", true), ("§", false), ("Secs.", true), ("Sec.", false), ("Section", false)] {
        if let Some(behind) = heading.strip_prefix(sign) {
            return (is_several, behind.trim_start());
        }
    }
    (false, heading)
}

/// A number, whether a full stop closes it, and the rest after it.
fn token(text: &str) -> Option<(String, bool, &str)> {
    let (word, behind) = text.split_at(text.find(' ').unwrap_or(text.len()));
    let number = clean::plain_hyphens(word.trim_end_matches(['.', ':']));
    let is_number = number.starts_with(|first: char| first.is_ascii_digit())
        && number.chars().all(|character| character.is_ascii_alphanumeric() || "-.:,".contains(character));
    is_number.then(|| (number, word.ends_with(['.', ':']), behind.trim_start()))
}

/// The connector between a number and the next one, if there is one.
fn connector<'t>(text: &'t str, number: &str) -> Option<(String, &'t str)> {
    let (word, behind) = text.split_once(' ')?;
    if CONNECTORS.contains(&word) {
        let word = if word.chars().all(char::is_alphabetic) { word } else { "through" };
        return Some((format!(" {word} "), behind));
    }
    number.ends_with(',').then(|| (", ".to_owned(), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_taken_off_its_heading() {
        for (heading, number, is_several, rest) in [
            ("§ 6-2-101. Murder.", "6-2-101", false, "Murder."),
            ("Sec. 03.05.010. Powers.", "03.05.010", false, "Powers."),
            ("62.1-01-01. General definitions.", "62.1-01-01", false, "General definitions."),
            ("1.010. Intent.", "1.010", false, "Intent."),
            ("§ 8.2-101. Short title.", "8.2-101", false, "Short title."),
            ("§ 1G-1. Short title.", "1G-1", false, "Short title."),
            ("§ 141. Public easement.", "141", false, "Public easement."),
            ("§ 9-102A Names", "9-102A", false, "Names"),
            ("§§ 1-1-110 through 1-1-113. [Repealed.]", "1-1-110 through 1-1-113", true, "[Repealed.]"),
            ("5-2-1 through 5-2-6.", "5-2-1 through 5-2-6", true, ""),
            ("1-1-2 — 1-1-5. Repealed.", "1-1-2 through 1-1-5", true, "Repealed."),
            ("§§ 9-1-1 and 9-1-2. [Repealed.]", "9-1-1 and 9-1-2", true, "[Repealed.]"),
            ("§§ 9-1-1, 9-1-2. [Repealed.]", "9-1-1, 9-1-2", true, "[Repealed.]"),
            ("§§ 41-45. Repealed.", "41-45", true, "Repealed."),
            ("§ 2–207. Terms.", "2-207", false, "Terms."),
        ] {
            let numbered = Numbered { number: number.to_owned(), is_several, rest };
            assert_eq!(split(heading), Some(numbered), "{heading}");
        }
        for heading in ["Article XI", "2020 Amendments", "", "§", "Amendment 13 [Slavery Prohibited.]"] {
            assert_eq!(split(heading), None, "{heading}");
        }
    }
}
