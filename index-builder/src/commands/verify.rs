/*!
`index-builder verify`: checks every file of an index against its manifest.
*/

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use lexdex_index::{HeldIndex, Index, Manifest, is_build_id};

/// Checks an index, and prints a summary of its content.
pub(crate) fn verify(index: &Path) -> Result<()> {
    let held = HeldIndex::find(index)?;
    let index = held.directory();
    let manifest = Manifest::read(index)?;
    manifest.verify(index)?;
    Index::open(index)?;
    let build = manifest.build_id();
    let folder = index.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if is_build_id(folder) && folder != build {
        bail!("{} has build {build}: the manifest was changed, so publish the index again", index.display());
    }
    let Manifest { counts, corpus_digest, .. } = manifest;
    // The exit code gives the result even if standard output is closed.
    let _ = writeln!(
        std::io::stdout(),
        "{} is complete and undamaged: {counts}\ncorpus digest {corpus_digest}\nbuild {build}",
        index.display()
    );
    Ok(())
}
