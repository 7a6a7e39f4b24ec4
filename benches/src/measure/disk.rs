//! Measures what an index takes on disk.

use std::path::Path;

use anyhow::Result;
use lexdex::index::Manifest;

use crate::measure::row;

/// The files of a tantivy index, and what they contain.
const STRUCTURES: [(&str, &str); 4] =
    [("term", "dictionaries"), ("idx", "postings"), ("pos", "positions"), ("fieldnorm", "lengths")];

/// Prints the size of the index beyond its records, and of the structures of the cases.
pub(super) fn measure(index: &Path, n_records: u64) -> Result<()> {
    let manifest = Manifest::read(index)?;
    let n_bytes = |is_counted: &dyn Fn(&str) -> bool| -> u64 {
        manifest.files.iter().filter(|file| is_counted(&file.path)).map(|file| file.bytes).sum()
    };
    let others = n_bytes(&|path| !path.ends_with("records.jsonl"));
    row("disk beyond the records' JSON, bytes a record", "≤ 20", &format!("{:.1}", others as f64 / n_records as f64));
    for (extension, what) in STRUCTURES {
        let bytes = n_bytes(&|path| path.starts_with("cases/") && path.ends_with(&format!(".{extension}")));
        let measured = format!("{:.1}", bytes as f64 / manifest.counts.cases as f64);
        row(&format!("{what} of the cases, bytes a case"), "", &measured);
    }
    Ok(())
}
