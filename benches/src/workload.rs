/*!
The requests of the mix: 60 % cases, 20 % statutes, 20 % bills; 10 % without a filter, 35 % with one, 30 % with two,
12 % with three, 6 % deep in a list, 7 % rare or empty; 5 % with limit=100.
*/

use anyhow::Result;
use fastrand::Rng;

use crate::corpus::{Values, skewed, word};

/// Draws requests. The same seed draws the same.
pub(crate) struct Workload {
    values: Values,
    rng: Rng,
    n_records: u64,
    courts: Courts,
}

/// How requests name courts.
#[derive(Clone, Copy)]
pub(crate) enum Courts {
    /// By level, by words of the name, by id.
    All,
    /// By id alone, which any database can do with an index.
    ById,
}

impl Workload {
    /// For a corpus with so many cases.
    pub(crate) fn new(seed: u64, n_records: u64, courts: Courts) -> Result<Self> {
        Ok(Self { values: Values::of_bundled_catalogue()?, rng: Rng::with_seed(seed), n_records, courts })
    }

    /// Requests of which hardly two are the same.
    pub(crate) fn distinct(&mut self, n_requests: usize) -> Vec<String> {
        (0..n_requests)
            .map(|_| {
                let list = ["cases", "cases", "cases", "statutes", "bills"][self.rng.usize(..5)];
                self.request(list)
            })
            .collect()
    }

    /// Requests drawn from a few thousand, the first of them far more often than the last.
    pub(crate) fn repeated(&mut self, n_requests: usize) -> Vec<String> {
        const N_URLS: usize = 3000;
        let urls = self.distinct(N_URLS);
        (0..n_requests).map(|_| urls[skewed(&mut self.rng, N_URLS)].clone()).collect()
    }

    /// A request of the mix, of one list.
    pub(crate) fn request(&mut self, list: &str) -> String {
        let (n_filters, is_deep) = match self.rng.usize(..100) {
            0..10 => (0, false),
            10..45 => (1, false),
            45..75 => (2, false),
            75..87 => (3, false),
            87..93 => (1, true),
            _ => return self.rare(list),
        };
        self.with_filters(list, n_filters, is_deep)
    }

    /// A request of a class: so many filters, at the beginning of the list or deep in it.
    pub(crate) fn with_filters(&mut self, list: &str, n_filters: usize, is_deep: bool) -> String {
        let filters = self.filters(list, n_filters);
        self.page(list, filters, is_deep)
    }

    /// A request for cases of a jurisdiction on a topic: unlike two filters of any kind, such as a jurisdiction and
    /// another's court, they have something in common.
    pub(crate) fn topic_in_jurisdiction(&mut self) -> String {
        let filters = ["jurisdiction", "topic"].map(|name| format!("{name}={}", self.value(name)));
        self.page("cases", filters.to_vec(), false)
    }

    fn page(&mut self, list: &str, mut query: Vec<String>, is_deep: bool) -> String {
        let most_offset = if is_deep { self.n_records / 50 } else { 200 };
        query.push(format!("offset={}", self.rng.u64(..most_offset.max(1))));
        if self.rng.usize(..100) < 5 {
            query.push("limit=100".to_owned());
        }
        format!("/api/v1/{list}?{}", query.join("&"))
    }

    /// A request for cases a tenth of the list in, with one of the few filters that match so many.
    pub(crate) fn far_in(&mut self) -> String {
        const N_FREQUENT_TOPICS: usize = 3;
        let topic = &self.values.topics[self.rng.usize(..N_FREQUENT_TOPICS)];
        let offset = self.n_records / 10 + self.rng.u64(..1000);
        format!("/api/v1/cases?topic={topic}&offset={offset}")
    }

    /// A request for the first cases with a word.
    pub(crate) fn with_word(&mut self) -> String {
        let word = word(&mut self.rng);
        self.page("cases", vec![format!("q={word}")], false)
    }

    /// A request for cases of some years.
    pub(crate) fn with_dates(&mut self) -> String {
        let first = 1800 + self.rng.usize(..220);
        let last = first + self.rng.usize(..20);
        self.page("cases", vec![format!("decided_from={first}-01-01"), format!("decided_to={last}-12-31")], false)
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
                (Courts::All, 0) => ["supreme", "appellate", "circuit", "trial", "district"][rng.usize(..5)].to_owned(),
                (Courts::All, 1) => "ninth+circuit".to_owned(),
                _ => values.court(rng).id.clone().unwrap_or_default(),
            },
        }
    }

    /// A request that few records or none match.
    fn rare(&mut self, list: &str) -> String {
        let jurisdiction = &self.values.jurisdictions[self.values.jurisdictions.len() - 1 - self.rng.usize(..10)].id;
        let topic =
            if self.rng.bool() { "no-such-topic" } else { self.values.topics.last().map_or("", String::as_str) };
        format!("/api/v1/{list}?jurisdiction={jurisdiction}&topic={topic}&offset={}", self.rng.usize(..20))
    }
}
