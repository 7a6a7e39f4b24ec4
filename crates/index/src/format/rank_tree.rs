/*!
Iterates over any range of weights from the highest on, without reading the whole range.

The bytes are levels. The first level has a weight for each item. Each further level has the maximum of every
[`FAN_OUT`] weights of the level before, until a level has at most [`FAN_OUT`]. A range therefore takes a few short
scans per level, regardless of its length.
*/

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// The number of items of a level per item of the next level.
const FAN_OUT: usize = 64;

/// Appends the levels of some weights.
pub(crate) fn push_levels(weights: &[u8], bytes: &mut Vec<u8>) {
    let mut level_start = bytes.len();
    bytes.extend_from_slice(weights);
    while bytes.len() - level_start > FAN_OUT {
        let maxima: Vec<u8> = bytes[level_start..].chunks(FAN_OUT).map(max).collect();
        level_start = bytes.len();
        bytes.extend(maxima);
    }
}

/// The number of bytes of the levels of `n_items` weights.
pub(crate) fn n_bytes(n_items: usize) -> usize {
    let upper = if n_items > FAN_OUT { n_bytes(n_items.div_ceil(FAN_OUT)) } else { 0 };
    n_items + upper
}

/// The levels of some weights.
pub(crate) struct RankTree<'b> {
    levels: Vec<&'b [u8]>,
}

impl<'b> RankTree<'b> {
    /// Reads the levels of `n_items` weights. Panics if there are fewer bytes.
    pub(crate) fn new(mut bytes: &'b [u8], mut n_items: usize) -> Self {
        let mut levels = Vec::new();
        loop {
            let (level, rest) = bytes.split_at(n_items);
            levels.push(level);
            if n_items <= FAN_OUT {
                return Self { levels };
            }
            (bytes, n_items) = (rest, n_items.div_ceil(FAN_OUT));
        }
    }

    /// Iterates over the items of a range by descending weight, items of equal weight in order.
    pub(crate) fn ranked(self, range: Range<usize>) -> Ranked<'b> {
        let mut ranked = Ranked { tree: self, pieces: BinaryHeap::new() };
        ranked.push(range);
        ranked
    }

    /// The highest weight of a range of a level; 0 if the range is empty.
    fn max(&self, level_idx: usize, range: Range<usize>) -> u8 {
        let level = self.levels[level_idx];
        let blocks = range.start.div_ceil(FAN_OUT)..range.end / FAN_OUT;
        if level_idx + 1 == self.levels.len() || blocks.is_empty() {
            return max(&level[range]);
        }
        let before = max(&level[range.start..blocks.start * FAN_OUT]);
        let after = max(&level[blocks.end * FAN_OUT..range.end]);
        before.max(after).max(self.max(level_idx + 1, blocks))
    }

    /// The first item of a range of a level that has at least this weight.
    fn first_with(&self, level_idx: usize, range: Range<usize>, weight: u8) -> Option<usize> {
        let find = |range: Range<usize>| {
            let position = self.levels[level_idx][range.clone()].iter().position(|other| *other >= weight);
            position.map(|position| range.start + position)
        };
        let blocks = range.start.div_ceil(FAN_OUT)..range.end / FAN_OUT;
        if level_idx + 1 == self.levels.len() || blocks.is_empty() {
            return find(range);
        }
        find(range.start..blocks.start * FAN_OUT)
            .or_else(|| {
                let block = self.first_with(level_idx + 1, blocks.clone(), weight)?;
                find(block * FAN_OUT..(block + 1) * FAN_OUT)
            })
            .or_else(|| find(blocks.end * FAN_OUT..range.end))
    }
}

/// An iterator over the items of a range. The time per item hardly depends on the length of the range.
pub(crate) struct Ranked<'b> {
    tree: RankTree<'b>,
    /// Disjoint ranges, each preceded by its highest weight and the first item with that weight.
    pieces: BinaryHeap<(u8, Reverse<usize>, (usize, usize))>,
}

impl Ranked<'_> {
    fn push(&mut self, range: Range<usize>) {
        let weight = self.tree.max(0, range.clone());
        if let Some(item) = self.tree.first_with(0, range.clone(), weight) {
            self.pieces.push((weight, Reverse(item), (range.start, range.end)));
        }
    }
}

impl Iterator for Ranked<'_> {
    /// An item and its weight.
    type Item = (usize, u8);

    fn next(&mut self) -> Option<(usize, u8)> {
        let (weight, Reverse(item), (start, end)) = self.pieces.pop()?;
        self.push(start..item);
        self.push(item + 1..end);
        Some((item, weight))
    }
}

fn max(weights: &[u8]) -> u8 {
    weights.iter().copied().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn items_of_any_range_are_in_the_order_of_a_sort(
            weights in (0..=u8::MAX).prop_flat_map(|max| vec(0..=max, 0..9_000)),
            ends in any::<[proptest::sample::Index; 2]>(),
        ) {
            let mut bytes = Vec::new();
            push_levels(&weights, &mut bytes);
            prop_assert_eq!(bytes.len(), n_bytes(weights.len()));
            let [one, other] = ends.map(|end| end.index(weights.len() + 1));
            let range = one.min(other)..one.max(other);
            let mut sorted: Vec<(usize, u8)> = range.clone().map(|item| (item, weights[item])).collect();
            sorted.sort_by_key(|(_, weight)| Reverse(*weight));
            sorted.truncate(100);
            let ranked: Vec<(usize, u8)> = RankTree::new(&bytes, weights.len()).ranked(range).take(100).collect();
            prop_assert_eq!(ranked, sorted);
        }
    }
}
