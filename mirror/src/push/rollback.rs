/*!
The way back to a build that the store still has.
*/

use anyhow::{Result, bail};
use lexdex::index::is_build_id;

use crate::object_store::client::Client;
use crate::object_store::latest::{self, Latest};
use crate::object_store::layout;
use crate::object_store::parallel::for_each;
use crate::object_store::remote_build::RemoteBuild;
use crate::push::prune::builds;

/// Serves an earlier build again, if the store has all of it. Returns whether another one was served. Fails with
/// [`Raced`](latest::Raced) if a push has written `latest` meanwhile.
pub(crate) fn roll_back(client: &Client<'_>, build: &str) -> Result<bool> {
    if !is_build_id(build) {
        bail!("{build:?} is no build id, which has 64 hexadecimal digits in lower case");
    }
    let known = Latest::read(client)?;
    let Some(remote) = RemoteBuild::read(client, build)? else {
        let builds: Vec<String> = builds(client)?.into_iter().map(|(_, build)| format!("\n  {build}")).collect();
        bail!("the store has no build {build}. It has, the one pushed last first:{}", builds.concat());
    };
    for_each(remote.blobs.iter(), |(digest, bytes)| {
        let name = layout::blob(digest);
        match client.head(&name)? {
            Some(head) if head.bytes == *bytes => Ok(()),
            Some(head) => {
                bail!("{} has {} bytes in place of {bytes}: push the build again", client.url(&name), head.bytes)
            }
            None => bail!("{} is not there: push the build again", client.url(&name)),
        }
    })?;
    if known.as_ref().and_then(Latest::build) == Some(build) {
        return Ok(false);
    }
    // Its time says when the build was pushed last, so that the next push keeps it.
    client.put(&layout::manifest(build), &remote.bytes, None)?;
    latest::replace(client, known.as_ref(), build)?;
    Ok(true)
}
