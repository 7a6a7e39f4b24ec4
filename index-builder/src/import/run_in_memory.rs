/*!
Runs an importer over files in memory and without a corpus, for tests and fuzzing.
*/

use std::path::Path;
use std::sync::LazyLock;

use lexdex::corpus::{Catalogue, Source};

use crate::import::engine::session::Session;
use crate::import::importer::Importer;
use crate::import::input::inputs::Inputs;
use crate::import::merge;
use crate::progress::ImportProgress;
use crate::report::import_report::Report;

/// Imports files, given by name and content.
///
/// Returns the records as lines, each with the corpus file it goes to (`statutes/uslm.jsonl`), ordered by list and id;
/// and the report, in which nothing is counted that only a merge with a corpus decides.
///
/// # Panics
///
/// Panics if the bundled catalogues cannot be read, if the records do not fit into memory, or if several threads give
/// another result than one thread.
pub fn run_in_memory(importer: &'static Importer, files: &[(&str, &[u8])]) -> (Vec<(String, String)>, Report) {
    let (lines, report) = run_on_threads(1, importer, files);
    let (lines_of_several, report_of_several) = run_on_threads(3, importer, files);
    assert_eq!(lines, lines_of_several);
    assert_eq!(report.to_string(), report_of_several.to_string());
    (lines, report)
}

fn run_on_threads(
    n_threads: usize,
    importer: &'static Importer,
    files: &[(&str, &[u8])],
) -> (Vec<(String, String)>, Report) {
    static CATALOGUE: LazyLock<Catalogue> =
        LazyLock::new(|| Catalogue::read(&Source::Bundled).expect("the bundled catalogues are well formed"));
    let inputs = Inputs::in_memory(files);
    let scratch = Path::new("/nonexistent");
    let session = Session::new(importer.source, importer.claims, &CATALOGUE, inputs, scratch, ImportProgress::hidden())
        .on_threads(n_threads);
    (importer.read)(&session).expect("small inputs fit into memory");
    let (records, report) = session.finish();
    let lines = merge::lines(records).expect("small inputs fit into memory");
    (lines, report)
}
