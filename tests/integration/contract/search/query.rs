/*!
The words, phrases and operators of `q`.
*/

use std::collections::BTreeSet;

use super::super::words;
use super::{foreign, is_stop_word};

/// A part of `q` that a record must have or lack.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Clause {
    /// The alternatives. A record needs one of them.
    pub(super) terms: Vec<Term>,
    pub(super) is_excluded: bool,
    /// Whether a record must have it even if any word is enough.
    pub(super) is_required: bool,
    /// Whether it is a single piece without quotation marks.
    is_plain: bool,
    /// The number of words before it in `q`.
    pub(super) place: usize,
    /// The places where it is repeated.
    pub(super) again: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    Word { text: String, is_abbreviation: bool },
    Phrase(Vec<String>),
}

/// A run of characters without a space, or a quoted text.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    words: Vec<String>,
    is_quoted: bool,
    is_abbreviation: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Piece(Piece),
    And,
    Or,
    Not,
}

/// Pieces joined by `OR`, or one piece.
struct Operand {
    pieces: Vec<Piece>,
    is_excluded: bool,
    is_beside_and: bool,
}

impl Clause {
    /// Returns the clause that finds the records with one of these phrases.
    pub(super) fn with_any(phrases: impl Iterator<Item = Vec<String>>) -> Self {
        let terms = phrases.map(Term::Phrase).collect();
        Self { terms, is_excluded: false, is_required: false, is_plain: false, place: 0, again: Vec::new() }
    }

    /// Returns whether it is a word or a piece without quotation marks and operators.
    pub(super) fn is_as_typed(&self) -> bool {
        self.is_plain && !self.is_excluded && !self.is_required
    }

    /// Returns the word, if the clause is one that is not excluded.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.terms[..] {
            [Term::Word { text, .. }] if !self.is_excluded => Some(text),
            _ => None,
        }
    }

    /// Returns the words that can be part of a synonym: those of one plain piece that is not excluded.
    pub(super) fn synonym_words(&self) -> Vec<String> {
        if self.is_plain && !self.is_excluded { self.terms[0].words() } else { Vec::new() }
    }

    pub(super) fn n_words(&self) -> usize {
        self.terms.iter().map(Term::n_words).sum()
    }
}

impl Term {
    pub(super) fn words(&self) -> Vec<String> {
        match self {
            Self::Word { text, .. } => vec![text.clone()],
            Self::Phrase(words) => words.clone(),
        }
    }

    pub(super) fn n_words(&self) -> usize {
        self.words().len()
    }
}

impl Piece {
    fn term(&self) -> Term {
        match &self.words[..] {
            [word] if !self.is_quoted => Term::Word { text: word.clone(), is_abbreviation: self.is_abbreviation },
            words => Term::Phrase(words.to_vec()),
        }
    }

    /// Returns the terms of a piece without an operator: words joined by signs are words of their own, unless one of
    /// them is a number.
    fn terms(&self) -> Vec<Term> {
        let has_number = self.words.iter().any(|word| !word.chars().all(char::is_alphabetic));
        if self.is_quoted || has_number {
            return vec![self.term()];
        }
        let is_abbreviation = self.is_abbreviation;
        self.words.iter().map(|word| Term::Word { text: word.clone(), is_abbreviation }).collect()
    }
}

/// Returns the distinct parts of `q`.
pub(super) fn clauses(q: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut place = 0;
    for Operand { pieces, is_excluded, is_beside_and } in operands(&tokens(q)) {
        let is_required = is_beside_and && !is_excluded;
        let mut terms: Vec<Term> = Vec::new();
        for piece in &pieces {
            if !terms.contains(&piece.term()) {
                terms.push(piece.term());
            }
        }
        let is_single = pieces.len() == 1 && !is_excluded;
        let is_plain = pieces.len() == 1 && !pieces[0].is_quoted;
        let parts =
            if is_single { pieces[0].terms().into_iter().map(|term| vec![term]).collect() } else { vec![terms] };
        for terms in parts {
            let n_words = terms[0].n_words();
            match clauses.iter_mut().find(|clause| clause.terms == terms && clause.is_excluded == is_excluded) {
                Some(clause) => {
                    clause.is_required |= is_required;
                    clause.is_plain &= is_plain;
                    clause.again.extend(Some(place).filter(|_| !is_excluded));
                }
                None => {
                    clauses.push(Clause { terms, is_excluded, is_required, is_plain, place, again: Vec::new() });
                }
            }
            place += n_words;
        }
    }
    clauses
}

