/*!
Measures publications with a history, and the pages of changes and feeds through the whole service, without connections.

Each publication changes one record in `--one-in`, and not the same records as the one before.
*/

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use clap::Args;
use index_builder::commands::publish::{PublishArguments, publish};
use lexdex::http::{CurrentSnapshot, ServiceOptions, SnapshotOptions, service};
use lexdex_core::corpus::Source;
use lexdex_core::model::Resource;
use lexdex_index::{BuildOptions, CHANGES_FOLDER, Index, Storage, build};
use tower::ServiceExt;

use crate::statistics::median;
use crate::synthetic_corpus;

/// The arguments of the command.
#[derive(Args)]
pub(crate) struct ChangesArguments {
    /// The number of cases; there are half as many statutes, and bills.
    #[arg(long, default_value_t = 500_000)]
    cases: u64,
    /// The number of publications.
    #[arg(long, default_value = "20")]
    publications: NonZero<u64>,
    /// Change one record in this many.
    #[arg(long, default_value = "100")]
    one_in: NonZero<u64>,
}

/// Publishes the indexes, and prints the time of the last publication and of pages.
pub(crate) fn run(arguments: &ChangesArguments) -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let [first, corpus, index, site] = ["first", "corpus", "index", "site"].map(|name| temporary.path().join(name));
    synthetic_corpus::write(&first, arguments.cases, arguments.cases / 2)?;
    let mut builds = Vec::new();
    for number in 0..arguments.publications.get() {
        write_changed(&first, &corpus, number, arguments.one_in.get())?;
        let _ = fs::remove_dir_all(&index);
        build(&Source::Directory(corpus.clone()), &Storage::directory(&index), &BuildOptions::default(), &())?
            .write(&index)?;
        let start = Instant::now();
        let keep = NonZero::<usize>::MIN;
        let published = publish(&PublishArguments { index: index.clone(), to: site.clone(), keep })?;
        let bytes = size(&site.join(CHANGES_FOLDER).join(&published.build_id))?;
        println!("publication {number}: {:.1} s, a history of {bytes} bytes", start.elapsed().as_secs_f64());
        builds.push(published.build_id);
    }
    let start = Instant::now();
    let index = Arc::new(Index::open(&site)?);
    println!("{} records, opened in {:.3} s", index.manifest().counts.total(), start.elapsed().as_secs_f64());
    print_requests(&index, &builds[0])
}

/// Copies a corpus. Gives one record in `one_in` a new day of its last update.
fn write_changed(from: &Path, to: &Path, number: u64, one_in: u64) -> Result<()> {
    let _ = fs::remove_dir_all(to);
    for resource in Resource::ALL {
        fs::create_dir_all(to.join(resource.as_str()))?;
        for file in fs::read_dir(from.join(resource.as_str()))? {
            let file = file?;
            let mut written = BufWriter::new(File::create(to.join(resource.as_str()).join(file.file_name()))?);
            for (position, line) in (0..).zip(BufReader::new(File::open(file.path())?).lines()) {
                let line = line?;
                let (before, after) =
                    line.split_once(LAST_UPDATED).context("a record has no day of its last update")?;
                let publication: u64 = position % one_in;
                let day = if (1..=number).contains(&publication) { 2 + publication % 27 } else { 1 };
                let after = after.get("YYYY-MM-DD".len()..).context("a record is cut")?;
                writeln!(written, "{before}{LAST_UPDATED}2024-02-{day:02}{after}")?;
            }
            written.flush()?;
        }
    }
    Ok(())
}

const LAST_UPDATED: &str = "\"last_updated\":\"";

fn size(directory: &Path) -> Result<u64> {
    fs::read_dir(directory)?.map(|entry| Ok(entry?.metadata()?.len())).sum()
}

/// Prints the median time of each class of requests. Every request is for a different page.
fn print_requests(index: &Arc<Index>, since: &str) -> Result<()> {
    const N_REQUESTS: u64 = 300;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    println!("| request | median, µs |\n|---|---:|");
    for (class, path) in [
        ("changes, first pages", format!("/api/v1/changes?since={since}&limit=20&offset=")),
        ("changes, deep pages", format!("/api/v1/changes?since={since}&limit=20&offset=1")),
        ("feed", "/api/v1/cases.atom?offset=".to_owned()),
        ("feed, two filters", "/api/v1/cases.atom?jurisdiction=federal&topic=privacy&offset=".to_owned()),
        ("feed, a word", "/api/v1/cases.atom?q=state&offset=".to_owned()),
    ] {
        let current = Arc::new(CurrentSnapshot::new(Arc::clone(index), SnapshotOptions::default()));
        let service = runtime.block_on(async { service(current, ServiceOptions::default()) });
        let mut times = Vec::new();
        for number in 0..N_REQUESTS {
            let request = Request::get(format!("{path}{number}")).body(Body::empty())?;
            let start = Instant::now();
            let response = runtime.block_on(service.clone().oneshot(request))?;
            times.push(start.elapsed().as_secs_f64() * 1e6);
            ensure!(response.status() == StatusCode::OK, "{class}: {}", response.status());
        }
        println!("| {class} | {:.0} |", median(times));
    }
    Ok(())
}
