/*!
`index-builder diff`: finds the records that were added, removed or changed between two indexes.

Records are matched by id, because a changed record may be at another position in its list, and a changed catalogue may
reorder whole lists. The ids, offsets and digests of both lists are sorted together in bounded memory. Only records that
differ are read again. An index has only a digest of the texts behind records, of parallel citations and of this
project's summaries, so these are compared list by list.
*/

mod differences;

mod list;

mod output;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use lexdex_core::corpus::CatalogueFile;
use lexdex_core::model::Resource;
use lexdex_index::{HeldIndex, LinesEntry, Manifest};

use self::list::compare_lists;
use self::output::{DiffOutput, is_broken_pipe};

pub use self::differences::{Differences, ListDifferences};
pub use self::output::DiffFormat;

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub struct DiffArguments {
    /// The old index directory, or a folder of published indexes.
    #[arg(value_name = "OLD")]
    pub old: PathBuf,

    /// The new index directory, or a folder of published indexes.
    #[arg(value_name = "NEW")]
    pub new: PathBuf,

    /// The format of the output.
    #[arg(long, value_enum, default_value = "summary")]
    pub format: DiffFormat,
}

/// Compares two indexes, prints the differences, and returns them. If the reader closes the output early, returns those
/// that were found until then.
pub(crate) fn run(arguments: &DiffArguments) -> Result<Differences> {
    let mut output = DiffOutput::new(arguments.format, io::stdout().lock());
    match write_differences(&arguments.old, &arguments.new, &mut output) {
        // If the reader closes the pipe, something was printed, so a difference was found.
        Err(error) if is_broken_pipe(&error) => {}
        result => result?,
    }
    Ok(output.into_differences())
}

/// Compares two index directories, or the current ones of folders of published indexes. Writes the differences to
/// `writer`, and returns their counts.
///
/// Fails if one of the indexes is damaged or of another schema version.
pub fn compare(old: &Path, new: &Path, format: DiffFormat, writer: impl io::Write) -> Result<Differences> {
    let mut output = DiffOutput::new(format, writer);
    write_differences(old, new, &mut output)?;
    Ok(output.into_differences())
}

/// Reads the manifest and verifies the index, because records missing from a damaged list would look removed.
fn verified(directory: &Path) -> Result<Manifest> {
    let manifest = Manifest::read(directory)?;
    manifest.verify(directory)?;
    Ok(manifest)
}

fn write_differences(old: &Path, new: &Path, output: &mut DiffOutput<impl io::Write>) -> Result<()> {
    let (old_index, new_index) = (HeldIndex::find(old)?, HeldIndex::find(new)?);
    let (old_index, new_index) = (old_index.directory(), new_index.directory());
    let (old, new) = (verified(old_index)?, verified(new_index)?);
    for catalogue in CatalogueFile::ALL {
        let digest = |manifest: &Manifest| {
            let file = manifest.files.iter().find(|file| file.path == catalogue.file_name());
            file.map(|file| file.sha256.clone()).with_context(|| format!("an index has no {}", catalogue.file_name()))
        };
        if digest(&old)? != digest(&new)? {
            output.catalogue(*catalogue)?;
        }
    }
    for resource in Resource::ALL {
        let of_list = |entries: &[LinesEntry]| entries.iter().find(|entry| entry.list == resource.as_str()).cloned();
        if of_list(&old.texts) != of_list(&new.texts) {
            output.texts(*resource)?;
        }
        if of_list(&old.aliases) != of_list(&new.aliases) {
            output.aliases(*resource)?;
        }
        if of_list(&old.summaries) != of_list(&new.summaries) {
            output.summaries(*resource)?;
        }
        compare_lists(*resource, old_index, new_index, output)?;
    }
    output.finish()
}
