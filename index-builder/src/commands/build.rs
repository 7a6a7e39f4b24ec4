/*!
`index-builder build`: builds an index beside its place and publishes it.
*/

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use lexdex::corpus::{MAX_TEXT_KIB, Source};
use lexdex::index::{Manifest, Storage, TextOptions};

use lexdex::platform::CAN_EXCHANGE;

use crate::commands::text_kib::text_kib;
use crate::disk::publish::Publication;
use crate::progress::Bars;

/// The arguments of `build`.
#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// The corpus directory [default: the bundled corpus].
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,

    /// The index directory to create.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,

    /// Replace an existing index in one step, once the new one is complete.
    #[arg(long, hide = !CAN_EXCHANGE)]
    pub(crate) replace: bool,

    /// The KiB of each text that are searched. With 0 the texts of the corpus are not read.
    #[arg(long, value_name = "N", default_value_t = MAX_TEXT_KIB, value_parser = text_kib())]
    pub(crate) text_kib: u16,

    /// Also index the positions of the words of texts, so that quoted phrases are found in them.
    #[arg(long)]
    pub(crate) text_positions: bool,
}

/// Builds and publishes an index, and prints a summary.
pub(crate) fn build(arguments: &BuildArguments) -> Result<()> {
    let start = Instant::now();
    let source = match &arguments.corpus {
        Some(directory) => Source::Directory(directory.clone()),
        None => Source::Bundled,
    };
    let publication = Publication::begin(&arguments.out, arguments.replace)?;
    let bars = Bars::new();
    let texts = TextOptions { max_kib: arguments.text_kib, has_positions: arguments.text_positions };
    let manifest = lexdex::index::build(&source, &Storage::directory(publication.directory()), texts, &bars)?;
    bars.finish();
    manifest.write(publication.directory())?;
    publication.publish()?;
    summarize(arguments, &manifest, start);
    Ok(())
}

/// Prints a summary. A closed standard output is no error, because the index is published.
fn summarize(arguments: &BuildArguments, manifest: &Manifest, start: Instant) {
    let n_bytes: u64 = manifest.files.iter().map(|file| file.bytes).sum();
    let megabytes = n_bytes as f64 / 1e6;
    let seconds = start.elapsed().as_secs_f64();
    let out = arguments.out.display();
    let _ = writeln!(
        std::io::stdout(),
        "{out}: {} in {seconds:.1} s, {megabytes:.1} MB\ncorpus digest {}\nbuild {}\nserve it with: lexdex --index {out}",
        manifest.counts,
        manifest.corpus_digest,
        manifest.build_id()
    );
}
