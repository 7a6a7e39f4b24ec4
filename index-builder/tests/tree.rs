//! The content of a directory, for comparisons.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

/// The content of every file by its path within the directory. The paths of folders end with a slash and have no
/// content.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Tree(pub(crate) BTreeMap<String, Vec<u8>>);

impl Tree {
    pub(crate) fn from_directory(directory: &Path) -> Self {
        let mut tree = Self(BTreeMap::new());
        tree.add(directory, "");
        tree
    }

    fn add(&mut self, directory: &Path, prefix: &str) {
        for entry in fs::read_dir(directory).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{prefix}{}", entry.file_name().into_string().unwrap());
            if entry.file_type().unwrap().is_dir() {
                let folder = format!("{path}/");
                self.add(&entry.path(), &folder);
                self.0.insert(folder, Vec::new());
            } else {
                self.0.insert(path, fs::read(entry.path()).unwrap());
            }
        }
    }

    /// The paths of the files.
    pub(crate) fn files(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).filter(|path| !path.ends_with('/')).collect()
    }

    pub(crate) fn text(&self, file: &str) -> &str {
        std::str::from_utf8(&self.0[file]).unwrap()
    }
}

/// Shows paths and sizes, because the contents are too long to read in a failed comparison.
impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.0.iter().map(|(path, content)| (path, content.len()))).finish()
    }
}
