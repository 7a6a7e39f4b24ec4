/*!
The files that a mirror should have, as a publisher states them.
*/

use anyhow::{Result, bail};

/// The files that a mirror should have of one source, including those that it has already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePlan {
    /// The publisher's name of the release, such as `119-36`; `None` if the files have no common release.
    pub release: Option<String>,
    /// The files, in the order in which they are fetched.
    pub files: Vec<PlannedFile>,
    /// Remarks for the operator, such as a release that was passed over, and why.
    pub notes: Vec<String>,
    /// The errors of parts of the source that could not be planned, such as the bills of one type. Such a part keeps
    /// the files that the mirror has.
    pub failures: Vec<String>,
}

/// A file that a mirror should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFile {
    /// The path below the folder of downloads, with slashes: `us-code/xml_usc42@119-36.zip`.
    pub path: String,
    /// The address.
    pub url: String,
    /// The kind of content, which decides how the end of the file is checked.
    pub content: ContentKind,
    /// The size, if the publisher states it.
    pub bytes: Option<u64>,
    /// The publisher's version of this content, such as a date or a commit. A file with the same version in
    /// `fetch.lock` is not requested again. Without a version, a conditional request asks whether the file has changed.
    pub version: Option<String>,
    /// The SHA-256 digest in hexadecimal digits, if the publisher states it.
    pub sha256: Option<String>,
}

/// Fails unless a path names a file in the folder of a source, and is valid on every operating system.
pub(crate) fn check_path(path: &str, source: &str) -> Result<()> {
    let is_plain = |name: &str| {
        let is_allowed = |letter: char| !letter.is_control() && !r#"\:*?"<>|"#.contains(letter);
        !name.is_empty() && name.chars().all(is_allowed) && !name.ends_with(['.', ' '])
    };
    let Some((folder, name)) = path.split_once('/') else { bail!("the path {path:?} is not in the folder {source}") };
    if folder != source || !is_plain(folder) {
        bail!("the path {path:?} is not in the folder {source}");
    }
    if unfinished(path).is_some() {
        bail!("the path {path:?} is one of an unfinished download");
    }
    if !name.split('/').all(is_plain) {
        bail!("the path {path:?} has a name that not every system allows");
    }
    Ok(())
}

/// The end of the name of an unfinished download.
pub(crate) const PART: &str = ".part";

/// The end of the name of the file with the validators of an unfinished download.
pub(crate) const PART_STATE: &str = ".part.json";

/// The path of the file to which an unfinished download belongs; `None` if `path` is not of an unfinished download.
pub(crate) fn unfinished(path: &str) -> Option<&str> {
    [PART, PART_STATE, ".part.json.new"].iter().find_map(|end| path.strip_suffix(end))
}

/// The kinds of files that publishers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentKind {
    /// A zip archive.
    Zip,
    /// A file compressed by bzip2.
    Bzip2,
    /// A file or an archive compressed by gzip.
    Gzip,
    /// One JSON value.
    Json,
}

impl ContentKind {
    /// The name of the kind in a message.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Zip => "a zip archive",
            Self::Bzip2 => "a bzip2 file",
            Self::Gzip => "a gzip file",
            Self::Json => "a JSON document",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_is_in_the_folder_of_its_source() {
        let is_right = |path: &str| check_path(path, "us-code").is_ok();
        assert!(is_right("us-code/xml_usc42@119-36.zip"));
        assert!(is_right("us-code/a/b.zip"));
        for path in [
            "",
            "us-code",
            "us-code/",
            "cap/a",
            "/us-code/a",
            "us-code//a",
            "us-code/../a",
            "us-code/./a",
            "us-code/a\\b",
            "us-code/a:b",
            "us-code/a\n",
            "us-code/a.",
            "us-code/a?x=1",
        ] {
            assert!(!is_right(path), "{path:?}");
        }
    }
}
