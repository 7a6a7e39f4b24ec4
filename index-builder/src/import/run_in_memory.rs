/*!
Runs an importer over files in memory and without a corpus, for tests and fuzzing.
*/

use std::path::Path;
use std::sync::LazyLock;

use lexdex_core::corpus::{Catalogue, MAX_TEXT_KIB, Source};

use crate::import::engine::session::Session;
use crate::import::importer::Importer;
use crate::import::input::inputs::Inputs;
use crate::import::input::mapping_file::MappingFile;
use crate::import::parts::names::PartNames;
use crate::import::parts::writer;
use crate::progress::ImportProgress;
use crate::report::import_report::Report;

/// The lines of all parts, each with its file in a merged corpus (`statutes/parts.jsonl`, `text/statutes/parts.jsonl`).
type ImportedLines = Vec<(String, String)>;

/// Imports files, given by name and content, without texts behind the records.
///
/// Returns the records as lines, ordered by list and id, and the report without the counts of a merge.
///
/// # Panics
///
/// Panics if the bundled catalogues cannot be read, if the records do not fit into memory, if several threads give
/// another result than one thread, or if the log does not have exactly one line for each skip and each file without
/// records.
pub fn run_in_memory(importer: &'static Importer, files: &[(&str, &[u8])]) -> (ImportedLines, Report) {
    let (records, _, report) = run(importer, None, 0, files);
    (records, report)
}

/// Imports files like [`run_in_memory`]. Also returns the texts behind the records as lines.
pub fn run_in_memory_with_texts(
    importer: &'static Importer,
    files: &[(&str, &[u8])],
) -> (ImportedLines, ImportedLines, Report) {
    run(importer, None, MAX_TEXT_KIB, files)
}

/// Imports files with a mapping like [`run_in_memory_with_texts`].
///
/// # Panics
///
/// Panics like [`run_in_memory`], and if the mapping is wrong.
pub fn run_in_memory_with_mapping(
    importer: &'static Importer,
    mapping: &str,
    files: &[(&str, &[u8])],
) -> (ImportedLines, ImportedLines, Report) {
    run(importer, Some(mapping), MAX_TEXT_KIB, files)
}

fn run(
    importer: &'static Importer,
    mapping: Option<&str>,
    text_kib: u16,
    files: &[(&str, &[u8])],
) -> (ImportedLines, ImportedLines, Report) {
    let mapping = || mapping.map(|text| MappingFile { path: "mapping.toml".into(), text: text.to_owned() });
    let (records, texts, report, log) = run_on_threads(1, importer, mapping(), text_kib, files);
    let of_several = run_on_threads(3, importer, mapping(), text_kib, files);
    assert_eq!((&records, &texts, report.to_string()), (&of_several.0, &of_several.1, of_several.2.to_string()));
    assert_eq!(log, of_several.3);
    let n_logged = report.skipped() + report.companions.count + report.repeated.count + report.older;
    assert_eq!(log.lines().count() as u64, n_logged, "{report}{log}");
    for (reason, count) in report.skips_by_reason() {
        let line = format!("{{\"kind\":\"skipped\",\"reason\":\"{reason}\",");
        assert_eq!(log.lines().filter(|found| found.starts_with(&line)).count() as u64, count, "{report}{log}");
    }
    (records, texts, report)
}

fn run_on_threads(
    n_threads: usize,
    importer: &'static Importer,
    mapping: Option<MappingFile>,
    text_kib: u16,
    files: &[(&str, &[u8])],
) -> (ImportedLines, ImportedLines, Report, String) {
    static CATALOGUE: LazyLock<Catalogue> =
        LazyLock::new(|| Catalogue::read(&Source::Bundled).expect("the bundled catalogues are well formed"));
    let inputs = Inputs::in_memory(files);
    let scratch = Path::new("/nonexistent");
    let names = PartNames::new(importer.name, importer.parts, &[] as &[&str], None);
    let session = Session::new(importer, names, &CATALOGUE, inputs, scratch, ImportProgress::hidden())
        .with_mapping(mapping)
        .with_texts(text_kib)
        .on_threads(n_threads)
        .with_skip_log(true);
    (importer.read)(&session).expect("small inputs fit into memory, and the mapping is right");
    let (records, mut report) = session.finish();
    let (records, texts) = writer::lines(records, &mut report).expect("small inputs fit into memory");
    let mut log = Vec::new();
    report.take_log().write_to(&mut log).expect("small inputs fit into memory");
    (records, texts, report, String::from_utf8(log).expect("JSON is UTF-8"))
}
