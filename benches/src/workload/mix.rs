/*!
Draws the requests of the mix, which is as varied as public traffic. No two requests ask for the same page.

By list: 60 % cases, 20 % statutes, 20 % bills. By filters: 10 % without, 35 % with one, 30 % with two, 12 % with three,
6 % with one and deep in the list, 7 % with few or no matches.

Filters fit together as in real queries: the court belongs to the jurisdiction. The court filter has a name as often as
a level, and less often an id. An offset is anywhere in the first four fifths of the matches: up to 2,000, or up to the
end of them for deep pages. Half of the requests ask for 20 records, 5 % for 100, the rest for 10 to 30.
*/

use std::collections::HashSet;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use lexdex_core::corpus::CourtEntry;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::synthetic_corpus::{ValueSampler, word};
use crate::workload::CourtValues;
use crate::workload::match_counter::{MatchCounter, Matches};

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
    /// The pages that were drawn.
    drawn: HashSet<PageKey>,
}

/// A page of the matches of a filter. Requests for the same page have the same key, however they are spelled: a court
/// by its name or its id, say.
#[derive(PartialEq, Eq, Hash)]
struct PageKey {
    filter_id: usize,
    offset: u64,
    limit: u64,
}

impl Mix {
    /// Creates a mix for an index of a synthetic corpus.
    pub(crate) fn new(seed: u64, index: &Path, courts: CourtValues) -> Result<Self> {
        Ok(Self {
            values: ValueSampler::from_bundled_catalogue()?,
            rng: Rng::with_seed(seed),
            courts,
            matches: MatchCounter::open(index)?,
            drawn: HashSet::new(),
        })
    }

    /// Draws requests that all differ.
    pub(crate) fn distinct(&mut self, n_requests: usize) -> Result<Vec<String>> {
        let requests = self.distinct_up_to(n_requests)?;
        ensure!(requests.len() == n_requests, "only {} requests differ: measure more records", requests.len());
        Ok(requests)
    }

    /// Draws requests that all differ: this number, or fewer if there are not as many.
    pub(crate) fn distinct_up_to(&mut self, n_requests: usize) -> Result<Vec<String>> {
        const LISTS: [&str; 5] = ["cases", "cases", "cases", "statutes", "bills"];
        let mut requests = Vec::with_capacity(n_requests);
        while requests.len() < n_requests {
            let list = LISTS[self.rng.usize(..LISTS.len())];
            let Some(request) = self.new_request(list)? else { break };
            requests.push(request);
        }
        Ok(requests)
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

    /// Draws a request for one list, for a page that was not drawn before.
    pub(crate) fn request(&mut self, list: &str) -> Result<String> {
        self.new_request(list)?.with_context(|| format!("no further request for {list} differs: measure more records"))
    }

    /// Draws a request for a page that was not drawn before. Returns `None` if many attempts find none.
    fn new_request(&mut self, list: &str) -> Result<Option<String>> {
        // A few filters give only a limited number of pages.
        const N_TRIES: usize = 1000;
        for _ in 0..N_TRIES {
            let (request, page) = self.any_request(list)?;
            if self.drawn.insert(page) {
                return Ok(Some(request));
            }
        }
        Ok(None)
    }

    /// Draws a request for the counts by facet of one or two filters.
    pub(crate) fn facets(&mut self, list: &str) -> Result<String> {
        let n_filters = self.rng.usize(1..=2);
        let filters = self.filters(list, n_filters);
        Ok(format!("/api/v1/{list}/facets?{filters}"))
    }

    fn any_request(&mut self, list: &str) -> Result<(String, PageKey)> {
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
    fn page(&mut self, list: &str, filters: &str, is_deep: bool) -> Result<(String, PageKey)> {
        const DEFAULT_LIMIT: u64 = 20;
        let Matches { count, filter_id } = self.matches.find(list, filters)?;
        let n_reached = count * 4 / 5;
        let max_offset = if is_deep { n_reached } else { n_reached.min(MAX_OFFSET) };
        let mut query = Vec::from_iter(Some(filters.to_owned()).filter(|filters| !filters.is_empty()));
        let offset = self.rng.u64(..=max_offset);
        if offset > 0 {
            query.push(format!("offset={offset}"));
        }
        let limit = match self.rng.usize(..100) {
            0..5 => 100,
            5..55 => DEFAULT_LIMIT,
            _ => self.rng.u64(10..=30),
        };
        if limit != DEFAULT_LIMIT {
            query.push(format!("limit={limit}"));
        }
        let separator = if query.is_empty() { "" } else { "?" };
        Ok((format!("/api/v1/{list}{separator}{}", query.join("&")), PageKey { filter_id, offset, limit }))
    }

    /// Draws filters, in the order of the API's documentation.
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
