/*!
Converts names, numbers and citations to their form in identifiers: lower case, `[a-z0-9.-]`.
*/

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Converts a number or a name to a part of an identifier: dots stay, accents are removed, and each run of other
/// characters becomes a hyphen.
pub fn slug(text: &str) -> String {
    // Most texts are ASCII, and need no Unicode tables.
    match text.is_ascii() {
        true => hyphenated(text.bytes().map(char::from), text.len()),
        false => hyphenated(DecomposingNormalizerBorrowed::new_nfkd().normalize(text).chars(), text.len()),
    }
}

/// Converts a citation to a part of an identifier, without dots and apostrophes: `508 F.3d 1146` becomes
/// `508-f3d-1146`.
pub fn citation(text: &str) -> String {
    match text.is_ascii() {
        true => hyphenated(text.bytes().filter(|byte| !matches!(byte, b'.' | b'\'')).map(char::from), text.len()),
        false => slug(&text.replace(['.', '\'', '’'], "")),
    }
}

/// Joins the letters, digits and dots of a decomposed text: accents are removed, and each run of other characters
/// becomes a hyphen.
fn hyphenated(characters: impl Iterator<Item = char>, n_bytes: usize) -> String {
    let mut slug = String::with_capacity(n_bytes);
    let mut is_after_other = false;
    for character in characters {
        if character.is_ascii_alphanumeric() || character == '.' {
            if is_after_other && !slug.is_empty() {
                slug.push('-');
            }
            is_after_other = false;
            slug.push(character.to_ascii_lowercase());
        } else if !is_mark(character) {
            is_after_other = true;
        }
    }
    slug.truncate(slug.trim_end_matches(['-', '.']).len());
    let n_leading = slug.len() - slug.trim_start_matches(['-', '.']).len();
    slug.drain(..n_leading);
    slug
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
            (" -.No. 7 (a).- ", "no.-7-a"),
            ("No.\u{ad} 7a\u{301}", "no.-7a"),
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
            ("3 Ass'n 4", "3-assn-4"),
            ("3 Ass’n 4", "3-assn-4"),
            (" -- Ass'n, Inc. (No. 2) -", "assn-inc-no-2"),
            ("Peña, …", "pena"),
            ("...", ""),
        ] {
            assert_eq!(citation(text), expected, "{text}");
        }
    }
}
