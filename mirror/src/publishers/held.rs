/*!
The files that the mirror has of one source.
*/

use std::collections::BTreeMap;

use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::{ContentKind, PlannedFile};

/// The files that the mirror has of a source, by path.
pub(crate) fn held<'k>(
    known: &'k BTreeMap<String, LockedFile>,
    source: &str,
) -> impl Iterator<Item = (&'k str, &'k LockedFile)> {
    let source = source.to_owned();
    known.iter().filter(move |(_, file)| file.source == source).map(|(path, file)| (&**path, file))
}

/// Plans a file as the mirror has it, so that no request is made for it.
pub(crate) fn kept(file: &LockedFile, content: ContentKind) -> PlannedFile {
    PlannedFile {
        path: file.path.clone(),
        url: file.url.clone(),
        content,
        bytes: Some(file.bytes),
        version: file.version.clone(),
        sha256: None,
    }
}
