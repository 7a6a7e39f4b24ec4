/*!
Words of names, and the comparison of two words.
*/

use lexdex_core::citations::spelled_out;

use crate::text::tokenizer::normalize_words;

/// A word in lower case, without full stops and apostrophes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameWord {
    pub(crate) letters: String,
    /// Whether it is written as an abbreviation: with a full stop after it, or an apostrophe in it.
    is_abbreviation: bool,
    /// Whether it is written like the initials of several words, and in which way.
    initials: Initials,
}

/// How likely it is that a word consists of the initials of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Initials {
    No,
    /// In capitals: `NLRB`.
    Capitals,
    /// With a full stop after each letter, as in `N.L.R.B.`, or an ampersand, as in `AT&T`.
    Marked,
}

impl NameWord {
    /// Parses a piece of a name between spaces and other signs. Returns `None` if it has no letters or digits.
    pub(crate) fn parse(piece: &str) -> Option<Self> {
        let piece = piece.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '.');
        let own = piece.strip_suffix("'s").unwrap_or(piece);
        let normalized = normalize_words(own);
        let letters: String = normalized.chars().filter(|character| character.is_alphanumeric()).collect();
        if letters.is_empty() {
            return None;
        }
        let is_abbreviation = own.ends_with('.') || own.contains('\'');
        Some(Self { initials: initials(own, &letters), letters, is_abbreviation })
    }

    /// Returns the word with the full stop of an abbreviation.
    pub(crate) fn written(&self) -> String {
        format!("{}{}", self.letters, if self.is_abbreviation { "." } else { "" })
    }

    /// Joins initials with spaces between them: `U. S.` becomes `U.S.`
    pub(crate) fn join(&mut self, other: &Self) -> bool {
        let is_initial = |word: &Self| word.is_abbreviation && word.letters.chars().count() == 1;
        let joins = is_initial(other) && (is_initial(self) || self.initials == Initials::Marked);
        if joins {
            self.letters.push_str(&other.letters);
            self.initials = Initials::Marked;
        }
        joins
    }

    /// Whether the word is `U.S.`, `US` or `USA`.
    pub(crate) fn is_united_states(&self) -> bool {
        self.initials != Initials::No && ["us", "usa"].contains(&self.letters.as_str())
    }

    /// Returns whether two words can be the same: they are equal except for a final `s`, or one abbreviates the other.
    pub(crate) fn agrees_with(&self, other: &Self) -> bool {
        let singular = |word: &Self| word.letters.strip_suffix('s').unwrap_or(&word.letters).to_owned();
        singular(self) == singular(other)
            || self.abbreviates(other)
            || other.abbreviates(self)
            || self.stands_for(other)
            || other.stands_for(self)
    }

    /// Returns whether two words agree by more than one or two letters: `R.` and `R. O.` can stand for `Roe` and many
    /// other names, and `St.` is a saint, a street or a state more often than `Stuart`.
    pub(crate) fn agrees_beyond_initials_with(&self, other: &Self) -> bool {
        let is_short = |word: &Self| {
            let is_abbreviation = word.is_abbreviation && word.letters.chars().nth(2).is_none();
            is_abbreviation || word.initials == Initials::Marked || word.letters.chars().nth(1).is_none()
        };
        self.letters == other.letters
            || self.stands_for(other)
            || other.stands_for(self)
            || !is_short(self) && !is_short(other) && self.agrees_with(other)
    }

    /// Returns whether the word is the usual abbreviation of another one, with or without its full stop: `Bd`, `Ed.`
    fn stands_for(&self, other: &Self) -> bool {
        spelled_out(&self.letters, true).contains(&&*other.letters)
    }

    /// Returns whether the word is written as an abbreviation of another one: it has the same first letter, and its
    /// other letters occur in the same order. Examples are `Dep't`, `Bd.`, `Educ.` and `Cty.` for `Department`,
    /// `Board`, `Education` and `County`. Plurals differ: `Lab'ys` abbreviates `Laboratories`.
    fn abbreviates(&self, other: &Self) -> bool {
        let has_letters = |letters: &str, word: &str| {
            let (mut letters, mut word) = (letters.chars(), word.chars());
            letters.next() == word.next() && letters.all(|letter| word.any(|other| other == letter))
        };
        let is_plural = || {
            let singulars = self.letters.strip_suffix("ys").zip(other.letters.strip_suffix("ies"));
            singulars.is_some_and(|(letters, word)| has_letters(letters, word))
        };
        self.is_abbreviation && (has_letters(&self.letters, &other.letters) || is_plural())
    }

    /// Returns whether the word consists of initials that occur in those of a party's words.
    pub(crate) fn is_among_initials(&self, of_words: &str) -> bool {
        match self.initials {
            Initials::No => false,
            Initials::Capitals => {
                of_words == self.letters || self.letters.len() >= 3 && of_words.contains(&self.letters)
            }
            Initials::Marked => of_words.contains(&self.letters),
        }
    }
}

fn initials(piece: &str, letters: &str) -> Initials {
    let n_letters = letters.chars().count();
    let has_signs_within = piece.trim_end_matches('.').contains(['.', '&']);
    let is_in_capitals = !piece.chars().any(char::is_lowercase);
    match n_letters {
        2.. if has_signs_within => Initials::Marked,
        2.. if is_in_capitals => Initials::Capitals,
        _ => Initials::No,
    }
}
