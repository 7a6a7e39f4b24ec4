/*!
Reads a word that no record has as the nearest word that records do have.
*/

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Result;

use crate::index::format::schema::TermField;
use crate::index::search::postings::{Postings, near};

/// The minimum number of letters of a word that may be misspelled. Shorter words are near to too many others.
const MIN_LETTERS: usize = 4;

/// The number of letters from which two edits are allowed.
const MIN_LETTERS_OF_TWO_EDITS: usize = 8;

/// The maximum length of a word in bytes. The automaton grows with it, and words of laws are shorter.
const MAX_BYTES: usize = 40;

/// The minimum number of letters that a word shares with one that has another ending.
const MIN_SHARED_LETTERS: usize = 6;

/// The maximum number of letters of the ending in which a word differs from one that records have.
const MAX_ENDING_LETTERS: usize = 4;

/// The nearest word that the records of some lists have in a field to one that none of them has.
///
/// It has the same first letter, which typing errors rarely change, and differs by the fewest edits; of several such
/// words it is the one in the most records, then the first in the alphabet. An edit inserts, removes or replaces a
/// letter, or lets two neighbors change places. If no word is within the number of edits, it is the word with the
/// longest common beginning, such as `polygamy` for `polygamists`.
pub(crate) fn correction(lists: &[&Postings], field: TermField, word: &str) -> Result<Option<String>> {
    let n_letters = n_letters_of(word);
    if n_letters < MIN_LETTERS || word.len() > MAX_BYTES || !word.chars().all(char::is_alphabetic) {
        return Ok(None);
    }
    let max_edits = if n_letters >= MIN_LETTERS_OF_TWO_EDITS { 2 } else { 1 };
    let first_letter = &word[..word.chars().next().map_or(0, char::len_utf8)];
    for n_edits in 1..=max_edits {
        let automaton = near(word, n_edits)?;
        let similar = in_lists(lists, |postings| postings.accepted_terms(field, &automaton, first_letter))?;
        let is_candidate = |other: &str| other.chars().all(char::is_alphabetic);
        if let Some(nearest) = most_frequent(similar.into_iter().filter(|(other, _)| is_candidate(other))) {
            return Ok(Some(nearest));
        }
    }
    let endings = (1..=MAX_ENDING_LETTERS).take_while(|n_letters| n_letters + MIN_SHARED_LETTERS <= n_letters_of(word));
    for n_letters in endings {
        let beginning: String = word.chars().take(n_letters_of(word) - n_letters).collect();
        let with_beginning =
            in_lists(lists, |postings| postings.words_with_beginning(field, &beginning, usize::MAX))?.into_iter();
        let max_letters = n_letters_of(&beginning) + MAX_ENDING_LETTERS;
        let is_candidate = |other: &str| n_letters_of(other) <= max_letters;
        if let Some(nearest) = most_frequent(with_beginning.filter(|(other, _)| is_candidate(other))) {
            return Ok(Some(nearest));
        }
    }
    Ok(None)
}

/// The words of several lists, each with the number of its records in all of them.
fn in_lists(
    lists: &[&Postings],
    words: impl Fn(&Postings) -> Result<Vec<(String, u32)>>,
) -> Result<BTreeMap<String, u32>> {
    let mut of_all = BTreeMap::new();
    for postings in lists {
        for (word, n_docs) in words(postings)? {
            *of_all.entry(word).or_default() += n_docs;
        }
    }
    Ok(of_all)
}

fn n_letters_of(word: &str) -> usize {
    word.chars().count()
}

/// The word in the most records, then the first in the alphabet.
fn most_frequent(words: impl Iterator<Item = (String, u32)>) -> Option<String> {
    words.min_by_key(|(word, n_docs)| (Reverse(*n_docs), word.clone())).map(|(word, _)| word)
}
