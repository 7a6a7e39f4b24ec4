//! The stems of a text, each once.

use std::collections::BTreeSet;

use crate::text::stem::stem;
use crate::text::stop_words::is_stop_word;
use crate::text::tokenizer::{WordReader, normalize_words};

/// Function words of Spanish that are no words of English.
const SPANISH_WORDS: &[&str] =
    &["al", "con", "de", "del", "el", "en", "la", "las", "ley", "los", "para", "por", "que", "una"];

/// Returns the stems of the words of these texts that say something about a subject: no function words, numbers,
/// single letters or words of other alphabets.
pub(super) fn stems(texts: &[&str]) -> BTreeSet<String> {
    let mut stems = BTreeSet::new();
    for text in texts {
        each_word(text, |word| {
            if word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase()) && !is_stop_word(word) {
                stems.insert(stem(word).into_owned());
            }
        });
    }
    stems
}

/// Whether at least a fifth of the words of a text are function words of Spanish.
pub(super) fn is_spanish(text: &str) -> bool {
    let (mut n_words, mut n_spanish) = (0, 0);
    each_word(text, |word| {
        n_words += 1;
        n_spanish += usize::from(SPANISH_WORDS.contains(&word));
    });
    n_spanish > 1 && n_spanish * 5 >= n_words
}

fn each_word(text: &str, mut act: impl FnMut(&str)) {
    let text = normalize_words(text);
    let (mut reader, mut word) = (WordReader::new(&text), String::new());
    while reader.read_next(&mut word).is_some() {
        act(&word);
    }
}
