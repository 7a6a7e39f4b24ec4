/*!
The beginning of a name or citation, as far as a person has typed it.
*/

use crate::index::text::citation;
use crate::index::text::tokenizer::joined_words;

/// The beginning of a name or citation. Texts with equal words and equal citation keys are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Beginning {
    /// The words, of which the last may be a part of one.
    words: String,
    /// The beginning of a citation key.
    citation: String,
}

impl Beginning {
    /// Reads a text. It may have no word at all.
    pub fn parse(text: &str) -> Self {
        Self { words: joined_words(text), citation: citation::key_of_beginning(text) }
    }

    /// The beginning with other words, which is that of a name alone.
    pub(crate) fn of_words(words: String) -> Self {
        Self { words, citation: String::new() }
    }

    /// The words, with single spaces between.
    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// The words with `United States` in place of `U.S.`; `None` if they are the same.
    pub(crate) fn spelled_out(&self) -> Option<String> {
        let has_abbreviation = self.words.split(' ').any(|word| word == "us");
        let spelled_out = self.words.split(' ').map(|word| if word == "us" { "united states" } else { word });
        has_abbreviation.then(|| spelled_out.collect::<Vec<_>>().join(" "))
    }

    /// The beginning of a citation key; empty if this is the beginning of a name alone.
    pub(crate) fn citation(&self) -> &str {
        &self.citation
    }

    /// The bytes on the heap.
    pub fn n_heap_bytes(&self) -> usize {
        self.words.len() + self.citation.len()
    }
}
