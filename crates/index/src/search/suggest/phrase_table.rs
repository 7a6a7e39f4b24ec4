//! A table of phrases with an entry for each of their words, sorted by the text from that word on.

use crate::search::suggest::suggestion::Fit;

/// The maximum number of matching places that are read, the first in alphabetical order.
const MAX_PLACES: usize = 4096;

/// Phrases, and the start of each word in them.
pub(super) struct PhraseTable {
    /// The phrases, as words separated by single spaces.
    phrases: Vec<String>,
    /// The position of a phrase and of a word in it, sorted by the text from that word on.
    places: Vec<(u32, u32)>,
}

impl PhraseTable {
    /// Creates a table of phrases whose words are separated by single spaces.
    pub(super) fn new(phrases: Vec<String>) -> Self {
        let mut places = Vec::new();
        for (phrase_idx, phrase) in (0..).zip(&phrases) {
            let later_words = phrase.match_indices(' ').map(|(space, _)| space as u32 + 1);
            places.extend([0].into_iter().chain(later_words).map(|start| (phrase_idx, start)));
        }
        let from = |(phrase_idx, start): &(u32, u32)| &phrases[*phrase_idx as usize][*start as usize..];
        places.sort_unstable_by(|a, b| from(a).cmp(from(b)).then(a.cmp(b)));
        Self { phrases, places }
    }

    /// Iterates over the phrases in which the text from some word on has a beginning, each with its fit. A phrase may
    /// occur several times.
    pub(super) fn find(&self, beginning: &str) -> impl Iterator<Item = (usize, Fit)> {
        let from = |(phrase_idx, start): &(u32, u32)| &self.phrases[*phrase_idx as usize][*start as usize..];
        let first = self.places.partition_point(|place| from(place) < beginning);
        let fitting =
            self.places[first..].iter().take(MAX_PLACES).take_while(move |place| from(place).starts_with(beginning));
        fitting.map(move |place| {
            let fit = match place.1 {
                0 if from(place).len() == beginning.len() => Fit::Whole,
                0 => Fit::Beginning,
                _ => Fit::LaterWord,
            };
            (place.0 as usize, fit)
        })
    }
}
