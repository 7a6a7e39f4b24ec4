/*!
Infers topics of records whose source gives none.

The model is a linear classifier for each tag over the stems of a record. Its title and its whole text each count as the
set of their stems, divided by the square root of the set's size, so a long text has no more weight than a short one.
All arithmetic is on integers, so an index is the same on every system. `lexdex-bench topics` makes the weights from the
topics that sources give.
*/

mod stems;
mod weights;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use lexdex_core::model::Resource;

use crate::build::topic_model::stems::{is_spanish, stems};
use crate::build::topic_model::weights::Weights;
pub use crate::build::topic_model::weights::{TITLE_MARK, WEIGHT_SCALE};

/// The bytes of a text that count: its beginning says what it is about.
const MAX_TEXT_BYTES: usize = 2048;

/// Scores are in units of 1/256 of those of the weights.
const SCORE_SCALE: i64 = 256;

/// The least score of a topic: the logarithm of the odds of a probability of 0.8.
const MIN_SCORE: i64 = 1386 * WEIGHT_SCALE * SCORE_SCALE / 1000;

/// The most topics that are inferred for a record.
const MAX_TOPICS: usize = 3;

/// The file of weights.
pub(crate) const WEIGHTS_FILE: &str = include_str!("topic_model/weights.tsv");

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::parse(WEIGHTS_FILE));

/// The words of a record from which its topics are inferred.
#[derive(Clone, Copy)]
pub struct TopicWords<'r> {
    /// The list of the record.
    pub list: Resource,
    /// Whether it is a federal record.
    pub is_federal: bool,
    /// The heading or title. The name of a case is no evidence: “State v. Smith” is not about states.
    pub title: &'r str,
    /// The record's summary. A record without a summary has an empty one.
    pub summary: &'r str,
    /// The text behind the record. A record without a text has an empty one.
    pub text: &'r str,
}

/// The stems of a record, each once.
pub struct TopicFeatures {
    /// Those of the title.
    pub title: BTreeSet<String>,
    /// Those of the title, the summary and the text.
    pub whole: BTreeSet<String>,
}

impl TopicWords<'_> {
    /// Returns the features of the record: the stems of its title, and those of all of its words.
    pub fn features(&self) -> TopicFeatures {
        let title = if self.list == Resource::Cases { "" } else { self.title };
        let end = (0..=MAX_TEXT_BYTES.min(self.text.len())).rev().find(|end| self.text.is_char_boundary(*end));
        let text = &self.text[..end.unwrap_or(0)];
        TopicFeatures { title: stems(&[title]), whole: stems(&[title, self.summary, text]) }
    }

    /// Infers the topics of the record, the likeliest first.
    ///
    /// None are inferred from the name of a case alone, or in Spanish, and none of the topics whose words mislead in a
    /// list.
    pub fn infer(&self) -> Vec<&'static str> {
        if is_spanish(self.title) {
            return Vec::new();
        }
        let scores = scores(&self.features());
        let mut likely: Vec<(i64, &'static str)> = scores.into_iter().zip(WEIGHTS.tags.iter().copied()).collect();
        likely.retain(|(score, tag)| *score >= MIN_SCORE && !self.is_misled(tag));
        likely.sort_by_key(|(score, _)| -score);
        likely.into_iter().take(MAX_TOPICS).map(|(_, tag)| tag).collect()
    }

    /// Whether the words of a record say little about this topic, because nearly all records of its kind have them.
    fn is_misled(&self, tag: &str) -> bool {
        match tag {
            "judiciary" | "civil-procedure" => self.list == Resource::Cases,
            "congress" | "federal-courts" => !self.is_federal,
            _ => false,
        }
    }
}

/// The score of each tag.
fn scores(features: &TopicFeatures) -> Vec<i64> {
    let mut scores: Vec<i64> = WEIGHTS.biases.iter().map(|bias| bias * SCORE_SCALE).collect();
    if features.whole.is_empty() {
        scores.fill(i64::MIN);
        return scores;
    }
    let mut title = String::new();
    let marked = features.title.iter().map(|stem| {
        title.clear();
        title.push(TITLE_MARK);
        title.push_str(stem);
        WEIGHTS.for_stem(&title)
    });
    add(&mut scores, marked, features.title.len());
    add(&mut scores, features.whole.iter().map(|stem| WEIGHTS.for_stem(stem)), features.whole.len());
    scores
}

/// Adds the sum of the weights of a set of stems, divided by the square root of the set's size.
fn add<'w>(scores: &mut [i64], stems: impl Iterator<Item = &'w [weights::TagWeight]>, n_stems: usize) {
    let mut sums = vec![0; scores.len()];
    for entry in stems.flatten() {
        sums[entry.tag] += entry.weight;
    }
    // The square root in units of 1/256.
    let root = ((n_stems as u64) << 16).isqrt() as i64;
    for (score, sum) in scores.iter_mut().zip(sums) {
        *score += if sum == 0 { 0 } else { sum * SCORE_SCALE * 256 / root };
    }
}
