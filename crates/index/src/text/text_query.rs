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

mod query_token;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use lexdex_core::model::{MAX_VALUE_CHARS, MatchMode};
use lexdex_core::steps;

use crate::text::citation::Citation;
use crate::text::foreign_operator::ForeignOperator;
use crate::text::stop_words::is_stop_word;
use crate::text::text_query::query_token::{QueryPiece, QueryToken, tokens};
use crate::text::tokenizer::{joined_normalized_words, joined_words, normalize_words, words_in_capitals};
use crate::text::years::years;

/// The maximum number of distinct words that count, including those in phrases. It bounds the work of a search.
pub const MAX_WORDS: usize = 32;

/// The signs that begin and end a quoted text.
pub(crate) const QUOTATION_MARKS: [char; 4] = ['"', '“', '”', '„'];

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
    /// The possible standard forms of the citation that the whole search is, most likely first. Empty for a search that
    /// is something else, has an operator or a quoted text, or a `match`.
    pub(crate) cited: Vec<String>,
    /// The words that are years, sorted.
    pub(crate) years: Vec<String>,
    /// The first operator of another service.
    pub(crate) foreign_operator: Option<ForeignOperator>,
}

/// A part of a search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Clause {
    /// The alternative terms. One is enough.
    pub(crate) alternatives: Vec<Term>,
    pub(crate) role: ClauseRole,
    /// The number of words before the clause in the search.
    pub(crate) position: usize,
    /// The same for each repetition that is no exclusion.
    pub(crate) repeated_at: Vec<usize>,
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
        let (citation, mut cited) = if has_citation { Citation::in_search(text) } else { Default::default() };
        if mode != MatchMode::Auto || !clauses.iter().all(Clause::is_plain) {
            cited.clear();
        }
        keep_few_words(&mut cited);
        let normalized = normalize_words(text);
        let (name, years) = (joined_normalized_words(&normalized), years(&normalized));
        let capitals = words_in_capitals(text);
        let foreign_operator = ForeignOperator::first(text);
        Ok(Self { clauses, mode, capitals, name, citation, cited, years, foreign_operator })
    }

    /// Returns the search for records that mention the citation that the whole search is.
    pub(crate) fn for_mentions(&self) -> Self {
        let phrase = |cited: &String| Term::Phrase(joined_words(cited).split(' ').map(str::to_owned).collect());
        let alternatives = self.cited.iter().map(phrase).collect();
        let (role, position, repeated_at) = (ClauseRole::Word, 0, Vec::new());
        let clause = Clause { alternatives, role, position, repeated_at, is_unquoted: false };
        Self { clauses: vec![clause], mode: MatchMode::All, years: Vec::new(), ..self.clone() }
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
        let of_repetitions: usize = self.clauses.iter().map(|clause| size_of_val(&clause.repeated_at[..])).sum();
        let of_operator = self.foreign_operator.as_ref().map_or(0, ForeignOperator::n_heap_bytes);
        let of_texts: usize =
            [&self.capitals, &self.cited, &self.years].into_iter().map(|texts| texts_bytes(texts)).sum();
        of_clauses + of_repetitions + of_operator + of_texts + self.name.len() + self.citation.n_heap_bytes()
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

/// Removes the forms of a citation that have more words than a search may have together with those before them.
fn keep_few_words(cited: &mut Vec<String>) {
    let mut n_words = 0;
    cited.retain(|form| {
        n_words += joined_words(form).split(' ').count();
        n_words <= MAX_WORDS
    });
}

/// Returns the size of the texts in a vector on the heap, in bytes.
pub(crate) fn texts_bytes(texts: &[String]) -> usize {
    texts.iter().map(|text| size_of::<String>() + text.len()).sum()
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
                let (alternatives, repeated_at) = (alternatives.clone(), Vec::new());
                self.clauses.push(Clause { alternatives, role, position, repeated_at, is_unquoted });
                next_idx
            },
        );
        let clause = &mut self.clauses[clause_idx];
        if clause_idx < next_idx && role != ClauseRole::Excluded {
            clause.repeated_at.push(position);
        }
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
