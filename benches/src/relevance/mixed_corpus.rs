//! Builds the index of the bundled corpus mixed with synthetic records.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use lexdex_core::corpus::Source;
use lexdex_core::model::Resource;
use lexdex_index::{BuildOptions, Index, Storage, build};

use crate::synthetic_corpus;

/// Writes the mixed corpus and its index into a directory, and opens the index. Half of the synthetic records are
/// cases, and a quarter each statutes and bills.
pub(super) fn index(directory: &Path, n_synthetic: u64) -> Result<Index> {
    let (corpus, index) = (directory.join("corpus"), directory.join("index"));
    let n_others = n_synthetic / 4;
    synthetic_corpus::write(&corpus, n_synthetic - 2 * n_others, n_others)
        .with_context(|| format!("cannot write {}", corpus.display()))?;
    for resource in Resource::ALL {
        add_bundled(*resource, &corpus.join(resource.as_str()))?;
    }
    let manifest =
        build(&Source::Directory(corpus.clone()), &Storage::directory(&index), &BuildOptions::default(), &())?;
    manifest.write(&index)?;
    fs::remove_dir_all(&corpus).with_context(|| format!("cannot remove {}", corpus.display()))?;
    Index::open(&index)
}

/// Copies the bundled files of a list into its folder.
fn add_bundled(resource: Resource, folder: &Path) -> Result<()> {
    for file in Source::Bundled.record_files(resource)? {
        let name = Path::new(&file.path).file_name().context("a bundled file has no name")?;
        let path = folder.join(name);
        ensure!(!path.exists(), "{} exists already", path.display());
        let mut out = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        io::copy(&mut file.open()?, &mut out).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
