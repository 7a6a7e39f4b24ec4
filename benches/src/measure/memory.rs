//! Measures the memory of a server with default settings, before its first request and after a million varied ones.

use std::path::Path;

use anyhow::Result;

use crate::load::{self, Requests};
use crate::measure::http::{N_CONNECTIONS, mebibytes, start_plain};
use crate::measure::{RunArguments, row};
use crate::requests::CACHE_BYTES;
use crate::workload::{CourtValues, Mix, Workload};

const N_REQUESTS: usize = 1_000_000;

pub(super) fn measure(index: &Path, arguments: &RunArguments) -> Result<()> {
    let server = start_plain(index)?;
    let bytes_a_record = |bytes: u64| format!("{:.1}", bytes as f64 / arguments.n_records() as f64);
    let at_start = server.memory("RssAnon")?;
    row("memory beyond the page cache, bytes a record", "≤ 20", &bytes_a_record(at_start));
    let requests = varied_requests(index, arguments.cases)?;
    while !requests.are_sent() {
        load::run(server.address, &requests, N_CONNECTIONS, arguments.time())?;
    }
    let memory = server.memory("RssAnon")?;
    row(&format!("memory after {} varied requests", requests.paths().len()), "", &mebibytes(memory));
    let what = "the same without the 64 MiB of the response cache, bytes a record";
    row(what, "≤ 20", &bytes_a_record(memory.saturating_sub(CACHE_BYTES)));
    Ok(())
}

/// Draws requests: of a thousand, ten for a word, twenty for some years, two for counts by facet, and the others from the
/// mix, which all differ. There are a million, or as many as a small index has.
fn varied_requests(index: &Path, n_cases: u64) -> Result<Requests> {
    let mut mix = Mix::new(2, index, CourtValues::Any)?;
    let pages = mix.distinct_up_to(N_REQUESTS)?;
    let mut workload = Workload::new(2, n_cases, CourtValues::Any)?;
    let draw = |(idx, page): (usize, String)| match idx % 1000 {
        0..10 => Ok(workload.with_word()),
        10..30 => Ok(workload.with_dates()),
        30..32 => mix.facets("cases"),
        _ => Ok(page),
    };
    Ok(Requests::once(pages.into_iter().enumerate().map(draw).collect::<Result<_>>()?))
}
