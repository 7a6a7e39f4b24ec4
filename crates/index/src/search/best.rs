/*!
The best of many items: those of the highest weights, and of equal weights the first ones.
*/

use std::cmp::Reverse;

/// The number of weights that are compared with the lowest of the best at once.
const CHUNK_ITEMS: usize = 64;

/// The best items so far. The time for an item that is not one of them is that of reading its weight: ten million names
/// take half a millisecond, so that no tree of maxima is needed.
pub(crate) struct Best<W> {
    /// At most twice as many as are wanted. The best are sorted out when it is full.
    items: Vec<(Reverse<W>, u32)>,
    /// The number of items that are wanted.
    n: usize,
    /// Items that come later need a higher weight.
    lowest: Option<W>,
}

impl<W: Copy + Ord> Best<W> {
    /// Collects the best `n` of at most `n_offered` items, all with weights above `lowest`.
    pub(crate) fn new(n: usize, n_offered: usize, lowest: Option<W>) -> Self {
        Self { items: Vec::with_capacity(n.saturating_mul(2).min(n_offered)), n, lowest }
    }

    /// Offers an item. Items are offered in ascending order.
    #[inline(always)]
    pub(crate) fn offer(&mut self, item: u32, weight: W) {
        if Some(weight) > self.lowest {
            if self.items.len() >= self.n.saturating_mul(2) {
                self.cut();
            }
            self.items.push((Reverse(weight), item));
        }
    }

    /// Offers consecutive items with these weights.
    pub(crate) fn offer_all(&mut self, first: u32, weights: &[W]) {
        let firsts = (first..).step_by(CHUNK_ITEMS);
        for (first, chunk) in firsts.zip(weights.chunks(CHUNK_ITEMS)) {
            // Most chunks have none of the best. The maximum is faster than a look at each.
            if Some(chunk.iter().fold(chunk[0], |highest, weight| highest.max(*weight))) > self.lowest {
                (first..).zip(chunk).for_each(|(item, weight)| self.offer(item, *weight));
            }
        }
    }

    /// Returns the best items after the first `offset`, best first, each with its weight.
    pub(crate) fn after(mut self, offset: usize) -> Vec<(u32, W)> {
        self.cut();
        if offset >= self.items.len() {
            return Vec::new();
        }
        self.items.select_nth_unstable(offset);
        let wanted = &mut self.items[offset..];
        wanted.sort_unstable();
        wanted.iter().map(|(Reverse(weight), item)| (*item, *weight)).collect()
    }

    /// Drops all but the best.
    fn cut(&mut self) {
        if self.n == 0 {
            self.items.clear();
        } else if self.items.len() >= self.n {
            let (_, (Reverse(lowest), _), _) = self.items.select_nth_unstable(self.n - 1);
            self.lowest = Some(*lowest);
            self.items.truncate(self.n);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn best_items_are_a_slice_of_the_sorted_ones(
            weights in (0..=u8::MAX).prop_flat_map(|max| vec(0..=max, 0..9_000)),
            lowest in proptest::option::of(0..3_u8),
            offset in 0..200_usize,
            limit in 0..100_usize,
        ) {
            let mut sorted: Vec<(u32, u8)> = (7..).zip(weights.iter().copied()).collect();
            sorted.retain(|(_, weight)| Some(*weight) > lowest);
            sorted.sort_by_key(|(_, weight)| Reverse(*weight));
            let sorted: Vec<(u32, u8)> = sorted.into_iter().skip(offset).take(limit).collect();
            let mut best = Best::new(offset + limit, weights.len(), lowest);
            best.offer_all(7, &weights);
            prop_assert_eq!(best.after(offset), sorted);
        }
    }
}
