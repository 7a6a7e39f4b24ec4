//! Phrases in the order of their words, from each word on.

use crate::index::search::suggest::suggestion::Fit;

/// The maximum number of places in phrases that are compared, the first in alphabetical order.
const MAX_PLACES: usize = 4096;

/// Phrases, and the places in them where a word begins.
pub(super) struct PhraseTable {
    /// Words with single spaces between.
    phrases: Vec<String>,
    /// The position of a phrase and of a word in it, in the order of the text from there on.
    places: Vec<(u32, u32)>,
}

impl PhraseTable {
    /// The table of phrases whose words have single spaces between.
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

    /// The phrases in which a word and those after it begin so, each with its fit. A phrase may occur several times.
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
