/*!
Runs an importer over files in memory and without a corpus, for tests and fuzzing.
*/

use std::path::Path;
use std::sync::LazyLock;

use lexdex::corpus::{Catalogue, MAX_TEXT_KIB, Source};

use crate::import::engine::session::Session;
use crate::import::importer::Importer;
use crate::import::input::inputs::Inputs;
use crate::import::merge;
use crate::progress::ImportProgress;
use crate::report::import_report::Report;

/// The lines of corpus files, each with its file (`statutes/uslm.jsonl`, `text/statutes/uslm.jsonl`).
type Lines = Vec<(String, String)>;

/// Imports files, given by name and content, without texts behind the records.
///
/// Returns the records as lines, ordered by list and id; and the report, in which nothing is counted that only a merge
/// with a corpus decides.
///
/// # Panics
///
/// Panics if the bundled catalogues cannot be read, if the records do not fit into memory, or if several threads give
/// another result than one thread.
pub fn run_in_memory(importer: &'static Importer, files: &[(&str, &[u8])]) -> (Lines, Report) {
    let (records, _, report) = run(importer, 0, files);
    (records, report)
}

/// Imports files like [`run_in_memory`]. Also returns the texts behind the records as lines.
pub fn run_in_memory_with_texts(importer: &'static Importer, files: &[(&str, &[u8])]) -> (Lines, Lines, Report) {
    run(importer, MAX_TEXT_KIB, files)
}

fn run(importer: &'static Importer, text_kib: u16, files: &[(&str, &[u8])]) -> (Lines, Lines, Report) {
    let (records, texts, report) = run_on_threads(1, importer, text_kib, files);
    let of_several = run_on_threads(3, importer, text_kib, files);
    assert_eq!((&records, &texts, report.to_string()), (&of_several.0, &of_several.1, of_several.2.to_string()));
    (records, texts, report)
}

fn run_on_threads(
    n_threads: usize,
    importer: &'static Importer,
    text_kib: u16,
    files: &[(&str, &[u8])],
) -> (Lines, Lines, Report) {
    static CATALOGUE: LazyLock<Catalogue> =
        LazyLock::new(|| Catalogue::read(&Source::Bundled).expect("the bundled catalogues are well formed"));
    let inputs = Inputs::in_memory(files);
    let scratch = Path::new("/nonexistent");
    let session = Session::new(importer.source, importer.claims, &CATALOGUE, inputs, scratch, ImportProgress::hidden())
        .with_texts(text_kib)
        .on_threads(n_threads);
    (importer.read)(&session).expect("small inputs fit into memory");
    let (records, report) = session.finish();
    let (records, texts) = merge::lines(records).expect("small inputs fit into memory");
    (records, texts, report)
}
