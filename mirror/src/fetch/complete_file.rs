/*!
Moves downloaded files to their final paths.

Each fsync waits for the disk. Several at a time wait together, so small files are synced in groups.
*/

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result};
use lexdex_core::platform;

use crate::fetch::part::DownloadPart;

/// The maximum number of fsyncs at a time.
const MAX_SYNCS: usize = 16;

/// A file that is complete and checked, and not yet at its final path.
#[derive(Debug)]
pub(crate) struct CompleteFile {
    pub(crate) part: DownloadPart,
    pub(crate) target: PathBuf,
    /// The `ETag` of the response.
    pub(crate) etag: Option<String>,
    /// The `Last-Modified` of the response.
    pub(crate) last_modified: Option<String>,
    pub(crate) bytes: u64,
    /// The SHA-256 digest in hexadecimal digits.
    pub(crate) sha256: String,
}

/// Moves files to their final paths, and syncs them to the disk. Returns a result for each file. Fails if a folder
/// cannot be synced.
pub(crate) fn publish(files: &mut [CompleteFile]) -> Result<Vec<Result<()>>> {
    let n_per_thread = files.len().div_ceil(MAX_SYNCS).max(1);
    let published = thread::scope(|scope| {
        let publish = |chunk: &mut [CompleteFile]| -> Vec<Result<()>> {
            chunk.iter_mut().map(|file| file.part.publish(&file.target)).collect()
        };
        let threads: Vec<_> = files.chunks_mut(n_per_thread).map(|chunk| scope.spawn(move || publish(chunk))).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("a thread that moves files does not panic"))
            .collect()
    });
    let folders: BTreeSet<&Path> = files.iter().filter_map(|file| file.target.parent()).collect();
    for folder in folders {
        platform::sync_directory(folder).with_context(|| format!("cannot sync {}", folder.display()))?;
    }
    Ok(published)
}
