/*!
Draws the requests of the mix, which is as varied as public traffic. No two requests ask the same question.

By list: 60 % cases, 20 % statutes, 20 % bills. By filters: 10 % without, 35 % with one, 30 % with two, 12 % with three,
6 % with one and deep in the list, 7 % with few or no matches.

Filters fit together as in real queries: the court belongs to the jurisdiction. The court filter has a name as often as
a level, and less often an id. An offset is anywhere in the first four fifths of the matches: up to 2,000, or up to the
end of them for deep pages. Half of the requests ask for 20 records, 5 % for 100, the rest for 10 to 30.
*/

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Result, bail};
use fastrand::Rng;
use lexdex::corpus::CourtEntry;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::synthetic_corpus::{ValueSampler, word};
use crate::workload::CourtValues;
use crate::workload::match_counter::MatchCounter;

/// The number of URLs of the repeated requests.
const N_REPEATED_URLS: usize = 3000;

/// The exponent of Zipf's law for the repeated requests: the second URL is requested 2^0.9 times less often than the
/// first.
const ZIPF_SKEW: f64 = 0.9;

/// The maximum offset of a page that is not deep.
const MAX_OFFSET: u64 = 2000;

/// Draws requests. The same seed draws the same requests for the same index.
pub(crate) struct Mix {
    values: ValueSampler,
    rng: Rng,
    courts: CourtValues,
    matches: MatchCounter,
    /// The questions that were drawn.
    drawn: HashSet<String>,
}

impl Mix {
    /// Creates a mix for an index of a synthetic corpus.
    pub(crate) fn new(seed: u64, index: &Path, courts: CourtValues) -> Result<Self> {
        Ok(Self {
            values: ValueSampler::of_bundled_catalogue()?,
            rng: Rng::with_seed(seed),
            courts,
            matches: MatchCounter::open(index)?,
            drawn: HashSet::new(),
        })
    }

    /// Draws requests that all differ.
    pub(crate) fn distinct(&mut self, n_requests: usize) -> Result<Vec<String>> {
        const LISTS: [&str; 5] = ["cases", "cases", "cases", "statutes", "bills"];
        (0..n_requests)
            .map(|_| {
                let list = LISTS[self.rng.usize(..LISTS.len())];
                self.request(list)
            })
            .collect()
    }

    /// Draws requests from a few thousand URLs by Zipf's law.
    pub(crate) fn repeated(&mut self, n_requests: usize) -> Result<Vec<String>> {
        let urls = self.distinct(N_REPEATED_URLS)?;
        let mut sum = 0.0;
        let sums: Vec<f64> = (1..=N_REPEATED_URLS)
            .map(|rank| {
                sum += (rank as f64).powf(-ZIPF_SKEW);
                sum
            })
            .collect();
        let mut draw = || {
            let point = self.rng.f64() * sum;
            sums.partition_point(|&end| end <= point).min(N_REPEATED_URLS - 1)
        };
        Ok((0..n_requests).map(|_| urls[draw()].clone()).collect())
    }

    /// Draws a request for one list.
    pub(crate) fn request(&mut self, list: &str) -> Result<String> {
        // A few filters give only a limited number of pages.
        const N_TRIES: usize = 1000;
        for _ in 0..N_TRIES {
            let request = self.any_request(list)?;
            if self.drawn.insert(request.clone()) {
                return Ok(request);
            }
        }
        bail!("no request for {list} in {N_TRIES} was new: measure more records")
    }

    /// Draws a request for the counts by facet of one or two filters.
    pub(crate) fn facets(&mut self, list: &str) -> Result<String> {
        let n_filters = self.rng.usize(1..=2);
        let filters = self.filters(list, n_filters);
        Ok(format!("/api/v1/{list}/facets?{filters}"))
    }