/// Applies the operators next to a piece. All other operators are words.
fn operands(tokens: &[Token]) -> Vec<Operand> {
    let piece = |at: usize| match tokens.get(at) {
        Some(Token::Piece(piece)) => Some(piece.clone()),
        _ => None,
    };
    let mut operands: Vec<Operand> = Vec::new();
    let (mut at, mut is_after_and) = (0, false);
    while at < tokens.len() {
        let is_not = tokens[at] == Token::Not && piece(at + 1).is_some();
        let begins_at =
            |at: usize| piece(at).is_some() || (tokens.get(at) == Some(&Token::Not) && piece(at + 1).is_some());
        if tokens[at] == Token::And && begins_at(at + 1) && !operands.is_empty() {
            operands.last_mut().unwrap().is_beside_and = true;
            is_after_and = true;
            at += 1;
            continue;
        }
        at += usize::from(is_not);
        let word = |word: &str| Piece { words: vec![word.to_owned()], is_quoted: false, is_abbreviation: word == "or" };
        let mut pieces = vec![match &tokens[at] {
            Token::Piece(piece) => piece.clone(),
            Token::And => word("and"),
            Token::Or => word("or"),
            Token::Not => word("not"),
        }];
        let is_piece = piece(at).is_some();
        at += 1;
        while is_piece && tokens.get(at) == Some(&Token::Or) && piece(at + 1).is_some() {
            pieces.extend(piece(at + 1));
            at += 2;
        }
        operands.push(Operand { pieces, is_excluded: is_not, is_beside_and: is_after_and });
        is_after_and = false;
    }
    operands
}

fn tokens(q: &str) -> Vec<Token> {
    let is_all_capitals = !q.chars().any(char::is_lowercase);
    let mut tokens = Vec::new();
    let parts: Vec<&str> = q.split(['"', '“', '”', '„']).collect();
    for (number, part) in parts.iter().enumerate() {
        if number % 2 == 1 {
            let words = words::words(part);
            if !words.is_empty() {
                tokens.push(Token::Piece(Piece { words, is_quoted: true, is_abbreviation: false }));
            }
            continue;
        }
        // The text between two operators is read as a whole, since `U. S.` is one word.
        let mut plain = String::new();
        let mut rest = part.trim_start();
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
            let is_before_quotation =
                after.is_empty() && parts.get(number + 1).is_some_and(|quoted| !words::words(quoted).is_empty());
            let operator = match chunk {
                "AND" => Some(Token::And),
                "OR" => Some(Token::Or),
                "NOT" => Some(Token::Not),
                "-" if is_before_quotation => Some(Token::Not),
                _ if chunk.strip_prefix('-').is_some_and(excludes) => Some(Token::Not),
                _ => None,
            };
            let n_spaces = after.len() - after.trim_start().len();
            let space = &after[..n_spaces];
            rest = &after[n_spaces..];
            match operator {
                Some(operator) => {
                    tokens.extend(pieces(&plain, is_all_capitals));
                    tokens.push(operator);
                    plain.clear();
                    if let Some(excluded) = chunk.strip_prefix('-') {
                        plain = format!("{excluded}{space}");
                    }
                }
                None if foreign::is_between_words(chunk)
                    && (!tokens.is_empty() || !words::words(&plain).is_empty()) =>
                {
                    tokens.extend(pieces(&plain, is_all_capitals));
                    plain.clear();
                }
                None => plain.extend([chunk, space]),
            }
        }
        tokens.extend(pieces(&plain, is_all_capitals));
    }
    tokens
}

/// Splits a text without operators into pieces.
fn pieces(text: &str, is_all_capitals: bool) -> Vec<Token> {
    let is_two_capitals = |chunk: &str| chunk.len() == 2 && chunk.chars().all(|letter| letter.is_ascii_uppercase());
    let chunks = text.split_whitespace().map(|chunk| chunk.trim_matches(|sign: char| !sign.is_alphanumeric()));
    let abbreviations: Vec<String> = chunks.filter(|chunk| is_two_capitals(chunk)).map(str::to_lowercase).collect();
    let pieces = words::pieces(text).into_iter().map(|words| {
        let is_abbreviation = !is_all_capitals && words.len() == 1 && abbreviations.contains(&words[0]);
        Token::Piece(Piece { words, is_quoted: false, is_abbreviation })
    });
    pieces.collect()
}

/// Whether a `-` excludes the text after it: the text has a word that is not a stop word, and does not end with another
/// `-`, as in `-v-`.
fn excludes(text: &str) -> bool {
    let words = words::words(text);
    text.starts_with(char::is_alphanumeric) && !text.ends_with('-') && words.iter().any(|word| !is_stop_word(word))
}

/// Returns the numbers of four digits that are not the number of a section or another text.
pub(super) fn years(q: &str) -> BTreeSet<String> {
    let numbered = "article bill chapter code file no number resolution rule sec section sections title us usc usca";
    let signs = q.replace('§', " section ");
    let words = words::words(&signs);
    let before = std::iter::once("").chain(words.iter().map(String::as_str));
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|digit| digit.is_ascii_digit());
    let years = words
        .iter()
        .zip(before)
        .filter(|(word, before)| is_year(word) && !numbered.split(' ').any(|numbered| numbered == *before));
    years.map(|(word, _)| word.clone()).collect()
}

/// Returns whether words are the ordinal of a circuit: `eighth`, `8 th`.
pub(super) fn is_ordinal(words: &[String]) -> bool {
    let in_words = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh";
    match words {
        [word] => in_words.split(' ').any(|ordinal| ordinal == word),
        [number, ending] => {
            number.bytes().all(|byte| byte.is_ascii_digit()) && ["st", "nd", "rd", "th", "d"].contains(&ending.as_str())
        }
        _ => false,
    }
}
