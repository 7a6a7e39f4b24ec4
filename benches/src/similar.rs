/*!
Measures how well the service finds similar records: compares its results with the judgments in
`benches/relevance/similar.tsv`, and measures the time of each request. With `--cases`, measures the processor time
over synthetic records instead.
*/

mod cost;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use lexdex_core::model::Resource;
use lexdex_index::Index;
use serde::Deserialize;

/// The number of similar records in a response.
const N_RESULTS: usize = 20;

/// The first line of the file.
const HEADER: &str = "list\tid\tsimilar";

#[derive(Args)]
pub(crate) struct SimilarArguments {
    /// The file of judged records.
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/relevance/similar.tsv"))]
    judged: PathBuf,
    /// The index with these records [default: the bundled corpus, in memory].
    #[arg(long, value_name = "DIR")]
    index: Option<PathBuf>,
    /// Measure only the processor time, over this number of synthetic cases and half as many statutes, and bills.
    #[arg(long, value_name = "N", conflicts_with_all = ["judged", "index"])]
    cases: Option<u64>,
    /// Keep the synthetic corpus and its index in this directory, and reuse existing ones.
    #[arg(long, value_name = "DIR", requires = "cases")]
    keep: Option<PathBuf>,
}

/// The part of a record that is read.
#[derive(Deserialize)]
struct RecordId {
    id: String,
}

/// A record, and the records that are like it.
struct Judged {
    list: Resource,
    id: String,
    similar: HashSet<String>,
}

/// Prints the shares of the judged records that are found, and the time of a request.
pub(crate) fn run(arguments: &SimilarArguments) -> Result<()> {
    match arguments.cases {
        Some(n_cases) => {
            let temporary = tempfile::tempdir()?;
            cost::measure(arguments.keep.as_deref().unwrap_or(temporary.path()), n_cases)
        }
        None => measure_quality(arguments),
    }
}

fn measure_quality(arguments: &SimilarArguments) -> Result<()> {
    let judged = read(&arguments.judged)?;
    let index = arguments.index.as_ref().map_or_else(Index::bundled, |directory| Index::open(directory))?;
    let mut times = Vec::new();
    let (mut found_of_ten, mut found_of_all, mut right_of_five) = (0.0, 0.0, 0.0);
    for record in &judged {
        let begin = Instant::now();
        let found = ids(&index, record)?;
        times.push(begin.elapsed());
        let count = |n_results: usize| found.iter().take(n_results).filter(|id| record.similar.contains(*id)).count();
        let n_similar = record.similar.len();
        found_of_ten += count(10) as f64 / n_similar as f64;
        found_of_all += count(N_RESULTS) as f64 / n_similar as f64;
        right_of_five += count(n_similar.min(5)) as f64 / n_similar.min(5) as f64;
    }
    times.sort_unstable();
    let percent = |sum: f64| 100.0 * sum / judged.len() as f64;
    println!("| records | of the judged ones, among 10 | among 20 | right of the first five | time, median |");
    println!("|---:|---:|---:|---:|---:|");
    println!(
        "| {} | {:.1} % | {:.1} % | {:.1} % | {:.0} µs |",
        judged.len(),
        percent(found_of_ten),
        percent(found_of_all),
        percent(right_of_five),
        times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64) * 1e6
    );
    Ok(())
}

/// The ids of the records that are like a judged one.
fn ids(index: &Index, record: &Judged) -> Result<Vec<String>> {
    let records = index.similar(record.list, &record.id, N_RESULTS)?;
    let records = records.with_context(|| format!("the index has no {} among its {}", record.id, record.list))?;
    records.into_iter().map(|record| Ok(serde_json::from_slice::<RecordId>(record)?.id)).collect()
}

fn read(path: &Path) -> Result<Vec<Judged>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = text.lines();
    ensure!(lines.next() == Some(HEADER), "{}:1: the header is not {HEADER:?}", path.display());
    let numbered = lines.zip(2..);
    numbered.map(|(line, number)| parse(line).with_context(|| format!("{}:{number}", path.display()))).collect()
}

fn parse(line: &str) -> Result<Judged> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [list, id, similar] = columns[..] else {
        bail!("the line has {} columns instead of 3", columns.len());
    };
    let similar: HashSet<String> = similar.split_whitespace().map(str::to_owned).collect();
    ensure!(!similar.is_empty(), "the record has no similar ones");
    Ok(Judged { list: list.parse()?, id: id.to_owned(), similar })
}