    fn any_request(&mut self, list: &str) -> Result<String> {
        let (n_filters, is_deep) = match self.rng.usize(..100) {
            0..10 => (0, false),
            10..45 => (1, false),
            45..75 => (2, false),
            75..87 => (3, false),
            87..93 => (1, true),
            _ => {
                let filters = self.rare_filters();
                return self.page(list, &filters, false);
            }
        };
        let filters = self.filters(list, n_filters);
        self.page(list, &filters, is_deep)
    }

    /// Draws a page of the matches of filters.
    fn page(&mut self, list: &str, filters: &str, is_deep: bool) -> Result<String> {
        let n_reached = self.matches.count(list, filters)? * 4 / 5;
        let max_offset = if is_deep { n_reached } else { n_reached.min(MAX_OFFSET) };
        let mut query = Vec::from_iter(Some(filters.to_owned()).filter(|filters| !filters.is_empty()));
        match self.rng.u64(..=max_offset) {
            0 => {}
            offset => query.push(format!("offset={offset}")),
        }
        match self.rng.usize(..100) {
            0..5 => query.push("limit=100".to_owned()),
            5..55 => {}
            _ => match self.rng.u64(10..=30) {
                // 20 is the default limit.
                20 => {}
                limit => query.push(format!("limit={limit}")),
            },
        }
        let separator = if query.is_empty() { "" } else { "?" };
        Ok(format!("/api/v1/{list}{separator}{}", query.join("&")))
    }

    /// Draws filters, in the order of the API's documentation, so that no query has two spellings.
    fn filters(&mut self, list: &str, n_filters: usize) -> String {
        let mut names = match list {
            "cases" => vec!["jurisdiction", "topic", "court"],
            "bills" => vec!["jurisdiction", "topic", "status", "chamber"],
            _ => vec!["jurisdiction", "topic", "status"],
        };
        while names.len() > n_filters {
            names.remove(self.rng.usize(..names.len()));
        }
        // The court determines the jurisdiction of a case.
        let court = names.contains(&"court").then(|| self.values.court(&mut self.rng).clone());
        let filters = names.into_iter().map(|name| {
            let value = match (name, &court) {
                ("court", Some(court)) => court_value(court, self.courts, &mut self.rng),
                ("jurisdiction", Some(court)) => court.jurisdiction.clone(),
                ("jurisdiction", None) => self.values.jurisdiction(&mut self.rng).id.clone(),
                ("topic", _) => self.values.topic(&mut self.rng).to_owned(),
                ("chamber", _) => ["house", "senate"][self.rng.usize(..2)].to_owned(),
                _ if list == "bills" => ["in_committee", "passed_chamber", "signed"][self.rng.usize(..3)].to_owned(),
                _ => ["active", "amended", "repealed"][self.rng.usize(..3)].to_owned(),
            };
            format!("{name}={value}")
        });
        filters.collect::<Vec<_>>().join("&")
    }

    /// Draws filters with few matches or none: rare values, or a topic that does not exist.
    fn rare_filters(&mut self) -> String {
        let Self { values, rng, .. } = self;
        let jurisdiction = &values.jurisdictions[values.jurisdictions.len() - 1 - rng.usize(..10)].id;
        let topic = match rng.bool() {
            true => format!("{}-{}", word(rng), word(rng)),
            false => values.topics[values.topics.len() - 1 - rng.usize(..10)].clone(),
        };
        format!("jurisdiction={jurisdiction}&topic={topic}")
    }
}

/// Formats a court as a value of the filter, as a person would write it.
fn court_value(court: &CourtEntry, courts: CourtValues, rng: &mut Rng) -> String {
    let id = || court.id.clone().unwrap_or_default();
    match (courts, rng.usize(..5)) {
        (CourtValues::Any, 0..2) => utf8_percent_encode(&court.name, NON_ALPHANUMERIC).to_string(),
        (CourtValues::Any, 2..4) => court.level.map_or_else(id, |level| level.word().to_owned()),
        _ => id(),
    }
}
