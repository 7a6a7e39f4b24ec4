/*!
Parses `q`: words, quoted phrases, and the operators `AND`, `OR`, `NOT` and `-`.

A piece is a run of characters without a space, or a quoted text. Operators combine pieces:

| text | meaning |
|---|---|
| `a AND b` | a record must have both, also where any word is enough |
| `a OR b`, `a OR b OR c` | one of them is enough; binds more tightly than everything else |
| `NOT a`, `-a` | a record must not have it |

An operator without a piece beside it is a word. Letters joined by signs, such as `same-sex`, are separate words; a
piece that joins letters and digits, such as `2000e-5` or `HR3684`, is a phrase.
*/

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use lexdex_core::model::{MAX_VALUE_CHARS, MatchMode};
use lexdex_core::steps;

use crate::text::citation::Citation;
use crate::text::stop_words::is_stop_word;
use crate::text::tokenizer::{WordReader, joined_normalized_words, joined_words, normalize_words, words_in_capitals};

/// The maximum number of distinct words that count, including those in phrases. It bounds the work of a search.
pub const MAX_WORDS: usize = 32;

/// A parsed search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextQuery {
    /// The parts of the search, in the order in which they were typed, without repetitions.
    pub(crate) clauses: Vec<Clause>,
    /// Whether a record must have all words or any; `Auto` lets the index decide.
    pub(crate) mode: MatchMode,
    /// The words that were typed in capitals, in small letters, sorted. They are not typing errors: `ADHD`.
    pub(crate) capitals: Vec<String>,
    /// The whole search, read as the name of a record.
    pub(crate) name: String,
    /// The whole search, read as a citation; empty for a search that is longer than a citation may be.
    pub(crate) citation: Citation,
}

/// A part of a search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Clause {
    /// The alternative terms. One is enough.
    pub(crate) alternatives: Vec<Term>,
    pub(crate) role: ClauseRole,
    /// The number of words before the clause in the search.
    pub(crate) position: usize,
    /// Whether the clause was typed without quotation marks and `OR`.
    is_unquoted: bool,
}

/// The condition that a clause sets for a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ClauseRole {
    Word,
    /// A word that a record must have in every mode.
    Required,
    /// A word that a record must not have.
    Excluded,
}

/// A word or a phrase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// A word in any of its forms.
    Word {
        text: String,
        /// Whether it can be the postal abbreviation of a jurisdiction: two capitals, in a search that is not in
        /// capitals throughout.
        is_abbreviation: bool,
    },
    /// Consecutive words in exactly these forms.
    Phrase(Vec<String>),
}

/// The reason why a text is not a valid search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidTextQuery {
    /// The text has neither a letter nor a digit.
    NoWord,
    /// The text has an odd number of quotation marks.
    OpenQuotation,
    /// All words must match, and the text has this number of them, more than [`MAX_WORDS`].
    TooManyWords(usize),
    /// The text has this number of words that always count, more than [`MAX_WORDS`]: those in quotation marks, in
    /// exclusions and beside operators, and the words of the shortest other piece.
    TooManyFixedWords(usize),
}

/// A piece of the text, or an operator.
#[derive(Debug, PartialEq, Eq)]
enum QueryToken {
    Piece(QueryPiece),
    And,
    Or,
    Not,
}

/// The words of a quoted text, or of a run of characters without a space.
#[derive(Debug, PartialEq, Eq)]
struct QueryPiece {
    words: Vec<String>,
    is_quoted: bool,
    is_abbreviation: bool,
}

impl TextQuery {
    /// Parses a search as typed by a person.
    pub fn parse(text: &str, mode: MatchMode) -> Result<Self, InvalidTextQuery> {
        let tokens = tokens(text)?;
        let clauses = Parser::new(&tokens).parse();
        if clauses.is_empty() {
            return Err(InvalidTextQuery::NoWord);
        }
        let n_words = clauses.iter().map(Clause::n_words).sum();
        let (plain, fixed): (Vec<&Clause>, Vec<&Clause>) = clauses.iter().partition(|clause| clause.is_plain());
        let shortest_plain = plain.into_iter().map(Clause::n_words).min().unwrap_or_default();
        let n_fixed = shortest_plain + fixed.into_iter().map(Clause::n_words).sum::<usize>();
        if n_fixed > MAX_WORDS {
            return Err(InvalidTextQuery::TooManyFixedWords(n_fixed));
        }
        if mode == MatchMode::All && n_words > MAX_WORDS {
            return Err(InvalidTextQuery::TooManyWords(n_words));
        }
        let has_citation = text.chars().count() <= MAX_VALUE_CHARS;
        let citation = if has_citation { Citation::in_search(text) } else { Citation::default() };
        let name = joined_normalized_words(&normalize_words(text));
        Ok(Self { clauses, mode, capitals: words_in_capitals(text), name, citation })
    }

    /// Returns whether the search is the name of two parties.
    pub(crate) fn is_name(&self) -> bool {
        self.name.split(' ').any(|word| word == "v")
    }

