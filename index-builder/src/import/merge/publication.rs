/*!
Moves written files to their final paths in a corpus, all or none of them.

The new files are first collected in the directory `.publishing` of the corpus, with a list of the files to move,
replace and remove. Once the list is written, the publication will happen: if the program is killed, the next import
finishes it before it reads the corpus. `build` ignores the directory.

The corpus is valid after each step. Changed texts and parallel citations are removed before the records are moved,
because a text without a record would be an error. Files of records that gain an id from another file are removed first
too, so that no id is ever in two files.
*/

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// The directory of an unfinished publication, within the corpus.
const FOLDER: &str = ".publishing";

/// The list of a publication, within [`FOLDER`].
const LIST: &str = "changes.json";

/// The role of a file in the order of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum FileRole {
    /// Records, or a sidecar.
    Records,
    /// Records, some of which were in another file before.
    GainingRecords,
    /// Lines that refer to records, such as their texts.
    Dependents,
}

/// A file that changes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FileChange {
    /// The path within the corpus.
    pub(super) place: PathBuf,
    pub(super) role: FileRole,
    /// The new file. `None` if no lines are left, and the file is removed.
    pub(super) written: Option<PathBuf>,
}

/// Publishes changes. The new files must already be synced.
pub(super) fn publish(corpus: &Path, mut changes: Vec<FileChange>) -> Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let folder = corpus.join(FOLDER);
    let context = || format!("cannot write {}", folder.display());
    fs::create_dir_all(&folder).with_context(context)?;
    for (idx, change) in changes.iter_mut().enumerate() {
        if let Some(written) = &mut change.written {
            let waiting = PathBuf::from(idx.to_string());
            fs::rename(&written, folder.join(&waiting)).with_context(context)?;
            *written = waiting;
        }
    }
    let list = serde_json::to_vec(&changes).map_err(io::Error::from).with_context(context)?;
    let unfinished = folder.join("unfinished");
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(&list)?;
        file.sync_all()?;
        fs::rename(&unfinished, folder.join(LIST))
    };
    write().with_context(context)?;
    sync_folder(&folder)?;
    sync_folder(corpus)?;
    finish(corpus)
}

/// Finishes the publication of a killed program, if there is one.
pub(crate) fn finish(corpus: &Path) -> Result<()> {
    let folder = corpus.join(FOLDER);
    let list = folder.join(LIST);
    let context = || format!("cannot read {}", list.display());
    let changes: Vec<FileChange> = match fs::read(&list) {
        Ok(list) => serde_json::from_slice(&list).with_context(context)?,
        // Without the list nothing was moved, so the publication is discarded.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return remove_folder(&folder),
        Err(error) => return Err(error).with_context(context),
    };
    let changes: Vec<Waiting<'_>> = changes.iter().map(|change| Waiting::new(change, corpus, &folder)).collect();
    let of = |role: FileRole| changes.iter().filter(move |change| change.role == role);
    let is_first = |change: &&Waiting<'_>| change.role != FileRole::Records;
    changes.iter().filter(is_first).try_for_each(Waiting::make_room)?;
    for role in [FileRole::Records, FileRole::GainingRecords, FileRole::Dependents] {
        of(role).try_for_each(Waiting::apply)?;
    }
    let folders: BTreeSet<&Path> = changes.iter().filter_map(|change| change.place.parent()).collect();
    folders.into_iter().try_for_each(sync_folder)?;
    remove(&list)?;
    remove_folder(&folder)
}

/// A change of an unfinished publication, which may already be made.
struct Waiting<'c> {
    place: PathBuf,
    role: FileRole,
    /// The path of the new file until it is moved.
    written: Option<PathBuf>,
    change: &'c FileChange,
}

impl<'c> Waiting<'c> {
    fn new(change: &'c FileChange, corpus: &Path, folder: &Path) -> Self {
        let written = change.written.as_ref().map(|written| folder.join(written));
        Self { place: corpus.join(&change.place), role: change.role, written, change }
    }

