/*!
Selects and scores the documents of a search, block by block: all words of the search are read for a block, and its
documents scored, before the next block is read.
*/

use std::ops::Range;

use anyhow::Result;
use lexdex_core::blocking;
use tantivy::{DocId, TERMINATED};

use crate::docset::block::{BLOCK_DOCS, BLOCK_WORDS, Block, docs_in_word, insert, unite, words_with_docs};
use crate::search::text_search::exact_matches::ExactRank;
use crate::search::text_search::plan::{MatchRule, N_ENOUGH, PlanTerm, SearchPlan};
use crate::search::text_search::priors::Priors;
use crate::search::text_search::source::Frequencies;
use crate::search::text_search::weights::{COVERAGE_BITS, MAX_FREQUENCY, PRIOR_STEPS, SHARE_BITS, saturated};

/// A sort key. Of an exact match, it is [`EXACT`] and below that its rank among them. Of another document, it is the
/// share of the maximum score below its words: a bit that marks documents with all words outside their background texts,
/// if documents may lack words. In a search that names a place, it is one of [`PLACED_RANKS`].
pub(crate) type ScoreKey = u16;

/// The bit that marks exact matches of a citation or a name. It is the highest one.
const EXACT: ScoreKey = 1 << (ScoreKey::BITS - 1);

/// The bits of the share of the maximum score in a search that names a place.
const PLACED_SHARE_BITS: u32 = SHARE_BITS - 2;

/// The ranks of documents in such a search, of other places and of this one, by the thirds of all words that they have.
/// The place counts as two thirds, and decides between equal ones.
const PLACED_RANKS: [[ScoreKey; 4]; 2] = [[0, 1, 2, 4], [3, 5, 6, 7]];

/// The number of blocks between two checks whether the result is still needed.
const STEP_BLOCKS: usize = 64;

/// The score for each frequency, without rarity.
static SATURATED: [u16; MAX_FREQUENCY as usize + 1] = {
    let mut scores = [0; MAX_FREQUENCY as usize + 1];
    let mut frequency = 0;
    while frequency <= MAX_FREQUENCY {
        scores[frequency as usize] = saturated(frequency) as u16;
        frequency += 1;
    }
    scores
};

/// The documents that a search selects, with the keys of their scores.
#[derive(Default)]
pub(crate) struct Scored {
    /// The blocks with such documents, by ascending position.
    pub(crate) blocks: Vec<(usize, Block)>,
    /// The keys, in the order of the documents.
    pub(crate) keys: Vec<ScoreKey>,
    /// The words of the documents, in the same order, under [`MatchRule::Most`].
    pub(crate) words: Vec<DocWords>,
}

/// The words of a search that a document has.
pub(crate) struct DocWords {
    /// The sum of their shares in the rarity of all words.
    weight: u32,
    are_all: bool,
    /// Whether the document is of a place that the search names.
    is_in_place: bool,
}

impl Scored {
    /// Leaves out the documents that do not have enough words: neither all, nor words of two thirds of the weight that
    /// the third-heaviest document has, or one third for documents of a named place. With a `full_weight`, enough
    /// documents have all, and only those of named places may lack words.
    pub(crate) fn with_enough_words(self, full_weight: Option<u32>) -> Self {
        let compared = full_weight.unwrap_or_else(|| third_heaviest(&self.words));
        let is_enough = |words: &DocWords| {
            let is_heavy = full_weight.is_none() && 3 * words.weight >= 2 * compared;
            words.are_all || is_heavy || (words.is_in_place && 3 * words.weight >= compared)
        };
        let mut enough = Self::default();
        let mut rest = self.keys.into_iter().zip(self.words);
        for (block_idx, block) in self.blocks {
            let mut kept = [0; BLOCK_WORDS];
            for position in (0..).zip(block).flat_map(|(word_idx, word)| docs_in_word(word_idx * 64, word)) {
                if let Some((key, _)) = rest.next().filter(|(_, words)| is_enough(words)) {
                    insert(&mut kept, position);
                    enough.keys.push(key);
                }
            }
            if kept != [0; BLOCK_WORDS] {
                enough.blocks.push((block_idx, kept));
            }
        }
        enough
    }

    /// Iterates over the documents in ascending order.
    pub(crate) fn docs(&self) -> impl Iterator<Item = DocId> {
        self.blocks.iter().flat_map(|(block_idx, block)| {
            let start = *block_idx as u32 * BLOCK_DOCS;
            let words = block.iter().enumerate();
            words.flat_map(move |(word_idx, word)| docs_in_word(start + word_idx as u32 * 64, *word))
        })
    }
}

