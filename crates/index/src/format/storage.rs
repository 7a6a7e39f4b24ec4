/*!
Stores the lists of an index, in memory or in a directory.
*/

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_core::model::Resource;
use lexdex_core::sort::Sorter;
use tantivy::directory::{MmapDirectory, RamDirectory};
use tantivy::{Directory, Index as TantivyIndex};

/// The storage of an index.
pub struct Storage(Backend);

enum Backend {
    Memory(HashMap<Resource, RamDirectory>),
    Directory(PathBuf),
}

/// The name of every segment in a finished index. tantivy's own names are random, and the same corpus must give the
/// same files.
const SEGMENT: &str = "00000000000000000000000000000001";

/// [`SEGMENT`] in the notation of tantivy's metadata.
const SEGMENT_HYPHENATED: &str = "00000000-0000-0000-0000-000000000001";

impl Storage {
    /// New, empty storage in memory.
    pub fn memory() -> Self {
        Self(Backend::Memory(Resource::ALL.iter().map(|resource| (*resource, RamDirectory::create())).collect()))
    }

    /// The storage in a directory.
    pub fn directory(path: &Path) -> Self {
        Self(Backend::Directory(path.to_owned()))
    }

    /// The path of the directory; `None` in memory.
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.0 {
            Backend::Memory(_) => None,
            Backend::Directory(path) => Some(path),
        }
    }

    /// Creates the folders of the lists.
    pub(crate) fn create(&self) -> Result<()> {
        if let Some(path) = self.path() {
            for resource in Resource::ALL {
                let folder = path.join(resource.as_str());
                fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
            }
        }
        Ok(())
    }

    /// The tantivy directory of a list.
    pub(crate) fn list(&self, resource: Resource) -> Result<Box<dyn Directory>> {
        Ok(match &self.0 {
            Backend::Memory(directories) => Box::new(directories[&resource].clone()),
            Backend::Directory(path) => open(&path.join(resource.as_str()))?,
        })
    }

    /// A sorter for the records of a list, which spills to disk unless the list is in memory.
    pub(crate) fn sorter(&self, resource: Resource) -> Sorter {
        self.one_of_sorters(1, resource)
    }

    /// One of `n_sorters` sorters that together take the memory of one.
    pub(crate) fn one_of_sorters(&self, n_sorters: usize, resource: Resource) -> Sorter {
        match self.path() {
            None => Sorter::in_memory(),
            Some(path) => Sorter::one_of(n_sorters, &path.join(resource.as_str())),
        }
    }

    /// Makes the files of a finished list reproducible: renames the segment, and removes tantivy's private files, which
    /// only a writer needs.
    pub(crate) fn finalize(&self, resource: Resource, index: &TantivyIndex) -> Result<()> {
        let Some(path) = self.path() else {
            return Ok(());
        };
        let folder = path.join(resource.as_str());
        let meta = folder.join("meta.json");
        let mut text = fs::read_to_string(&meta)?;
        for segment in index.searchable_segment_ids()? {
            let segment = segment.uuid_string();
            rename_segment(&folder, &segment)?;
            text = text.replace(&hyphenated(&segment), SEGMENT_HYPHENATED).replace(&segment, SEGMENT);
        }
        // A new file gets the default mode; tantivy's is readable for its owner only.
        fs::remove_file(&meta)?;
        fs::write(&meta, text)?;
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

fn open(folder: &Path) -> Result<Box<dyn Directory>> {
    let directory = MmapDirectory::open(folder);
    Ok(Box::new(directory.with_context(|| format!("cannot open {}", folder.display()))?))
}

fn rename_segment(folder: &Path, segment: &str) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(rest) = name.strip_prefix(segment) {
            fs::rename(&path, folder.join(format!("{SEGMENT}{rest}")))?;
        }
    }
    Ok(())
}

/// A segment's name in the notation of tantivy's metadata.
fn hyphenated(segment: &str) -> String {
    [&segment[..8], &segment[8..12], &segment[12..16], &segment[16..20], &segment[20..]].join("-")
}
