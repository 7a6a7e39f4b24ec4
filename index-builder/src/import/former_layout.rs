/*!
Recognizes corpora of the former layout, in which imports wrote corpus files with ledgers beside them.
*/

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use lexdex_core::corpus::Source;
use lexdex_core::model::Resource;

/// The ending of the names of the ledgers.
const ENDING: &str = ".ledger";

/// Fails if a corpus has the former layout.
pub(crate) fn check_former_layout(corpus: &Path) -> Result<()> {
    for list in Resource::ALL {
        let folder = corpus.join(list.as_str());
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
            if path.to_string_lossy().ends_with(ENDING) {
                bail!(
                    "{} is of the former layout, in which imports wrote into the folders of lists: remove what they \
                     wrote, keep your own files, and import again",
                    path.display()
                );
            }
        }
    }
    Ok(())
}

/// Fails if a corpus has files that are not part of one, or if it has the former layout.
pub(crate) fn check_layout(corpus: &Path) -> Result<()> {
    check_former_layout(corpus)?;
    Source::Merged { corpus: corpus.to_owned(), merged: corpus.to_owned() }.check_layout()
}
