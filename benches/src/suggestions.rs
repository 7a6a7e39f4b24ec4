/*!
Measures suggestions: the processor time for one typed beginning, in process and on one thread, over synthetic records.
No beginning is sent twice, so nothing is cached.
*/

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use fastrand::Rng;
use lexdex::index::{Beginning, Index};
use lexdex::model::{Case, Resource};

use crate::processor_time::Times;
use crate::synthetic_index;

/// The number of beginnings of each class.
const N_BEGINNINGS: usize = 2000;

/// The number of suggestions for each.
const LIMIT: usize = 10;

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
    for (class, beginnings) in classes(&directory.join(synthetic_index::CORPUS))? {
        print_row(&index, class, &beginnings)?;
    }
    Ok(())
}

/// The beginnings of each class.
fn classes(corpus: &Path) -> Result<Vec<(&'static str, Vec<String>)>> {
    let mut rng = Rng::with_seed(1803);
    let names = names(corpus, &mut rng)?;
    let mut draw = |beginning: &mut dyn FnMut(&str, &mut Rng) -> String| {
        let mut seen = HashSet::new();
        let drawn = names.iter().map(|name| beginning(name, &mut rng));
        drawn.filter(|beginning| !beginning.is_empty() && seen.insert(beginning.clone())).take(N_BEGINNINGS).collect()
    };
    let words = |name: &str| name.split(' ').map(str::to_owned).collect::<Vec<_>>();
    Ok(vec![
        ("names, typed up to any letter", draw(&mut |name, rng| name[..rng.usize(1..=name.len())].to_owned())),
        ("one to three letters", draw(&mut |name, rng| name[..rng.usize(1..=3).min(name.len())].to_owned())),
        ("first words", draw(&mut |name, _| words(name)[0].clone())),
        ("later words", draw(&mut |name, _| words(name).pop().unwrap_or_default())),
        (
            "two words apart, the second begun",
            draw(&mut |name, rng| {
                let words = words(name);
                let last = &words[words.len() - 1];
                format!("{} {}", words[words.len() / 2 - 1], &last[..rng.usize(1..=last.len())])
            }),
        ),
        (
            "citations, typed up to any digit",
            draw(&mut |_, rng| {
                let citation = format!("{} Synth. {}", rng.u32(1..400), rng.u32(0..400_000));
                citation[..rng.usize(1..=citation.len())].to_owned()
            }),
        ),
        (
            "a typing error in a name",
            draw(&mut |name, rng| {
                let mut letters: Vec<char> = name.chars().collect();
                letters[rng.usize(1..name.len())] = 'x';
                letters.into_iter().collect()
            }),
        ),
    ])
}

/// Names of cases drawn at random from the corpus, in random order.
fn names(corpus: &Path, rng: &mut Rng) -> Result<Vec<String>> {
    const N_NAMES: usize = 5 * N_BEGINNINGS;
    let path = corpus.join(Resource::Cases.as_str()).join("synthetic.jsonl");
    let n_lines = BufReader::new(File::open(&path)?).lines().count();
    let step = (n_lines / N_NAMES).max(1);
    let mut names = Vec::with_capacity(N_NAMES);
    for line in BufReader::new(File::open(&path)?).lines().step_by(step) {
        names.push(serde_json::from_str::<Case>(&line?).context("a case of the corpus is damaged")?.case_name);
    }
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
