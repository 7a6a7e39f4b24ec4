//! The file of weights.

use std::collections::HashMap;

/// A weight of 1 in the file.
pub const WEIGHT_SCALE: i64 = 4;

/// Marks a stem of a title.
pub const TITLE_MARK: char = '^';

/// The weights of each stem.
pub(super) struct Weights {
    pub(super) tags: Vec<&'static str>,
    pub(super) biases: Vec<i64>,
    by_stem: HashMap<&'static str, Vec<TagWeight>>,
}

/// The weight of a tag, by its position in the list of tags.
#[derive(Clone, Copy)]
pub(super) struct TagWeight {
    pub(super) tag: usize,
    pub(super) weight: i64,
}

impl Weights {
    /// Parses the file: a line for each tag, `=TAG BIAS`, then one for each stem, `STEM POSITION:WEIGHT…`, with the
    /// position of the tag in the list of tags. A tab ends the first column. Weights and biases are in units of 1/4.
    ///
    /// # Panics
    ///
    /// If a line has another form. The file is a part of the program.
    pub(super) fn parse(file: &'static str) -> Self {
        let mut weights = Self { tags: Vec::new(), biases: Vec::new(), by_stem: HashMap::new() };
        for line in file.lines() {
            let (name, rest) = line.split_once('\t').expect("a tab");
            if let Some(tag) = name.strip_prefix('=') {
                weights.tags.push(tag);
                weights.biases.push(rest.parse().expect("a number"));
            } else {
                weights.by_stem.insert(name, rest.split(' ').map(TagWeight::parse).collect());
            }
        }
        weights
    }

    /// The weights of a stem, none if the model lacks it.
    pub(super) fn for_stem(&self, stem: &str) -> &[TagWeight] {
        self.by_stem.get(stem).map_or(&[], Vec::as_slice)
    }
}

impl TagWeight {
    fn parse(text: &str) -> Self {
        let (tag, weight) = text.split_once(':').expect("a colon");
        Self { tag: tag.parse().expect("a position"), weight: weight.parse().expect("a number") }
    }
}
