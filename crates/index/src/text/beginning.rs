/*!
A partly typed name or citation.
*/

use lexdex_core::model::MAX_VALUE_CHARS;

use crate::text::citation;
use crate::text::tokenizer::{joined_normalized_words, normalize_words};

/// The beginning of a name or citation. Texts with equal words and equal citation keys are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Beginning {
    /// The words. The last one may be incomplete.
    words: String,
    /// The beginning of a citation key.
    citation: String,
}

impl Beginning {
    /// Parses a text, which may have no word at all.
    pub fn parse(text: &str) -> Self {
        // A citation is never longer.
        let has_citation = text.chars().count() <= MAX_VALUE_CHARS;
        let citation = if has_citation { citation::key_of_beginning(text) } else { String::new() };
        Self { words: joined_normalized_words(&normalize_words(text)), citation }
    }

    /// Creates the beginning of a name with these words, without a citation.
    pub(crate) fn from_words(words: String) -> Self {
        Self { words, citation: String::new() }
    }

    /// The words, separated by single spaces.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// The words with `United States` in place of `U.S.`; `None` if they are the same.
    pub(crate) fn spelled_out(&self) -> Option<String> {
        let has_abbreviation = self.words.split(' ').any(|word| word == "us");
        let spelled_out = self.words.split(' ').map(|word| if word == "us" { "united states" } else { word });
        has_abbreviation.then(|| spelled_out.collect::<Vec<_>>().join(" "))
    }

    /// The beginning of a citation key; empty if this can only be a name.
    pub fn citation(&self) -> &str {
        &self.citation
    }

    /// Returns the size on the heap in bytes.
    pub fn n_heap_bytes(&self) -> usize {
        self.words.len() + self.citation.len()
    }
}
