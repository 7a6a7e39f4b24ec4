/*!
Compares the files of the sources with those that were imported.
*/

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lexdex_core::model::Date;

use crate::clock;
use crate::config::Placed;
use crate::fetch::check::digest;
use crate::fetch::lock_file::{LockFile, LockedFile};
use crate::mapping_head::MappingHead;
use crate::publishers::publisher::Publisher;
use crate::sync::file_marks::FileMarks;
use crate::sync::state::{ImportedFile, ImportedSource, visible_files};

/// The files of a source, and those that are to be imported.
pub(crate) struct SourceFiles {
    pub(crate) name: String,
    /// The format, as `index-builder import` names it.
    pub(crate) format: String,
    /// The publisher's name of the release.
    pub(crate) release: Option<String>,
    /// The format, the program's version and the catalogues. If it changes, all files are imported again.
    recipe: String,
    /// All files by path.
    pub(crate) files: BTreeMap<String, ImportedFile>,
    /// Whether a file is new, gone or has other bytes than the imported one.
    pub(crate) is_changed: bool,
    /// The import of what has changed. `None` if there is nothing to read.
    pub(crate) due: Option<DueImport>,
}

/// Inputs to import together.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DueImport {
    /// The files or folders.
    pub(crate) inputs: Vec<PathBuf>,
    /// The part of all inputs. `None` if they are named by the format.
    pub(crate) part: Option<String>,
    /// The day on which the last of the inputs was fetched.
    pub(crate) as_of: Option<Date>,
    /// The file that describes the fields of the inputs, for the format `jsonl`.
    pub(crate) mapping: Option<PathBuf>,
}

impl SourceFiles {
    /// The record of these files as imported. `newest` is the date of the newest data.
    pub(crate) fn imported(&self, newest: Option<Date>, parts: impl IntoIterator<Item = String>) -> ImportedSource {
        ImportedSource {
            release: self.release.clone(),
            imported: clock::now(),
            recipe: self.recipe.clone(),
            newest,
            parts: parts.into_iter().collect(),
            files: self.files.clone(),
        }
    }

    /// Whether the source still has an input of a part, given by the name of its file.
    pub(crate) fn has_input(&self, input: &str) -> bool {
        self.files.keys().any(|path| path.rsplit('/').next() == Some(input))
    }
}

/// The downloaded files of a publisher.
pub(crate) fn downloaded(
    publisher: &dyn Publisher,
    lock: &LockFile,
    downloads: &Path,
    catalogues: &str,
    imported: Option<&ImportedSource>,
) -> SourceFiles {
    let recipe = recipe(publisher.format(), catalogues);
    let imported = imported.filter(|imported| imported.recipe == recipe);
    let locked: BTreeMap<&str, &LockedFile> =
        lock.files.values().filter(|file| file.source == publisher.name()).map(|file| (&*file.path, file)).collect();
    let file = |file: &&LockedFile| ImportedFile { sha256: file.sha256.clone(), marks: None };
    let files: BTreeMap<String, ImportedFile> =
        locked.iter().map(|(path, locked)| ((*path).to_owned(), file(locked))).collect();
    let changed = changed_paths(&files, imported);
    let all: Vec<&str> = files.keys().map(String::as_str).collect();
    let due = if changed.is_empty() { Vec::new() } else { publisher.due(&all, &changed) };
    let as_of = due.iter().filter_map(|path| day_of(&locked.get(path.as_str())?.fetched)).max();
    let inputs: Vec<PathBuf> = due.iter().map(|path| downloads.join(path)).collect();
    SourceFiles {
        name: publisher.name().to_owned(),
        format: publisher.format().to_owned(),
        recipe,
        // After a fetch that failed in part, the files may be of two releases.
        release: locked.values().max_by_key(|locked| &locked.fetched).and_then(|locked| locked.release.clone()),
        // A source without any file has lost its lock, and keeps its parts.
        is_changed: !changed.is_empty() && !files.is_empty(),
        due: (!inputs.is_empty()).then_some(DueImport { inputs, part: None, as_of, mapping: None }),
        files,
    }
}

/// The day of a time in UTC.
fn day_of(time: &str) -> Option<Date> {
    time.get(..10)?.parse().ok()
}

/// The files that the operator has placed into a folder. If any of them is new, changed or gone, all are imported again.
pub(crate) fn placed(placed: &Placed, catalogues: &str, imported: Option<&ImportedSource>) -> Result<SourceFiles> {
    if !placed.folder.exists() {
        bail!("there is no folder {}: make it, or remove the table", placed.folder.display());
    }
    let recipe = recipe(&placed.format, catalogues);
    let imported = imported.filter(|imported| imported.recipe == recipe);
    let mut files = BTreeMap::new();
    for path in visible_files(&placed.folder)? {
        let known = imported.and_then(|imported| imported.files.get(&path));
        let file = digested(&placed.folder.join(&path), known)?;
        files.insert(path, file);
    }
    let has_files = !files.is_empty();
    if let Some(mapping) = &placed.mapping {
        // A change of the mapping or its topics changes the records of the same files.
        let table = MappingHead::read(mapping).and_then(|head| head.topics_table(mapping));
        for file in [mapping.clone()].into_iter().chain(table.filter(|table| table.is_file())) {
            let path = format!("mapping {}", file.display());
            let digested = digested(&file, imported.and_then(|imported| imported.files.get(&path)))?;
            files.insert(path, digested);
        }
    }
    // An empty folder is more likely a mistake than the end of the source.
    let is_changed = has_files && !changed_paths(&files, imported).is_empty();
    let import = DueImport {
        inputs: vec![placed.folder.clone()],
        part: Some(placed.name.to_lowercase().replace('_', "-")),
        as_of: None,
        mapping: placed.mapping.clone(),
    };
    Ok(SourceFiles {
        name: placed.name.clone(),
        format: placed.format.clone(),
        recipe,
        release: None,
        is_changed,
        due: is_changed.then_some(import),
        files,
    })
}

fn recipe(format: &str, catalogues: &str) -> String {
    format!("{format} {} {catalogues}", env!("CARGO_PKG_VERSION"))
}

/// The paths of files that are new, gone or have other bytes than those that were imported.
fn changed_paths<'f>(files: &'f BTreeMap<String, ImportedFile>, imported: Option<&'f ImportedSource>) -> Vec<&'f str> {
    let imported = imported.map(|imported| &imported.files);
    let is_imported = |path: &String, file: &ImportedFile| {
        imported.and_then(|imported| imported.get(path)).is_some_and(|imported| imported.sha256 == file.sha256)
    };
    let changed = files.iter().filter(|(path, file)| !is_imported(path, file)).map(|(path, _)| path.as_str());
    let gone = imported.into_iter().flatten().map(|(path, _)| path.as_str());
    changed.chain(gone.filter(|path| !files.contains_key(*path))).collect()
}

/// The digest of a placed file. It is computed only if the size or the time of the file has changed.
fn digested(path: &Path, known: Option<&ImportedFile>) -> Result<ImportedFile> {
    let marks = Some(FileMarks::from_path(path)?);
    match known {
        Some(known) if known.marks == marks => Ok(known.clone()),
        _ => {
            let sha256 = digest(path).with_context(|| format!("cannot read {}", path.display()))?;
            Ok(ImportedFile { sha256, marks })
        }
    }
}
