/*!
Counts values, to report the most frequent ones.
*/

use std::collections::HashMap;
use std::fmt;

use serde_json::{Value, json};

/// The number of times each value occurred.
#[derive(Debug, Default)]
pub struct Tally {
    counts: HashMap<String, u64>,
}

/// The maximum number of different values. No vocabulary reaches it. It bounds the memory if a source has a new value
/// in every record: with values of 200 letters, a thread keeps some 15 MB.
const MAX_VALUES: usize = 50_000;

/// The maximum length of a value, in characters. Longer values are cut.
const MAX_CHARACTERS: usize = 200;

/// The value under which all further values are counted after [`MAX_VALUES`].
const OTHERS: &str = "(others)";

impl Tally {
    /// Counts a value.
    pub fn add(&mut self, value: &str) {
        self.add_times(value, 1);
    }

    fn add_times(&mut self, value: &str, times: u64) {
        if let Some(count) = self.counts.get_mut(value) {
            *count += times;
            return;
        }
        let is_full = self.counts.len() >= MAX_VALUES;
        let value = if is_full { OTHERS.to_owned() } else { value.chars().take(MAX_CHARACTERS).collect() };
        *self.counts.entry(value).or_default() += times;
    }

    /// Adds the counts of another tally.
    pub fn absorb(&mut self, other: Self) {
        for (value, count) in other.counts {
            self.add_times(&value, count);
        }
    }

    /// The values and their counts, most frequent first.
    pub fn by_count(&self) -> Vec<(&str, u64)> {
        let mut counts: Vec<(&str, u64)> = self.counts.iter().map(|(value, count)| (value.as_str(), *count)).collect();
        counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        counts
    }

    /// The thousand most frequent values.
    pub(crate) fn to_json(&self) -> Value {
        let first =
            self.by_count().into_iter().take(1000).map(|(value, count)| json!({"value": value, "count": count}));
        json!({ "different": self.counts.len(), "mostFrequent": first.collect::<Vec<_>>() })
    }

    /// The twenty most frequent values, as text.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, title: &str) -> fmt::Result {
        if self.counts.is_empty() {
            return Ok(());
        }
        writeln!(f, "{} {title}, most frequent first:", self.counts.len())?;
        for (value, count) in self.by_count().into_iter().take(20) {
            writeln!(f, "  {count:>7} {value}")?;
        }
        Ok(())
    }
}
