/*!
Uploads of the blobs that a store does not have.
*/

use std::collections::BTreeMap;
use std::fs::File;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use lexdex_core::platform::read_exact_at;
use object_store::PutMode;
use sha2::{Digest, Sha256};

use crate::fetch::progress::FetchProgress;
use crate::object_store::client::{Put, StoreClient, StoredPart, Upload};
use crate::object_store::layout;
use crate::object_store::parallel::{Meter, for_each, lock};
use crate::push::local_build::LocalBlob;

/// The size of a part, and of the largest blob that is uploaded in one request, in bytes. Each connection holds a part
/// in memory.
const PART_BYTES: u64 = 16 << 20;

/// The maximum number of parts that a store allows.
const MAX_PARTS: u64 = 10_000;

/// The age up to which a push reuses a blob that the served build does not have. It is half the age at which another
/// push may remove it. See [`prune`](crate::push::prune).
const MAX_REUSED_AGE: Duration = Duration::from_secs(12 * 3600);

/// The blobs that were uploaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uploaded {
    pub(crate) blobs: usize,
    pub(crate) bytes: u64,
}

/// A blob that is being uploaded.
struct BlobUpload<'b> {
    blob: &'b LocalBlob,
    /// The upload in parts, for a large blob.
    upload: Option<Upload>,
    parts: Mutex<Vec<Option<StoredPart>>>,
}

/// Uploads the blobs that the store does not have. `served` has the blobs of the served build, which no push removes.
pub(crate) fn upload_missing(
    client: &StoreClient,
    blobs: &[LocalBlob],
    served: &BTreeMap<String, u64>,
    progress: &(dyn FetchProgress + Sync),
) -> Result<Uploaded> {
    let missing = Mutex::new(Vec::new());
    for_each(blobs.iter(), |blob| {
        if !has(client, blob, served)? {
            lock(&missing).push(blob);
        }
        Ok(())
    })?;
    let mut missing = missing.into_inner().unwrap_or_default();
    // The result must not depend on the order of the threads.
    missing.sort_by(|one, other| one.path.cmp(&other.path));
    let bytes = missing.iter().map(|blob| blob.bytes).sum();
    let mut transfers = Vec::new();
    let uploaded = begin(client, &missing, &mut transfers).and_then(|()| {
        let meter = Meter::begin(progress, "pushing", bytes);
        let parts = transfers.iter().flat_map(|transfer| (0..n_parts(transfer.blob)).map(move |part| (transfer, part)));
        for_each(parts, |(transfer, part)| transfer.put(client, part, &meter))
    });
    if let Err(error) = uploaded {
        // The store keeps the parts of an unfinished upload until they are removed. If it does not answer, its
        // lifecycle rule removes them.
        transfers.iter().filter(|transfer| !transfer.is_complete()).for_each(|transfer| transfer.abort(client));
        return Err(error);
    }
    Ok(Uploaded { blobs: missing.len(), bytes })
}

/// Whether the store has a blob that no other push is about to remove.
fn has(client: &StoreClient, blob: &LocalBlob, served: &BTreeMap<String, u64>) -> Result<bool> {
    let Some(head) = client.head(&layout::blob(&blob.digest))? else { return Ok(false) };
    if head.bytes != blob.bytes {
        return Ok(false);
    }
    if served.contains_key(&blob.digest) {
        return Ok(true);
    }
    // The push that uploaded the blob may have ended before it verified it.
    let is_young = head.age.is_some_and(|age| age <= MAX_REUSED_AGE);
    Ok(is_young && is_intact(client, blob)?)
}

/// Whether the store's blob has the same bytes as the local file.
fn is_intact(client: &StoreClient, blob: &LocalBlob) -> Result<bool> {
    let mut digest = Sha256::new();
    // In parts, so that a connection that is cut costs only one.
    for part in 0..n_parts(blob) {
        let start = part * part_bytes(blob);
        let end = blob.bytes.min(start + part_bytes(blob));
        client.get_bytes(&layout::blob(&blob.digest), start, end, blob.bytes, &mut |bytes| {
            digest.update(bytes);
            Ok(())
        })?;
    }
    Ok(const_hex::encode(digest.finalize()) == blob.digest)
}

