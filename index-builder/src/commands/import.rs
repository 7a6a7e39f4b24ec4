/*!
`index-builder import`: reads the inputs, merges their records into the corpus, and writes the report.
*/

mod age;

mod output_file;

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use lexdex_core::corpus::{Catalogue, MAX_TEXT_KIB, Source};
use lexdex_core::model::Date;
use serde_json::Value;

use crate::commands::import::age::Age;
use crate::commands::import::output_file::OutputFile;
use crate::commands::text_kib::text_kib;
use crate::disk::scratch::Scratch;
use crate::import::catalogues;
use crate::import::engine::session::Session;
use crate::import::former_layout::check_layout;
use crate::import::importer::Importer;
use crate::import::input::inputs::Inputs;
use crate::import::input::mapping_file::MappingFile;
use crate::import::parts::names::{PartNames, is_part_name, parts_folder};
use crate::import::parts::rows::PartRows;
use crate::import::parts::writer::{self, SharedFields};
use crate::import::publishers::IMPORTERS;
use crate::import::registry;
use crate::progress::ImportProgress;
use crate::report::import_report::{Report, Warning};

/// The arguments of `import`.
#[derive(Debug, Args)]
pub struct ImportArguments {
    /// The format of the input.
    #[arg(value_parser = importer_parser())]
    pub format: &'static Importer,

    /// The files, folders and archives to read.
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<PathBuf>,

    /// The corpus directory, whose catalogues the records follow. It is created if it does not exist.
    #[arg(long, value_name = "DIR")]
    pub corpus: PathBuf,

    /// The folder of the parts [default: parts in the corpus].
    #[arg(long, value_name = "DIR")]
    pub parts: Option<PathBuf>,

    /// A TOML file that maps the rows of jsonl to records; the README describes it.
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,

    /// The name of the part that gets all inputs, in place of one for each title, archive or folder.
    #[arg(long, value_name = "NAME", value_parser = part_name())]
    pub part: Option<String>,

    /// Replace parts even if the inputs are older.
    #[arg(long)]
    pub older: bool,

    /// The day of the inputs; records with later dates are skipped [default: the newest change of an input].
    #[arg(long, value_name = "DAY")]
    pub as_of: Option<Date>,

    /// The source that the records name (meta.source) instead of the publisher.
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,

    /// The maximum size in KiB of each record's text, which is searched and not served. With 0 no texts are written.
    #[arg(long, value_name = "N", default_value_t = MAX_TEXT_KIB, value_parser = text_kib())]
    pub text_kib: u16,

    /// Write nothing to the corpus if inputs are damaged, and exit with 1. The report is still written.
    #[arg(long)]
    pub strict: bool,

    /// Warn if the newest record of the inputs is more than N months old. 0 turns the warning off.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_AGE_MONTHS)]
    pub max_age_months: u16,

    /// Also write the report as JSON to this file.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Write each skip, removal, repeated record, older record and file without records to this file, as a line of JSON.
    #[arg(long, value_name = "FILE")]
    pub skips: Option<PathBuf>,
}

impl ImportArguments {
    /// An error for arguments that conflict, with the fix. `None` if none do.
    pub(crate) fn fault(&self) -> Option<String> {
        let format = self.format.name;
        match (self.format.needs_mapping(), &self.mapping) {
            (true, None) => Some(format!("{format} needs --mapping FILE, which says how its rows become records")),
            (false, Some(_)) => Some(format!("{format} takes no --mapping: leave it out, or import jsonl")),
            _ => None,
        }
    }
}

/// The default of `--max-age-months`. The least frequent sources are published once a year.
pub const DEFAULT_MAX_AGE_MONTHS: u16 = 18;

/// Parses the name of an importer. The help lists all of them.
fn importer_parser() -> impl TypedValueParser<Value = &'static Importer> {
    let values = IMPORTERS.iter().map(|importer| PossibleValue::new(importer.name).help(importer.about));
    PossibleValuesParser::new(values)
        .try_map(|name| registry::find(&name).ok_or_else(|| format!("there is no importer {name}")))
}

/// Parses the name of a part.
fn part_name() -> impl TypedValueParser<Value = String> {
    NonEmptyStringValueParser::new().try_map(|name| match is_part_name(&name) {
        true => Ok(name),
        false => Err("a part is named by lower-case letters, digits, hyphens and points"),
    })
}

/// Imports the inputs into the corpus directory.
///
/// Fails without writing anything if an input cannot be read at all, if no file of the inputs is of the format, or if
/// the corpus directory is not a corpus. Inputs of the format without a record that is imported are a warning. With
/// `strict` and damaged inputs, writes only the report and the skips, and the report says so ([`Report::is_rejected`]).
pub fn import(arguments: &ImportArguments) -> Result<Report> {
    import_with_progress(arguments, ImportProgress::hidden)
}

