/*!
Numbers the words of some records, so that an occurrence of a word is a number until the postings are written.
*/

use std::collections::HashMap;

use foldhash::fast::RandomState;

/// The number of a word, from 0 in the order of first occurrences.
pub(super) type WordId = u32;

/// The words of some records.
#[derive(Default)]
pub(super) struct WordInterner {
    ids: HashMap<Box<str>, WordId, RandomState>,
    n_bytes: usize,
}

impl WordInterner {
    /// The number of a word.
    #[inline]
    pub(super) fn id(&mut self, word: &str) -> WordId {
        if let Some(id) = self.ids.get(word) {
            return *id;
        }
        let id = self.ids.len() as WordId;
        self.ids.insert(word.into(), id);
        self.n_bytes += word.len();
        id
    }

    /// The size of all words in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// The words in the order of their numbers.
    pub(super) fn words(&self) -> Vec<&str> {
        let mut words = vec![""; self.ids.len()];
        self.ids.iter().for_each(|(word, id)| words[*id as usize] = word);
        words
    }
}
