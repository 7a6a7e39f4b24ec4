/*!
Stems English words. All forms of a word, such as its plural, have the same stem.
*/

use std::borrow::Cow;

use frostem::{Algorithm, Stemmer};

/// Returns the stem of a tokenized word, by Snowball's English stemmer.
pub(crate) fn stem(word: &str) -> Cow<'_, str> {
    // Numbers and words of other alphabets have no English forms.
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        Stemmer::new(Algorithm::English).stem(word)
    } else {
        word.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for (forms, expected) in [
            (&["tax", "taxes", "taxed", "taxing"][..], "tax"),
            (&["horse", "horses"], "hors"),
            (&["gerrymandering", "gerrymandered", "gerrymander"], "gerrymand"),
            (&["burn", "burning", "burns"], "burn"),
            (&["2000"], "2000"),
            (&["ñandúes"], "ñandúes"),
        ] {
            for form in forms {
                assert_eq!(stem(form), expected, "{form}");
            }
        }
    }
}
