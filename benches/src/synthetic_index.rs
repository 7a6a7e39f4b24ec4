//! Opens indexes of synthetic records.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use lexdex_core::corpus::Source;
use lexdex_core::model::Resource;
use lexdex_index::{BuildOptions, Filter, Index, Page, Storage, build};

use crate::synthetic_corpus;

/// The corpus within a directory.
pub(crate) const CORPUS: &str = "corpus";

/// Opens the index in a directory. If it does not exist, generates a corpus with `n_cases` cases and half as many
/// statutes and bills, unless that exists, and indexes it.
pub(crate) fn open(directory: &Path, n_cases: u64) -> Result<Index> {
    let (corpus, index) = (directory.join(CORPUS), directory.join("index"));
    if !corpus.exists() {
        synthetic_corpus::write(&corpus, n_cases, n_cases / 2)?;
    }
    if !index.exists() {
        fs::create_dir_all(&index)?;
        build(&Source::Directory(corpus), &Storage::directory(&index), &BuildOptions::default(), &())?.write(&index)?;
    }
    open_resident(&index)
}

/// Opens an index, and waits until its records are in memory: the thread that reads them slows others down.
pub(crate) fn open_resident(index: &Path) -> Result<Index> {
    let index = Index::open(index)?;
    wait_until_resident(&index)?;
    Ok(index)
}

/// Waits until the records of an index are in memory.
pub(crate) fn wait_until_resident(index: &Index) -> Result<()> {
    for resource in Resource::ALL {
        let filter = Filter::all(*resource);
        let n_records = index.search(&filter, None, Page { limit: 1, offset: 0 })?.total;
        let last = Page { limit: 1, offset: n_records.saturating_sub(1) };
        while !index.search(&filter, None, last)?.is_resident {
            thread::sleep(Duration::from_millis(10));
        }
    }
    Ok(())
}
