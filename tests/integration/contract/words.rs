/*!
The words of a text, and what `q` asks of them, as the README says it.
*/

use icu_casemap::CaseMapper;
use icu_normalizer::DecomposingNormalizerBorrowed;

/// A word, and where it stands among the characters of its text.
struct Word {
    text: String,
    start: usize,
    end: usize,
}

/// The words of a text.
pub(in super::super) fn words(text: &str) -> Vec<String> {
    located(&plain(text)).into_iter().map(|word| word.text).collect()
}

/// The runs of words of `q` that must stand side by side: those in quotation marks, and those without a space between.
pub(in super::super) fn phrases(q: &str) -> Vec<Vec<String>> {
    let plain = plain(q);
    let mut phrases: Vec<Vec<String>> = Vec::new();
    for (number, part) in plain.split(|character| "\"“”„".contains(*character)).enumerate() {
        let mut end_of_last = None;
        for word in located(part) {
            let is_quoted = number % 2 == 1;
            let is_together =
                |end: usize| is_quoted || !part[end..word.start].iter().any(|character| character.is_whitespace());
            if end_of_last.is_some_and(is_together) {
                phrases.last_mut().unwrap().push(word.text);
            } else {
                phrases.push(vec![word.text]);
            }
            end_of_last = Some(word.end);
        }
    }
    phrases
}

/// Whether words stand side by side somewhere in a text.
pub(super) fn has(text: &[String], phrase: &[String]) -> bool {
    text.windows(phrase.len()).any(|window| window == phrase)
}

/// The characters of a text without case and accents.
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
            if position == start + 1 {
                position = end_of_initials(text, start, &mut word);
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

/// Adds the letters behind the first of an abbreviation, and tells where the last ends.
fn end_of_initials(text: &[char], first: usize, word: &mut String) -> usize {
    let at = |position: usize| text.get(position).copied().unwrap_or(' ');
    let mut last = first;
    while at(last + 1) == '.' {
        let (close, apart) = (last + 2, last + 3);
        if is_letter(at(close)) && !is_letter(at(close + 1)) {
            last = close;
        } else if at(close) == ' '
            && is_letter(at(apart))
            && at(apart + 1) == '.'
            && at(last) != 'v'
            && at(apart) != 'v'
        {
            last = apart;
        } else {
            break;
        }
        word.push(at(last));
    }
    last + 1
}
