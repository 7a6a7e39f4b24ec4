/*!
Splits a search into pieces and operators.
*/

use std::collections::HashSet;

use lexdex_core::steps;

use crate::text::foreign_operator::is_connector;
use crate::text::stop_words::is_stop_word;
use crate::text::text_query::{InvalidTextQuery, QUOTATION_MARKS, Term};
use crate::text::tokenizer::{WordReader, joined_words, normalize_words};

/// A piece of the text, or an operator.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum QueryToken {
    Piece(QueryPiece),
    And,
    Or,
    Not,
}

/// The words of a quoted text, or of a run of characters without a space.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct QueryPiece {
    words: Vec<String>,
    pub(super) is_quoted: bool,
    is_abbreviation: bool,
}

impl QueryPiece {
    /// Returns whether the words of the piece form a phrase.
    pub(super) fn is_phrase(&self) -> bool {
        let has_digit = || self.words.iter().any(|word| !word.chars().all(char::is_alphabetic));
        self.words.len() > 1 && (self.is_quoted || has_digit())
    }

    pub(super) fn term(&self) -> Term {
        match &self.words[..] {
            [word] if !self.is_quoted => Term::Word { text: word.clone(), is_abbreviation: self.is_abbreviation },
            words => Term::Phrase(words.to_vec()),
        }
    }

    /// Each word of the piece as a term.
    pub(super) fn words_as_terms(&self) -> Vec<Term> {
        if self.is_quoted {
            return vec![self.term()];
        }
        let word = |text: &String| Term::Word { text: text.clone(), is_abbreviation: self.is_abbreviation };
        self.words.iter().map(word).collect()
    }
}

/// Splits a search into pieces and operators.
pub(super) fn tokens(text: &str) -> Result<Vec<QueryToken>, InvalidTextQuery> {
    steps::add(text.len());
    let has_small_letters = text.chars().any(char::is_lowercase);
    let parts: Vec<&str> = text.split(QUOTATION_MARKS).collect();
    if parts.len().is_multiple_of(2) {
        return Err(InvalidTextQuery::OpenQuotation);
    }
    let mut tokens = Vec::new();
    for (part_idx, part) in parts.iter().enumerate() {
        if part_idx % 2 == 1 {
            push_quoted(part, &mut tokens);
        } else {
            let is_before_phrase = parts.get(part_idx + 1).is_some_and(|quoted| !joined_words(quoted).is_empty());
            push_unquoted(part, has_small_letters, is_before_phrase, &mut tokens);
        }
    }
    Ok(tokens)
}

/// Appends the tokens of a text without quotation marks. The text between two operators is tokenized as a whole,
/// because an abbreviation such as `U. S.` contains spaces.
fn push_unquoted(text: &str, has_small_letters: bool, is_before_phrase: bool, tokens: &mut Vec<QueryToken>) {
    let mut rest = text;
    let mut plain_start = text;
    let plain_until = |start: &'_ str, end: &str| start[..start.len() - end.len()].to_owned();
    while !rest.is_empty() {
        let chunk_start = rest.trim_start();
        let chunk_len = chunk_start.find(char::is_whitespace).unwrap_or(chunk_start.len());
        let (chunk, after) = chunk_start.split_at(chunk_len);
        let operator = match chunk {
            "AND" => Some((QueryToken::And, after)),
            "OR" => Some((QueryToken::Or, after)),
            "NOT" => Some((QueryToken::Not, after)),
            _ if is_minus(chunk, is_before_phrase && after.is_empty()) => Some((QueryToken::Not, &chunk_start[1..])),
            _ => None,
        };
        rest = after;
        if let Some((operator, after_operator)) = operator {
            push_pieces(&plain_until(plain_start, chunk_start), has_small_letters, tokens);
            tokens.push(operator);
            plain_start = after_operator;
        } else if is_connector(chunk) {
            let before = plain_until(plain_start, chunk_start);
            if !tokens.is_empty() || !joined_words(&before).is_empty() {
                push_pieces(&before, has_small_letters, tokens);
                plain_start = after;
            }
        }
    }
    push_pieces(plain_start, has_small_letters, tokens);
}

/// Returns whether a chunk begins with a minus that excludes the rest of it, or the quoted text after it. `-v-` and
/// `-of` are words with signs beside them.
fn is_minus(chunk: &str, is_before_phrase: bool) -> bool {
    match chunk.strip_prefix('-') {
        Some("") => is_before_phrase,
        Some(rest) => {
            let words = joined_words(rest);
            rest.starts_with(char::is_alphanumeric)
                && !rest.ends_with('-')
                && !words.is_empty()
                && !words.split(' ').all(is_stop_word)
        }
        None => false,
    }
}

/// Appends the pieces of a text without operators.
fn push_pieces(text: &str, has_small_letters: bool, tokens: &mut Vec<QueryToken>) {
    let is_two_capitals = |chunk: &&str| chunk.len() == 2 && chunk.bytes().all(|byte| byte.is_ascii_uppercase());
    let trimmed = |chunk: &'_ str| chunk.trim_matches(|character: char| !character.is_alphanumeric()).to_owned();
    let capitals = text.split_whitespace().map(trimmed);
    let capitals = capitals.filter(|chunk| has_small_letters && is_two_capitals(&chunk.as_str()));
    let abbreviations: HashSet<String> = capitals.map(|chunk| chunk.to_ascii_lowercase()).collect();
    let normalized = normalize_words(text);
    let mut reader = WordReader::new(&normalized);
    let mut word = String::new();
    let mut end_of_last = None;
    let mut piece: Vec<String> = Vec::new();
    let mut finish = |words: &mut Vec<String>| {
        if !words.is_empty() {
            let is_abbreviation = words.len() == 1 && abbreviations.contains(&words[0]);
            tokens.push(QueryToken::Piece(QueryPiece {
                words: std::mem::take(words),
                is_quoted: false,
                is_abbreviation,
            }));
        }
    };
    while let Some(range) = reader.read_next(&mut word) {
        if end_of_last.is_some_and(|end: usize| normalized[end..range.start].contains(char::is_whitespace)) {
            finish(&mut piece);
        }
        piece.push(word.clone());
        end_of_last = Some(range.end);
    }
    finish(&mut piece);
}

/// Appends the piece of a quoted text, if it has words.
fn push_quoted(text: &str, tokens: &mut Vec<QueryToken>) {
    let words: Vec<String> = joined_words(text).split_whitespace().map(str::to_owned).collect();
    if !words.is_empty() {
        tokens.push(QueryToken::Piece(QueryPiece { words, is_quoted: true, is_abbreviation: false }));
    }
}
