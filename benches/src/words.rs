/*!
Compares the search for words with bare tantivy: the same synthetic cases, the same words, the same filter, in process
and on one thread. With `--peers`, also compares the first page and the number of matches with SQLite and PostgreSQL.
*/

mod bare_index;

mod peers;

mod queries;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use lexdex_core::corpus::Source;
use lexdex_core::model::{MatchMode, Order, Resource};
use lexdex_index::{BuildOptions, Filter, Index, Page, Storage, TextQuery, build};

use crate::databases::Database;
use crate::processor_time::processor_time;
use crate::statistics::median;
use crate::synthetic_corpus;
use crate::synthetic_index::open_resident;
use crate::words::bare_index::BareIndex;
use crate::words::peers::Measured;
use crate::words::queries::{CLASSES, Class, JURISDICTION, QueryClass};

/// The number of queries of each class.
const N_QUERIES: usize = 15;

/// The number of queries of each class that the databases get, too.
const N_PEER_QUERIES: usize = 5;

/// The number of records on a page.
const LIMIT: usize = 20;

/// The offset of the deep page.
const DEEP_OFFSET: u64 = 10_000;

/// The arguments of the command.
#[derive(Args)]
pub(crate) struct WordsArguments {
    /// The number of cases.
    #[arg(long, default_value_t = 1_000_000)]
    cases: u64,
    /// Keep the corpus and the indexes in this directory, and reuse existing ones.
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Also compare the first pages with SQLite (FTS5) and PostgreSQL (GIN), over the same cases.
    #[arg(long)]
    peers: bool,
}

/// Builds both indexes and prints tables of the processor time of each class of queries.
pub(crate) fn run(arguments: &WordsArguments) -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let directory = arguments.keep.as_deref().unwrap_or(temporary.path());
    let (corpus, ours, bare) = (directory.join("corpus"), directory.join("index"), directory.join("bare"));
    if !corpus.exists() {
        synthetic_corpus::write(&corpus, arguments.cases, 1)?;
    }
    if !ours.exists() {
        std::fs::create_dir_all(&ours)?;
        build(&Source::Directory(corpus.clone()), &Storage::directory(&ours), &BuildOptions::default(), &())?
            .write(&ours)?;
    }
    let bare = BareIndex::open_or_build(&bare, &corpus)?;
    println!("| words | page | lexdex, µs | again, µs | bare tantivy, µs | lexdex / tantivy |");
    println!("|---|---|---:|---:|---:|---:|");
    for class in CLASSES {
        for (is_filtered, offset) in [(false, 0), (false, DEEP_OFFSET), (true, 0), (true, DEEP_OFFSET)] {
            // A new index has empty caches.
            let index = open_resident(&ours)?;
            print_row(&index, &bare, class, is_filtered, offset)?;
        }
    }
    if arguments.peers {
        print_peers(&ours, &corpus)?;
    }
    Ok(())
}

/// Prints a table of the processor time of the first page and the number of matches, here and in the databases.
fn print_peers(ours: &Path, corpus: &Path) -> Result<()> {
    let classes: Vec<&QueryClass> = CLASSES.iter().filter(|class| class.class != Class::TypingError).collect();
    let mut of_ours = Vec::new();
    for class in &classes {
        of_ours.extend(first_pages(&open_resident(ours)?, class)?);
    }
    let mut columns = vec![("lexdex", of_ours)];
    let directory = tempfile::tempdir()?;
    peers::export(corpus, directory.path())?;
    let with_class = |class: &&QueryClass| class.queries(N_PEER_QUERIES).map(|words| (class.class, words)).collect();
    let searches: Vec<Vec<(Class, String)>> = classes.iter().map(with_class).collect();
    for database in Database::ALL.into_iter().filter(|database| database.is_installed()) {
        columns.push((database.name(), peers::measure(database, directory.path(), &searches.concat(), LIMIT)?));
    }
    print!("\n| words |");
    columns.iter().for_each(|(name, _)| print!(" {name}, µs | matches |"));
    println!("\n|---|{}", "---:|".repeat(2 * columns.len()));
    for (idx, class) in classes.iter().enumerate() {
        print!("| {} |", class.name);
        for (_, measured) in &columns {
            let of_class = &measured[idx * N_PEER_QUERIES..][..N_PEER_QUERIES];
            let micros = median(of_class.iter().map(|search| search.micros));
            print!(" {micros:.0} | {:.0} |", median(of_class.iter().map(|search| search.n_matches as f64)));
        }
        println!();
    }
    Ok(())
}

/// Measures the first page of each query that the databases get, too.
fn first_pages(index: &Index, class: &QueryClass) -> Result<Vec<Measured>> {
    let mut pages = Vec::new();
    for query in class.queries(N_PEER_QUERIES) {
        let (filter, mut n_matches) = (filter(&query, class, false)?, 0);
        let micros = processor_time(|| {
            n_matches = index.search(&filter, Some(Order::Relevance), Page { limit: LIMIT, offset: 0 })?.total;
            Ok(())
        })?;
        pages.push(Measured { micros, n_matches });
    }
    Ok(pages)
}

fn print_row(index: &Index, bare: &BareIndex, class: &QueryClass, is_filtered: bool, offset: u64) -> Result<()> {
    let (mut first, mut again, mut of_bare) = (Vec::new(), Vec::new(), Vec::new());
    for query in class.queries(N_QUERIES) {
        let filter = filter(&query, class, is_filtered)?;
        let search = |offset| index.search(&filter, Some(Order::Relevance), Page { limit: LIMIT, offset });
        first.push(processor_time(|| search(offset).map(drop))?);
        again.push(processor_time(|| search(offset + LIMIT as u64).map(drop))?);
        if class.class != Class::TypingError {
            of_bare.push(processor_time(|| {
                bare.search(&query, class.class, is_filtered, offset as usize, LIMIT).map(drop)
            })?);
        }
    }
    let (first, again, of_bare) = (median(first), median(again), median(of_bare));
    let page = match (is_filtered, offset) {
        (false, 0) => "first",
        (false, _) => "at 10,000",
        (true, 0) => "first, filtered",
        (true, _) => "at 10,000, filtered",
    };
    let ratio = if of_bare > 0.0 { format!("{:.2}", first / of_bare) } else { "".to_owned() };
    println!("| {} | {page} | {first:.0} | {again:.0} | {of_bare:.0} | {ratio} |", class.name);
    Ok(())
}

fn filter(query: &str, class: &QueryClass, is_filtered: bool) -> Result<Filter> {
    let mode = if class.class == Class::Any { MatchMode::Any } else { MatchMode::Auto };
    let text = TextQuery::parse(query, mode).ok().context("a query of the bench is invalid")?;
    let jurisdictions = is_filtered.then(|| vec![JURISDICTION]);
    Ok(Filter::all(Resource::Cases).jurisdictions(jurisdictions).text(Some(text)))
}
