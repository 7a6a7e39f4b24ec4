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
use crate::fetch::lock_file::LockFile;
use crate::mapping_head::MappingHead;
use crate::publishers::publisher::Publisher;
use crate::sync::file_marks::FileMarks;
use crate::sync::state::{ImportedFile, ImportedSource, visible_files};

/// The files of a source, and the imports that are due.
pub(crate) struct SourceFiles {
    pub(crate) name: String,
    /// The format, as `index-builder import` names it.
    pub(crate) format: String,
    /// The publisher's name of the release.
    pub(crate) release: Option<String>,
    /// The format, the program's version and the options of the imports. If it changes, all files are imported again.
    recipe: String,
    /// All files by path.
    pub(crate) files: BTreeMap<String, ImportedFile>,
    /// The imports, in their order.
    pub(crate) imports: Vec<DueImport>,
}

/// Inputs to import together.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DueImport {
    /// The files or folders.
    pub(crate) inputs: Vec<PathBuf>,
    /// Whether they are full snapshots.
    pub(crate) snapshot: Option<bool>,
    /// The file that describes the fields of the inputs, for the format `jsonl`.
    pub(crate) mapping: Option<PathBuf>,
}

impl SourceFiles {
    /// The record of these files as imported. `newest` is the date of the newest data.
    pub(crate) fn imported(&self, newest: Option<Date>) -> ImportedSource {
        ImportedSource {
            release: self.release.clone(),
            imported: clock::now(),
            recipe: self.recipe.clone(),
            newest,
            files: self.files.clone(),
        }
    }
}

/// The downloaded files of a publisher.
pub(crate) fn downloaded(
    publisher: &dyn Publisher,
    lock: &LockFile,
    downloads: &Path,
    imported: Option<&ImportedSource>,
) -> SourceFiles {
    let recipe = recipe(publisher.format(), None);
    let imported = imported.filter(|imported| imported.recipe == recipe);
    let locked = || lock.files.values().filter(|file| file.source == publisher.name());
    let file = |sha256: &String| ImportedFile { sha256: sha256.clone(), marks: None };
    let files: BTreeMap<String, ImportedFile> =
        locked().map(|locked| (locked.path.clone(), file(&locked.sha256))).collect();
    let changed: Vec<&str> = changed_paths(&files, imported).collect();
    let mut imports = Vec::new();
    if !changed.is_empty() {
        let all: Vec<&str> = files.keys().map(String::as_str).collect();
        let steps = publisher.imports(&all, &changed).into_iter();
        imports.extend(steps.map(|step| DueImport {
            inputs: step.files.iter().map(|path| downloads.join(path)).collect(),
            snapshot: step.snapshot,
            mapping: None,
        }));
    }
    SourceFiles {
        name: publisher.name().to_owned(),
        format: publisher.format().to_owned(),
        recipe,
        // After a fetch that failed in part, the files may be of two releases.
        release: locked().max_by_key(|locked| &locked.fetched).and_then(|locked| locked.release.clone()),
        files,
        imports,
    }
}

/// The files that the operator has placed into a folder. If any of them is new, changed or gone, all are imported again.
pub(crate) fn placed(placed: &Placed, imported: Option<&ImportedSource>) -> Result<SourceFiles> {
    if !placed.folder.exists() {
        bail!("there is no folder {}: make it, or remove the table", placed.folder.display());
    }
    let recipe = recipe(&placed.format, placed.snapshot);
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
    let is_gone = |path: &String| !files.contains_key(path);
    let is_changed = changed_paths(&files, imported).next().is_some()
        || imported.is_some_and(|imported| imported.files.keys().any(is_gone));
    let import =
        DueImport { inputs: vec![placed.folder.clone()], snapshot: placed.snapshot, mapping: placed.mapping.clone() };
    Ok(SourceFiles {
        name: placed.name.clone(),
        format: placed.format.clone(),
        recipe,
        release: None,
        imports: if is_changed && has_files { vec![import] } else { Vec::new() },
        files,
    })
}

fn recipe(format: &str, snapshot: Option<bool>) -> String {
    let snapshot = match snapshot {
        Some(true) => " snapshot",
        Some(false) => " no snapshot",
        None => "",
    };
    format!("{format} {}{snapshot}", env!("CARGO_PKG_VERSION"))
}

/// The paths of files that are new or have other bytes than those that were imported.
fn changed_paths<'f>(
    files: &'f BTreeMap<String, ImportedFile>,
    imported: Option<&ImportedSource>,
) -> impl Iterator<Item = &'f str> {
    let imported = imported.map(|imported| &imported.files);
    let is_imported = move |path: &String, file: &ImportedFile| {
        imported.and_then(|imported| imported.get(path)).is_some_and(|imported| imported.sha256 == file.sha256)
    };
    files.iter().filter(move |(path, file)| !is_imported(path, file)).map(|(path, _)| path.as_str())
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
