//! The queries of each class.

use crate::synthetic_corpus::word_at;

/// The jurisdiction of the filter, which about a tenth of the cases have.
pub(super) const JURISDICTION: &str = "ca";

/// English stop words among the most frequent words of the corpus. No query has one, because each system treats them in
/// its own way.
const STOP_WORDS: [&str; 6] = ["be", "do", "in", "me", "no", "or"];

/// The relation between the words of a query.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// A record has all words.
    All,
    /// A record has any of the words.
    Any,
    /// The words are adjacent.
    Phrase,
    /// A word that no record has.
    TypingError,
}

pub(super) struct QueryClass {
    pub(super) name: &'static str,
    pub(super) class: Class,
    /// The ranks of the first query's words, by frequency and without stop words. The next query has the next words.
    ranks: &'static [usize],
}

/// Every class. The word of rank 0 is in most cases, and a word of a higher rank in fewer.
pub(super) const CLASSES: &[QueryClass] = &[
    QueryClass { name: "a frequent word", class: Class::All, ranks: &[0] },
    QueryClass { name: "two frequent words, all", class: Class::All, ranks: &[0, 1] },
    QueryClass { name: "two frequent words, any", class: Class::Any, ranks: &[0, 1] },
    QueryClass { name: "three frequent words, all", class: Class::All, ranks: &[0, 1, 2] },
    QueryClass { name: "a frequent and a rare word", class: Class::All, ranks: &[0, 20_000] },
    QueryClass { name: "a phrase of two frequent words", class: Class::Phrase, ranks: &[0, 1] },
    QueryClass { name: "a rare word", class: Class::All, ranks: &[20_000] },
    QueryClass { name: "a word with a typing error", class: Class::TypingError, ranks: &[20_000] },
];

impl QueryClass {
    /// Different queries.
    pub(super) fn queries(&self, n_queries: usize) -> impl Iterator<Item = String> {
        (0..n_queries).map(|number| {
            let words: Vec<String> = self.ranks.iter().filter_map(|rank| word(rank + number)).collect();
            match self.class {
                Class::All | Class::Any => words.join(" "),
                Class::Phrase => format!("\"{}\"", words.join(" ")),
                Class::TypingError => format!("{}x", words.join(" ")),
            }
        })
    }
}

/// The word of a rank by frequency, without stop words.
fn word(rank: usize) -> Option<String> {
    (0..).map(word_at).filter(|word| !STOP_WORDS.contains(&word.as_str())).nth(rank)
}