    /// Returns the number of words, including those in phrases.
    pub(crate) fn n_words(&self) -> usize {
        self.clauses.iter().map(Clause::n_words).sum()
    }

    /// Returns the search with only the plain clauses that count, if it has more than [`MAX_WORDS`] words: those with the
    /// highest weights that fit, of equal weights the first. A phrase has the highest weight of its words.
    pub(crate) fn with_heaviest_words<E>(
        &self,
        mut weight: impl FnMut(&str) -> Result<u32, E>,
    ) -> Result<Cow<'_, Self>, E> {
        let n_words = self.n_words();
        if n_words <= MAX_WORDS {
            return Ok(Cow::Borrowed(self));
        }
        let mut weights = Vec::new();
        let mut n_left = MAX_WORDS;
        for (clause_idx, clause) in self.clauses.iter().enumerate() {
            if clause.is_plain() {
                let mut heaviest = 0;
                for word in clause.alternatives[0].words().split(' ') {
                    heaviest = heaviest.max(weight(word)?);
                }
                weights.push((Reverse(heaviest), clause_idx));
            } else {
                n_left -= clause.n_words();
            }
        }
        weights.sort_unstable();
        let mut left_out = HashSet::new();
        for (_, clause_idx) in weights {
            match n_left.checked_sub(self.clauses[clause_idx].n_words()) {
                Some(rest) => n_left = rest,
                None => _ = left_out.insert(clause_idx),
            }
        }
        let clauses = self.clauses.iter().enumerate().filter(|(clause_idx, _)| !left_out.contains(clause_idx));
        let clauses = clauses.map(|(_, clause)| clause.clone()).collect();
        Ok(Cow::Owned(Self { clauses, ..self.clone() }))
    }

    /// Returns the size on the heap in bytes.
    pub(crate) fn n_heap_bytes(&self) -> usize {
        let of_terms = self.clauses.iter().flat_map(|clause| &clause.alternatives).map(Term::n_heap_bytes);
        let of_clauses = size_of_val(&self.clauses[..]) + of_terms.sum::<usize>();
        of_clauses + texts_bytes(&self.capitals) + self.name.len() + self.citation.n_heap_bytes()
    }
}

impl Clause {
    fn n_words(&self) -> usize {
        self.alternatives.iter().map(Term::n_words).sum()
    }

    /// Returns the words of an unquoted word, or of an unquoted piece of letters and digits, which may be words of a
    /// member of the thesaurus. Empty for other clauses.
    pub(crate) fn synonym_words(&self) -> &[String] {
        match &self.alternatives[..] {
            [Term::Word { text, .. }] if self.role != ClauseRole::Excluded => std::slice::from_ref(text),
            [Term::Phrase(words)] if self.role != ClauseRole::Excluded && self.is_unquoted => words,
            _ => &[],
        }
    }

    /// Whether this is a piece without quotation marks and operators. If a search has too many words, the lightest of
    /// these do not count.
    fn is_plain(&self) -> bool {
        self.role == ClauseRole::Word && self.is_unquoted
    }
}

impl Term {
    /// The words, separated by single spaces.
    pub(crate) fn words(&self) -> Cow<'_, str> {
        match self {
            Self::Word { text, .. } => text.into(),
            Self::Phrase(words) => words.join(" ").into(),
        }
    }

    pub(crate) fn n_words(&self) -> usize {
        match self {
            Self::Word { .. } => 1,
            Self::Phrase(words) => words.len(),
        }
    }

    fn n_heap_bytes(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::Word { text, .. } => text.len(),
                Self::Phrase(words) => texts_bytes(words),
            }
    }

    /// Returns whether this is a stop word.
    pub(crate) fn is_stop_word(&self) -> bool {
        matches!(self, Self::Word { text, is_abbreviation: false } if is_stop_word(text))
    }
}

/// Returns the size of the texts in a vector on the heap, in bytes.
pub(crate) fn texts_bytes(texts: &[String]) -> usize {
    texts.iter().map(|text| size_of::<String>() + text.len()).sum()
}

/// Splits a search into pieces and operators.
fn tokens(text: &str) -> Result<Vec<QueryToken>, InvalidTextQuery> {
    steps::add(text.len());
    let has_small_letters = text.chars().any(char::is_lowercase);
    let parts: Vec<&str> = text.split(['"', '“', '”', '„']).collect();
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

/// Reads clauses from tokens.
struct Parser<'t> {
    tokens: &'t [QueryToken],
    at: usize,
    /// The number of words so far.
    n_words: usize,
    clauses: Vec<Clause>,
    /// The positions of the clauses, by their alternatives and whether they are excluded.
    clause_indices: HashMap<(Vec<Term>, bool), usize>,
    /// The positions of the clauses of the last operand.
    last_operand: Vec<usize>,
}

