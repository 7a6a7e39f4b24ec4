//! The file of weights.

use std::collections::HashMap;

use anyhow::{Context, Result};

/// A weight of 1 in the file.
pub const WEIGHT_SCALE: i64 = 4;

/// Marks a stem of a title.
pub const TITLE_MARK: char = '^';

/// The weights of each stem.
pub(super) struct Weights {
    pub(super) tags: Vec<String>,
    pub(super) biases: Vec<i64>,
    by_stem: HashMap<String, Vec<TagWeight>>,
}

/// The weight of a tag, by its position in the list of tags.
#[derive(Clone, Copy)]
pub(super) struct TagWeight {
    pub(super) tag: usize,
    pub(super) weight: i64,
}

impl Weights {
    pub(super) fn parse(file: &str) -> Result<Self> {
        let mut weights = Self { tags: Vec::new(), biases: Vec::new(), by_stem: HashMap::new() };
        for (idx, line) in file.lines().enumerate() {
            weights.add(line).with_context(|| format!("line {} of the weights is invalid: {line}", idx + 1))?;
        }
        Ok(weights)
    }

    fn add(&mut self, line: &str) -> Result<()> {
        let (name, rest) = line.split_once('\t').context("a tab is missing")?;
        if let Some(tag) = name.strip_prefix('=') {
            self.tags.push(tag.to_owned());
            self.biases.push(rest.parse().context("the bias is no number")?);
        } else {
            let weights: Result<_> = rest.split(' ').map(TagWeight::parse).collect();
            self.by_stem.insert(name.to_owned(), weights?);
        }
        Ok(())
    }

    /// The weights of a stem, none if the model lacks it.
    pub(super) fn for_stem(&self, stem: &str) -> &[TagWeight] {
        self.by_stem.get(stem).map_or(&[], Vec::as_slice)
    }
}

impl TagWeight {
    fn parse(text: &str) -> Result<Self> {
        let (tag, weight) = text.split_once(':').context("a colon is missing")?;
        let tag = tag.parse().context("the position of a tag is no number")?;
        Ok(Self { tag, weight: weight.parse().context("a weight is no number")? })
    }
}
