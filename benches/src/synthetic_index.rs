//! Opens indexes of synthetic records.

use std::fs;
use std::path::Path;

use anyhow::Result;
use lexdex::corpus::Source;
use lexdex::index::{Index, Storage, TextOptions, build};

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
        build(&Source::Directory(corpus), &Storage::directory(&index), TextOptions::default(), &())?.write(&index)?;
    }
    Index::open(&index)
}
