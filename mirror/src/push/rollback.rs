/*!
The rollback to a build that the store still has.
*/

use anyhow::{Context, Result, bail};
use lexdex_index::is_build_id;

use crate::object_store::client::StoreClient;
use crate::object_store::latest::{self, Latest};
use crate::object_store::layout;
use crate::object_store::parallel::for_each;
use crate::object_store::remote_build::RemoteBuild;
use crate::push::prune::builds;

/// Makes `latest` name an earlier build, if the store has all of it. Returns whether another build was served before.
/// Fails with [`Raced`](latest::Raced) if a push has written `latest` meanwhile.
pub(crate) fn roll_back(client: &StoreClient, build: &str) -> Result<bool> {
    if !is_build_id(build) {
        bail!("{build:?} is not a build id, which has 64 hexadecimal digits in lower case");
    }
    let known = Latest::read(client)?;
    let Some(remote) = RemoteBuild::read(client, build)? else {
        let builds: Vec<String> = builds(client)?.into_iter().map(|(_, build)| format!("\n  {build}")).collect();
        if builds.is_empty() {
            bail!("the store has no build {build}, and no other one: push an index");
        }
        bail!("the store has no build {build}. It has, the one pushed last first:{}", builds.concat());
    };
    check_blobs(client, &remote)?;
    if known.as_ref().and_then(Latest::build) == Some(build) {
        return Ok(false);
    }
    // The new time of the manifest makes the next push keep the build.
    RemoteBuild::write(client, build, &remote.bytes)?;
    latest::replace(client, known.as_ref(), build)?;
    // A push may have removed some of the build before it read the new `latest`.
    if client.head(&layout::manifest(build))?.is_none() {
        RemoteBuild::write(client, build, &remote.bytes)?;
    }
    check_blobs(client, &remote).context("a push has removed blobs of the build that is served now")?;
    Ok(true)
}

/// Fails unless the store has the blobs of a build.
fn check_blobs(client: &StoreClient, remote: &RemoteBuild) -> Result<()> {
    for_each(remote.blobs.iter(), |(digest, bytes)| {
        let name = layout::blob(digest);
        match client.head(&name)? {
            Some(head) if head.bytes == *bytes => Ok(()),
            Some(head) => {
                bail!("{} has {} bytes in place of {bytes}: push the build again", client.url(&name), head.bytes)
            }
            None => bail!("{} is not there: push the build again", client.url(&name)),
        }
    })
}
