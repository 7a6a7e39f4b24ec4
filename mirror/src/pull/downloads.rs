/*!
Downloads of blobs, in ranges on several connections.
*/

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow, bail};

use crate::fetch::check::digest;
use crate::fetch::progress::FetchProgress;
use crate::object_store::client::StoreClient;
use crate::object_store::layout;
use crate::object_store::parallel::{Meter, for_each, lock};
use crate::pull::part::BlobPart;
use crate::pull::refused_blobs::RefusedBlobs;

struct BlobDownload {
    digest: String,
    bytes: u64,
    part: BlobPart,
}

/// Downloads blobs into a folder. `blobs` has the size of each. Returns the path of each, and the number of bytes that
/// came. Every byte is checked. An interruption loses at most one range on each connection.
pub(crate) fn download(
    client: &StoreClient,
    blobs: &BTreeMap<&str, u64>,
    folder: &Path,
    refused: &RefusedBlobs,
    progress: &(dyn FetchProgress + Sync),
) -> Result<(BTreeMap<String, PathBuf>, u64)> {
    remove_others(folder, blobs)?;
    refused.check(client, blobs.keys().copied())?;
    let open = |(digest, bytes): (&&str, &u64)| BlobDownload {
        digest: (*digest).to_owned(),
        bytes: *bytes,
        part: BlobPart::open(folder, digest, *bytes),
    };
    let downloads: Vec<BlobDownload> = blobs.iter().map(open).collect();
    let all: Vec<&BlobDownload> = downloads.iter().collect();
    let (resumed, new): (Vec<&BlobDownload>, Vec<&BlobDownload>) =
        all.iter().partition(|one| one.part.bytes_there() > 0);
    let mut fetched = fetch(client, &all, progress)?;
    // A resumed blob may have lost bytes in a crash of the machine, so a damaged one is fetched again as a whole, once.
    let damaged = damaged(&resumed)?;
    if !damaged.is_empty() {
        let again: Vec<&BlobDownload> = damaged.into_iter().map(|(download, _)| download).collect();
        fetched = fetched.saturating_add(fetch(client, &again, progress)?);
        refuse(client, &again, refused)?;
    }
    refuse(client, &new, refused)?;
    let path = |download: &BlobDownload| (download.digest.clone(), download.part.path().to_owned());
    Ok((downloads.iter().map(path).collect(), fetched))
}

/// Fetches the ranges that are missing. Returns their bytes.
fn fetch(client: &StoreClient, downloads: &[&BlobDownload], progress: &(dyn FetchProgress + Sync)) -> Result<u64> {
    let total = downloads.iter().fold(0_u64, |total, download| total.saturating_add(download.bytes));
    let meter = Meter::begin(progress, "pulling", total);
    let there: u64 = downloads.iter().map(|download| download.part.bytes_there()).sum();
    meter.add(there);
    let ranges = downloads.iter().flat_map(|download| download.part.missing().map(move |range| (*download, range)));
    for_each(ranges, |(BlobDownload { digest, bytes, part }, range)| {
        let mut file = part.at(range)?;
        let mut write = |received: &[u8]| {
            file.write_all(received).with_context(|| part.cannot_write())?;
            meter.add(received.len() as u64);
            Ok(())
        };
        client.get_bytes(&layout::blob(digest), part.start(range), part.end(range), *bytes, &mut write)?;
        part.finish(range, &file)
    })?;
    Ok(total.saturating_sub(there))
}

/// Removes the files whose content does not match their names. Returns them with their digests.
fn damaged<'d>(downloads: &[&'d BlobDownload]) -> Result<Vec<(&'d BlobDownload, String)>> {
    let damaged = Mutex::new(Vec::new());
    for_each(downloads.iter().copied(), |download| {
        let path = download.part.path();
        let found = digest(path).with_context(|| format!("cannot read {}", path.display()))?;
        if found != download.digest {
            download.part.discard()?;
            lock(&damaged).push((download, found));
        }
        Ok(())
    })?;
    Ok(damaged.into_inner().unwrap_or_default())
}

/// Fails unless the content of each blob matches its name.
fn refuse(client: &StoreClient, downloads: &[&BlobDownload], refused: &RefusedBlobs) -> Result<()> {
    let damaged = damaged(downloads)?;
    let mut errors = Vec::new();
    for (BlobDownload { digest, .. }, found) in damaged {
        let error = format!(
            "{} has the digest {found}: pull again; if that does not help, remove this object from the store, and push the \
             index again",
            client.url(&layout::blob(digest))
        );
        refused.add(client, digest, &error)?;
        errors.push(error);
    }
    // The result must not depend on the order of the threads.
    errors.sort();
    match errors.into_iter().next() {
        Some(error) => bail!(error),
        None => Ok(()),
    }
}

/// Removes the files that an interrupted pull has left of another build.
fn remove_others(folder: &Path, blobs: &BTreeMap<&str, u64>) -> Result<()> {
    let cannot_read = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let name = entry.with_context(cannot_read)?.file_name();
        let name = name.to_str().ok_or_else(|| anyhow!("{}: {name:?} is not a download", folder.display()))?;
        if !blobs.contains_key(name.strip_suffix(".ranges").unwrap_or(name)) {
            let path = folder.join(name);
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}
