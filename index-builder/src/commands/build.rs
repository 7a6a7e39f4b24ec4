/*!
`index-builder build`: builds an index beside its place and publishes it.
*/

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::{Args, ValueEnum};
use lexdex_core::corpus::{MAX_TEXT_KIB, SUMMARIES_FOLDER, Source, SummarySource};
use lexdex_core::platform::CAN_EXCHANGE;
use lexdex_index::{BuildOptions, BuildProgress, Manifest, Storage, TextOptions, build_from};

use crate::commands::text_kib::text_kib;
use crate::disk::publish::PendingDirectory;
use crate::import::parts::names::parts_folder;
use crate::merged::{LeftOut, merge};
use crate::progress::BuildBar;

/// The arguments of `build`.
#[derive(Debug, Args)]
pub struct BuildArguments {
    /// The corpus directory [default: the bundled corpus].
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,

    /// The folder of the parts that imports have written [default: parts in the corpus].
    #[arg(long, value_name = "DIR", requires = "corpus")]
    pub parts: Option<PathBuf>,

    /// The index directory to create.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Replace an existing index in one step, once the new one is complete.
    #[arg(long, hide = !CAN_EXCHANGE)]
    pub replace: bool,

    /// An index of an earlier state of the corpus, or the folder that it is published in. Lists that did not change are
    /// linked from there in place of built; the result is the same.
    #[arg(long, value_name = "OLD_INDEX")]
    pub previous: Option<PathBuf>,

    /// The maximum size in KiB of the searched beginning of each text. With 0 the texts of the corpus are not read.
    #[arg(long, value_name = "N", default_value_t = MAX_TEXT_KIB, value_parser = text_kib())]
    pub text_kib: u16,

    /// Also index the positions of the words of texts, so that quoted phrases are found in them.
    #[arg(long)]
    pub text_positions: bool,

    /// The summaries of the lexdex project for records that have none: `bundled` for those in this program, a folder of
    /// .jsonl files, or `none`. A record with a summary of its own is also found by the words of the project's.
    #[arg(long, value_name = "bundled|DIR|none", default_value = "bundled")]
    pub summaries: SummarySource,

    /// The topics of records: `inferred` gives those whose source has none the topics that their words show, `sources`
    /// leaves them without.
    #[arg(long, value_enum, default_value_t)]
    pub topics: TopicOrigin,

    /// Write each record of a part that is left out, because another one precedes, to this file as a line of JSON.
    #[arg(long, value_name = "FILE", requires = "corpus")]
    pub skips: Option<PathBuf>,
}

/// The origin of the topics of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TopicOrigin {
    /// The sources only.
    Sources,
    /// The sources, and for records without topics their words.
    #[default]
    Inferred,
}

/// The result of a build.
#[derive(Debug)]
pub struct Built {
    /// The manifest of the index.
    pub manifest: Manifest,
    /// The records of parts that are not in the index.
    pub left_out: LeftOut,
    /// The number of the project's summaries, whether a record has their id or not.
    pub n_summaries: u64,
}

/// Builds an index, shows the progress, and prints a summary.
pub(crate) fn run(arguments: &BuildArguments) -> Result<()> {
    let start = Instant::now();
    let bars = BuildBar::new();
    let built = build(arguments, &bars)?;
    bars.finish();
    summarize(arguments, &built, start);
    Ok(())
}

/// Builds an index beside its place, and moves it there in one step.
///
/// Fails without a change if the corpus is invalid, with [`CorpusErrors`](lexdex_core::corpus::CorpusErrors), or if
/// there is something else at the place of the index. `progress` is called from several threads.
pub fn build(arguments: &BuildArguments, progress: &dyn BuildProgress) -> Result<Built> {
    let publication = PendingDirectory::begin(&arguments.out, arguments.replace)?;
    let scratch = publication.scratch()?;
    let (source, left_out) = match &arguments.corpus {
        Some(corpus) => {
            let parts = parts_folder(corpus, arguments.parts.as_deref());
            merge(corpus, &parts, scratch.path(), arguments.skips.as_deref())?
        }
        None => (Source::Bundled, LeftOut::default()),
    };
    note_unread_summaries(arguments, progress);
    let options = BuildOptions {
        texts: TextOptions { max_kib: arguments.text_kib, has_positions: arguments.text_positions },
        infers_topics: arguments.topics == TopicOrigin::Inferred,
        ..BuildOptions::with_summaries(&arguments.summaries)?
    };
    let storage = Storage::directory(publication.directory());
    let manifest = build_from(arguments.previous.as_deref(), &source, &storage, &options, progress)?;
    drop(scratch);
    manifest.write(publication.directory())?;
    publication.publish()?;
    Ok(Built { manifest, left_out, n_summaries: options.summaries.len() as u64 })
}

/// Notes that the corpus has summaries that the build does not read.
fn note_unread_summaries(arguments: &BuildArguments, progress: &dyn BuildProgress) {
    let Some(folder) = arguments.corpus.as_ref().map(|corpus| corpus.join(SUMMARIES_FOLDER)) else { return };
    if folder.is_dir() && !matches!(arguments.summaries, SummarySource::Folder(_)) {
        let folder = folder.display();
        progress.note(&format!("{folder} is not read: give it with --summaries {folder} if it is meant"));
    }
}

/// Prints a summary. A closed standard output is no error, because the index is published.
fn summarize(arguments: &BuildArguments, built: &Built, start: Instant) {
    let Built { manifest, left_out, n_summaries } = built;
    let n_bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let megabytes = n_bytes as f64 / 1e6;
    let seconds = start.elapsed().as_secs_f64();
    let out = arguments.out.display();
    if !left_out.is_empty() {
        let _ = writeln!(std::io::stdout(), "{left_out}");
    }
    let _ = writeln!(
        std::io::stdout(),
        "{out}: {} in {seconds:.1} s, {megabytes:.1} MB\ncorpus digest {}\nbuild {}\nserve it with: lexdex --index {out}",
        manifest.counts,
        manifest.corpus_digest,
        manifest.build_id()
    );
    if arguments.corpus.is_some() && *n_summaries > 0 {
        let n_used: u64 = manifest.summaries.iter().map(|list| list.count).sum();
        let _ = writeln!(std::io::stdout(), "summaries of the project: {n_used} of {n_summaries} used");
    }
}
