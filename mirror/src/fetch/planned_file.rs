/*!
The files that a mirror should have, as a publisher states them.
*/

/// The files that a mirror should have of one source, those that it has already among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The publisher's name of the release, such as `119-36`; none if the files have no common one.
    pub release: Option<String>,
    /// The files, in the order in which they are fetched.
    pub files: Vec<PlannedFile>,
}

/// A file that a mirror should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFile {
    /// The place below the folder of downloads, with slashes: `us-code/xml_usc42@119-36.zip`.
    pub path: String,
    /// The address.
    pub url: String,
    /// The kind of content, which decides how the end of the file is checked.
    pub content: Content,
    /// The size, if the publisher states it.
    pub bytes: Option<u64>,
    /// The publisher's mark of this content, such as a date or a commit. A file with the same mark in `fetch.lock` is not
    /// asked for again. Without one the server is asked whether the file has changed.
    pub version: Option<String>,
    /// The SHA-256 digest in hexadecimal digits, if the publisher states it.
    pub sha256: Option<String>,
}

/// The kinds of files that publishers have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A zip archive.
    Zip,
    /// A file compressed by bzip2.
    Bzip2,
    /// A file or an archive compressed by gzip.
    Gzip,
    /// One JSON value.
    Json,
    /// An XML document.
    Xml,
}
