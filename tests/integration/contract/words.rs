/*!
Words by the rules of `docs/search.md`.
*/

use icu_casemap::CaseMapper;
use icu_normalizer::DecomposingNormalizerBorrowed;

use super::normalize;
use super::search::{is_stop_word, stem};

/// A word with the range of characters it was read from.
struct Word {
    text: String,
    start: usize,
    end: usize,
}

/// Splits a name into its runs of letters and digits, normalized.
pub(in super::super) fn words_of_name(value: &str) -> Vec<String> {
    let normalized = normalize(value);
    let words = normalized.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Splits a text into its words.
pub(super) fn words(text: &str) -> Vec<String> {
    located(&plain(text)).into_iter().map(|word| word.text).collect()
}

/// Returns the words of a text, grouped by the spaces between them.
pub(super) fn pieces(text: &str) -> Vec<Vec<String>> {
    let plain = plain(text);
    let mut pieces: Vec<Vec<String>> = Vec::new();
    let mut end_of_last = None;
    for word in located(&plain) {
        let is_joined = |end: usize| !plain[end..word.start].iter().any(|character| character.is_whitespace());
        if end_of_last.is_some_and(is_joined) {
            pieces.last_mut().unwrap().push(word.text);
        } else {
            pieces.push(vec![word.text]);
        }
        end_of_last = Some(word.end);
    }
    pieces
}

/// Returns the characters of a text, case-folded and without accents.
fn plain(text: &str) -> Vec<char> {
    let without_accents = |text: &str| {
        let apart = DecomposingNormalizerBorrowed::new_nfkd().normalize(text).into_owned();
        apart.chars().filter(|character| !('\u{300}'..='\u{36f}').contains(character)).collect::<String>()
    };
    let folded = CaseMapper::new().fold_string(&without_accents(text)).into_owned();
    without_accents(&folded).chars().collect()
}

fn is_apostrophe(character: char) -> bool {
    "'‘’ʻʼ".contains(character)
}

fn is_letter(character: char) -> bool {
    character.is_alphabetic() && !is_apostrophe(character)
}

fn is_digit(character: char) -> bool {
    character.is_alphanumeric() && !character.is_alphabetic()
}

fn located(text: &[char]) -> Vec<Word> {
    let at = |position: usize| text.get(position).copied().unwrap_or(' ');
    let mut words = Vec::new();
    let mut position = 0;
    while position < text.len() {
        let start = position;
        let mut word = String::new();
        if at(start) == '&' {
            word.push_str("and");
            position += 1;
        } else if is_digit(at(start)) {
            while is_digit(at(position)) {
                word.push(at(position));
                position += 1;
            }
        } else if is_letter(at(start)) {
            while is_letter(at(position)) || is_apostrophe(at(position)) && is_letter(at(position + 1)) {
                if is_letter(at(position)) {
                    word.push(at(position));
                }
                position += 1;
            }
            if position > start + 2 && at(position - 1) == 's' && is_apostrophe(at(position - 2)) {
                word = without_possessive(word);
            } else if position == start + 1 {
                position = end_of_initials(text, start, &mut word);
            }
            let continues =
                |at_end: usize| is_letter(at(at_end)) || is_apostrophe(at(at_end)) && is_letter(at(at_end + 1));
            if at(position) == '.'
                && is_apostrophe(at(position + 1))
                && at(position + 2) == 's'
                && !continues(position + 3)
            {
                position += 3;
            }
        } else {
            position += 1;
            continue;
        }
        if ["vs", "versus"].contains(&word.as_str()) {
            word = "v".to_owned();
        }
        words.push(Word { text: word, start, end: position });
    }
    words
}

/// Returns a word that ends with the `s` of a possessive. Removes the `s`, unless both are forms of one word and no stop
/// words.
fn without_possessive(possessive: String) -> String {
    let owner = possessive.strip_suffix('s').unwrap().to_owned();
    let is_form = stem(&owner) == stem(&possessive) && !is_stop_word(&owner) && !is_stop_word(&possessive);
    if is_form { possessive } else { owner }
}

/// Appends the letters of an abbreviation after its first, and returns the position after the last.
fn end_of_initials(text: &[char], first: usize, word: &mut String) -> usize {
    let at = |position: usize| text.get(position).copied().unwrap_or(' ');
    let mut last = first;
    while at(last + 1) == '.' {
        let (next, after_space) = (last + 2, last + 3);
        if is_letter(at(next)) && !is_letter(at(next + 1)) {
            last = next;
        } else if at(next) == ' '
            && is_letter(at(after_space))
            && at(after_space + 1) == '.'
            && at(last) != 'v'
            && at(after_space) != 'v'
        {
            last = after_space;
        } else {
            break;
        }
        word.push(at(last));
    }
    last + 1
}
