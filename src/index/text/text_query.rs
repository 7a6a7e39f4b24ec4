/*!
What `q` asks for: words that a record must all have, some of them side by side.
*/

use crate::index::text::citation;
use crate::index::text::tokenizer::{WordReader, folded, joined_words};

/// Words, side by side in this order: what stands in quotation marks, or without a space between.
pub(crate) type Phrase = Vec<String>;

/// A search for words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextQuery {
    /// All of these must be there; in an order of their own, so that two spellings of one meaning are equal.
    pub(crate) phrases: Vec<Phrase>,
    /// What a record may be called that is meant by it.
    pub(crate) name: String,
    /// The keys that a citation may have that is meant by it.
    pub(crate) citations: Vec<String>,
}

/// Why a text is no search for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidTextQuery {
    /// There is neither a letter nor a digit in it.
    NoWord,
    /// There is an odd number of quotation marks in it.
    OpenQuotation,
}

impl TextQuery {
    /// Reads a search as a person types it.
    pub fn parse(text: &str) -> Result<Self, InvalidTextQuery> {
        let folded = folded(text);
        let parts: Vec<&str> = folded.split(['"', '“', '”', '„']).collect();
        if parts.len().is_multiple_of(2) {
            return Err(InvalidTextQuery::OpenQuotation);
        }
        let mut phrases: Vec<Phrase> = Vec::new();
        for (part_idx, part) in parts.iter().enumerate() {
            let is_quoted = part_idx % 2 == 1;
            push_phrases(part, is_quoted, &mut phrases);
        }
        if phrases.is_empty() {
            return Err(InvalidTextQuery::NoWord);
        }
        phrases.sort_unstable();
        phrases.dedup();
        Ok(Self { phrases, name: joined_words(text), citations: citation::keys(text) })
    }

    /// The keys of citations that the words may be as a whole, however they are spelled.
    pub(crate) fn whole_citations(&self) -> Vec<String> {
        self.citations.iter().filter(|key| citation::has_name_and_number(key)).cloned().collect()
    }

    /// Every word, each once.
    pub(crate) fn words(&self) -> Vec<&str> {
        let mut words: Vec<&str> = self.phrases.iter().flatten().map(String::as_str).collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}

/// Adds the phrases of a part: one if it is quoted, else one for every run of words without a space between.
fn push_phrases(part: &str, is_quoted: bool, phrases: &mut Vec<Phrase>) {
    let mut reader = WordReader::new(part);
    let mut word = String::new();
    let mut end_of_last = None;
    while let Some(range) = reader.read_next(&mut word) {
        let goes_on = |end: usize| is_quoted || !part[end..range.start].contains(char::is_whitespace);
        match phrases.last_mut().filter(|_| end_of_last.is_some_and(goes_on)) {
            Some(phrase) => phrase.push(word.clone()),
            None => phrases.push(vec![word.clone()]),
        }
        end_of_last = Some(range.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(text: &str) -> Vec<String> {
        TextQuery::parse(text).unwrap().phrases.iter().map(|phrase| phrase.join(" ")).collect()
    }

    #[test]
    fn what_is_quoted_or_written_together_must_stand_together() {
        for (text, expected) in [
            ("mail fraud", &["fraud", "mail"][..]),
            ("fraud MAIL fraud", &["fraud", "mail"]),
            ("\"mail fraud\" wire", &["mail fraud", "wire"]),
            ("“mail fraud”wire", &["mail fraud", "wire"]),
            ("wire\"mail fraud\"", &["mail fraud", "wire"]),
            ("cross-border", &["cross border"]),
            ("42 U.S.C. § 2000e-5", &["2000 e 5", "42", "usc"]),
            ("410 U. S. 113", &["113", "410", "us"]),
            ("HR3684", &["hr 3684"]),
            ("HR 3684", &["3684", "hr"]),
            ("\"\" roe \" \"", &["roe"]),
        ] {
            assert_eq!(phrases(text), expected, "{text}");
        }
    }

    #[test]
    fn a_search_without_words_or_with_an_open_quotation_is_none() {
        assert_eq!(TextQuery::parse("§ — \"\""), Err(InvalidTextQuery::NoWord));
        assert_eq!(TextQuery::parse("\"mail fraud"), Err(InvalidTextQuery::OpenQuotation));
    }
}