/// Imports like [`import`], and shows the progress on standard error.
pub fn import_with_bar(arguments: &ImportArguments) -> Result<Report> {
    import_with_progress(arguments, ImportProgress::begin)
}

/// Imports like [`import`], and shows the progress that `begin` returns once the inputs and the corpus are checked.
fn import_with_progress(arguments: &ImportArguments, begin: impl FnOnce() -> ImportProgress) -> Result<Report> {
    if let Some(fault) = arguments.fault() {
        bail!(fault);
    }
    let inputs = Inputs::check(&arguments.inputs)?;
    let mapping = arguments.mapping.as_deref().map(MappingFile::read).transpose()?;
    let age = Age::to_check(arguments.max_age_months)?;
    if arguments.report.is_some() && arguments.report == arguments.skips {
        bail!("--report and --skips are the same file: name two");
    }
    let report_file = arguments.report.as_deref().map(|path| OutputFile::create(path, "the report")).transpose()?;
    let skips_file = arguments.skips.as_deref().map(|path| OutputFile::create(path, "the skips")).transpose()?;
    let parts_folder = parts_folder(&arguments.corpus, arguments.parts.as_deref());
    for folder in [&arguments.corpus, &parts_folder] {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let corpus = Source::Directory(arguments.corpus.clone());
    let catalogue = Catalogue::read(&corpus)?;
    check_layout(&arguments.corpus)?;
    let scratch = Scratch::claim(parts_folder.join(".importing"), "import")?;
    let progress = begin();
    progress.expect(|| inputs.n_bytes());
    let importer = arguments.format;
    let names = PartNames::new(importer.name, importer.parts, &arguments.inputs, arguments.part.as_deref());
    let as_of = arguments.as_of.or_else(|| inputs.newest_change());
    let session = Session::new(importer, names, &catalogue, inputs, scratch.path(), progress)
        .with_mapping(mapping)
        .with_source(arguments.source.as_deref())
        .with_texts(arguments.text_kib)
        .with_as_of(as_of)
        .with_skip_log(skips_file.is_some());
    (importer.read)(&session)?;
    let (records, mut report) = session.finish();
    // An input without records can still make a part without any.
    if report.found_nothing() && !records.iter().any(PartRows::has_parts) {
        return Err(NothingFound(describe_found(&report, importer)).into());
    }
    report.is_rejected = arguments.strict && report.n_damaged() > 0;
    let shared =
        SharedFields { format: importer.name, catalogues: catalogues::digest(&corpus)?, may_be_older: arguments.older };
    let parts = writer::write(records, &shared, &parts_folder, scratch.path(), &mut report)?;
    debug_assert!(report.adds_up(), "{report}");
    report.warnings.extend(damage_warning(&report));
    report.warnings.extend(no_records_warning(&report, importer));
    report.warnings.extend(age.and_then(|age| age.warning(report.newest?, importer)));
    let log = report.take_log();
    let json = with_format(&report, importer);
    let skips_file = skips_file.map(|file| file.write(|out| log.write_to(out))).transpose()?;
    let report_file = report_file.map(|file| file.write(|out| writeln!(out, "{json:#}"))).transpose()?;
    if !report.is_rejected {
        parts.publish(&parts_folder)?;
    }
    // Published last, so that a failed import leaves no report.
    skips_file.into_iter().chain(report_file).try_for_each(OutputFile::publish)?;
    Ok(report)
}

/// The refusal of inputs without any file of the format.
#[derive(Debug)]
pub(crate) struct NothingFound(String);

impl fmt::Display for NothingFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nothing to import: {}", self.0)
    }
}

impl Error for NothingFound {}

/// The files that an importer needs, and the things that the inputs have instead.
fn describe_found(report: &Report, importer: &Importer) -> String {
    format!("looked for {}; found {}", importer.looks_for, report.describe_found())
}

/// The warning of an import that reads the inputs and writes no record.
fn no_records_warning(report: &Report, importer: &Importer) -> Option<Warning> {
    let message = format!("no record was imported: {}", describe_found(report, importer));
    report.has_no_records().then_some(Warning { warning: "no_records", message })
}

/// The warning of an import that skips damaged inputs.
fn damage_warning(report: &Report) -> Option<Warning> {
    let damage = report.describe_damage().filter(|_| !report.is_rejected)?;
    let message = format!(
        "{damage}; everything else was imported: download what is damaged again and repeat the import, or use --strict \
         to import nothing"
    );
    Some(Warning { warning: "damaged_inputs", message })
}

/// The error of an import that writes nothing because inputs are damaged. `None` if it was not rejected.
pub(crate) fn rejection(report: &Report) -> Option<String> {
    let damage = report.describe_damage().filter(|_| report.is_rejected)?;
    Some(format!(
        "{damage}; --strict writes nothing then: download what is damaged again, or leave out --strict to import \
         everything else"
    ))
}

fn with_format(report: &Report, importer: &Importer) -> Value {
    let mut json = report.to_json();
    json["format"] = importer.name.into();
    json
}
