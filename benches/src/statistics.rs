//! Summarizes the figures of several rounds.

/// Returns the median; of an even number of figures, the upper of the middle two.
pub(crate) fn median(figures: impl IntoIterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = figures.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Returns the median, over the rounds, of one variant's figure divided by another's of the same round.
pub(crate) fn median_ratio(figures: &[f64], base: &[f64]) -> f64 {
    median(figures.iter().zip(base).map(|(figure, base)| figure / base))
}