/// The weight that the third-heaviest document has; 0 if they are fewer.
fn third_heaviest(words: &[DocWords]) -> u32 {
    let mut heaviest = [0; N_ENOUGH];
    for compared in words {
        if compared.weight > heaviest[0] {
            heaviest[0] = compared.weight;
            heaviest.sort_unstable();
        }
    }
    heaviest[0]
}

/// Sets of documents of one 64-bit word of a block.
#[derive(Clone, Copy)]
struct MarkedDocs {
    selected: u64,
    exact: u64,
    /// Those of places that the search names.
    in_places: u64,
}

/// The documents of a block that have a unit of the search, with their frequencies. All are reset after each block.
struct UnitBlock {
    docs: Block,
    /// Those that have the unit outside their background texts.
    own: Block,
    /// The words of the block that have documents, a bit for each.
    words: u64,
    frequencies: Box<Frequencies>,
}

impl UnitBlock {
    fn new() -> Self {
        let empty = [0; BLOCK_WORDS];
        Self { docs: empty, own: empty, words: 0, frequencies: Box::new([0; BLOCK_DOCS as usize]) }
    }

    /// Reads some words of the block of a unit.
    fn read(&mut self, unit: &mut PlanTerm<'_>, block_idx: usize, words: Range<u32>) {
        for is_background in [false, true] {
            for source in unit.sources.iter_mut().filter(|source| source.is_background() == is_background) {
                source.add_block(block_idx, words.clone(), &mut self.frequencies, &mut self.docs);
            }
            if !is_background {
                self.own = self.docs;
            }
        }
        self.words = words_with_docs(&self.docs);
    }

    /// Resets the block. Most blocks of a rare word have few documents, so only the words of the block that have any are
    /// written. [`Self::own`] is overwritten by the next read.
    fn reset(&mut self) {
        for word_idx in docs_in_word(0, std::mem::take(&mut self.words)) {
            self.docs[word_idx as usize] = 0;
            self.frequencies.as_chunks_mut::<64>().0[word_idx as usize].fill(0);
        }
    }
}

/// Turns the frequencies of documents into their keys, 64 documents at a time.
struct DocumentKeys<'p> {
    plan: &'p SearchPlan<'p>,
    rule: MatchRule,
    priors: &'p Priors,
    /// The points for each step of a prior.
    prior_points: [u32; PRIOR_STEPS.len()],
    /// The bits of the share of the maximum score.
    share_bits: u32,
    /// A multiplication computes the share, because a division per document takes longer.
    factor: u64,
    /// The coverage of a document with all words; 0 if the rule requires them.
    full_coverage: u32,
    /// For each boost, the number of its documents that have been read.
    boosts_read: Vec<usize>,
}

impl<'p> DocumentKeys<'p> {
    fn new(plan: &'p SearchPlan<'p>, rule: MatchRule, priors: &'p Priors) -> Self {
        let prior_points = PRIOR_STEPS.map(|steps| plan.max_score() / 64 * steps);
        let max_score = plan.max_score() + prior_points[PRIOR_STEPS.len() - 1];
        let share_bits = if plan.places.is_empty() { SHARE_BITS } else { PLACED_SHARE_BITS };
        let factor = ((1_u64 << share_bits << 32) - 1) / u64::from(max_score);
        let full_coverage = if plan.all == 0 || rule == MatchRule::All { 0 } else { plan.full_coverage() };
        Self {
            plan,
            rule,
            priors,
            prior_points,
            share_bits,
            factor,
            full_coverage,
            boosts_read: vec![0; plan.boosts.len()],
        }
    }

