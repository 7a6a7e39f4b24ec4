//! Prints requests of one kind, for load generators that read their targets from a file, and sends them within the
//! process, for tools that count instructions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use axum::body::Body;
use axum::http::Request;
use clap::{Args, ValueEnum};
use fastrand::Rng;
use lexdex::http::{ClientKey, CurrentSnapshot, HttpService, ServiceOptions, SnapshotOptions, service};
use lexdex_core::model::{Case, Resource};
use lexdex_index::{Filter, Index, Page};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use tower::ServiceExt;

use crate::suggestions::beginnings::{BeginningClass, NAMES, NAMES_PER_BEGINNING, TYPING_ERRORS};
use crate::synthetic_index::open_resident;
use crate::workload::{CourtValues, Mix, Workload};

/// The size of the response cache: the default of the server.
pub(crate) const CACHE_BYTES: u64 = 64 << 20;

#[derive(Args)]
pub(crate) struct RequestsArguments {
    /// The index of a synthetic corpus.
    #[arg(long, value_name = "DIR")]
    index: PathBuf,
    /// The kind of the requests.
    #[arg(long)]
    kind: RequestKind,
    /// The number of requests.
    #[arg(long, default_value_t = 100_000)]
    number: usize,
    /// The seed. The same seed draws the same requests for the same index.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Send them to a service within this process, in place of printing them.
    #[arg(long)]
    send: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum RequestKind {
    /// Pages that all differ.
    Distinct,
    /// Pages of 3,000 URLs, with a skew.
    Repeated,
    /// Searches for one or two words.
    Search,
    /// Facet counts of different filters.
    Facets,
    /// Cases of one or two years on a topic, and in half of the requests of a jurisdiction, too.
    Years,
    /// Suggestions for names, typed up to any letter.
    Names,
    /// Suggestions for names with a typing error.
    TypingErrors,
}

/// Draws requests, and prints or sends them.
pub(crate) fn run(arguments: &RequestsArguments) -> Result<()> {
    let targets = draw(&arguments.index, arguments.kind, arguments.number, arguments.seed)?;
    if arguments.send {
        return send(arguments, &targets);
    }
    for target in targets {
        println!("{target}");
    }
    Ok(())
}

/// Draws requests for an index.
pub(crate) fn draw(index: &Path, kind: RequestKind, number: usize, seed: u64) -> Result<Vec<String>> {
    let opened = Index::open(index)?;
    let mut mix = Mix::new(seed, index, CourtValues::Any)?;
    let mut workload = Workload::new(seed, opened.manifest().counts.cases, CourtValues::Any)?;
    match kind {
        RequestKind::Distinct => mix.distinct(number),
        RequestKind::Repeated => mix.repeated(number),
        RequestKind::Search => Ok((0..number).map(|_| workload.with_word()).collect()),
        RequestKind::Facets => (0..number).map(|_| mix.facets("cases")).collect(),
        RequestKind::Years => Ok((0..number).map(|_| workload.with_dates_and_topic()).collect()),
        RequestKind::Names => suggestions(&opened, &NAMES, number, seed),
        RequestKind::TypingErrors => suggestions(&opened, &TYPING_ERRORS, number, seed),
    }
}

/// Draws requests for suggestions to beginnings of names of cases.
fn suggestions(index: &Index, class: &BeginningClass, number: usize, seed: u64) -> Result<Vec<String>> {
    ensure!(index.manifest().counts.cases > 0, "the index has no cases");
    let mut rng = Rng::with_seed(seed);
    let names = (0..NAMES_PER_BEGINNING * number).map(|_| name(index, &mut rng)).collect::<Result<Vec<String>>>()?;
    let beginnings = class.draw(&names, number, &mut rng);
    ensure!(beginnings.len() == number, "the index has only {} beginnings of this kind", beginnings.len());
    let encoded = beginnings.iter().map(|beginning| utf8_percent_encode(beginning, NON_ALPHANUMERIC));
    Ok(encoded.map(|beginning| format!("/api/v1/suggest?q={beginning}")).collect())
}

/// Draws the name of a case.
fn name(index: &Index, rng: &mut Rng) -> Result<String> {
    let offset = rng.u64(..index.manifest().counts.cases);
    let hits = index.search(&Filter::all(Resource::Cases), None, Page { limit: 1, offset })?;
    let record = hits.records.first().context("the index has no case at an offset below their number")?;
    Ok(serde_json::from_slice::<Case>(record).context("a case of the index is damaged")?.case_name)
}

fn send(arguments: &RequestsArguments, targets: &[String]) -> Result<()> {
    let index = Arc::new(open_resident(&arguments.index)?);
    let options = SnapshotOptions { cache_bytes: CACHE_BYTES, ..SnapshotOptions::default() };
    let service = service(Arc::new(CurrentSnapshot::new(index, options)), ServiceOptions::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    targets.iter().try_for_each(|target| runtime.block_on(send_one(&service, target)))
}

async fn send_one(service: &impl HttpService, target: &str) -> Result<()> {
    let mut request = Request::get(target).body(Body::empty())?;
    request.extensions_mut().insert(ClientKey::OverSocket);
    let response = service.clone().oneshot(request).await?;
    ensure!(response.status().is_success(), "{target}: {}", response.status());
    axum::body::to_bytes(response.into_body(), usize::MAX).await?;
    Ok(())
}
