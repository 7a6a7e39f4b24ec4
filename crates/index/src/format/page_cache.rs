/*!
Reads the records of an index into the page cache ahead of requests.
*/

use std::io;
use std::path::PathBuf;
use std::thread;

use lexdex_core::platform;

use crate::format::record_store::RecordStore;

/// Prefaults the records of all lists, each with its file, on a background thread. Returns whether they all fit into
/// memory. If not, it does nothing, because the kernel would evict them before they are used.
pub(crate) fn prefault<'r>(lists: impl Iterator<Item = (&'r RecordStore, PathBuf)> + Clone) -> bool {
    let n_bytes: usize = lists.clone().map(|(records, _)| records.n_bytes()).sum();
    match platform::available_memory() {
        Some(available) if available >= n_bytes as u64 => {}
        Some(_) => {
            tracing::info!("the records ({n_bytes} bytes) do not fit into available memory: they are not prefaulted");
            return false;
        }
        None => {
            tracing::warn!("cannot tell how much memory is available: the records are not prefaulted");
            return false;
        }
    }
    let prefaulters: Vec<_> = lists.map(|(records, file)| records.prefaulter(file)).collect();
    let prefault_all = || {
        let result = prefaulters.into_iter().try_for_each(|prefault| prefault());
        result.unwrap_or_else(|error| warn(&error));
    };
    if let Err(error) = thread::Builder::new().name("prefault".to_owned()).spawn(prefault_all) {
        warn(&error);
    }
    true
}

fn warn(error: &io::Error) {
    tracing::warn!(%error, "cannot prefault the records");
}
