/*!
Corrects a word that occurs in no record: replaces it with the nearest word that does.
*/

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Result;

use crate::format::schema::TermField;
use crate::search::postings::{Postings, near};

/// The minimum number of letters of a word that is corrected. Shorter words are near to too many others.
const MIN_LETTERS: usize = 4;

/// The number of letters from which two edits are allowed.
const MIN_LETTERS_OF_TWO_EDITS: usize = 8;

/// The maximum length of a corrected word in bytes. It bounds the automaton, and legal words are shorter.
const MAX_BYTES: usize = 40;

/// The minimum number of letters that a word shares with a replacement that has another ending.
const MIN_SHARED_LETTERS: usize = 6;

/// The maximum number of letters of the ending in which a word differs from its replacement.
const MAX_ENDING_LETTERS: usize = 4;

/// Returns the nearest word in these fields to a word that none of them has.
///
/// The replacement has the same first letter, which typing errors rarely change, and the smallest edit distance. Among
/// several such words, the one in the most records wins, then the first in the alphabet. An edit inserts, removes or
/// replaces a letter, or swaps two neighbors. If no word is within the maximum distance, the word with the longest
/// common beginning is used, such as `polygamy` for `polygamists`.
pub(crate) fn correction(fields: &[(&Postings, TermField)], word: &str) -> Result<Option<String>> {
    let n_letters = n_letters_of(word);
    if n_letters < MIN_LETTERS || word.len() > MAX_BYTES || !word.chars().all(char::is_alphabetic) {
        return Ok(None);
    }
    let max_edits = if n_letters >= MIN_LETTERS_OF_TWO_EDITS { 2 } else { 1 };
    let first_letter = &word[..word.chars().next().map_or(0, char::len_utf8)];
    for n_edits in 1..=max_edits {
        let automaton = near(word, n_edits)?;
        let similar = |postings: &Postings, field| postings.accepted_terms(field, &automaton, first_letter);
        let is_candidate = |other: &str| other.chars().all(char::is_alphabetic);
        if let Some(nearest) = most_frequent(fields, similar, is_candidate)? {
            return Ok(Some(nearest));
        }
    }
    let endings = (1..=MAX_ENDING_LETTERS).take_while(|n_letters| n_letters + MIN_SHARED_LETTERS <= n_letters_of(word));
    for n_letters in endings {
        let beginning: String = word.chars().take(n_letters_of(word) - n_letters).collect();
        let with_beginning = |postings: &Postings, field| postings.words_with_beginning(field, &beginning, usize::MAX);
        let max_letters = n_letters_of(&beginning) + MAX_ENDING_LETTERS;
        let is_candidate = |other: &str| n_letters_of(other) <= max_letters;
        if let Some(nearest) = most_frequent(fields, with_beginning, is_candidate)? {
            return Ok(Some(nearest));
        }
    }
    Ok(None)
}

fn n_letters_of(word: &str) -> usize {
    word.chars().count()
}

/// Returns the candidate in the most records, summed over the fields, then the first in the alphabet.
fn most_frequent(
    fields: &[(&Postings, TermField)],
    words_of: impl Fn(&Postings, TermField) -> Result<Vec<(String, u32)>>,
    is_candidate: impl Fn(&str) -> bool,
) -> Result<Option<String>> {
    let mut n_docs_by_word = BTreeMap::<String, u64>::new();
    for (postings, field) in fields {
        for (word, n_docs) in words_of(postings, *field)?.into_iter().filter(|(word, _)| is_candidate(word)) {
            *n_docs_by_word.entry(word).or_default() += u64::from(n_docs);
        }
    }
    let most = n_docs_by_word.into_iter().min_by_key(|(word, n_docs)| (Reverse(*n_docs), word.clone()));
    Ok(most.map(|(word, _)| word))
}