    /// Whether the new file is at its final path.
    fn is_done(&self) -> Result<bool> {
        let Some(written) = &self.written else { return Ok(false) };
        Ok(!fs::exists(written).with_context(|| format!("cannot read {}", written.display()))?)
    }

    /// Removes the old file.
    fn make_room(&self) -> Result<()> {
        if self.is_done()? { Ok(()) } else { remove(&self.place) }
    }

    /// Moves the new file to its final path, or removes a file that has no lines left.
    fn apply(&self) -> Result<()> {
        let context = || format!("cannot replace {}", self.place.display());
        match &self.written {
            None => remove(&self.place),
            Some(_) if self.is_done()? => Ok(()),
            Some(written) => {
                let folder = self.place.parent().with_context(|| format!("{:?} has no folder", self.change.place))?;
                fs::create_dir_all(folder).with_context(context)?;
                fs::rename(written, &self.place).with_context(context)
            }
        }
    }
}

/// Removes a file, if there is one.
fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result.with_context(|| format!("cannot remove {}", path.display())),
    }
}

fn remove_folder(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result.with_context(|| format!("cannot remove {}", folder.display())),
    }
}

fn sync_folder(folder: &Path) -> Result<()> {
    match lexdex_core::platform::sync_directory(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result.with_context(|| format!("cannot sync {}", folder.display())),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The files of a corpus, with their content.
    fn files(corpus: &Path) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for folder in ["cases", "text/cases"] {
            for entry in fs::read_dir(corpus.join(folder)).into_iter().flatten().map(Result::unwrap) {
                let name = format!("{folder}/{}", entry.file_name().display());
                files.insert(name, fs::read_to_string(entry.path()).unwrap());
            }
        }
        files
    }

    #[test]
    fn interrupted_publication_is_finished_by_the_next_one() {
        let change = |place: &str, role, is_written: bool| FileChange {
            place: place.into(),
            role,
            written: is_written.then(|| PathBuf::from(format!("new-{}", place.replace('/', "-")))),
        };
        for n_moved in 0..=4 {
            let directory = tempfile::tempdir().unwrap();
            let corpus = directory.path().join("corpus");
            let changes = || {
                vec![
                    change("cases/a.jsonl", FileRole::Records, true),
                    change("cases/b.jsonl", FileRole::GainingRecords, true),
                    change("cases/c.jsonl", FileRole::Records, false),
                    change("text/cases/a.jsonl", FileRole::Dependents, true),
                ]
            };
            fs::create_dir_all(corpus.join("text/cases")).unwrap();
            fs::create_dir_all(corpus.join("cases")).unwrap();
            fs::create_dir_all(corpus.join(FOLDER)).unwrap();
            for change in changes() {
                fs::write(corpus.join(&change.place), "old").unwrap();
                if let Some(written) = change.written {
                    fs::write(corpus.join(FOLDER).join(written), "new").unwrap();
                }
            }
            fs::write(corpus.join(FOLDER).join(LIST), serde_json::to_vec(&changes()).unwrap()).unwrap();
            for change in changes().iter().take(n_moved) {
                Waiting::new(change, &corpus, &corpus.join(FOLDER)).apply().unwrap();
            }
            finish(&corpus).unwrap();
            let expected = ["cases/a.jsonl", "cases/b.jsonl", "text/cases/a.jsonl"];
            assert_eq!(files(&corpus), expected.map(|name| (name.to_owned(), "new".to_owned())).into());
            assert!(!corpus.join(FOLDER).exists());
        }
    }

    #[test]
    fn publication_without_its_list_changes_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let corpus = directory.path();
        fs::create_dir_all(corpus.join(FOLDER)).unwrap();
        fs::write(corpus.join(FOLDER).join("0"), "new").unwrap();
        finish(corpus).unwrap();
        assert_eq!((files(corpus), corpus.join(FOLDER).exists()), (BTreeMap::new(), false));
    }
}