    /// Appends the keys of the selected documents of a word of a block, whose first document is `first`.
    fn push(&mut self, first: DocId, docs: MarkedDocs, units: &[UnitBlock], scored: &mut Scored) {
        let MarkedDocs { selected, exact, .. } = docs;
        let word_idx = (first % BLOCK_DOCS / 64) as usize;
        // For each document, its score in the lower 32 bits, and its share of the search's rarity in the upper 32: one
        // sum is faster than two.
        let mut sums = [0; 64];
        for (unit, of_unit) in self.plan.units.iter().zip(units) {
            let frequencies = &of_unit.frequencies.as_chunks::<64>().0[word_idx];
            // A word counts half for the coverage if only the background text has it.
            let (own, coverages) = (of_unit.own[word_idx], [unit.coverage / 2, unit.coverage]);
            for bit in docs_in_word(0, of_unit.docs[word_idx] & selected) {
                let saturated = SATURATED[usize::from(frequencies[bit as usize % 64]) % SATURATED.len()];
                let coverage = u64::from(coverages[(own >> bit & 1) as usize]);
                sums[bit as usize % 64] += (coverage << 32) + u64::from(unit.rarity * u32::from(saturated));
            }
        }
        self.add_boosts(first, &mut sums);
        let score = |bit: u32| sums[bit as usize % 64] & u64::from(u32::MAX);
        let coverage = |bit: u32| sums[bit as usize % 64] >> 32;
        match self.rule {
            MatchRule::All => {
                self.push_scores(first, docs, score, |bit| self.words_key(0, docs, bit), &mut scored.keys)
            }
            MatchRule::Most | MatchRule::Any => {
                let score = |bit| (score(bit) * coverage(bit)) >> COVERAGE_BITS;
                let words_key = |bit| self.words_key(coverage(bit), docs, bit);
                self.push_scores(first, docs, score, words_key, &mut scored.keys);
            }
        }
        if self.rule == MatchRule::Most {
            let of_all = units.iter().enumerate().filter(|(unit_idx, _)| self.plan.all >> unit_idx & 1 == 1);
            let with_all = of_all.fold(u64::MAX, |docs, (_, of_unit)| docs & of_unit.docs[word_idx]);
            let words = |bit| DocWords {
                weight: coverage(bit) as u32,
                are_all: (with_all | exact) >> bit & 1 == 1,
                is_in_place: docs.in_places >> bit & 1 == 1,
            };
            scored.words.extend(docs_in_word(0, selected).map(words));
        }
    }

    /// Adds the points of boosts to the scores of the 64 documents from `first`.
    fn add_boosts(&mut self, first: DocId, sums: &mut [u64; 64]) {
        for (boost, n_read) in self.plan.boosts.iter().zip(&mut self.boosts_read) {
            let docs = &boost.docs[*n_read..];
            let n_before = docs.iter().take_while(|doc| **doc < first).count();
            let in_word = docs[n_before..].iter().take_while(|doc| **doc - first < 64);
            in_word.for_each(|doc| sums[(doc - first) as usize] += u64::from(boost.points));
            *n_read += n_before;
        }
    }

    /// The part of a key above the share, given the coverage of the document at a bit of a word.
    #[inline(always)]
    fn words_key(&self, coverage: u64, docs: MarkedDocs, bit: u32) -> ScoreKey {
        let full = u64::from(self.full_coverage);
        if self.plan.places.is_empty() {
            return ScoreKey::from(full > 0 && coverage == full) << SHARE_BITS;
        }
        let thirds = (3 * coverage).checked_div(full).unwrap_or(0).min(3);
        PLACED_RANKS[(docs.in_places >> bit & 1) as usize][thirds as usize] << PLACED_SHARE_BITS
    }

    /// Appends the keys of the selected documents, given their scores without priors, and the parts above the shares.
    #[inline(always)]
    fn push_scores(
        &self,
        first: DocId,
        docs: MarkedDocs,
        score: impl Fn(u32) -> u64,
        words_key: impl Fn(u32) -> ScoreKey,
        keys: &mut Vec<ScoreKey>,
    ) {
        let MarkedDocs { selected, exact, .. } = docs;
        let (factor, prior_points, n_before) = (self.factor, self.prior_points, keys.len());
        keys.resize(n_before + selected.count_ones() as usize, 0);
        for (key, bit) in keys[n_before..].iter_mut().zip(docs_in_word(0, selected)) {
            let prior = prior_points[usize::from(self.priors.for_doc(first + bit))];
            let share = ((score(bit) + u64::from(prior)) * factor) >> 32;
            *key = share as ScoreKey + words_key(bit);
        }
        for bit in docs_in_word(0, selected & exact) {
            let key = &mut keys[n_before + (selected & ((1 << bit) - 1)).count_ones() as usize];
            let rank = self.plan.exact_ranks[self.plan.exact.rank(first + bit) as usize];
            let share = *key & ((1 << self.share_bits) - 1);
            *key = EXACT + rank.key(share >> (self.share_bits - ExactRank::ORDER_BITS));
        }
    }
}

