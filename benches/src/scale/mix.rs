/*!
The kinds of requests, with the processor time and the share of each.
*/

use std::str::FromStr;

use anyhow::{Context, Error, Result, ensure};
use fastrand::Rng;

/// A distribution of service times.
#[derive(Clone)]
pub(crate) struct Mix(Vec<MixKind>);

#[derive(Clone)]
struct MixKind {
    micros: f64,
    /// The share of all requests, between 0 and 1.
    share: f64,
}

impl FromStr for Mix {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let kind = |text: &str| {
            let (micros, share) = text.split_once(':')?;
            Some(MixKind { micros: micros.parse().ok()?, share: share.parse().ok()? })
        };
        let kinds: Option<Vec<MixKind>> = text.split(',').map(kind).collect();
        let mut kinds = kinds.with_context(|| format!("{text:?} is not of the form MICROS:SHARE,MICROS:SHARE"))?;
        let total: f64 = kinds.iter().map(|kind| kind.share).sum();
        let are_positive = kinds.iter().all(|kind| kind.micros > 0.0 && kind.share >= 0.0);
        ensure!(are_positive && total > 0.0 && total.is_finite(), "times and shares must be positive");
        kinds.iter_mut().for_each(|kind| kind.share /= total);
        Ok(Self(kinds))
    }
}

impl Mix {
    pub(crate) fn mean_micros(&self) -> f64 {
        self.0.iter().map(|kind| kind.share * kind.micros).sum()
    }

    /// The mean of the squared service times, in square microseconds.
    pub(crate) fn mean_square_micros(&self) -> f64 {
        self.0.iter().map(|kind| kind.share * kind.micros * kind.micros).sum()
    }

    /// The mix with this time added to every request.
    pub(crate) fn with_more(&self, micros: f64) -> Self {
        Self(self.0.iter().map(|kind| MixKind { micros: kind.micros + micros, share: kind.share }).collect())
    }

    /// Draws the service time of a request.
    pub(crate) fn draw(&self, rng: &mut Rng) -> f64 {
        let mut rest = rng.f64();
        for kind in &self.0 {
            rest -= kind.share;
            if rest < 0.0 {
                return kind.micros;
            }
        }
        self.0.last().map_or(0.0, |kind| kind.micros)
    }
}
