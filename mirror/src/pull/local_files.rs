/*!
The files of the builds that are published on this machine, by content.
*/

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_index::{BUILDS_FOLDER, FileEntry, Manifest, current_build, is_build_id};

/// Files by the digests of their contents, as the manifests state them.
#[derive(Debug, Default)]
pub(crate) struct LocalFiles(HashMap<String, (PathBuf, FileEntry)>);

impl LocalFiles {
    /// The files of all builds in a folder of published indexes; those of the current one first.
    pub(crate) fn new(out: &Path) -> Result<Self> {
        let folder = out.join(BUILDS_FOLDER);
        let mut builds: Vec<String> = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", folder.display())),
            Ok(entries) => entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect(),
        };
        builds.retain(|name| is_build_id(name));
        let current = current_build(out)?;
        builds.sort_by_key(|build| Some(build) != current.as_ref());
        let mut files = HashMap::new();
        for directory in builds.iter().map(|build| folder.join(build)) {
            // Skips a build of another version, or one whose removal was interrupted.
            let Ok(manifest) = Manifest::read(&directory) else { continue };
            for file in manifest.files {
                files.entry(file.sha256.clone()).or_insert_with(|| (directory.clone(), file));
            }
        }
        Ok(Self(files))
    }

    /// The path of a file with this content. Every byte of it is checked.
    pub(crate) fn find(&self, wanted: &FileEntry) -> Option<PathBuf> {
        let (directory, file) = self.0.get(&wanted.sha256)?;
        (file.bytes == wanted.bytes && file.verify(directory).is_ok()).then(|| directory.join(&file.path))
    }
}