impl<'t> Parser<'t> {
    fn new(tokens: &'t [QueryToken]) -> Self {
        let (clauses, clause_indices) = (Vec::new(), HashMap::new());
        Self { tokens, at: 0, n_words: 0, clauses, clause_indices, last_operand: Vec::new() }
    }

    fn parse(mut self) -> Vec<Clause> {
        let mut role = ClauseRole::Word;
        while let Some(token) = self.tokens.get(self.at) {
            let of_operand = std::mem::replace(&mut role, ClauseRole::Word);
            match token {
                QueryToken::Piece(_) => self.push_operand(of_operand),
                QueryToken::Not if self.piece(self.at + 1).is_some() => {
                    self.at += 1;
                    self.push_operand(ClauseRole::Excluded);
                }
                QueryToken::And if !self.last_operand.is_empty() && self.is_operand(self.at + 1) => {
                    self.require_last();
                    role = ClauseRole::Required;
                    self.at += 1;
                }
                QueryToken::And => self.push_operator("and", of_operand),
                QueryToken::Or => self.push_operator("or", of_operand),
                QueryToken::Not => self.push_operator("not", of_operand),
            }
        }
        self.clauses
    }

    fn piece(&self, idx: usize) -> Option<&QueryPiece> {
        match self.tokens.get(idx)? {
            QueryToken::Piece(piece) => Some(piece),
            _ => None,
        }
    }

    /// Whether a piece or an excluded piece begins at a token.
    fn is_operand(&self, idx: usize) -> bool {
        self.piece(idx).is_some() || (self.tokens.get(idx) == Some(&QueryToken::Not) && self.piece(idx + 1).is_some())
    }

    /// Adds the next piece, and the pieces that `OR` joins to it.
    fn push_operand(&mut self, role: ClauseRole) {
        let mut pieces: Vec<&QueryPiece> = Vec::new();
        let tokens = self.tokens;
        while let Some(QueryToken::Piece(piece)) = tokens.get(self.at) {
            pieces.push(piece);
            self.at += 1;
            if tokens.get(self.at) != Some(&QueryToken::Or) || self.piece(self.at + 1).is_none() {
                break;
            }
            self.at += 1;
        }
        self.last_operand.clear();
        let is_unquoted = matches!(pieces[..], [piece] if !piece.is_quoted);
        match &pieces[..] {
            [piece] if role != ClauseRole::Excluded && !piece.is_phrase() => {
                for term in piece.words_as_terms() {
                    self.push(vec![term], role, is_unquoted);
                }
            }
            pieces => {
                let mut seen = HashSet::new();
                let alternatives = pieces.iter().map(|piece| piece.term());
                self.push(alternatives.filter(|term| seen.insert(term.clone())).collect(), role, is_unquoted);
            }
        }
    }

    /// Adds a misplaced operator as a word. `OR` can be Oregon.
    fn push_operator(&mut self, word: &str, role: ClauseRole) {
        self.last_operand.clear();
        self.push(vec![Term::Word { text: word.to_owned(), is_abbreviation: word == "or" }], role, true);
        self.at += 1;
    }

    /// Adds a clause to the operand. A repeated clause is merged with the earlier one.
    fn push(&mut self, alternatives: Vec<Term>, role: ClauseRole, is_unquoted: bool) {
        steps::add(1 + alternatives.len());
        let position = self.n_words;
        self.n_words += alternatives[0].n_words();
        let next_idx = self.clauses.len();
        let clause_idx = *self.clause_indices.entry((alternatives, role == ClauseRole::Excluded)).or_insert_with_key(
            |(alternatives, _)| {
                self.clauses.push(Clause { alternatives: alternatives.clone(), role, position, is_unquoted });
                next_idx
            },
        );
        let clause = &mut self.clauses[clause_idx];
        clause.is_unquoted &= is_unquoted;
        if role == ClauseRole::Required {
            clause.role = role;
        }
        self.last_operand.push(clause_idx);
    }

    /// Makes the clauses of the last operand required.
    fn require_last(&mut self) {
        for clause_idx in &self.last_operand {
            let clause = &mut self.clauses[*clause_idx];
            if clause.role == ClauseRole::Word {
                clause.role = ClauseRole::Required;
            }
        }
    }
}

impl QueryPiece {
    /// Returns whether the words of the piece form a phrase.
    fn is_phrase(&self) -> bool {
        let has_digit = || self.words.iter().any(|word| !word.chars().all(char::is_alphabetic));
        self.words.len() > 1 && (self.is_quoted || has_digit())
    }

    fn term(&self) -> Term {
        match &self.words[..] {
            [word] if !self.is_quoted => Term::Word { text: word.clone(), is_abbreviation: self.is_abbreviation },
            words => Term::Phrase(words.to_vec()),
        }
    }

    /// Each word of the piece as a term.
    fn words_as_terms(&self) -> Vec<Term> {
        if self.is_quoted {
            return vec![self.term()];
        }
        let word = |text: &String| Term::Word { text: text.clone(), is_abbreviation: self.is_abbreviation };
        self.words.iter().map(word).collect()
    }
}
