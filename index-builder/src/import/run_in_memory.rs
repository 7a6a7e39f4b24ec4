/*!
A format alone, over files in memory and without a corpus: for tests and fuzzing.
*/

use std::path::Path;
use std::sync::LazyLock;

use lexdex::corpus::{Catalogue, Source};

use crate::import::engine::session::Import;
use crate::import::input::Inputs;
use crate::import::merge;
use crate::import::registry::Format;
use crate::progress::ImportProgress;
use crate::report::import_report::Report;

/// What a format makes of files given by name and content: the records as lines, each behind the file it goes to
/// (`statutes/uslm.jsonl`), by list and id; and the report, which has counted nothing yet of what the corpus decides.
///
/// # Panics
///
/// If the bundled catalogues cannot be read, more is to be sorted than the memory holds, or several threads make something
/// else of the files than one does.
pub fn trial(format: Format, files: &[(&str, &[u8])]) -> (Vec<(String, String)>, Report) {
    let (lines, report) = trial_on(1, format, files);
    let (lines_of_several, report_of_several) = trial_on(3, format, files);
    assert_eq!(lines, lines_of_several);
    assert_eq!(report.to_string(), report_of_several.to_string());
    (lines, report)
}

fn trial_on(n_threads: usize, format: Format, files: &[(&str, &[u8])]) -> (Vec<(String, String)>, Report) {
    static CATALOGUE: LazyLock<Catalogue> =
        LazyLock::new(|| Catalogue::read(&Source::Bundled).expect("the bundled catalogues are well formed"));
    let inputs = Inputs::in_memory(files);
    let import = Import::new(&CATALOGUE, inputs, None, Path::new("/nonexistent"), ImportProgress::hidden())
        .on_threads(n_threads);
    format.read(&import).expect("small inputs fit into memory");
    let (records, report) = import.finish();
    let lines = merge::lines(records).expect("small inputs fit into memory");
    (lines, report)
}
