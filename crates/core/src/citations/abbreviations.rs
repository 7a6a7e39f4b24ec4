/*!
The abbreviations in names of cases, from `abbreviations.tsv`: those of the Bluebook's tables T6 and T10.
*/

use std::collections::HashMap;
use std::sync::LazyLock;

/// The table. Its first lines name its sources.
static TABLE: &str = include_str!("abbreviations.tsv");

/// The sign before an abbreviation that counts only in names of two parties.
const ALSO_A_WORD: char = '~';

/// An abbreviation.
struct Abbreviation {
    /// The words that it stands for, the usual one first.
    words: Vec<&'static str>,
    is_also_a_word: bool,
}

static ABBREVIATIONS: LazyLock<HashMap<&str, Abbreviation>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter_map(|line| line.split_once('\t'));
    let abbreviations = lines.map(|(written, words)| {
        let letters = written.trim_start_matches(ALSO_A_WORD);
        (letters, Abbreviation { words: words.split('|').collect(), is_also_a_word: letters.len() < written.len() })
    });
    abbreviations.collect()
});

/// Returns the words that a word in lower case without full stops and apostrophes stands for, the usual one first:
/// `depts` for `department`. It can be a plural. In the name of two parties, words such as `all` count, too.
pub fn spelled_out(word: &str, is_in_name: bool) -> &'static [&'static str] {
    let abbreviation = ABBREVIATIONS.get(word).or_else(|| ABBREVIATIONS.get(word.strip_suffix('s')?));
    abbreviation.filter(|found| is_in_name || !found.is_also_a_word).map_or(&[], |found| &found.words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviation_that_is_a_word_counts_in_names() {
        for (word, outside, inside) in [
            ("dept", &["department"][..], &["department"][..]),
            ("depts", &["department"], &["department"]),
            ("educ", &["education", "educational"], &["education", "educational"]),
            ("ny", &[], &["new york"]),
            ("all", &[], &["alliance"]),
            ("am", &[], &["america", "american"]),
            ("department", &[], &[]),
            ("s", &[], &["south", "southern"]),
            ("", &[], &[]),
        ] {
            assert_eq!((spelled_out(word, false), spelled_out(word, true)), (outside, inside), "{word}");
        }
    }
}
