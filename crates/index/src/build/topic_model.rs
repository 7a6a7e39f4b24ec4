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

use anyhow::Result;
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

static BUNDLED: LazyLock<TopicModel> =
    LazyLock::new(|| TopicModel::parse(WEIGHTS_FILE).expect("the bundled weights are valid"));

/// The model by which topics are inferred.
pub struct TopicModel(Weights);

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

    /// Whether the words of a record say little about this topic, because nearly all records of its kind have them.
    fn is_misled(&self, tag: &str) -> bool {
        match tag {
            "judiciary" | "civil-procedure" => self.list == Resource::Cases,
            "congress" | "federal-courts" => !self.is_federal,
            _ => false,
        }
    }
}

impl TopicModel {
    /// The model of the bundled weights.
    pub fn bundled() -> &'static Self {
        &BUNDLED
    }

    /// Parses a file of weights: a line for each tag, `=TAG BIAS`, then one for each stem, `STEM POSITION:WEIGHT…`,
    /// with the position of the tag in the list of tags. A tab ends the first column. Weights and biases are in units
    /// of 1/[`WEIGHT_SCALE`]. Fails if a line has another form.
    pub fn parse(file: &str) -> Result<Self> {
        Weights::parse(file).map(Self)
    }

    /// Infers the topics of a record, the likeliest first.
    ///
    /// None are inferred from the name of a case alone, or in Spanish, and none of the topics whose words mislead in a
    /// list.
    pub fn infer(&self, words: &TopicWords<'_>) -> Vec<&str> {
        if is_spanish(words.title) {
            return Vec::new();
        }
        let scores = self.scores(&words.features());
        let mut likely: Vec<(i64, &str)> = scores.into_iter().zip(self.0.tags.iter().map(String::as_str)).collect();
        likely.retain(|(score, tag)| *score >= MIN_SCORE && !words.is_misled(tag));
        likely.sort_by_key(|(score, _)| -score);
        likely.into_iter().take(MAX_TOPICS).map(|(_, tag)| tag).collect()
    }

    /// The score of each tag.
    fn scores(&self, features: &TopicFeatures) -> Vec<i64> {
        let Self(weights) = self;
        let mut scores: Vec<i64> = weights.biases.iter().map(|bias| bias * SCORE_SCALE).collect();
        if features.whole.is_empty() {
            scores.fill(i64::MIN);
            return scores;
        }
        let mut title = String::new();
        let marked = features.title.iter().map(|stem| {
            title.clear();
            title.push(TITLE_MARK);
            title.push_str(stem);
            weights.for_stem(&title)
        });
        add(&mut scores, marked, features.title.len());
        add(&mut scores, features.whole.iter().map(|stem| weights.for_stem(stem)), features.whole.len());
        scores
    }
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
