/*!
The weights of the ranking, and its arithmetic.

All values are integers. Sums of floating-point numbers depend on the order of the summands, and logarithms on the
system; pages from two replicas would then overlap.

A word's *frequency* in a record is the sum of its occurrences, each weighted by its field and by the length of that
field (BM25F). The word's score is its rarity, times the saturated frequency. The score of a record is the sum of the
scores of the words.
*/

/// The frequency of one occurrence in the text of a record whose length is the average.
pub(crate) const OCCURRENCE: u32 = 64;

/// The frequency of a word in a title of average length, in addition to its occurrence in the text. People remember
/// titles best.
pub(crate) const IN_TITLE: u32 = 2 * OCCURRENCE;

/// The frequency of one occurrence in a text of average length behind a record. A text has many words that are not its
/// subject, so an occurrence says less than one in a title or a summary: six occurrences count like one in a title.
/// Between 3/8 and 3/4 of an occurrence, the quality of results changes little; above that, records that mention a name
/// outrank the one that has it.
pub(crate) const IN_TEXT: u32 = OCCURRENCE / 2;

/// The frequency of a word in the name of the record's jurisdiction, court, topics or session, the same as for an
/// occurrence in the text.
pub(crate) const IN_FACET: u32 = OCCURRENCE;

/// The frequency of a synonym that is a phrase.
pub(crate) const SYNONYM_PHRASE: u32 = OCCURRENCE;

/// The weight of an occurrence of a synonym, in [`WEIGHT_UNIT`]: less than that of the word itself.
pub(crate) const SYNONYM: u32 = 10;

/// The weight of the word itself.
pub(crate) const WEIGHT_UNIT: u32 = 16;

/// The frequency at which a score is half of its maximum: BM25's k1, of half an occurrence. Which words of a search a
/// record has says more than how often it has them. Between three eighths of an occurrence and three quarters, the
/// quality of results changes little; with the usual 1.2, records that repeat one word outrank some that have more of
/// the words.
const HALF_SATURATION: u32 = OCCURRENCE / 2;

/// The maximum frequency. More occurrences do not raise the score.
pub(crate) const MAX_FREQUENCY: u32 = 4095;

/// The maximum of [`saturated`].
pub(crate) const MAX_SATURATED: u32 = 1024;

/// BM25's b, in quarters: how much the length of a record weakens an occurrence.
pub(crate) const WORD_LENGTH_QUARTERS: u64 = 3;

/// BM25's b for titles, in quarters.
pub(crate) const TITLE_LENGTH_QUARTERS: u64 = 3;

/// BM25's b for the texts behind records, in quarters.
pub(crate) const TEXT_LENGTH_QUARTERS: u64 = 3;

/// The weight of the rarity of a corrected word, in [`WEIGHT_UNIT`]. It is reduced because the correction may be wrong.
pub(crate) const CORRECTED: u32 = 8;

/// The boost for two neighboring words of a search that a record has at the same distance, as a share of their score in
/// sixteenths.
pub(crate) const ADJACENCY_SIXTEENTHS: u32 = 8;

/// The weight of a shared topic relative to a shared word. A topic was assigned deliberately, while a word may occur by
/// chance. Results hardly differ between 2 and 4.
pub(crate) const SHARED_TOPIC: u32 = 3;

/// The maximum number of records with the rarer of two words whose positions are compared. Pairs of more frequent words
/// say little, and reading their positions takes long.
pub(crate) const MAX_ADJACENCY_DOCS: u64 = 20_000;

/// The shares of a search's maximum score that priors add, in sixty-fourths: for a case by the level of its court, and
/// for a bill by its status.
pub(crate) const PRIOR_STEPS: [u32; 4] = [0, 1, 2, 3];

/// The number of bits of a coverage: the share of the rarity of all words of a search that the words in a record have.
pub(crate) const COVERAGE_BITS: u32 = 16;

/// The number of bits of a score as a share of the highest possible score.
pub(crate) const SHARE_BITS: u32 = 14;

/// The rarity of a word in `n_with` of `n_docs` records: BM25's inverse document frequency, a logarithm to base 2, in
/// 256ths.
pub(crate) fn rarity(n_with: u64, n_docs: u64) -> u32 {
    /// Even a word in every record counts a little.
    const MIN: u32 = 16;
    log2(2 * n_docs.max(n_with) + 2).saturating_sub(log2(2 * n_with + 1)).max(MIN)
}

/// The logarithm of a positive number to base 2, in 256ths, rounded down.
fn log2(number: u64) -> u32 {
    let whole = number.ilog2();
    // The number divided by the power of two, in [1, 2), with 32 bits after the point.
    let mut rest = (u128::from(number) << 32) >> whole;
    let mut log = whole;
    for _ in 0..8 {
        rest = (rest * rest) >> 32;
        let bit = u32::from(rest >> 33 != 0);
        rest >>= bit;
        log = 2 * log + bit;
    }
    log
}

/// A frequency with diminishing returns, at most [`MAX_SATURATED`].
pub(crate) const fn saturated(frequency: u32) -> u32 {
    MAX_SATURATED * frequency / (frequency + HALF_SATURATION)
}

/// The frequency of an occurrence in a text of `len` words, if the average length is `n_words / n_docs`.
pub(crate) fn in_text_of(len: u64, n_words: u64, n_docs: u64, length_quarters: u64) -> u32 {
    let average = n_words.max(1);
    (u64::from(OCCURRENCE) * 4 * average / ((4 - length_quarters) * average + length_quarters * len * n_docs)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithm_is_that_of_floating_point_rounded_down() {
        for number in (1..100_000).chain([u64::from(u32::MAX), 1 << 40, (1 << 40) + 12_345]) {
            let expected = (number as f64).log2() * 256.0;
            let difference = expected - f64::from(log2(number));
            assert!((-0.001..1.02).contains(&difference), "{number}: {expected}");
        }
    }

    #[test]
    fn rarer_words_and_higher_frequencies_score_higher() {
        assert!((1..1000).all(|n_with| rarity(n_with, 1000) >= rarity(n_with + 1, 1000)));
        assert!((0..MAX_FREQUENCY).all(|frequency| saturated(frequency) <= saturated(frequency + 1)));
        assert!(saturated(MAX_FREQUENCY) <= MAX_SATURATED);
        assert_eq!(saturated(HALF_SATURATION), MAX_SATURATED / 2);
        assert_eq!(in_text_of(10, 1000, 100, 2), OCCURRENCE);
        assert!(in_text_of(20, 1000, 100, 2) < OCCURRENCE && in_text_of(5, 1000, 100, 2) > OCCURRENCE);
        assert!(in_text_of(0, 0, 0, 2) >= OCCURRENCE);
    }
}
