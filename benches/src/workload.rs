/*!
Draws the requests of the measurements: those of one class each, and those of the mix.
*/

mod match_counter;

mod mix;

use anyhow::Result;
use fastrand::Rng;

use crate::synthetic_corpus::{ValueSampler, word};

pub(crate) use self::mix::Mix;

/// Draws requests of one class. The same seed draws the same requests.
pub(crate) struct Workload {
    values: ValueSampler,
    rng: Rng,
    n_records: u64,
    courts: CourtValues,
}

/// The values of the `court` filter in requests.
#[derive(Clone, Copy)]
pub(crate) enum CourtValues {
    /// Levels, words of the name, and ids.
    Any,
    /// Only ids, which any database can look up in an index.
    Ids,
}

impl Workload {
    /// Creates a workload for a corpus with `n_records` cases.
    pub(crate) fn new(seed: u64, n_records: u64, courts: CourtValues) -> Result<Self> {
        Ok(Self { values: ValueSampler::from_bundled_catalogue()?, rng: Rng::with_seed(seed), n_records, courts })
    }

    /// Draws a request with `n_filters` filters, for a page at the beginning of the list or deep in it.
    pub(crate) fn with_filters(&mut self, list: &str, n_filters: usize, is_deep: bool) -> String {
        let filters = self.filters(list, n_filters);
        self.page(list, filters, is_deep)
    }

    /// Draws a request for cases of a jurisdiction on a topic. Unlike two arbitrary filters, such as a jurisdiction and
    /// a court of another one, these have matches in common.
    pub(crate) fn topic_in_jurisdiction(&mut self) -> String {
        let filters = ["jurisdiction", "topic"].map(|name| format!("{name}={}", self.value(name)));
        self.page("cases", filters.to_vec(), false)
    }

    fn page(&mut self, list: &str, mut query: Vec<String>, is_deep: bool) -> String {
        let max_offset = if is_deep { self.n_records / 50 } else { 200 };
        query.push(format!("offset={}", self.rng.u64(..max_offset.max(1))));
        if self.rng.usize(..100) < 5 {
            query.push("limit=100".to_owned());
        }
        format!("/api/v1/{list}?{}", query.join("&"))
    }

    /// Draws a request for cases on a frequent topic, at an offset of a tenth of all cases.
    pub(crate) fn deep_in_topic(&mut self) -> String {
        const N_FREQUENT_TOPICS: usize = 3;
        let topic = &self.values.topics[self.rng.usize(..N_FREQUENT_TOPICS)];
        let offset = self.n_records / 10 + self.rng.u64(..1000);
        format!("/api/v1/cases?topic={topic}&offset={offset}")
    }

    /// Draws a request for statutes by date, on the first pages or at an offset of 100,000.
    pub(crate) fn by_date(&mut self, is_deep: bool) -> String {
        let topic = format!("topic={}&", self.values.topics[0]);
        let filter = ["", "status=amended&", &topic][self.rng.usize(..3)].to_owned();
        let sort = ["newest", "oldest"][self.rng.usize(..2)];
        let offset = if is_deep { 100_000 } else { 0 } + self.rng.usize(..200);
        format!("/api/v1/statutes?{filter}sort={sort}&offset={offset}")
    }

    /// Draws a request for the first cases with a word.
    pub(crate) fn with_word(&mut self) -> String {
        let word = word(&mut self.rng);
        self.page("cases", vec![format!("q={word}")], false)
    }

    /// Draws a request for cases of some years.
    pub(crate) fn with_dates(&mut self) -> String {
        let first = 1800 + self.rng.usize(..220);
        let last = first + self.rng.usize(..20);
        self.page("cases", vec![format!("decided_from={first}-01-01"), format!("decided_to={last}-12-31")], false)
    }

    /// Draws a request for cases of one or two years on a topic, and in half of the requests of a jurisdiction, too.
    pub(crate) fn with_dates_and_topic(&mut self) -> String {
        let first = 1950 + self.rng.usize(..70);
        let last = first + self.rng.usize(..2);
        let mut query = vec![format!("topic={}", self.value("topic"))];
        if self.rng.bool() {
            query.push(format!("jurisdiction={}", self.value("jurisdiction")));
        }
        query.extend([format!("decided_from={first}-01-01"), format!("decided_to={last}-12-31")]);
        self.page("cases", query, false)
    }

    fn filters(&mut self, list: &str, n_filters: usize) -> Vec<String> {
        let mut names: Vec<&str> = match list {
            "cases" => vec!["jurisdiction", "topic", "court"],
            "bills" => vec!["jurisdiction", "topic", "status", "chamber"],
            _ => vec!["jurisdiction", "topic"],
        };
        self.rng.shuffle(&mut names);
        names.truncate(n_filters);
        names.into_iter().map(|name| format!("{name}={}", self.value(name))).collect()
    }

    fn value(&mut self, name: &str) -> String {
        let Self { values, rng, courts, .. } = self;
        match name {
            "jurisdiction" => values.jurisdiction(rng).id.clone(),
            "topic" => values.topic(rng).to_owned(),
            "status" => ["in_committee", "passed_chamber", "signed"][rng.usize(..3)].to_owned(),
            "chamber" => ["house", "senate"][rng.usize(..2)].to_owned(),
            _ => match (courts, rng.usize(..4)) {
                (CourtValues::Any, 0) => {
                    ["supreme", "appellate", "circuit", "trial", "district"][rng.usize(..5)].to_owned()
                }
                (CourtValues::Any, 1) => "ninth+circuit".to_owned(),
                _ => values.court(rng).id.clone().unwrap_or_default(),
            },
        }
    }
}
