/*!
`index-builder build`: an index beside its place, then in it.
*/

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use lexdex::corpus::Source;
use lexdex::index::{Manifest, Storage};

use crate::disk::publish::Publication;
use crate::progress::Bars;

/// The arguments of `build`.
#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    /// The corpus directory [default: the bundled corpus].
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,

    /// The index directory to make.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,

    /// Replace an index that is already there, in one step, once the new one is complete.
    #[arg(long)]
    pub(crate) replace: bool,
}

/// Builds and publishes an index, and prints what was built.
pub(crate) fn build(arguments: &BuildArguments) -> Result<()> {
    let start = Instant::now();
    let source = match &arguments.corpus {
        Some(directory) => Source::Directory(directory.clone()),
        None => Source::Bundled,
    };
    let publication = Publication::begin(&arguments.out, arguments.replace)?;
    let bars = Bars::new();
    let manifest = lexdex::index::build(&source, &Storage::directory(publication.directory()), &bars)?;
    bars.finish();
    manifest.write(publication.directory())?;
    publication.publish()?;
    summarize(arguments, &manifest, start);
    Ok(())
}

/// Tells what was built; the index is in its place even if nobody reads it.
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
