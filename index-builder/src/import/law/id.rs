/*!
Identifiers from natural keys: lower case, `[a-z0-9.-]`, the same after every import.
*/

use icu_normalizer::DecomposingNormalizerBorrowed;

/// The id of a section, such as `federal-usc-17-101`. `within` is the title or act in which section numbers begin
/// again, and empty if they are unique in the code. `None` if the number is missing.
pub(crate) fn statute(jurisdiction_id: &str, code: &str, within: &str, number: &str) -> Option<String> {
    // A list of sections must not look like a number with hyphens, which another section may have.
    let number = number.replace(", ", " and ");
    (!number.trim().is_empty()).then(|| of(&[jurisdiction_id, code, within, &number]))
}

/// The id of a bill, such as `wy-2025-sf0006`. `None` if the session or the number is missing.
pub(crate) fn bill(jurisdiction_id: &str, session: &str, number: &str) -> Option<String> {
    let is_complete = !session.trim().is_empty() && !number.trim().is_empty();
    is_complete.then(|| of(&[jurisdiction_id, session, number]))
}

/// The beginning of the ids of a session's bills, such as `wy-2025-`, or of those with a part of their number, such as
/// `federal-117-hr-`.
pub(crate) fn bill_prefix(jurisdiction_id: &str, session: &str, number: &str) -> String {
    format!("{}-", of(&[jurisdiction_id, session, number]))
}

/// The id of a case by its court and citation, such as `scotus-410-us-113`.
pub(crate) fn case(court_id: &str, text: &str) -> String {
    format!("{court_id}-{}", citation(text))
}

/// The parts of a natural key as an identifier: `["federal", "usc", "17", "101"]` is `federal-usc-17-101`. Empty parts
/// are left out.
fn of(parts: &[&str]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| slug(part)).filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// A number or a name as part of an identifier: dots stay, accents are removed, and each run of other characters
/// becomes a hyphen.
pub(crate) fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for character in DecomposingNormalizerBorrowed::new_nfkd().normalize(text).chars() {
        let character = character.to_ascii_lowercase();
        if character.is_ascii_alphanumeric() || character == '.' {
            slug.push(character);
        } else if !is_mark(character) && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_matches(['-', '.']).to_owned()
}

/// A citation as part of an identifier, without dots and apostrophes: `508 F.3d 1146` is `508-f3d-1146`.
pub(crate) fn citation(text: &str) -> String {
    slug(&text.replace(['.', '\'', '’'], ""))
}

/// Whether a character is the accent of a decomposed letter, or a soft hyphen.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn natural_key_becomes_an_id() {
        for (parts, id) in [
            (&["federal", "usc", "17", "101"][..], "federal-usc-17-101"),
            (&["federal", "usc", "42", "2000e–2"], "federal-usc-42-2000e-2"),
            (&["dc", "code", "28:2-316.01"], "dc-code-28-2-316.01"),
            (&["pr", "2021", "P. de la C. 1003"], "pr-2021-p.-de-la-c.-1003"),
            (&["al", "", "SB 1"], "al-sb-1"),
            (&["x", "(Año)"], "x-ano"),
        ] {
            assert_eq!(of(parts), id);
        }
    }

    #[test]
    fn list_of_sections_has_another_id_than_a_number_with_hyphens() {
        let id = |number| statute("wy", "stat", "", number);
        assert_eq!(id("1-1, 1-2").as_deref(), Some("wy-stat-1-1-and-1-2"));
        assert_eq!(id("1-1-1-2").as_deref(), Some("wy-stat-1-1-1-2"));
        assert_eq!(id(" "), None);
    }

    #[test]
    fn citation_loses_its_dots_in_an_id() {
        for (text, slug) in [
            ("410 U.S. 113", "410-us-113"),
            ("508 F.3d 1146", "508-f3d-1146"),
            ("12 F. Supp. 2d 345", "12-f-supp-2d-345"),
            ("1 Ala. App. 5", "1-ala-app-5"),
            ("3 Ass’n 4", "3-assn-4"),
        ] {
            assert_eq!(citation(text), slug);
        }
    }
}
