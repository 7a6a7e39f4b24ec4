/*!
Converts names, numbers and citations to their form in identifiers: lower case, `[a-z0-9.-]`.
*/

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Converts a number or a name to a part of an identifier: dots stay, accents are removed, and each run of other
/// characters becomes a hyphen.
pub fn slug(text: &str) -> String {
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

/// Converts a citation to a part of an identifier, without dots and apostrophes: `508 F.3d 1146` becomes
/// `508-f3d-1146`.
pub fn citation(text: &str) -> String {
    slug(&text.replace(['.', '\'', '’'], ""))
}

/// Returns whether a character is the accent of a decomposed letter, or a soft hyphen.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{ad}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_or_number_becomes_a_slug() {
        for (text, expected) in [
            ("17", "17"),
            ("2000e–2", "2000e-2"),
            ("28:2-316.01", "28-2-316.01"),
            ("P. de la C. 1003", "p.-de-la-c.-1003"),
            ("(Año)", "ano"),
            ("§", ""),
        ] {
            assert_eq!(slug(text), expected, "{text}");
        }
    }

    #[test]
    fn citation_loses_its_dots_and_apostrophes_in_an_id() {
        for (text, expected) in [
            ("410 U.S. 113", "410-us-113"),
            ("93 S. Ct. 705", "93-s-ct-705"),
            ("93 S.Ct. 705", "93-sct-705"),
            ("508 F.3d 1146", "508-f3d-1146"),
            ("12 F. Supp. 2d 345", "12-f-supp-2d-345"),
            ("1 Ala. App. 5", "1-ala-app-5"),
            ("3 Ass’n 4", "3-assn-4"),
        ] {
            assert_eq!(citation(text), expected, "{text}");
        }
    }
}