/// Begins the transfers, and the uploads of large blobs.
fn begin<'b>(client: &StoreClient, blobs: &[&'b LocalBlob], transfers: &mut Vec<BlobUpload<'b>>) -> Result<()> {
    for blob in blobs {
        let n_parts = n_parts(blob);
        let upload = if n_parts > 1 { Some(client.begin_upload(&layout::blob(&blob.digest))?) } else { None };
        let parts = (0..n_parts).map(|_| None).collect();
        transfers.push(BlobUpload { blob, upload, parts: Mutex::new(parts) });
    }
    Ok(())
}

/// The number of parts of a blob. An empty blob has one part.
fn n_parts(blob: &LocalBlob) -> u64 {
    blob.bytes.div_ceil(part_bytes(blob)).max(1)
}

fn part_bytes(blob: &LocalBlob) -> u64 {
    PART_BYTES.max(blob.bytes.div_ceil(MAX_PARTS))
}

impl BlobUpload<'_> {
    /// Uploads a part, and completes the blob after its last one.
    fn put(&self, client: &StoreClient, idx: u64, meter: &Meter<'_>) -> Result<()> {
        let start = idx * part_bytes(self.blob);
        let bytes = part_bytes(self.blob).min(self.blob.bytes - start);
        let body = self.read(start, bytes)?;
        let is_checked = match &self.upload {
            Some(upload) => {
                let part = client.put_part(upload, idx as usize, body)?;
                meter.add(bytes);
                let mut parts = lock(&self.parts);
                parts[idx as usize] = Some(part);
                let Some(complete) = parts.iter().cloned().collect::<Option<Vec<StoredPart>>>() else { return Ok(()) };
                drop(parts);
                let is_answered = client.complete_upload(upload, &complete)?;
                is_answered && complete.iter().all(|part| part.is_checked)
            }
            None => {
                let put = client.put(&layout::blob(&self.blob.digest), body, PutMode::Overwrite)?;
                meter.add(bytes);
                put == Put::Written { is_checked: true }
            }
        };
        if is_checked { Ok(()) } else { self.read_back(client) }
    }

    /// Reads the bytes of a part.
    fn read(&self, start: u64, bytes: u64) -> Result<Vec<u8>> {
        let context = || format!("cannot read {}", self.blob.path.display());
        let mut part = vec![0; usize::try_from(bytes).with_context(context)?];
        let file = File::open(&self.blob.path).with_context(context)?;
        read_exact_at(&file, &mut part, start).with_context(context)?;
        Ok(part)
    }

    /// Reads a blob back and compares it, for a store that did not verify its digest.
    fn read_back(&self, client: &StoreClient) -> Result<()> {
        let name = layout::blob(&self.blob.digest);
        if !is_intact(client, self.blob)? {
            client.delete(&name)?;
            bail!("{} has other bytes than were sent, and is removed: push again", client.url(&name));
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        lock(&self.parts).iter().all(Option::is_some)
    }

    fn abort(&self, client: &StoreClient) {
        if let Some(upload) = &self.upload {
            let _ = client.abort_upload(upload);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn parts_cover_a_blob_and_are_at_most_as_many_as_a_store_allows() {
        let blob = |bytes| LocalBlob { digest: String::new(), bytes, path: PathBuf::new() };
        let parts = |bytes| n_parts(&blob(bytes));
        assert_eq!([0, 1, PART_BYTES, PART_BYTES + 1].map(parts), [1, 1, 1, 2]);
        for bytes in [PART_BYTES * MAX_PARTS, PART_BYTES * MAX_PARTS + 1, 5 << 40] {
            let blob = blob(bytes);
            assert!(n_parts(&blob) <= MAX_PARTS && n_parts(&blob) * part_bytes(&blob) >= bytes, "{bytes}");
        }
    }
}
