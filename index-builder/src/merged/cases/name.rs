/*!
The name of a case for comparison and as a part of ids.
*/

use lexdex_core::corpus::{id_form, text};

/// The name in lower case without signs and accents, with hyphens between its words: `doe-v-roe`. `versus` and `vs.`
/// become `v`; `and` and `&` are left out. A name without a Latin letter or a digit is only case-folded.
pub(super) fn normalized(name: &str) -> String {
    let slug = id_form::citation(name);
    // Most names have none of the words to replace.
    if !slug.is_empty() && !slug.split('-').any(|word| matches!(word, "and" | "vs" | "versus")) {
        return slug;
    }
    let mut normalized = String::with_capacity(slug.len());
    for word in slug.split('-') {
        let word = match word {
            "and" => continue,
            "vs" | "versus" => "v",
            word => word,
        };
        if !normalized.is_empty() {
            normalized.push('-');
        }
        normalized.push_str(word);
    }
    if normalized.is_empty() { text::normalize(name).into_owned() } else { normalized }
}

/// The beginning of a normalized name as a part of an id, cut at a word. Empty for a name that an id cannot contain.
pub(super) fn in_id(normalized: &str) -> &str {
    const MAX_BYTES: usize = 60;
    let is_of_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !normalized.bytes().all(is_of_id) {
        return "";
    }
    match normalized.get(..=MAX_BYTES) {
        None => normalized,
        Some(cut) => &normalized[..cut.rfind('-').unwrap_or(MAX_BYTES)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_equal() {
        for (name, expected) in [
            ("Doe v. Roe", "doe-v-roe"),
            ("DOE vs. ROE", "doe-v-roe"),
            ("Doe & Sons versus Roe, Inc.", "doe-sons-v-roe-inc"),
            ("Doe and Sons v. Roe Inc", "doe-sons-v-roe-inc"),
            ("Ass'n of Peña v. U.S.", "assn-of-pena-v-us"),
            ("Ж. против З.", "ж. против з."),
            ("And", "and"),
        ] {
            assert_eq!(normalized(name), expected);
        }
    }

    #[test]
    fn name_in_an_id_ends_with_a_whole_word() {
        let long = format!("{}-end", "x".repeat(58));
        for (name, expected) in [
            ("doe-v-roe", "doe-v-roe"),
            (long.as_str(), &"x".repeat(58)),
            (&"x".repeat(70), &"x".repeat(60)),
            (&format!("{}-b", "x".repeat(60)), &"x".repeat(60)),
            ("ж. против з.", ""),
            ("", ""),
        ] {
            assert_eq!(in_id(name), expected);
        }
    }
}
