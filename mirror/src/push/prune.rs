/*!
Removes old builds, and blobs that no build needs any more.

A push in progress has blobs that no manifest names yet. It reuses a blob only if the served build has it, which no push
removes, or if the blob is younger than twelve hours. So a blob that no manifest names is removed only after a day.

A rollback may choose a build while a push removes it. The rollback writes `latest` and then looks for the manifest; the
push removes the manifest and then reads `latest`. So at least one of them sees the other, and writes the manifest
again. The blobs of the build stay until the next push.
*/

use std::collections::BTreeSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};

use crate::object_store::client::StoreClient;
use crate::object_store::latest::Latest;
use crate::object_store::layout;
use crate::object_store::parallel::for_each;
use crate::object_store::remote_build::RemoteBuild;

/// The age at which a blob that no build has is removed.
const MIN_AGE: SignedDuration = SignedDuration::from_hours(24);

/// The objects that were removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Removed {
    pub(crate) builds: usize,
    pub(crate) blobs: usize,
}

/// Removes all builds but `keep`, and the old blobs that no build had at the beginning or has now. Keeps the builds of
/// `first`, then those that were pushed last.
pub(crate) fn prune(client: &StoreClient, first: &[&str], keep: NonZero<usize>) -> Result<Removed> {
    let mut builds = builds(client)?;
    // The present time by the store's clock, because the store has just written a manifest.
    let now = builds.iter().filter_map(|(modified, _)| *modified).max();
    builds.sort_by_key(|(_, build)| first.iter().position(|named| named == build).unwrap_or(first.len()));
    let builds: Vec<String> = builds.into_iter().map(|(_, build)| build).collect();
    let (kept, superfluous) = builds.split_at(keep.get().min(builds.len()));
    let mut named = named_blobs(client, kept)?;
    let mut n_builds = 0;
    for build in superfluous {
        let manifest = RemoteBuild::read_bytes(client, build)?.unwrap_or_default();
        // A damaged manifest counts as naming no blobs.
        let blobs = RemoteBuild::parse(build, manifest.clone()).map(|remote| remote.blobs).unwrap_or_default();
        named.extend(blobs.into_keys());
        n_builds += usize::from(remove_build(client, build, &manifest)?);
    }
    let old_blobs = old_blobs(client, now)?;
    // The manifests are listed again last, because another push may have written one.
    let written = self::builds(client)?.into_iter().map(|(_, build)| build);
    let written: Vec<String> = written.filter(|build| !builds.contains(build)).collect();
    named.extend(named_blobs(client, &written)?);
    Ok(Removed { builds: n_builds, blobs: remove_blobs(client, &old_blobs, named)? })
}

/// Removes a manifest, unless its build is served. Returns whether it is gone.
fn remove_build(client: &StoreClient, build: &str, manifest: &[u8]) -> Result<bool> {
    // A rollback may have chosen the build since the builds were listed.
    if served(client)?.as_deref() == Some(build) {
        return Ok(false);
    }
    client.delete(&layout::manifest(build))?;
    if served(client)?.as_deref() == Some(build) {
        RemoteBuild::write(client, build, manifest)?;
        return Ok(false);
    }
    Ok(true)
}

/// Removes the blobs that are not in `named`. Stops when another build becomes the served one, because it may have some
/// of them. Returns the number of removed blobs.
fn remove_blobs(client: &StoreClient, blobs: &[String], mut named: BTreeSet<String>) -> Result<usize> {
    let known = served(client)?;
    if let Some(build) = &known {
        let served = RemoteBuild::read(client, build)?;
        let served = served.context("no blob is removed while the manifest of the served build is not there")?;
        named.extend(served.blobs.into_keys());
    }
    let n_removed = AtomicUsize::new(0);
    for_each(blobs.iter().filter(|digest| !named.contains(*digest)), |digest| {
        if served(client)? == known {
            client.delete(&layout::blob(digest))?;
            n_removed.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    })?;
    Ok(n_removed.into_inner())
}

/// The build that `latest` names now.
fn served(client: &StoreClient) -> Result<Option<String>> {
    Ok(Latest::read(client)?.as_ref().and_then(Latest::build).map(str::to_owned))
}

/// The builds, newest push first.
pub(crate) fn builds(client: &StoreClient) -> Result<Vec<(Option<Timestamp>, String)>> {
    let objects = client.list(&layout::builds())?;
    let build = |name: &str| layout::build_of_manifest(name).map(str::to_owned);
    let mut builds: Vec<_> =
        objects.iter().filter_map(|object| Some((object.modified, build(&object.name)?))).collect();
    builds.sort();
    builds.reverse();
    Ok(builds)
}

/// The blobs that are old enough to be removed, in any build or none.
fn old_blobs(client: &StoreClient, now: Option<Timestamp>) -> Result<Vec<String>> {
    let is_old = |modified: Option<Timestamp>| {
        modified.zip(now).is_some_and(|(modified, now)| now.duration_since(modified) > MIN_AGE)
    };
    let objects = client.list(layout::BLOBS)?;
    let old = objects.iter().filter(|object| is_old(object.modified));
    Ok(old.filter_map(|object| layout::digest_of_blob(&object.name).map(str::to_owned)).collect())
}

/// The blobs that these builds have.
fn named_blobs(client: &StoreClient, builds: &[String]) -> Result<BTreeSet<String>> {
    let mut named = BTreeSet::new();
    for build in builds {
        // Another push may have removed the build meanwhile.
        let found = RemoteBuild::read(client, build).context("no blob is removed while a manifest cannot be read")?;
        named.extend(found.into_iter().flat_map(|build| build.blobs.into_keys()));
    }
    Ok(named)
}
