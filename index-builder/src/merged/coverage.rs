/*!
The completeness of the lists: that of the operator's `coverage.toml`, and of the parts.
*/

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::corpus::{CatalogueFile, Source};
use lexdex_core::model::{Completeness, Resource};
use toml_edit::{DocumentMut, Item, Table, value};

use crate::import::parts::header::complete_lists;
use crate::merged::part_files::PartFile;

/// Writes the declarations of the corpus and its parts into the merged corpus. A declaration of the operator wins.
pub(super) fn write(corpus: &Path, merged: &Path, parts: &[PartFile]) -> Result<()> {
    let own = Source::Directory(corpus.to_owned()).catalogue_file(CatalogueFile::Coverage)?;
    let content = String::from_utf8_lossy(&own.read()?).into_owned();
    let path = merged.join(CatalogueFile::Coverage.file_name());
    // The build reads a file with an error again, and reports it with its place.
    let united = content
        .parse::<DocumentMut>()
        .map_or(content, |file| unite(file, &complete_lists(parts.iter().flat_map(|part| &part.header.complete))));
    fs::write(&path, united).with_context(|| format!("cannot write {}", path.display()))
}

fn unite(mut file: DocumentMut, complete: &BTreeSet<(Resource, String)>) -> String {
    for (list, jurisdiction) in complete {
        let table = file.entry(list.as_str()).or_insert(Item::Table(Table::new()));
        if table.get(jurisdiction).is_none() {
            table[jurisdiction] = value(Completeness::Complete.as_str());
        }
    }
    file.to_string()
}
