/*!
Locations of files: paths, with an exclamation mark between an archive and the path in it.
*/

use std::path::{MAIN_SEPARATOR, Path};

/// The location of a file on the disk, with slashes between its folders.
pub(super) fn from_path(path: &Path) -> String {
    with_slashes(path.to_string_lossy().into_owned(), MAIN_SEPARATOR)
}

fn with_slashes(path: String, separator: char) -> String {
    // On systems where a backslash does not separate folders, names may contain one.
    if separator == '/' { path } else { path.replace(separator, "/") }
}

/// The location of an entry of an archive.
pub(crate) fn inside(archive: &str, entry: &str) -> String {
    format!("{archive}!{entry}")
}

const SEPARATORS: [char; 2] = ['/', '!'];

/// The parts of a location: folders and archives, then the file.
pub(crate) fn segments(location: &str) -> impl DoubleEndedIterator<Item = &str> {
    location.split(SEPARATORS)
}

/// The last part of a location.
pub(crate) fn file_name(location: &str) -> &str {
    segments(location).next_back().unwrap_or(location)
}

/// The folder or archive that holds a file or folder; empty at the top.
pub(crate) fn parent(location: &str) -> &str {
    location.rsplit_once(SEPARATORS).map_or("", |(parent, _)| parent)
}

/// The outermost archive that has a file. Empty for a file outside archives.
pub(crate) fn archive(location: &str) -> &str {
    location.split_once('!').map_or("", |(archive, _)| archive)
}

/// An entry's path with slashes between its folders, or `None` if it leads out of the archive.
pub(super) fn entry_path(raw: &str) -> Option<String> {
    let path = raw.replace('\\', "/");
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    let climbs = path.starts_with('/') || has_drive || path.split('/').any(|part| part == "..") || path.contains('\0');
    (!climbs).then(|| path.split('/').filter(|part| !part.is_empty() && *part != ".").collect::<Vec<_>>().join("/"))
}

/// Whether a path is that of a hidden file, or of the metadata that macOS adds to archives.
pub(super) fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| (part.starts_with('.') && part != "." && part != "..") || part == "__MACOSX")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn location_of_a_path_has_slashes_between_its_folders() {
        for (path, separator, location) in [
            ("C:\\law data\\usc01.xml", '\\', "C:/law data/usc01.xml"),
            ("law data/usc\\01.xml", '/', "law data/usc\\01.xml"),
        ] {
            assert_eq!(with_slashes(path.to_owned(), separator), location);
        }
        assert_eq!(from_path(&["a b", "c.xml"].iter().collect::<std::path::PathBuf>()), "a b/c.xml");
    }

    #[test]
    fn entry_that_leads_out_of_its_archive_has_no_path() {
        for raw in ["../x", "a/../../x", "/etc/x", "a\\..\\x", "C:\\x", "a\0b", "\\\\host\\x"] {
            assert_eq!(entry_path(raw), None, "{raw}");
        }
        for (raw, path) in [("./a/b.xml", "a/b.xml"), ("a\\b.xml", "a/b.xml"), ("a..b", "a..b"), ("a//b/", "a/b")] {
            assert_eq!(entry_path(raw).as_deref(), Some(path), "{raw}");
        }
    }
}
