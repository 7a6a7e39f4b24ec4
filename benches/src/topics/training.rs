//! Trains a logistic regression for each topic.

use std::fmt::Write as _;

use lexdex_index::WEIGHT_SCALE;

use crate::topics::samples::{Sample, Samples};

const N_EPOCHS: usize = 6;
const LEARNING_RATE: f32 = 0.5;
/// The share of a weight that each step takes away.
const DECAY: f32 = 1e-5;
/// Smaller weights are left out after [`N_EPOCHS`], and the others are trained once more.
const MIN_WEIGHT: f32 = 1.75;
const N_FINAL_EPOCHS: usize = 2;

/// The weights of each stem and tag, row by row, and the biases of the tags.
pub(super) struct Weights {
    n_tags: usize,
    weights: Vec<f32>,
    biases: Vec<f32>,
}

/// The features of a sample with their values.
type Features = Vec<(usize, f32)>;

impl Weights {
    /// Trains by adaptive gradients. Each record is one step for all tags, in an order that only the ids decide.
    pub(super) fn train(samples: &Samples, trained: &[&Sample]) -> Self {
        let (n_tags, n_stems) = (samples.tags.len(), samples.stems.len());
        let mut model = Self { n_tags, weights: vec![0.0; n_stems * n_tags], biases: vec![-4.0; n_tags] };
        let mut squares = vec![1e-2_f32; n_stems * n_tags];
        let mut bias_squares = vec![1.0_f32; n_tags];
        let mut order: Vec<&Sample> = trained.to_vec();
        order.sort_by_key(|sample| sample.hash);
        let mut errors = vec![0.0; n_tags];
        for epoch in 0..N_EPOCHS + N_FINAL_EPOCHS {
            if epoch == N_EPOCHS {
                model.prune();
            }
            let is_pruned = epoch >= N_EPOCHS;
            for (position, sample) in order.iter().enumerate() {
                // A third of the records counts as if they had a title only, as many records do.
                let is_short = (position + epoch) % 3 == 0 && !sample.title.is_empty();
                let features = if is_short { short_features(sample) } else { features(sample) };
                errors.copy_from_slice(&model.biases);
                for (stem, value) in &features {
                    let row = &model.weights[stem * n_tags..][..n_tags];
                    errors.iter_mut().zip(row).for_each(|(score, weight)| *score += weight * value);
                }
                errors.iter_mut().for_each(|score| *score = sample.weight / (1.0 + (-*score).exp()));
                for tag in &sample.tags {
                    errors[*tag] -= sample.weight;
                }
                for ((bias, square), error) in model.biases.iter_mut().zip(&mut bias_squares).zip(&errors) {
                    *square += error * error;
                    *bias -= LEARNING_RATE * error / square.sqrt();
                }
                for (stem, value) in &features {
                    let row = &mut model.weights[stem * n_tags..][..n_tags];
                    let squares = &mut squares[stem * n_tags..][..n_tags];
                    for ((weight, square), error) in row.iter_mut().zip(squares).zip(&errors) {
                        if is_pruned && *weight == 0.0 {
                            continue;
                        }
                        let gradient = error * value + DECAY * *weight;
                        *square += gradient * gradient;
                        *weight -= LEARNING_RATE * gradient / square.sqrt();
                    }
                }
            }
        }
        model
    }

    fn prune(&mut self) {
        self.weights.iter_mut().filter(|weight| weight.abs() < MIN_WEIGHT).for_each(|weight| *weight = 0.0);
    }

    /// The file of weights, as integers.
    pub(super) fn to_file(&self, samples: &Samples) -> String {
        let scale = WEIGHT_SCALE as f32;
        let mut file = String::new();
        for (tag, bias) in samples.tags.iter().zip(&self.biases) {
            let _ = writeln!(file, "={tag}\t{}", (bias * scale).round());
        }
        let mut rows: Vec<(&String, &[f32])> = samples.stems.iter().zip(self.weights.chunks(self.n_tags)).collect();
        rows.sort_unstable_by_key(|(stem, _)| *stem);
        for (stem, row) in rows {
            let entries = row.iter().enumerate().map(|(tag, weight)| (tag, (weight * scale).round()));
            let entries: Vec<String> =
                entries.filter(|(_, weight)| *weight != 0.0).map(|(tag, weight)| format!("{tag}:{weight}")).collect();
            if !entries.is_empty() {
                let _ = writeln!(file, "{stem}\t{}", entries.join(" "));
            }
        }
        file
    }
}

fn features(sample: &Sample) -> Features {
    let mut features = scaled(&sample.title);
    features.extend(scaled(&sample.whole));
    features
}

/// The features of a record that has a title only.
fn short_features(sample: &Sample) -> Features {
    let mut features = scaled(&sample.title);
    features.extend(scaled(&sample.short));
    features
}

fn scaled(stems: &[usize]) -> Features {
    let value = 1.0 / (stems.len() as f32).sqrt();
    stems.iter().filter(|stem| **stem != usize::MAX).map(|stem| (*stem, value)).collect()
}
