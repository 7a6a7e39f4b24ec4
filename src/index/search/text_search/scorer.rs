/*!
Selects and scores the documents of a search, block by block: all parts of the search add to the scores of a block
before the next block is read.
*/

use std::array;
use std::sync::LazyLock;

use anyhow::Result;
use tantivy::{DocId, TERMINATED};

use crate::blocking;
use crate::index::docset::block::{BLOCK_DOCS, BLOCK_WORDS, Block, count, docs_in_word, insert, range_in_block, unite};
use crate::index::search::text_search::plan::{MatchRule, Plan, Unit};
use crate::index::search::text_search::priors::Priors;
use crate::index::search::text_search::weights::{COVERAGE_BITS, MAX_FREQUENCY, PRIOR_STEPS, SHARE_BITS, saturated};

/// A sort key: the share of the maximum score, below a bit that marks exact matches of a citation or a name.
pub(crate) type ScoreKey = u16;

/// The bit that marks exact matches.
const EXACT: ScoreKey = 1 << SHARE_BITS;

/// The number of blocks between two checks whether the result is still needed.
const STEP_BLOCKS: usize = 64;

/// The maximum number of documents in a block that are looked up one by one.
const MAX_WANTED: u32 = 16;

/// The score for each frequency, without rarity.
static SATURATED: LazyLock<[u16; MAX_FREQUENCY as usize + 1]> =
    LazyLock::new(|| array::from_fn(|frequency| saturated(frequency as u32) as u16));

/// The documents that a search selects, with the keys of their scores.
#[derive(Default)]
pub(crate) struct Scored {
    /// The blocks with such documents, by ascending position.
    pub(crate) blocks: Vec<(usize, Block)>,
    /// The keys, in the order of the documents.
    pub(crate) keys: Vec<ScoreKey>,
}

impl Scored {
    /// Iterates over the documents in ascending order.
    pub(crate) fn docs(&self) -> impl Iterator<Item = DocId> {
        self.blocks.iter().flat_map(|(block_idx, block)| {
            let start = *block_idx as u32 * BLOCK_DOCS;
            let words = block.iter().enumerate();
            words.flat_map(move |(word_idx, word)| docs_in_word(start + word_idx as u32 * 64, *word))
        })
    }
}

/// The sums for the documents of a block. They are reset to zero after each block.
struct BlockScores {
    /// The documents that have a score.
    scored: Block,
    scores: Box<[u32; BLOCK_DOCS as usize]>,
    /// The share of the search's rarity that each document has, under [`MatchRule::Any`].
    coverages: Box<[u32; BLOCK_DOCS as usize]>,
    /// The frequencies of the current unit.
    frequencies: Box<[u32; BLOCK_DOCS as usize]>,
}

impl BlockScores {
    fn new() -> Self {
        let zeros = || Box::new([0; BLOCK_DOCS as usize]);
        Self { scored: [0; BLOCK_WORDS], scores: zeros(), coverages: zeros(), frequencies: zeros() }
    }

    /// Adds a unit of the search. Returns the documents that have it. If only few documents are `wanted`, others may be
    /// left out.
    fn add(&mut self, unit: &mut Unit<'_>, block_idx: usize, wanted: Option<&Block>) -> Block {
        let mut docs = [0; BLOCK_WORDS];
        for source in &mut unit.sources {
            match wanted {
                Some(wanted) => source.add_wanted(block_idx, wanted, &mut self.frequencies, &mut docs),
                None => source.add_block(block_idx, &mut self.frequencies, &mut docs),
            }
        }
        let saturated = &*SATURATED;
        for (word_idx, word) in docs.into_iter().enumerate() {
            for position in docs_in_word(word_idx as u32 * 64, word) {
                let position = position as usize;
                let frequency = std::mem::take(&mut self.frequencies[position]).min(MAX_FREQUENCY);
                self.scores[position] += unit.rarity * u32::from(saturated[frequency as usize]);
                self.coverages[position] += unit.coverage;
            }
        }
        unite(&mut self.scored, &docs);
        docs
    }

    /// Adds the boosts. `start` is the first document of the block.
    fn add_boosts(&mut self, plan: &Plan<'_>, boosts_read: &mut [usize], start: DocId) {
        for (boost, n_read) in plan.boosts.iter().zip(boosts_read) {
            *n_read += boost.docs[*n_read..].partition_point(|doc| *doc < start);
            for doc in boost.docs[*n_read..].iter().take_while(|doc| **doc - start < BLOCK_DOCS) {
                insert(&mut self.scored, *doc - start);
                self.scores[(*doc - start) as usize] += boost.points;
            }
        }
    }

