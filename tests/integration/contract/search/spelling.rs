/*!
Corrects typing errors.
*/

use std::cmp::Reverse;
use std::collections::BTreeMap;

const MIN_LETTERS: usize = 4;
const MIN_LETTERS_OF_TWO_EDITS: usize = 8;
const MIN_COMMON_LETTERS: usize = 6;
const MAX_OTHER_LETTERS: usize = 4;
const MAX_BYTES: usize = 40;

/// Returns the correction of a word. `vocabulary` has the number of records with each word.
pub(in crate::integration::contract) fn nearest_word(
    vocabulary: &BTreeMap<String, usize>,
    word: &str,
) -> Option<String> {
    let letters: Vec<char> = word.chars().collect();
    let is_of_letters = |word: &str| word.chars().all(char::is_alphabetic);
    if letters.len() < MIN_LETTERS || word.len() > MAX_BYTES || !is_of_letters(word) {
        return None;
    }
    let max_edits = if letters.len() < MIN_LETTERS_OF_TWO_EDITS { 1 } else { 2 };
    let others = || vocabulary.iter().filter(|(other, _)| is_of_letters(other));
    let near = others().filter(|(other, _)| other.starts_with(letters[0])).filter_map(|(other, n_records)| {
        let n_edits = n_edits(&letters, &other.chars().collect::<Vec<_>>());
        (n_edits <= max_edits).then(|| (n_edits, Reverse(*n_records), other.clone()))
    });
    let with_other_ending = others().filter_map(|(other, n_records)| {
        let n_common = letters.iter().zip(other.chars()).take_while(|(letter, other)| **letter == *other).count();
        // At least one letter of the word counts as its ending.
        let n_common = n_common.min(letters.len() - 1);
        let n_other = letters.len().max(other.chars().count()) - n_common;
        let is_near = n_common >= MIN_COMMON_LETTERS && n_other <= MAX_OTHER_LETTERS;
        is_near.then(|| (Reverse(n_common), Reverse(*n_records), other.clone()))
    });
    let nearest = near.min().map(|(_, _, other)| other);
    nearest.or_else(|| with_other_ending.min().map(|(_, _, other)| other))
}

/// Returns the number of edits: inserted, removed or replaced letters, and swapped neighbors. No letter is edited
/// twice.
fn n_edits(one: &[char], other: &[char]) -> usize {
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for (n_one, letter) in (1..).zip(one) {
        let mut row = vec![n_one];
        for (n_other, other_letter) in (1..).zip(other) {
            let last = &rows[n_one - 1];
            let mut least = (last[n_other] + 1).min(row[n_other - 1] + 1);
            least = least.min(last[n_other - 1] + usize::from(letter != other_letter));
            if n_one > 1 && n_other > 1 && *letter == other[n_other - 2] && one[n_one - 2] == *other_letter {
                least = least.min(rows[n_one - 2][n_other - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}
