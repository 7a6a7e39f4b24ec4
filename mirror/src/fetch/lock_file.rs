/*!
`fetch.lock`: the files that the mirror has, as they were fetched.

A line of JSON for each file, in the order of their paths.
*/

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A file as it was fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LockedFile {
    /// The place below the folder of downloads, with slashes.
    pub path: String,
    /// The name of the source.
    pub source: String,
    /// The publisher's name of the release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// The address.
    pub url: String,
    /// The `ETag` of the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
    /// The `Last-Modified` of the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
    /// The publisher's mark of this content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The size.
    pub bytes: u64,
    /// The SHA-256 digest in hexadecimal digits.
    pub sha256: String,
    /// The time at which the file was fetched, in UTC: `2026-11-23T17:00:00Z`.
    pub fetched: String,
}

/// The files that the mirror has, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockFile {
    /// The files by path.
    pub files: BTreeMap<String, LockedFile>,
}