    /// Resets the sums. Most blocks of a rare word have few documents, so only the words of the block that have any are
    /// written.
    fn reset(&mut self) {
        for (word_idx, word) in self.scored.iter_mut().enumerate() {
            if std::mem::take(word) != 0 {
                let docs = word_idx * 64..(word_idx + 1) * 64;
                self.scores[docs.clone()].fill(0);
                self.coverages[docs].fill(0);
            }
        }
    }
}

/// Selects and scores the documents of a list by a rule.
pub(crate) fn score(plan: &Plan<'_>, rule: MatchRule, priors: &Priors, n_docs: u32) -> Result<Scored> {
    // A copy, because sources are only read forward, and another rule may read them later.
    let mut units = plan.units.clone();
    let mut scored = Scored::default();
    let mut block_scores = BlockScores::new();
    let mut boosts_read = vec![0; plan.boosts.len()];
    let prior_step = plan.max_score() / 64;
    let max_score = plan.max_score() + prior_step * PRIOR_STEPS[PRIOR_STEPS.len() - 1];
    // A multiplication computes the share, because a division per document takes longer.
    let factor = ((1_u64 << SHARE_BITS << 32) - 1) / u64::from(max_score);
    let mut of_units = vec![[0; BLOCK_WORDS]; units.len()];
    // The rarest unit comes first: if it has few documents in a block, only these are looked up in the other units.
    let mut order: Vec<usize> = (0..units.len()).collect();
    order.sort_by_key(|unit_idx| (plan.all >> unit_idx & 1 == 0, units[*unit_idx].n_docs()));
    let mut next = first_candidate(plan, &mut units, rule, 0, n_docs);
    let mut n_blocks = 0_usize;
    while next != TERMINATED {
        if n_blocks.is_multiple_of(STEP_BLOCKS) {
            blocking::step("scoring a search")?;
        }
        n_blocks += 1;
        let block_idx = (next / BLOCK_DOCS) as usize;
        let start = block_idx as u32 * BLOCK_DOCS;
        let exact = plan.exact.block(block_idx);
        let mut wanted = None;
        for unit_idx in &order {
            let unit = &mut units[*unit_idx];
            if unit.is_read_by(rule) {
                of_units[*unit_idx] = block_scores.add(unit, block_idx, wanted.as_ref());
            }
            if rule == MatchRule::All && wanted.is_none() && plan.all >> unit_idx & 1 == 1 {
                let mut candidates = of_units[*unit_idx];
                unite(&mut candidates, &exact);
                wanted = Some(candidates).filter(|candidates| count(candidates) <= MAX_WANTED);
            }
        }
        block_scores.add_boosts(plan, &mut boosts_read, start);
        let everything = range_in_block(&(0..n_docs), block_idx);
        let mut selected = [0; BLOCK_WORDS];
        for word_idx in 0..BLOCK_WORDS {
            selected[word_idx] = plan.select(rule, &of_units, word_idx, exact[word_idx], everything[word_idx]);
            for position in docs_in_word(word_idx as u32 * 64, selected[word_idx]) {
                let score = u64::from(block_scores.scores[position as usize]);
                let score = match rule {
                    MatchRule::All => score,
                    MatchRule::Any => (score * u64::from(block_scores.coverages[position as usize])) >> COVERAGE_BITS,
                };
                let prior = prior_step * PRIOR_STEPS[usize::from(priors.of(start + position))];
                let share = (((score + u64::from(prior)) * factor) >> 32) as ScoreKey;
                let exact_bit = if exact[word_idx] >> (position % 64) & 1 == 1 { EXACT } else { 0 };
                scored.keys.push(share | exact_bit);
            }
        }
        block_scores.reset();
        if selected != [0; BLOCK_WORDS] {
            scored.blocks.push((block_idx, selected));
        }
        next = first_candidate(plan, &mut units, rule, start.saturating_add(BLOCK_DOCS), n_docs);
    }
    Ok(scored)
}

/// Returns the first document at or after `from` whose block can contain documents that the rule selects.
fn first_candidate(plan: &Plan<'_>, units: &mut [Unit<'_>], rule: MatchRule, from: DocId, n_docs: u32) -> DocId {
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
