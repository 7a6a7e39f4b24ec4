/*!
Parses `q`: a search for words and phrases, all of which a record must have.
*/

use crate::index::text::citation;
use crate::index::text::tokenizer::{WordReader, joined_words, normalize_words};

/// Consecutive words: a quoted text, or words without a space between them.
pub(crate) type Phrase = Vec<String>;

/// The maximum number of words, those of phrases among them and repeated phrases not. It bounds what a search reads:
/// the positions of at most 16 pairs of frequent words.
pub const MAX_WORDS: usize = 32;

/// A parsed search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextQuery {
    /// The phrases that a record must have, sorted, so that equivalent searches are equal.
    pub(crate) phrases: Vec<Phrase>,
    /// The whole search as the name of a record.
    pub(crate) name: String,
    /// The whole search as a citation: its possible keys.
    pub(crate) citations: Vec<String>,
}

/// The reason why a text is not a valid search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidTextQuery {
    /// The text has neither a letter nor a digit.
    NoWord,
    /// The text has an odd number of quotation marks.
    OpenQuotation,
    /// The text has this number of words, more than [`MAX_WORDS`].
    TooManyWords(usize),
}

impl TextQuery {
    /// Parses a search as typed by a person.
    pub fn parse(text: &str) -> Result<Self, InvalidTextQuery> {
        let normalized = normalize_words(text);
        let parts: Vec<&str> = normalized.split(['"', '“', '”', '„']).collect();
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
        let n_words = phrases.iter().map(Vec::len).sum();
        if n_words > MAX_WORDS {
            return Err(InvalidTextQuery::TooManyWords(n_words));
        }
        Ok(Self { phrases, name: joined_words(text), citations: citation::keys(text) })
    }

    /// The bytes on the heap.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        let of_phrases = self.phrases.iter().map(|phrase| size_of::<Phrase>() + texts_bytes(phrase));
        of_phrases.sum::<usize>() + self.name.len() + texts_bytes(&self.citations)
    }

    /// The citation keys of the whole search, without those that cannot be a citation.
    pub(crate) fn whole_citations(&self) -> Vec<String> {
        self.citations.iter().filter(|key| citation::has_name_and_number(key)).cloned().collect()
    }

    /// The distinct words, sorted.
    pub(crate) fn words(&self) -> Vec<&str> {
        let mut words: Vec<&str> = self.phrases.iter().flatten().map(String::as_str).collect();
        words.sort_unstable();
        words.dedup();
        words
    }
}

/// The bytes that texts in a vector take on the heap.
pub(crate) fn texts_bytes(texts: &[String]) -> usize {
    texts.iter().map(|text| size_of::<String>() + text.len()).sum()
}

/// Appends the phrases of a part: one if it is quoted, else one for every run of words without a space between.
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
    fn quoted_or_unspaced_words_are_one_phrase() {
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
    fn search_of_more_than_32_words_is_invalid_and_repeated_phrases_count_once() {
        let n_phrases = |text: &str| TextQuery::parse(text).map(|query| query.phrases.len());
        let numbers = |n_words: usize| (0..n_words).map(|number| format!("{number} ")).collect::<String>();
        assert_eq!(n_phrases(&numbers(32)), Ok(32));
        assert_eq!(n_phrases(&numbers(33)), Err(InvalidTextQuery::TooManyWords(33)));
        let pairs = |n_pairs: usize| (0..n_pairs).map(|number| format!("of-{number} ")).collect::<String>();
        assert_eq!(n_phrases(&pairs(16)), Ok(16));
        assert_eq!(n_phrases(&pairs(17)), Err(InvalidTextQuery::TooManyWords(34)));
        assert_eq!(n_phrases(&"of-the of ".repeat(20)), Ok(2));
    }

    #[test]
    fn search_without_words_or_with_open_quotation_is_invalid() {
        assert_eq!(TextQuery::parse("§ — \"\""), Err(InvalidTextQuery::NoWord));
        assert_eq!(TextQuery::parse("\"mail fraud"), Err(InvalidTextQuery::OpenQuotation));
    }
}
