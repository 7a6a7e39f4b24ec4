/*!
`index-builder import`: official bulk files in, corpus files out.

```text
input ──units──> a format ──records──> sink ──sorted runs──> corpus files
```

- `input` opens what was named on the command line, and finds the units in folders and archives.
- A format is one module with one entry function, `read`. It knows its publisher's files and nothing else does; past it
  there are only our records. It takes the units in parallel ([`Import::each_unit`]) and gives each record, or a reason
  for leaving it out, to its thread's [`Sink`].
- `partitions` part the rows of a join among the cores, where what makes a record lies in several places.
- `sink` checks each record by the rules of `build`, counts, and sorts.
- `merge` joins the sorted records with those of the corpus, takes out what is no more, and puts the files in their
  place.
- `ledger` keeps beside each file what later imports need to know of its ids.

Nothing depends on which thread met what: records are ordered by id and content, counts add up in any order, and the
places of a report are the first in the order of the input.
*/

mod session;

pub mod input;

pub mod sink;

pub mod skip;

mod merge;

mod ledger;

pub mod report;

pub mod tally;

pub mod clean;

pub mod html;

pub mod id;

pub mod xml;

pub mod topics;

pub mod trial;

#[cfg(test)]
mod readme;

mod uslm;

mod billstatus;

mod openstates;

mod json;

mod partitions;

mod first_failure;

mod case_ids;

mod case_name;

mod cap;

mod courtlistener;

mod code_section;

mod dc_law;

mod public_resource;

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use lexdex::corpus::{Catalogue, Source};
use lexdex::model::Resource;
use lexdex::sort;
use tempfile::NamedTempFile;

pub use report::Report;
pub use session::Import;
pub use sink::{RecordKey, Sink};

use self::input::Inputs;
use crate::cli::ImportArguments;
use crate::progress::ImportProgress;
use crate::scratch::Scratch;

/// A format that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// The U.S. Code: USLM XML of the Office of the Law Revision Counsel.
    Uslm,
    /// Federal bills: BILLSTATUS XML of the Government Publishing Office.
    Billstatus,
    /// State bills of Open States: scraped JSON files, or the official JSON or CSV zips.
    Openstates,
    /// The Caselaw Access Project: volumes, the static files or older JSON Lines of Harvard's Library Innovation Lab.
    Cap,
    /// Decisions by court, docket and citation: the bulk CSV tables of the Free Law Project.
    Courtlistener,
    /// The D.C. Code: the XML tree of the Council's law library.
    DcLaw,
    /// State codes in the HTML that Public.Resource.Org publishes.
    PublicResource,
}

impl Format {
    /// What a format's reader looks for in the inputs.
    fn looks_for(self) -> &'static str {
        match self {
            Self::Uslm => "titles of the U.S. Code: .xml files with the root element uscDoc",
            Self::Billstatus => "federal bills: .xml files with the root element billStatus",
            Self::Openstates => {
                "state bills: .json files with identifier, title and legislative_session, or tables ..._bills.csv"
            }
            Self::Cap => "cases: CasesMetadata.json, a .json file a case, or .jsonl files",
            Self::Courtlistener => "decisions: the tables opinion-clusters, citations, dockets and courts as .csv",
            Self::DcLaw => "sections of the D.C. Code: .xml files with the root element section, below titles/",
            Self::PublicResource => "titles of state codes: .html files with a subject and a description",
        }
    }

    /// Reads the inputs of an import.
    fn read(self, import: &Import<'_>) -> Result<()> {
        match self {
            Self::Uslm => uslm::read(import),
            Self::Billstatus => billstatus::read(import),
            Self::Openstates => openstates::read(import),
            Self::Cap => cap::read(import),
            Self::Courtlistener => courtlistener::read(import),
            Self::DcLaw => dc_law::read(import),
            Self::PublicResource => public_resource::read(import),
        }
    }
}

/// Imports the inputs into the corpus directory.
///
/// Fails if an input cannot be read at all, if nothing in the inputs is of the format, or if the corpus is no corpus;
/// then nothing has been written.
pub fn import(arguments: &ImportArguments) -> Result<Report> {
    import_watched(arguments, ImportProgress::hidden)
}

/// Imports, and shows how far it has come with what `begin` makes once all is in order.
pub(crate) fn import_watched(arguments: &ImportArguments, begin: impl FnOnce() -> ImportProgress) -> Result<Report> {
    let inputs = Inputs::check(&arguments.inputs)?;
    let report_file = arguments.report.as_deref().map(report_file).transpose()?;
    make_corpus(&arguments.corpus)?;
    let corpus = Source::Directory(arguments.corpus.clone());
    let catalogue = Catalogue::read(&corpus)?;
    corpus.check_layout()?;
    let scratch = Scratch::claim(arguments.corpus.join(".importing"), "import")?;
    let progress = begin();
    progress.expect(|| inputs.n_bytes());
    let import = Import::new(&catalogue, inputs, arguments.source.as_deref(), scratch.path(), progress)
        .into_corpus(&arguments.corpus);
    arguments.format.read(&import)?;
    let (records, mut report) = import.finish();
    if report.is_of_nothing() {
        bail!("nothing to import: looked for {}; found {}", arguments.format.looks_for(), report.told_stray());
    }
    merge::merge(records, &arguments.corpus, scratch.path(), &mut report)?;
    debug_assert!(report.adds_up(), "{report}");
    if let (Some(path), Some(file)) = (&arguments.report, report_file) {
        write_report(&report, arguments.format, file, path)?;
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

/// A file for the report, beside its place: one that cannot be written is told before anything is read.
fn report_file(path: &Path) -> Result<NamedTempFile> {
    const READABLE_BY_ALL: u32 = 0o644;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = tempfile::Builder::new().permissions(fs::Permissions::from_mode(READABLE_BY_ALL)).tempfile_in(parent);
    file.with_context(|| format!("cannot write the report {}", path.display()))
}

fn write_report(report: &Report, format: Format, mut file: NamedTempFile, path: &Path) -> Result<()> {
    let context = || format!("cannot write the report {}", path.display());
    let mut json = report.to_json();
    json["format"] = format.to_possible_value().map(|value| value.get_name().to_owned()).into();
    writeln!(file, "{json:#}").with_context(context)?;
    file.persist(path).with_context(context)?;
    Ok(())
}