/// Selects and scores the documents of a list by a rule. Under [`MatchRule::Most`], these are all with any word, from
/// which [`Scored::with_enough_words`] chooses.
pub(crate) fn score(plan: &SearchPlan<'_>, rule: MatchRule, priors: &Priors, n_docs: u32) -> Result<Scored> {
    // A copy, because sources are only read forward, and another rule may read them later.
    let mut units = plan.units.clone();
    let mut of_units: Vec<UnitBlock> = units.iter().map(|_| UnitBlock::new()).collect();
    let mut keys = DocumentKeys::new(plan, rule, priors);
    let mut scored = Scored::default();
    let (driving, needs_all) = plan.driving_units(rule);
    let is_driving = |unit_idx: usize| driving >> unit_idx & 1 == 1;
    // Without any such unit, every document is a candidate.
    let needs_all = needs_all || driving == 0;
    // The rarest unit comes first. If a document needs it, the others are read only where it has documents.
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by_key(|unit_idx| (!is_driving(*unit_idx), units[*unit_idx].n_docs()));
    let mut next = first_candidate(plan, &mut units, rule, 0, n_docs);
    let mut n_blocks = 0_usize;
    while next != TERMINATED {
        if n_blocks.is_multiple_of(STEP_BLOCKS) {
            blocking::step("scoring a search")?;
        }
        n_blocks += 1;
        let block_idx = (next / BLOCK_DOCS) as usize;
        let exact = plan.exact.block(block_idx);
        let mut in_places = [0; BLOCK_WORDS];
        plan.places.iter().for_each(|place| unite(&mut in_places, &place.block(block_idx)));
        let exact_words = words_with_docs(&exact);
        // The words of the block that can have selected documents, a bit for each.
        let mut candidates = if needs_all { u64::MAX } else { exact_words };
        for unit_idx in &order {
            let (unit, of_unit) = (&mut units[*unit_idx], &mut of_units[*unit_idx]);
            if unit.is_read_by(rule) {
                let read = if needs_all { candidates } else { u64::MAX };
                of_unit.read(unit, block_idx, read.trailing_zeros()..u64::BITS - read.leading_zeros());
            }
            if is_driving(*unit_idx) {
                let with_unit = of_unit.words | exact_words;
                candidates = if needs_all { candidates & with_unit } else { candidates | with_unit };
            }
        }
        let mut selected = [0; BLOCK_WORDS];
        for word_idx in docs_in_word(0, candidates) {
            let first = block_idx as u32 * BLOCK_DOCS + word_idx * 64;
            let word_idx = word_idx as usize;
            // The end of the list can be within a word.
            let n_in_word = n_docs.saturating_sub(first).min(64);
            let everything = 1_u64.checked_shl(n_in_word).map_or(u64::MAX, |end| end - 1);
            selected[word_idx] = plan.select(rule, |idx| of_units[idx].docs[word_idx], exact[word_idx], everything);
            if selected[word_idx] != 0 {
                let [selected, exact, in_places] = [&selected, &exact, &in_places].map(|docs| docs[word_idx]);
                let docs = MarkedDocs { selected, exact, in_places };
                keys.push(first, docs, &of_units, &mut scored);
            }
        }
        of_units.iter_mut().for_each(UnitBlock::reset);
        if selected != [0; BLOCK_WORDS] {
            scored.blocks.push((block_idx, selected));
        }
        next = first_candidate(plan, &mut units, rule, (block_idx as u32 + 1).saturating_mul(BLOCK_DOCS), n_docs);
    }
    Ok(scored)
}

/// Returns the first document at or after `from` whose block can contain documents that the rule selects.
fn first_candidate(
    plan: &SearchPlan<'_>,
    units: &mut [PlanTerm<'_>],
    rule: MatchRule,
    from: DocId,
    n_docs: u32,
) -> DocId {
    if from >= n_docs {
        return TERMINATED;
    }
    let exact = plan.exact.slice(plan.exact.rank(from), 1).first().copied().unwrap_or(TERMINATED);
    let (driving, needs_all) = plan.driving_units(rule);
    if driving == 0 {
        return from;
    }
    // Sources are only read forward, so none may advance beyond the block of an exact match.
    let mut candidate = from;
    while candidate / BLOCK_DOCS < exact / BLOCK_DOCS {
        let driven = units.iter_mut().enumerate().filter(|(unit_idx, _)| driving >> unit_idx & 1 == 1);
        let firsts = driven.map(|(_, unit)| unit.first_from(candidate));
        let next = if needs_all { firsts.max() } else { firsts.min() }.unwrap_or(TERMINATED);
        if next == TERMINATED || next / BLOCK_DOCS == candidate / BLOCK_DOCS || !needs_all {
            return next.min(exact);
        }
        candidate = next / BLOCK_DOCS * BLOCK_DOCS;
    }
    exact
}
