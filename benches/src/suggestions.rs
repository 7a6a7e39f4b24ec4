/*!
Measures suggestions: the processor time for one typed beginning, in process and on one thread, over synthetic records.
No beginning is sent twice, so nothing is cached.
*/

pub(crate) mod beginnings;

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use fastrand::Rng;
use lexdex_index::{Beginning, Index};

use crate::processor_time::Times;
use crate::suggestions::beginnings::{CLASSES, NAMES_PER_BEGINNING};
use crate::synthetic_corpus;
use crate::synthetic_index;

/// The number of beginnings of each class.
const N_BEGINNINGS: usize = 2000;

/// The number of suggestions for each.
const LIMIT: usize = 10;

/// The seed of the beginnings.
const SEED: u64 = 1803;

/// The arguments of the command.
#[derive(Args)]
pub(crate) struct SuggestionsArguments {
    /// The number of cases; there are half as many statutes, and bills.
    #[arg(long, default_value_t = 500_000)]
    cases: u64,
    /// Keep the corpus and the index in this directory, and reuse existing ones.
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// Builds the index and prints a table of the processor time of each class of beginnings.
pub(crate) fn run(arguments: &SuggestionsArguments) -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let directory = arguments.keep.as_deref().unwrap_or(temporary.path());
    let index = synthetic_index::open(directory, arguments.cases)?;
    println!("{} records", index.manifest().counts.total());
    println!("| beginnings | {} suggestions |", Times::COLUMNS);
    println!("|---|---:|---:|---:|---:|---:|");
    let mut rng = Rng::with_seed(SEED);
    let names = names(&directory.join(synthetic_index::CORPUS), index.manifest().counts.cases, &mut rng)?;
    for class in CLASSES {
        print_row(&index, class.name, &class.draw(&names, N_BEGINNINGS, &mut rng))?;
    }
    Ok(())
}

/// Draws names of cases from the corpus, in random order. Names from the index would bring their records into the
/// processor's caches.
fn names(corpus: &Path, n_cases: u64, rng: &mut Rng) -> Result<Vec<String>> {
    let step = n_cases as usize / (NAMES_PER_BEGINNING * N_BEGINNINGS);
    let cases = synthetic_corpus::cases(corpus)?.step_by(step.max(1));
    let mut names = cases.map(|case| Ok(case?.case_name)).collect::<Result<Vec<String>>>()?;
    rng.shuffle(&mut names);
    Ok(names)
}

fn print_row(index: &Index, class: &str, beginnings: &[String]) -> Result<()> {
    let mut times = Times::default();
    let mut n_suggestions = 0;
    for text in beginnings {
        times.measure(|| {
            n_suggestions += index.suggest(&Beginning::parse(text), LIMIT)?.suggestions.len();
            Ok(())
        })?;
    }
    println!("| {class} | {} {:.1} |", times.cells(), n_suggestions as f64 / beginnings.len() as f64);
    Ok(())
}
