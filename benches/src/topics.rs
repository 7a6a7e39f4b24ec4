/*!
Makes the weights by which topics are inferred, from records whose source gives topics, and measures them on records
that are held out.
*/

mod samples;
mod training;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use lexdex_index::{TopicModel, TopicWords};

use crate::topics::samples::{Sample, Samples};
use crate::topics::training::Weights;

#[derive(Args)]
pub(crate) struct TopicsArguments {
    /// The corpus with parts of imported records, such as bills with their subjects.
    #[arg(long, value_name = "DIR")]
    corpus: PathBuf,
    /// Write the weights of all records to this file, after the measurement.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

/// Prints the precision and recall of inferred topics on held out records of each kind.
pub(crate) fn run(arguments: &TopicsArguments) -> Result<()> {
    let samples = Samples::read(&arguments.corpus)?;
    ensure!(!samples.samples.is_empty(), "no record of {} has topics", arguments.corpus.display());
    let held: Vec<(&Sample, TopicWords<'_>)> =
        samples.samples.iter().filter_map(|sample| Some((sample, sample.held_out_words()?))).collect();
    let trained: Vec<&Sample> = samples.samples.iter().filter(|sample| sample.held_out_words().is_none()).collect();
    eprintln!("{} records, {} held out, {} stems", samples.samples.len(), held.len(), samples.stems.len());
    let model = TopicModel::parse(&Weights::train(&samples, &trained).to_file(&samples))?;
    println!(
        "| records | held out | with a topic | topics | right | records with a right one |\n|---|---|---|---|---|---|"
    );
    let mut kinds: Vec<&str> = held.iter().map(|(sample, _)| sample.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let alike: Vec<_> = held.iter().filter(|(sample, _)| sample.kind == kind).collect();
        let (mut n_tagged, mut n_topics, mut n_right, mut n_any) = (0_u64, 0_u64, 0_u64, 0_u64);
        for (sample, words) in &alike {
            let topics = model.infer(words);
            let is_right = |topic: &&&str| sample.tags.iter().any(|tag| samples.tags[*tag] == **topic);
            let right = topics.iter().filter(is_right).count() as u64;
            n_tagged += u64::from(!topics.is_empty());
            n_topics += topics.len() as u64;
            n_right += right;
            n_any += u64::from(right > 0);
        }
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        println!(
            "| {kind} | {} | {:.2} | {n_topics} | {:.3} | {:.3} |",
            alike.len(),
            share(n_tagged, alike.len() as u64),
            share(n_right, n_topics),
            share(n_any, n_tagged)
        );
    }
    if let Some(path) = &arguments.write {
        let all: Vec<&Sample> = samples.samples.iter().collect();
        let file = Weights::train(&samples, &all).to_file(&samples);
        fs::write(path, file).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
