/*!
The push of an index.
*/

use std::num::NonZero;
use std::path::Path;

use anyhow::{Context, Result};

use crate::fetch::progress::FetchProgress;
use crate::object_store::client::StoreClient;
use crate::object_store::latest::{self, Latest};
use crate::object_store::layout;
use crate::object_store::remote_build::RemoteBuild;
use crate::push::local_build::LocalBuild;
use crate::push::prune::{Removed, prune};
use crate::push::uploads::{Uploaded, upload_missing};

/// The result of a push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pushed {
    /// The build that the store serves now.
    pub(crate) build: String,
    pub(crate) uploaded: Uploaded,
    pub(crate) removed: Removed,
    /// Whether anything in the store has changed.
    pub(crate) is_new: bool,
}

/// Pushes an index, and removes the builds beyond those to keep. Fails with [`Raced`](latest::Raced) if another push has
/// written `latest` meanwhile. If the store serves the build already, only blobs that it has lost are uploaded.
pub(crate) fn push_index(
    client: &StoreClient,
    index: &Path,
    keep: NonZero<usize>,
    progress: &(dyn FetchProgress + Sync),
) -> Result<Pushed> {
    let local = LocalBuild::open(index)?;
    let known = Latest::read(client)?;
    let served = known.as_ref().and_then(Latest::build);
    let manifest = match served {
        // A damaged manifest counts as missing, so that the push repairs it.
        Some(build) => RemoteBuild::read(client, build).ok().flatten(),
        None => None,
    };
    let is_served = served == Some(local.id.as_str()) && manifest.is_some();
    let blobs = manifest.map(|manifest| manifest.blobs).unwrap_or_default();
    let uploaded = upload_missing(client, &local.blobs, &blobs, progress)?;
    let build = local.id.clone();
    if is_served {
        return Ok(Pushed { build, uploaded, removed: Removed::default(), is_new: uploaded.blobs > 0 });
    }
    // Written even if it exists, because its time records when the build was last pushed.
    RemoteBuild::write(client, &build, &local.manifest)?;
    if served != Some(local.id.as_str()) {
        latest::replace(client, known.as_ref(), &build)?;
    }
    // Another push may have removed some of the build before it read the new `latest`.
    let own = local.blobs.iter().map(|blob| (blob.digest.clone(), blob.bytes)).collect();
    upload_missing(client, &local.blobs, &own, progress)?;
    if client.head(&layout::manifest(&build))?.is_none() {
        RemoteBuild::write(client, &build, &local.manifest)?;
    }
    let first: Vec<&str> = [Some(build.as_str()), served].into_iter().flatten().collect();
    let removed = prune(client, &first, keep)
        .with_context(|| format!("build {build} is pushed and served, but old ones are left in the store"))?;
    Ok(Pushed { build, uploaded, removed, is_new: true })
}
