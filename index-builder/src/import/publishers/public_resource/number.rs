/*!
The number at the start of a section's heading: “§ 6-2-101.”, “Sec. 03.05.010.”, “27-01-01.”, “§§ 1-1-110 through
1-1-113.”, “1-1-2 — 1-1-5.”
*/

use crate::import::text::clean;

/// A section's number, and the rest of its heading.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Numbered<'h> {
    /// `6-2-101`, `1-1-110 through 1-1-113`.
    pub(super) number: String,
    /// Whether the number names several sections.
    pub(super) is_several: bool,
    /// The heading after the number.
    pub(super) rest: &'h str,
}

/// The words between the numbers of several sections.
const CONNECTORS: &[&str] = &["through", "to", "and", "thru", "—", "–", "-", "&"];

/// Splits a cleaned heading into the number and the rest. `None` if it has no number.
pub(super) fn split(heading: &str) -> Option<Numbered<'_>> {
    let (mut is_several, rest) = strip_section_sign(heading);
    let (mut number, mut is_closed, mut rest) = token(rest)?;
    while let Some((connector, after_connector)) = connector(rest, &number) {
        let Some((next, next_is_closed, after_next)) = token(after_connector) else { break };
        number = format!("{}{connector}{next}", number.trim_end_matches(','));
        (is_several, is_closed, rest) = (true, next_is_closed, after_next);
    }
    let is_number = is_closed || number.contains(['-', '.', ':']) || rest.is_empty();
    let number = number.trim_end_matches(',').to_owned();
    is_number.then_some(Numbered { number, is_several, rest })
}

/// Returns whether a heading begins with a sign of several sections, such as `§§`, and the text after the sign.
fn strip_section_sign(heading: &str) -> (bool, &str) {
    for (sign, is_several) in [("§§", true), ("§", false), ("Secs.", true), ("Sec.", false), ("Section", false)] {
        if let Some(rest) = heading.strip_prefix(sign) {
            return (is_several, rest.trim_start());
        }
    }
    (false, heading)
}

/// The number at the start of a text, whether a full stop or a colon ends it, and the rest of the text.
fn token(text: &str) -> Option<(String, bool, &str)> {
    let (word, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
    if let Some((joined, rest)) = torn_number(word, rest) {
        return Some((clean::plain_hyphens(joined), true, rest));
    }
    let number = clean::plain_hyphens(word.trim_end_matches(['.', ':']));
    let is_number = number.starts_with(|first: char| first.is_ascii_digit())
        && number.chars().all(|character| character.is_ascii_alphanumeric() || "-.:,".contains(character));
    is_number.then(|| (number, word.ends_with(['.', ':']), rest.trim_start()))
}

/// A number that spaces tear apart, and the text after its full stop: “2480 l .”, “2481- 2492.”
fn torn_number<'t>(word: &str, rest: &'t str) -> Option<(String, &'t str)> {
    let (tail, after) = rest.trim_start().split_once('.')?;
    let is_letter = || tail.trim_end().len() == 1 && tail.ends_with(' ') && tail.starts_with(char::is_alphabetic);
    let is_range_end = || word.ends_with('-') && tail.starts_with(char::is_numeric) && !tail.contains(' ');
    let is_torn = word.starts_with(|first: char| first.is_ascii_digit()) && (is_letter() || is_range_end());
    is_torn.then(|| (format!("{word}{}", tail.trim_end()), after.trim_start()))
}

/// The connector before the next number, and the text after it. `None` if there is no connector. A comma is a part of
/// the number before it.
fn connector<'t>(text: &'t str, number: &str) -> Option<(String, &'t str)> {
    match text.split_once(' ') {
        Some((word, rest)) if CONNECTORS.contains(&word) => {
            let word = if word.chars().all(char::is_alphabetic) { word } else { "through" };
            Some((format!(" {word} "), rest))
        }
        _ => number.ends_with(',').then(|| (", ".to_owned(), text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heading_is_split_into_number_and_rest() {
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
            ("§§ 36-140.1, 36-140.2.", "36-140.1, 36-140.2", true, ""),
            ("§§ 2.1-1, 2.1-2, and 2.1-4:1.", "2.1-1, 2.1-2 and 2.1-4:1", true, ""),
            ("§§ 9-1, 9-3 through 9-6.", "9-1, 9-3 through 9-6", true, ""),
            ("§ 9-1, 9-3.", "9-1, 9-3", true, ""),
            ("§ 9-1, Fees.", "9-1", false, "Fees."),
            ("§§ 41-45. Repealed.", "41-45", true, "Repealed."),
            ("§ 2–207. Terms.", "2-207", false, "Terms."),
            ("§ 2480 l . Address.", "2480l", false, "Address."),
            ("§§ 2481- 2492. Redesignated.", "2481-2492", true, "Redesignated."),
        ] {
            let numbered = Numbered { number: number.to_owned(), is_several, rest };
            assert_eq!(split(heading), Some(numbered), "{heading}");
        }
        for heading in ["Article XI", "2020 Amendments", "", "§", "Amendment 13 [Slavery Prohibited.]"] {
            assert_eq!(split(heading), None, "{heading}");
        }
    }
}
