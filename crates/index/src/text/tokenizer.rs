/*!
Splits text into words. Records, `q` and `citation` are all split by the same rules, so that a search for the text of a
record finds it.

A word is a run of letters or a run of digits, normalized and without accents: `F.3d` and `F. 3d` are `f`, `3`, `d`.
Signs in legal text have these meanings:

| sign | meaning |
|---|---|
| letters, each followed by a full stop, with or without spaces: `U.S.C.`, `U. S. C.` | one word: `usc` |
| `v.`, `vs.`, `versus` | `v`; never joined with other letters across a space |
| an apostrophe, or a similar sign, between letters: `O'Brien`, `can’t`, `Hawaiʻi` | removed: `obrien`, `cant`, `hawaii` |
| `'s` after letters: `women’s`, `FDA's`, `Congress's`, `U.S.'s` | see below: `womens`, `fda`, `congress`, `us` |
| `&` | `and` |
| `§` and every other sign | a separator |

The `s` of a possessive stays if it makes another form of the same word, as it does in a spelling without the
apostrophe: `driver's license` equals `drivers license`. Otherwise it is removed, because the stems of `fdas` and `fda`
differ.
*/

use std::borrow::Cow;
use std::ops::Range;

use icu_normalizer::DecomposingNormalizerBorrowed;
use lexdex_core::corpus::text::normalize;
use lexdex_core::steps;

use crate::text::stem::stem;
use crate::text::stop_words::is_stop_word;

/// Normalizes a text before it is split into words: folds its case and removes accents.
pub(crate) fn normalize_words(text: &str) -> Cow<'_, str> {
    steps::add(text.len());
    if text.is_ascii() {
        return normalize(text);
    }
    let unaccented = without_accents(text);
    // One character can be decomposed into 18.
    steps::add(NORMALIZATION_STEPS * unaccented.len());
    // Case folding can produce an accent, and decomposition can produce a capital.
    without_accents(&normalize(&unaccented)).into()
}

/// The steps to normalize a byte of a text that is not ASCII, in several passes.
const NORMALIZATION_STEPS: usize = 10;

fn without_accents(text: &str) -> String {
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize(text);
    decomposed.chars().filter(|character| !is_accent(*character)).collect()
}

/// Whether a character is one of Unicode's combining diacritical marks.
fn is_accent(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

/// Reads the words of a normalized text one after another.
pub(crate) struct WordReader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> WordReader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Replaces the content of `word` with the next word. Returns its range in the text; `None` at the end.
    pub(crate) fn read_next(&mut self, word: &mut String) -> Option<Range<usize>> {
        word.clear();
        let is_word = |character: char| is_letter(character) || is_digit(character) || character == '&';
        let start = self.at + find(self.rest(), is_word)?;
        self.at = start;
        match self.rest().chars().next() {
            Some('&') => {
                self.at += 1;
                word.push_str("and");
            }
            Some(first) if is_letter(first) => self.read_letters(word),
            _ => self.read_while(word, is_digit),
        }
        if matches!(word.as_str(), "vs" | "versus") {
            word.truncate(1);
        }
        Some(start..self.at)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn read_while(&mut self, word: &mut String, belongs: impl Fn(char) -> bool) {
        let rest = self.rest();
        let run = &rest[..find(rest, |character| !belongs(character)).unwrap_or(rest.len())];
        word.push_str(run);
        self.at += run.len();
    }

    fn read_letters(&mut self, word: &mut String) {
        self.read_while(word, is_letter);
        if apostrophe_before_letter(self.rest()).is_some() {
            self.read_after_apostrophes(word);
        } else {
            self.read_initials(word);
        }
        if let Some(n_bytes) = self.rest().strip_prefix('.').and_then(possessive) {
            self.at += '.'.len_utf8() + n_bytes;
        }
    }

    fn read_after_apostrophes(&mut self, word: &mut String) {
        while let Some(n_bytes) = apostrophe_before_letter(self.rest()) {
            if let Some(n_bytes) = possessive(self.rest()) {
                self.at += n_bytes;
                push_possessive(word);
            } else {
                self.at += n_bytes;
                self.read_while(word, is_letter);
            }
        }
    }

    fn read_initials(&mut self, word: &mut String) {
        let mut last = only_char(word);
        while let Some(before) = last
            && let Some((letter, n_bytes)) = next_of_abbreviation(before, self.rest())
        {
            word.push(letter);
            self.at += n_bytes;
            last = Some(letter);
        }
    }
}

/// The position of the first wanted character, like [`str::find`], but without decoding characters of ASCII, which are
/// nearly all.
fn find(text: &str, is_wanted: impl Fn(char) -> bool) -> Option<usize> {
    let position = text.bytes().position(|byte| !byte.is_ascii() || is_wanted(byte.into()))?;
    let rest = &text[position..];
    rest.find(is_wanted).map(|in_rest| position + in_rest)
}

/// Returns whether a character is an apostrophe. Unicode classifies some as letters, such as the one in `Hawaiʻi`.
fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '‘' | '’' | 'ʻ' | 'ʼ')
}

