/*!
Numbers the words of some records, so that an occurrence of a word is a number until the postings are written.
*/

use std::hash::BuildHasher;

use foldhash::fast::RandomState;

/// The number of a word, from 0 in the order of first occurrences.
pub(super) type WordId = u32;

/// The number of slots of an empty table.
const MIN_SLOTS: usize = 1 << 12;

/// A table of words. Its slots and words lie close together, since nearly every occurrence of a word is looked up.
pub(super) struct WordInterner {
    hasher: RandomState,
    /// Open addressing with linear probing. The length is a power of two.
    slots: Vec<Slot>,
    /// The end of each word in `bytes`.
    ends: Vec<u32>,
    bytes: Vec<u8>,
}

/// A slot of the table.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The upper 32 bits of the word's hash. The slot is found by its lowest bits.
    tag: u32,
    /// The number of the word plus one; 0 if the slot is empty.
    next_id: u32,
}

impl WordInterner {
    /// An empty table.
    pub(super) fn new() -> Self {
        let slots = vec![Slot::default(); MIN_SLOTS];
        Self { hasher: RandomState::default(), slots, ends: Vec::new(), bytes: Vec::new() }
    }

    /// The number of a word.
    pub(super) fn id(&mut self, word: &str) -> WordId {
        let (mut at, tag) = self.place(word.as_bytes());
        loop {
            let slot = self.slots[at];
            if slot.next_id == 0 {
                break;
            }
            if slot.tag == tag && self.word(slot.next_id - 1) == word.as_bytes() {
                return slot.next_id - 1;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.bytes.extend_from_slice(word.as_bytes());
        self.ends.push(self.bytes.len() as u32);
        self.slots[at] = Slot { tag, next_id: self.ends.len() as u32 };
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        self.ends.len() as u32 - 1
    }

    /// The number of words.
    pub(super) fn n_words(&self) -> usize {
        self.ends.len()
    }

    /// The size of all words in bytes.
    pub(super) fn n_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes of a word.
    pub(super) fn word(&self, id: WordId) -> &[u8] {
        let start = if id == 0 { 0 } else { self.ends[id as usize - 1] };
        &self.bytes[start as usize..self.ends[id as usize] as usize]
    }

    /// The first slot and the tag of a word.
    fn place(&self, word: &[u8]) -> (usize, u32) {
        let hash = self.hasher.hash_one(word);
        (hash as usize & (self.slots.len() - 1), (hash >> 32) as u32)
    }

    fn grow(&mut self) {
        let n_slots = self.slots.len() * 2;
        self.slots = vec![Slot::default(); n_slots];
        for id in 0..self.ends.len() as u32 {
            let (mut at, tag) = self.place(self.word(id));
            while self.slots[at].next_id != 0 {
                at = (at + 1) & (n_slots - 1);
            }
            self.slots[at] = Slot { tag, next_id: id + 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_has_one_number() {
        let mut words = WordInterner::new();
        let n_words = MIN_SLOTS as u32 * 3;
        for _ in 0..2 {
            for number in 0..n_words {
                assert_eq!(words.id(&format!("word{number}")), number);
            }
        }
        assert_eq!(words.n_words(), n_words as usize);
        assert_eq!(words.word(0), b"word0");
        assert_eq!(words.word(n_words - 1), format!("word{}", n_words - 1).as_bytes());
    }
}
