/*!
The index that is pushed.
*/

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use lexdex_index::{Index, MANIFEST_FILE, Manifest, index_directory};

use crate::object_store::remote_build::RemoteBuild;

/// An index of which every byte has been checked. It stays open, so that no program removes it meanwhile.
pub(crate) struct LocalBuild {
    pub(crate) id: String,
    /// The manifest's bytes.
    pub(crate) manifest: Vec<u8>,
    /// The distinct contents of its files.
    pub(crate) blobs: Vec<LocalBlob>,
    _open: Index,
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LocalBlob {
    pub(crate) digest: String,
    pub(crate) bytes: u64,
    /// A file with this content.
    pub(crate) path: PathBuf,
}

impl LocalBuild {
    /// Opens and checks an index, or the current one of a folder of published indexes.
    pub(crate) fn open(index: &Path) -> Result<Self> {
        let directory = index_directory(index)?;
        // Opened before the check, because no program removes an open index.
        let open = Index::open(&directory)?;
        let manifest = Manifest::read(&directory)?;
        manifest.verify(&directory)?;
        let (id, path) = (manifest.build_id(), directory.join(MANIFEST_FILE));
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let bytes = RemoteBuild::parse(&id, bytes)
            .with_context(|| format!("{} is not as index-builder writes it: build the index again", path.display()))?
            .bytes;
        let mut blobs = BTreeMap::new();
        for file in &manifest.files {
            blobs.insert(file.sha256.clone(), (file.bytes, directory.join(&file.path)));
        }
        let blobs = blobs.into_iter().map(|(digest, (bytes, path))| LocalBlob { digest, bytes, path }).collect();
        Ok(Self { id, manifest: bytes, blobs, _open: open })
    }
}