fn is_letter(character: char) -> bool {
    character.is_alphabetic() && !is_apostrophe(character)
}

fn is_digit(character: char) -> bool {
    character.is_alphanumeric() && !character.is_alphabetic()
}

fn only_char(word: &str) -> Option<char> {
    let mut characters = word.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Returns the length of an apostrophe at the start of the text that is followed by a letter.
fn apostrophe_before_letter(text: &str) -> Option<usize> {
    let mut characters = text.chars();
    let apostrophe = characters.next().filter(|character| is_apostrophe(*character))?;
    characters.next().filter(|character| is_letter(*character)).map(|_| apostrophe.len_utf8())
}

/// Returns the length of an apostrophe and an `s` at the start of the text, if no letter of the word follows.
fn possessive(text: &str) -> Option<usize> {
    let n_bytes = apostrophe_before_letter(text)?;
    let after = text[n_bytes..].strip_prefix('s')?;
    let goes_on = after.starts_with(is_letter) || apostrophe_before_letter(after).is_some();
    (!goes_on).then(|| n_bytes + 's'.len_utf8())
}

/// Appends the `s` of a possessive to its word if that makes another form of the word. A stop word gets none, and none
/// is made: `what's` is `what`, and `Doe's` is `doe`.
fn push_possessive(word: &mut String) {
    let n_bytes = word.len();
    word.push('s');
    let (owner, with_s) = (&word[..n_bytes], &**word);
    if stem(owner) != stem(with_s) || is_stop_word(owner) || is_stop_word(with_s) {
        word.truncate(n_bytes);
    }
}

/// Returns the next letter of an abbreviation, and the length up to its end, such as that of `.S` in `U.S.` or of `. S`
/// in `U. S.`.
fn next_of_abbreviation(before: char, after: &str) -> Option<(char, usize)> {
    let after_stop = after.strip_prefix('.')?;
    let close = after_stop.strip_prefix(' ').unwrap_or(after_stop);
    let has_space = close.len() < after_stop.len();
    let letter = close.chars().next().filter(|character| is_letter(*character))?;
    let next = close[letter.len_utf8()..].chars().next();
    let goes_on = if has_space {
        // The `v` of a case name is a separate word.
        next == Some('.') && before != 'v' && letter != 'v'
    } else {
        !next.is_some_and(is_letter)
    };
    goes_on.then(|| (letter, after.len() - close.len() + letter.len_utf8()))
}

/// The words of a text, separated by single spaces.
pub(crate) fn joined_words(text: &str) -> String {
    join_words(&normalize_words(text), usize::MAX)
}

/// The first words of a text, separated by single spaces: until they have more than `n_bytes` bytes, or all.
pub(crate) fn first_joined_words(text: &str, n_bytes: usize) -> String {
    join_words(&normalize_words(text), n_bytes)
}

/// The words of a normalized text, separated by single spaces.
pub(crate) fn joined_normalized_words(normalized: &str) -> String {
    join_words(normalized, usize::MAX)
}

/// Returns the words of the chunks without a small letter, in small letters. None of a text that is in capitals
/// throughout.
pub(crate) fn words_in_capitals(text: &str) -> Vec<String> {
    if !text.contains(char::is_lowercase) && text.split_whitespace().nth(1).is_some() {
        return Vec::new();
    }
    let is_capital = |chunk: &&str| chunk.contains(char::is_uppercase) && !chunk.contains(char::is_lowercase);
    let chunks = text.split_whitespace().filter(is_capital);
    let words = chunks.flat_map(|chunk| joined_words(chunk).split(' ').map(str::to_owned).collect::<Vec<_>>());
    let mut words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn join_words(normalized: &str, n_bytes: usize) -> String {
    steps::add(normalized.len());
    let mut reader = WordReader::new(normalized);
    let (mut joined, mut word) = (String::with_capacity(normalized.len()), String::new());
    while joined.len() <= n_bytes && reader.read_next(&mut word).is_some() {
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(&word);
    }
    joined
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn legal_text_is_split_into_words_as_a_lawyer_reads_it() {
        for (text, words) in [
            ("18 U.S.C. § 1341", "18 usc 1341"),
            ("18 USC §1341", "18 usc 1341"),
            ("18 U. S. C. 1341", "18 usc 1341"),
            ("410 U.S. 113", "410 us 113"),
            ("410 U. S. 113", "410 us 113"),
            ("410 U.S 113", "410 us 113"),
            ("410 US 113", "410 us 113"),
            ("Roe v. Wade", "roe v wade"),
            ("ROE VS. WADE", "roe v wade"),
            ("Roe versus Wade", "roe v wade"),
            ("U.S. v. E. I. du Pont", "us v ei du pont"),
            ("J.D.B. v. North Carolina", "jdb v north carolina"),
            ("J. D. B. v. A. B. C.", "jdb v abc"),
            ("H.R. 3684", "hr 3684"),
            ("HR3684", "hr 3684"),
            ("H.J. Res. 59", "hj res 59"),
            ("S.J.Res.3", "sj res 3"),
            ("S. 2979", "s 2979"),
            ("49 F.3d 807", "49 f 3 d 807"),
            ("49 F. 3d 807", "49 f 3 d 807"),
            ("398 So. 2d 686", "398 so 2 d 686"),
            ("1 N.W.2d 5", "1 nw 2 d 5"),
            ("2000e-5", "2000 e 5"),
            ("Johnson & Johnson", "johnson and johnson"),
            ("AT&T", "at and t"),
            ("O'Brien's, O’Brien", "obriens obrien"),
            ("the driver's, drivers' and drivers license", "the drivers drivers and drivers license"),
            ("WENDY'S Wendy‘s Wendyʼs", "wendys wendys wendys"),
            ("FDA's FDA’S Congressʻs Congress' Texas's", "fda fda congress congress texas"),
            ("Doe's, what's, it's, A's and L'S", "doe what it a and l"),
            ("U.S.'s, U. S.’s and Acme Inc.'s", "us us and acme inc"),
            ("Иван's Peña's Hawai'i's", "иван penas hawaiis"),
            ("'s s's 1980's a's.b. Inc.'st Inc.'s's", "s s 1980 s a b inc st inc s"),
            ("o's't can't ma'am's", "ost cant maams"),
            ("the 'rule' of law", "the rule of law"),
            ("Hawaiʻi Hawaiʼi Hawai‘i ʻohana ʼ", "hawaii hawaii hawaii ohana"),
            ("Rodríguez Cañon ÅNGSTRÖM", "rodriguez canon angstrom"),
            ("anti-trust/cartel", "anti trust cartel"),
            ("x² ½ ﬁnal", "x 2 1 2 final"),
            ("§§ — … \"\"", ""),
            ("", ""),
        ] {
            assert_eq!(joined_words(text), words, "{text}");
        }
    }

    proptest! {
        #[test]
        fn words_of_any_text_are_separated_by_single_spaces(text in "([A-Za-z.' &§v0-9é]|\\PC){0,60}") {
            let joined = joined_words(&text);
            prop_assert!(joined.is_empty() || joined.split(' ').all(|word| !word.is_empty()), "{joined:?}");
            prop_assert!(joined.chars().all(|character| character == ' ' || character.is_alphanumeric()), "{joined:?}");
        }

        #[test]
        fn every_word_of_a_text_is_one_word_by_itself(text in "[A-Za-z.' &§v0-9éßÆﬁΣ𝞻½Ⅷ²ʻʼ’-]{0,60}") {
            for word in joined_words(&text).split(' ').filter(|word| !word.is_empty()) {
                prop_assert_eq!(joined_words(word), word, "of {:?}", text);
            }
        }
    }
}
