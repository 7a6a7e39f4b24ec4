/*!
`index-builder import`: reads the inputs, merges their records into the corpus, and writes the report.
*/

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use lexdex::corpus::{Catalogue, MAX_TEXT_KIB, Source};
use lexdex::model::Resource;
use lexdex::platform;
use tempfile::NamedTempFile;

use crate::commands::text_kib::text_kib;
use crate::disk::scratch::Scratch;
use crate::import::coverage_file;
use crate::import::engine::session::Session;
use crate::import::importer::Importer;
use crate::import::input::inputs::Inputs;
use crate::import::merge;
use crate::import::registry::{self, IMPORTERS};
use crate::progress::ImportProgress;
use crate::report::import_report::Report;

/// The arguments of `import`.
#[derive(Debug, Args)]
pub struct ImportArguments {
    /// The format of the input.
    #[arg(value_parser = importer_parser())]
    pub format: &'static Importer,

    /// The files, folders and archives to read.
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<PathBuf>,

    /// The corpus directory. It is created if it does not exist.
    #[arg(long, value_name = "DIR")]
    pub corpus: PathBuf,

    /// The source that the records name (meta.source), instead of the publisher.
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,

    /// The KiB of the text of each record that are written for `build`, which only search sees. With 0 none are written,
    /// and imported records lose the texts that earlier imports wrote.
    #[arg(long, value_name = "N", default_value_t = MAX_TEXT_KIB, value_parser = text_kib())]
    pub text_kib: u16,

    /// Whether the inputs are full snapshots. A snapshot removes the records of earlier imports that it no longer has,
    /// within the titles, sessions, Congresses and types, or tables of which the inputs have an undamaged file. Without
    /// the option the files of codes and CourtListener's tables are snapshots, and bills and CAP's volumes are not.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_parser = yes_or_no())]
    pub snapshot: Option<bool>,

    /// Also write the report as JSON to this file.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// Parses the name of an importer. The help lists all of them.
fn importer_parser() -> impl TypedValueParser<Value = &'static Importer> {
    let values = IMPORTERS.iter().map(|importer| PossibleValue::new(importer.name).help(importer.about));
    PossibleValuesParser::new(values)
        .try_map(|name| registry::find(&name).ok_or_else(|| format!("there is no importer {name}")))
}

/// Parses the answer to a question.
fn yes_or_no() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["yes", "no"]).map(|answer| answer == "yes")
}

/// Imports the inputs into the corpus directory.
///
/// Fails without writing anything if an input cannot be read at all, if no file of the inputs is of the format, or if
/// the corpus directory is not a corpus.
pub fn import(arguments: &ImportArguments) -> Result<Report> {
    import_with_progress(arguments, ImportProgress::hidden)
}

/// Imports like [`import`], and shows the progress that `begin` returns once the inputs and the corpus are checked.
pub(crate) fn import_with_progress(
    arguments: &ImportArguments,
    begin: impl FnOnce() -> ImportProgress,
) -> Result<Report> {
    let inputs = Inputs::check(&arguments.inputs)?;
    let report_file = arguments.report.as_deref().map(report_file).transpose()?;
    make_corpus(&arguments.corpus)?;
    let corpus = Source::Directory(arguments.corpus.clone());
    let catalogue = Catalogue::read(&corpus)?;
    corpus.check_layout()?;
    let scratch = Scratch::claim(arguments.corpus.join(".importing"), "import")?;
    let progress = begin();
    progress.expect(|| inputs.n_bytes());
    let importer = arguments.format;
    let session = Session::new(importer.source, importer.claims, &catalogue, inputs, scratch.path(), progress)
        .with_source(arguments.source.as_deref())
        .with_texts(arguments.text_kib)
        .with_snapshot(arguments.snapshot)
        .into_corpus(&arguments.corpus);
    (importer.read)(&session)?;
    let (records, mut report) = session.finish();
    if report.found_nothing() {
        bail!("nothing to import: looked for {}; found {}", importer.looks_for, report.describe_stray());
    }
    merge::merge(records, &arguments.corpus, scratch.path(), &mut report)?;
    coverage_file::declare(&report.completeness, &catalogue.completeness, &arguments.corpus, scratch.path())?;
    debug_assert!(report.adds_up(), "{report}");
    if let (Some(path), Some(file)) = (&arguments.report, report_file) {
        write_report(&report, importer, file, path)?;
    }
    Ok(report)
}

fn make_corpus(corpus: &Path) -> Result<()> {
    for resource in Resource::ALL {
        let folder = corpus.join(resource.as_str());
        fs::create_dir_all(&folder).with_context(|| format!("cannot make the directory {}", folder.display()))?;
    }
    Ok(())
}

/// Creates the report's file beside its place, so that a path that cannot be written fails before anything is read.
fn report_file(path: &Path) -> Result<NamedTempFile> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new();
    if let Some(permissions) = platform::readable_by_all() {
        file.permissions(permissions);
    }
    file.tempfile_in(parent).with_context(|| format!("cannot write the report {}", path.display()))
}

fn write_report(report: &Report, importer: &Importer, mut file: NamedTempFile, path: &Path) -> Result<()> {
    let context = || format!("cannot write the report {}", path.display());
    let mut json = report.to_json();
    json["format"] = importer.name.into();
    writeln!(file, "{json:#}").with_context(context)?;
    file.persist(path).with_context(context)?;
    Ok(())
}
