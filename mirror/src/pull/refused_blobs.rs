/*!
The blobs of a store whose bytes did not match their names, so that a watch does not fetch them again in every pull.
*/

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::object_store::client::{ObjectHead, StoreClient};
use crate::object_store::layout;
use crate::object_store::parallel::lock;

/// The time after which a refused blob is fetched again even if the object is the same, because the network may have
/// damaged it.
const RETRY_AFTER: Duration = Duration::from_secs(3600);

/// The blobs that were refused since the program was started, by digest.
#[derive(Debug, Default)]
pub(crate) struct RefusedBlobs(Mutex<HashMap<String, BlobRefusal>>);

#[derive(Clone, Debug)]
struct BlobRefusal {
    /// The object that was fetched.
    head: Option<ObjectHead>,
    at: Instant,
    error: String,
}

impl RefusedBlobs {
    /// Fails with the error of a refused blob, if the store still has the same object in its place.
    pub(crate) fn check<'d>(&self, client: &StoreClient, digests: impl Iterator<Item = &'d str>) -> Result<()> {
        for digest in digests {
            let Some(refusal) = lock(&self.0).get(digest).cloned() else { continue };
            if refusal.at.elapsed() < RETRY_AFTER && refusal.is_of(client.head(&layout::blob(digest))?.as_ref()) {
                bail!(refusal.error);
            }
        }
        Ok(())
    }

    /// Remembers a blob that was refused with this error.
    pub(crate) fn add(&self, client: &StoreClient, digest: &str, error: &str) -> Result<()> {
        let head = client.head(&layout::blob(digest))?;
        let refusal = BlobRefusal { head, at: Instant::now(), error: error.to_owned() };
        lock(&self.0).insert(digest.to_owned(), refusal);
        Ok(())
    }
}

impl BlobRefusal {
    /// Whether the store still has the object that was refused.
    fn is_of(&self, found: Option<&ObjectHead>) -> bool {
        let mark = |head: Option<&ObjectHead>| head.and_then(|head| Some((head.version.clone()?, head.bytes)));
        mark(found).is_some() && mark(found) == mark(self.head.as_ref())
    }
}
