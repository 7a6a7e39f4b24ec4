/*!
Measures search quality: asks the judged questions of `benches/relevance/questions.tsv`, and prints the shares of right
first results in Markdown.

Every question goes to the service in process, with no parameter but `q` and `limit`. The peers hold the same records,
and return their ten best results for the same questions.
*/

mod figures;

mod mixed_corpus;

mod peers;

mod postgres;

mod questions;

mod report;

mod service;

mod sqlite;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use lexdex_core::corpus::{MAX_TEXT_KIB, Source};
use lexdex_index::{BuildOptions, Index, Storage, TextOptions, build};

use crate::databases::Database;
use crate::relevance::questions::{Question, QuestionKind, QuestionSet};
use crate::relevance::report::SystemResults;

/// The number of results that are judged.
const N_RESULTS: usize = 10;

#[derive(Args)]
pub(crate) struct RelevanceArguments {
    /// The set of questions. Use `held` only after tuning.
    #[arg(long, value_enum, default_value_t = SetChoice::Tune)]
    set: SetChoice,
    /// Measure only questions of this kind; can be repeated [default: all].
    #[arg(long, value_enum)]
    kind: Vec<QuestionKind>,
    /// Print each question whose first result is not an answer.
    #[arg(long)]
    misses: bool,
    /// Also measure SQLite and PostgreSQL over the same records.
    #[arg(long)]
    peers: bool,
    /// The file of questions.
    #[arg(long, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/relevance/questions.tsv"))]
    questions: PathBuf,
    /// The index to search [default: the bundled corpus, in memory].
    #[arg(long, value_name = "DIR", conflicts_with = "records")]
    index: Option<PathBuf>,
    /// The corpus to index and search.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["records", "index"])]
    corpus: Option<PathBuf>,
    /// The maximum size in KiB of the searched part of each text of the corpus.
    #[arg(long, value_name = "N", default_value_t = MAX_TEXT_KIB, requires = "corpus")]
    text_kib: u16,
    /// Search the bundled corpus mixed with this number of synthetic records.
    #[arg(long, value_name = "N")]
    records: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SetChoice {
    Tune,
    Held,
    All,
}

impl SetChoice {
    fn includes(self, set: QuestionSet) -> bool {
        match self {
            Self::Tune => set == QuestionSet::Tune,
            Self::Held => set == QuestionSet::Held,
            Self::All => true,
        }
    }
}

/// Asks the questions and prints the tables.
pub(crate) fn run(arguments: &RelevanceArguments) -> Result<()> {
    let questions = select(arguments)?;
    let directory = tempfile::tempdir().context("cannot create a temporary directory")?;
    let index = Arc::new(open_index(arguments, directory.path())?);
    check_answers(&index, &questions)?;
    let pages = service::ask(&index, &questions)?;
    let ids = pages.iter().map(|page| page.ids.clone()).collect();
    let mut systems = vec![SystemResults { name: "lexdex", ids }];
    if arguments.peers {
        peers::export(&index, directory.path()).context("cannot write the records for the peers")?;
        for database in Database::ALL {
            systems.extend(peers::results(database, directory.path(), &questions)?);
        }
    }
    report::print_systems(&questions, &systems);
    report::print_kinds(&questions, &systems[0]);
    if arguments.misses {
        report::print_misses(&questions, &pages);
    }
    Ok(())
}

fn select(arguments: &RelevanceArguments) -> Result<Vec<Question>> {
    let mut questions = questions::read(&arguments.questions)?;
    let kinds = &arguments.kind;
    questions.retain(|question| {
        arguments.set.includes(question.set) && (kinds.is_empty() || kinds.contains(&question.kind))
    });
    ensure!(!questions.is_empty(), "{} has no question of this set and kind", arguments.questions.display());
    Ok(questions)
}

fn open_index(arguments: &RelevanceArguments, directory: &Path) -> Result<Index> {
    let RelevanceArguments { index, corpus, records, .. } = arguments;
    match (index, corpus, records) {
        (Some(index), ..) => Index::open(index),
        (_, Some(corpus), _) => {
            let texts = TextOptions { max_kib: arguments.text_kib, has_positions: false };
            let index = directory.join("index");
            build(
                &Source::Directory(corpus.clone()),
                &Storage::directory(&index),
                &BuildOptions { texts, ..BuildOptions::default() },
                &(),
            )?
            .write(&index)?;
            Index::open(&index)
        }
        (.., Some(n_synthetic)) => mixed_corpus::index(directory, *n_synthetic),
        _ => Index::bundled(),
    }
}

/// Fails if the index lacks a record that answers a question, because no system could find it.
fn check_answers(index: &Index, questions: &[Question]) -> Result<()> {
    for question in questions {
        for id in &question.answers {
            ensure!(
                index.record(question.list, id)?.is_some(),
                "the index has no {id} among its {}, an answer to \"{}\"",
                question.list,
                question.text
            );
        }
    }
    Ok(())
}
