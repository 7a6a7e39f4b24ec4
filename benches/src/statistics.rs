//! What is told of several rounds.

/// The middle one of the figures, the upper of two.
pub(crate) fn median(figures: impl IntoIterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = figures.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The median over the rounds of one variant's figure divided by the other's of the same round.
pub(crate) fn median_ratio(figures: &[f64], by: &[f64]) -> f64 {
    median(figures.iter().zip(by).map(|(figure, by)| figure / by))
}
