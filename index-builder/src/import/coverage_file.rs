/*!
Declares the completeness of imported lists in the `coverage.toml` of the corpus.

An import never lowers a declaration: a list that was complete stays so if a part of it is imported again.
*/

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use lexdex_core::corpus::{CatalogueFile, DeclaredCompleteness};
use lexdex_core::model::{Completeness, Resource};
use toml_edit::{DocumentMut, Item, Table, value};

/// Raises the declarations of a corpus to those of an import. The rest of the file stays as it is.
pub(crate) fn declare(
    imported: &BTreeMap<Resource, BTreeMap<String, Completeness>>,
    declared: &DeclaredCompleteness,
    corpus: &Path,
    scratch: &Path,
) -> Result<()> {
    let path = corpus.join(CatalogueFile::Coverage.file_name());
    let content = read(&path)?;
    let mut file: DocumentMut = content.parse().with_context(|| format!("cannot read {}", path.display()))?;
    for (list, jurisdictions) in imported {
        let table = file.entry(list.as_str()).or_insert(Item::Table(Table::new()));
        for (jurisdiction, completeness) in jurisdictions {
            let completeness = (*completeness).max(declared.for_resource(*list, jurisdiction));
            match table.get_mut(jurisdiction).and_then(Item::as_value_mut) {
                None => table[jurisdiction] = value(completeness.as_str()),
                Some(old) if old.as_str() == Some(completeness.as_str()) => {}
                Some(old) => {
                    // Keeps the spaces and the comment beside the old value.
                    let decor = old.decor().clone();
                    *old = completeness.as_str().into();
                    *old.decor_mut() = decor;
                }
            }
        }
    }
    let changed = file.to_string();
    if changed == content {
        return Ok(());
    }
    let written = scratch.join(CatalogueFile::Coverage.file_name());
    let context = || format!("cannot write {}", path.display());
    fs::write(&written, changed).with_context(context)?;
    fs::File::open(&written).and_then(|file| file.sync_all()).with_context(context)?;
    fs::rename(&written, &path).with_context(context)
}

fn read(path: &Path) -> Result<String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        content => content.with_context(|| format!("cannot read {}", path.display())),
    }
}
