//! Measures what an index takes on disk.

use std::path::Path;

use anyhow::{Context, Result};
use lexdex_index::Manifest;
use tantivy::Index as TantivyIndex;
use tantivy::directory::{CompositeFile, MmapDirectory};
use tantivy::index::SegmentComponent;

use crate::measure::row;

/// The files of a tantivy index, and what they contain.
const STRUCTURES: [(SegmentComponent, &str); 4] = [
    (SegmentComponent::Terms, "dictionaries"),
    (SegmentComponent::Postings, "postings"),
    (SegmentComponent::Positions, "positions"),
    (SegmentComponent::FieldNorms, "lengths"),
];

const WORD_FIELDS: [&str; 2] = ["title_word", "word"];

/// Prints the size of the index beyond its records, and of the structures of the cases.
pub(super) fn measure(index: &Path, n_records: u64) -> Result<()> {
    let manifest = Manifest::read(index)?;
    let n_bytes = |is_counted: &dyn Fn(&str) -> bool| -> u64 {
        manifest.files.iter().filter(|file| is_counted(&file.path)).map(|file| file.bytes).sum()
    };
    let others = n_bytes(&|path| !path.ends_with("records.jsonl"));
    row("disk beyond the records' JSON, bytes a record", "≤ 20", &format!("{:.1}", others as f64 / n_records as f64));
    let per_case = |bytes: u64| format!("{:.1}", bytes as f64 / manifest.counts.cases as f64);
    let mut all_words = n_bytes(&|path| path == "cases/words.forms");
    for (component, what) in STRUCTURES {
        let (words, others) = word_bytes(&index.join("cases"), component)?;
        row(&format!("{what} of the cases' words, bytes a case"), "", &per_case(words));
        row(&format!("{what} of their ids, dates, citations and facets"), "", &per_case(others));
        all_words += words;
    }
    row("words of the cases in all, bytes a case", "≤ 160", &per_case(all_words));
    for file in ["titles.order", "names.ranks", "records.offsets"] {
        row(
            &format!("{file} of the cases, bytes a case"),
            "",
            &per_case(n_bytes(&|path| path == format!("cases/{file}"))),
        );
    }
    Ok(())
}

/// The bytes of a file of a list's only segment: of the fields of words, and of the others.
fn word_bytes(list: &Path, component: SegmentComponent) -> Result<(u64, u64)> {
    let index = TantivyIndex::open(MmapDirectory::open(list)?)?;
    let segment = index.searchable_segments()?.into_iter().next().context("the list has no segment")?;
    let file = CompositeFile::open(&segment.open_read(component)?)?;
    let (mut words, mut others) = (0, 0);
    for (field, entry) in index.schema().fields() {
        let bytes = match file.open_read(field) {
            Some(part) => part.read_bytes()?.len() as u64,
            None => 0,
        };
        if WORD_FIELDS.contains(&entry.name()) { words += bytes } else { others += bytes }
    }
    Ok((words, others))
}
