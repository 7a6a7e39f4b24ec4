/*!
The downloads of `--locked`: exactly the files of `fetch.lock`.
*/

use std::path::Path;

use anyhow::Result;

use crate::fetch::check::digest;
use crate::fetch::client::FetchClient;
use crate::fetch::download::WantedFile;
use crate::fetch::failures::Failures;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::part;
use crate::fetch::progress::FetchProgress;
use crate::refresh::outcome::SourceOutcome;
use crate::refresh::source::download_with_progress;

/// Downloads the locked files of a source that are missing on the disk or have another digest. A download with another
/// digest is an error.
pub(crate) fn fetch_locked(
    client: &FetchClient,
    downloads: &Path,
    name: &str,
    files: &[&LockedFile],
    progress: &dyn FetchProgress,
) -> SourceOutcome {
    let mut outcome = SourceOutcome { name: name.to_owned(), ..SourceOutcome::default() };
    outcome.errors.extend(part::remove_stale(downloads, name, |_| true).err().map(|error| format!("{error:#}")));
    let mut failures = Failures::default();
    for (idx, file) in files.iter().enumerate() {
        match fetch_file(client, downloads, file, progress) {
            Ok(false) => {
                failures.succeed();
                outcome.n_unchanged += 1;
            }
            Ok(true) => {
                failures.succeed();
                outcome.downloaded.push(file.path.clone());
                outcome.downloaded_bytes += file.bytes;
            }
            Err(error) => {
                let (message, is_last) = failures.fail(&error, files.len() - idx - 1, "files");
                outcome.errors.push(format!("{} is not as fetch.lock says: {message}", file.path));
                if is_last {
                    break;
                }
            }
        }
    }
    outcome
}

/// Fetches a file unless it is on the disk with its digest. Returns whether it was fetched.
fn fetch_file(client: &FetchClient, downloads: &Path, file: &LockedFile, progress: &dyn FetchProgress) -> Result<bool> {
    // A file that cannot be read is fetched again; if it cannot be replaced either, that error says why.
    if file.is_present(downloads) && digest(&file.place(downloads)).is_ok_and(|digest| digest == file.sha256) {
        return Ok(false);
    }
    let wanted = WantedFile {
        path: &file.path,
        url: &file.url,
        content: None,
        bytes: Some(file.bytes),
        sha256: Some(&file.sha256),
        known: None,
    };
    match download_with_progress(client, downloads, wanted, progress)? {
        None => Ok(false),
        Some(complete) => complete.publish().map(|()| true),
    }
}
