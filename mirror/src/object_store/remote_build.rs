/*!
A build in a store: its manifest, whose digest is the build id.
*/

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use lexdex_index::{FileEntry, MANIFEST_FILE, Manifest, SCHEMA_VERSION, is_build_id};
use object_store::PutMode;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::object_store::client::{Got, Put, StoreClient};
use crate::object_store::layout;

/// The largest manifest, in bytes. A usual one has some 10 KiB.
const MAX_MANIFEST: u64 = 16 << 20;

/// The manifest of a build in a store, of any schema version.
#[derive(Clone, Debug)]
pub(crate) struct RemoteBuild {
    /// The bytes, whose digest is the build id.
    pub(crate) bytes: Vec<u8>,
    /// The blobs that the build consists of, by digest, with their sizes.
    pub(crate) blobs: BTreeMap<String, u64>,
    schema_version: u32,
}

/// The fields of the manifests of all schema versions.
#[derive(Deserialize)]
struct AnyManifest {
    schema_version: u32,
    files: Vec<FileEntry>,
}

impl RemoteBuild {
    /// Reads the manifest of a build; `None` if the store does not have it. Fails if its digest is not the build id.
    pub(crate) fn read(client: &StoreClient, build: &str) -> Result<Option<Self>> {
        let Some(bytes) = Self::read_bytes(client, build)? else { return Ok(None) };
        let damaged = || format!("{} is damaged", client.url(&layout::manifest(build)));
        Self::parse(build, bytes).with_context(damaged).map(Some)
    }

    /// Reads the bytes of the manifest of a build without checking them; `None` if the store does not have it.
    pub(crate) fn read_bytes(client: &StoreClient, build: &str) -> Result<Option<Vec<u8>>> {
        match client.get(&layout::manifest(build), None, MAX_MANIFEST)? {
            Got::Found { body, .. } => Ok(Some(body)),
            Got::Missing | Got::Unchanged => Ok(None),
        }
    }

    /// Writes the manifest of a build, and reads it back unless the store has compared the digest.
    pub(crate) fn write(client: &StoreClient, build: &str, bytes: &[u8]) -> Result<()> {
        let name = layout::manifest(build);
        if client.put(&name, bytes.to_vec(), PutMode::Overwrite)? == (Put::Written { is_checked: true }) {
            return Ok(());
        }
        match client.get(&name, None, MAX_MANIFEST)? {
            Got::Found { body, .. } if body == bytes => Ok(()),
            _ => {
                client.delete(&name)?;
                bail!("{} has other bytes than were sent, and is removed: push again", client.url(&name))
            }
        }
    }

    /// Reads the manifest of a build from its bytes.
    pub(crate) fn parse(build: &str, bytes: Vec<u8>) -> Result<Self> {
        let digest = const_hex::encode(Sha256::digest(&bytes));
        if digest != build {
            bail!("its digest is {digest}, and not the build id");
        }
        let AnyManifest { schema_version, files } = serde_json::from_slice(&bytes)?;
        let blobs = check(&files)?;
        Ok(Self { bytes, blobs, schema_version })
    }

    /// The manifest. Fails unless it has this program's schema version.
    pub(crate) fn manifest(&self, build: &str) -> Result<Manifest> {
        if self.schema_version != SCHEMA_VERSION {
            bail!(
                "build {build} has schema version {}, and this lexdex-mirror reads version {SCHEMA_VERSION}: let the same \
                 version push, pull and serve",
                self.schema_version
            );
        }
        let manifest: Manifest = serde_json::from_slice(&self.bytes).context("the manifest is damaged")?;
        if manifest.build_id() != build {
            bail!("build {build} was written by another version of index-builder: let the same version push and pull");
        }
        Ok(manifest)
    }
}

/// Checks the names and digests of files, because both become paths. Returns the size of the content of each digest.
fn check(files: &[FileEntry]) -> Result<BTreeMap<String, u64>> {
    let mut paths = BTreeSet::new();
    let mut blobs = BTreeMap::new();
    for FileEntry { path, bytes, sha256 } in files {
        if !is_of_index(path) || !paths.insert(path) {
            bail!("it names the file {path:?}, which no index has");
        }
        if !is_build_id(sha256) {
            bail!("the digest of {path} is {sha256:?}");
        }
        if blobs.insert(sha256.clone(), *bytes).is_some_and(|other| other != *bytes) {
            bail!("it gives two sizes to the content with the digest {sha256}");
        }
    }
    Ok(blobs)
}

/// Whether a path can be in an index: plain names, at most one folder deep, and not the manifest.
fn is_of_index(path: &str) -> bool {
    let is_plain = |name: &str| {
        !matches!(name, "" | "." | "..")
            && name.len() <= 128
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    };
    path != MANIFEST_FILE && path.split('/').count() <= 2 && path.split('/').all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIGEST: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    fn file(path: &str, bytes: u64, sha256: &str) -> FileEntry {
        FileEntry { path: path.to_owned(), bytes, sha256: sha256.to_owned() }
    }

    #[test]
    fn files_of_an_index_have_plain_names_and_digests() {
        let blobs = check(&[file("courts.jsonl", 1, DIGEST), file("cases/.managed.json", 1, DIGEST)]).unwrap();
        assert_eq!(blobs, BTreeMap::from([(DIGEST.to_owned(), 1)]));
        for path in
            ["", "/etc/passwd", "..", "../x", "cases/../x", "a/b/c", "a\\b", "c:x", "manifest.json", "a/", "é", "a b"]
        {
            let error = check(&[file(path, 1, DIGEST)]).unwrap_err().to_string();
            assert_eq!(error, format!("it names the file {path:?}, which no index has"));
        }
        assert!(check(&[file("a", 1, DIGEST), file("a", 1, DIGEST)]).is_err());
        assert!(check(&[file("a", 1, DIGEST), file("b", 2, DIGEST)]).is_err());
        for digest in ["", "../../latest", &DIGEST[1..], &DIGEST.to_uppercase()] {
            assert!(check(&[file("a", 1, digest)]).is_err(), "{digest}");
        }
    }

    #[test]
    fn digest_of_a_manifest_is_the_build_id() {
        let bytes = b"{\"schema_version\":1,\"files\":[]}".to_vec();
        let build = const_hex::encode(Sha256::digest(&bytes));
        assert!(RemoteBuild::parse(&build, bytes.clone()).is_ok());
        assert!(RemoteBuild::parse(DIGEST, bytes).unwrap_err().to_string().ends_with("and not the build id"));
    }
}
