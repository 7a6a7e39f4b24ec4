/*!
Where the three lists of an index lie: in memory, or in a directory.
*/

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tantivy::directory::{MmapDirectory, RamDirectory};
use tantivy::{Directory, Index as TantivyIndex};

use crate::model::Resource;
use crate::sort::Sorter;

/// The place of an index.
pub struct Storage(Place);

enum Place {
    Memory(HashMap<Resource, RamDirectory>),
    Directory(PathBuf),
}

/// The segment's name in every index we build: tantivy draws a random one, and the same corpus must give the same
/// files.
const SEGMENT: &str = "00000000000000000000000000000001";

/// [`SEGMENT`] as the metadata spells it.
const SEGMENT_HYPHENATED: &str = "00000000-0000-0000-0000-000000000001";

impl Storage {
    /// A new, empty place in memory.
    pub fn memory() -> Self {
        Self(Place::Memory(Resource::ALL.iter().map(|resource| (*resource, RamDirectory::create())).collect()))
    }

    /// A directory.
    pub fn directory(path: &Path) -> Self {
        Self(Place::Directory(path.to_owned()))
    }

    /// The directory, if it is one.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.0 {
            Place::Memory(_) => None,
            Place::Directory(path) => Some(path),
        }
    }

    /// Makes the folders of the lists.
    pub(super) fn create(&self) -> Result<()> {
        if let Some(path) = self.path() {
            for resource in Resource::ALL {
                let folder = path.join(resource.as_str());
                fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
            }
        }
        Ok(())
    }

    /// The directory of a list's files.
    pub(super) fn list(&self, resource: Resource) -> Result<Box<dyn Directory>> {
        Ok(match &self.0 {
            Place::Memory(directories) => Box::new(directories[&resource].clone()),
            Place::Directory(path) => {
                let folder = path.join(resource.as_str());
                let directory = MmapDirectory::open(&folder);
                Box::new(directory.with_context(|| format!("cannot open {}", folder.display()))?)
            }
        })
    }

    /// An empty place for a part of a list's index, until the parts are merged.
    pub(super) fn part(&self, resource: Resource, number: usize) -> Result<Box<dyn Directory>> {
        let Some(path) = self.path() else {
            return Ok(Box::new(RamDirectory::create()));
        };
        let folder = part_folder(&path.join(resource.as_str()), number);
        fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let directory = MmapDirectory::open(&folder);
        Ok(Box::new(directory.with_context(|| format!("cannot open {}", folder.display()))?))
    }

    /// Puts the part of this number, which the others were merged into, in the place of the list's index, whose own
    /// segment was the first of them, and removes them.
    pub(super) fn put_in_place(&self, resource: Resource, first: &TantivyIndex, merged: usize) -> Result<()> {
        let Some(path) = self.path() else {
            bail!("the parts of an index in memory cannot change places");
        };
        let folder = path.join(resource.as_str());
        for segment in first.searchable_segment_ids()? {
            remove_segment(&folder, &segment.uuid_string())?;
        }
        for entry in fs::read_dir(part_folder(&folder, merged))? {
            let entry = entry?;
            fs::rename(entry.path(), folder.join(entry.file_name()))?;
        }
        for number in 0..=merged {
            let part = part_folder(&folder, number);
            if part.exists() {
                fs::remove_dir_all(part)?;
            }
        }
        Ok(())
    }

    /// A sorter for the records of a list, in memory or on disk as the list itself.
    pub(super) fn sorter(&self, resource: Resource) -> Sorter {
        match self.path() {
            None => Sorter::in_memory(),
            Some(path) => Sorter::new(&path.join(resource.as_str())),
        }
    }

    /// Gives the files of a list's finished segment the same names in every build, and removes tantivy's notes to
    /// itself, which only a writer needs.
    pub(super) fn settle(&self, resource: Resource, index: &TantivyIndex) -> Result<()> {
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
        // The names of the parts that the index was merged from.
        let mut meta_json: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text)?;
        meta_json.remove("payload");
        let text = serde_json::to_string_pretty(&meta_json)?;
        // tantivy lets only its own user read the file; a new one has the mode that every other file gets.
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

fn part_folder(list: &Path, number: usize) -> PathBuf {
    list.join(format!("part-{number}"))
}

fn rename_segment(folder: &Path, segment: &str) -> Result<()> {
    for (path, rest) in segment_files(folder, segment)? {
        fs::rename(&path, folder.join(format!("{SEGMENT}{rest}")))?;
    }
    Ok(())
}

fn remove_segment(folder: &Path, segment: &str) -> Result<()> {
    for (path, _) in segment_files(folder, segment)? {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// The files of a segment, each with what its name has behind the segment's.
fn segment_files(folder: &Path, segment: &str) -> Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(rest) = name.strip_prefix(segment) {
            let rest = rest.to_owned();
            files.push((path, rest));
        }
    }
    Ok(files)
}

/// A segment's name as the metadata spells it.
fn hyphenated(segment: &str) -> String {
    [&segment[..8], &segment[8..12], &segment[12..16], &segment[16..20], &segment[20..]].join("-")
}
