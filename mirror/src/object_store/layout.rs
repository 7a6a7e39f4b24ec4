/*!
The names of the objects.
*/

use lexdex_index::{BUILDS_FOLDER, MANIFEST_FILE, is_build_id};

/// The object that names the build to serve.
pub(crate) const LATEST: &str = "latest";

/// The prefix of the names of all blobs.
pub(crate) const BLOBS: &str = "blobs/sha256/";

/// The name of a blob, by the digest of its content.
pub(crate) fn blob(digest: &str) -> String {
    format!("{BLOBS}{digest}")
}

/// The prefix of the names of all manifests.
pub(crate) fn builds() -> String {
    format!("{BUILDS_FOLDER}/")
}

/// The name of the manifest of a build.
pub(crate) fn manifest(build: &str) -> String {
    format!("{BUILDS_FOLDER}/{build}/{MANIFEST_FILE}")
}

/// The build of a manifest, by its name; `None` for anything else.
pub(crate) fn build_of_manifest(name: &str) -> Option<&str> {
    let build = name.strip_prefix(BUILDS_FOLDER)?.strip_prefix('/')?.strip_suffix(MANIFEST_FILE)?.strip_suffix('/')?;
    is_build_id(build).then_some(build)
}

/// The digest of a blob, by its name; `None` for anything else.
pub(crate) fn digest_of_blob(name: &str) -> Option<&str> {
    name.strip_prefix(BLOBS).filter(|digest| is_build_id(digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_of_a_blob_or_manifest_parses_back() {
        let digest = "0123456789abcdef".repeat(4);
        assert_eq!(build_of_manifest(&manifest(&digest)), Some(digest.as_str()));
        assert_eq!(digest_of_blob(&blob(&digest)), Some(digest.as_str()));
        for other in ["", "builds/", "builds//manifest.json", "builds/../manifest.json", "latest", "blobs/sha256/ab"] {
            assert_eq!((build_of_manifest(other), digest_of_blob(other)), (None, None), "{other}");
        }
    }
}
