/*!
`index-builder diff`: finds the records that were added, removed or changed between two indexes.

Records are matched by id, because a changed record may be at another position in its list, and a changed catalogue may
reorder whole lists. The ids, offsets and digests of both lists are sorted together in bounded memory. Only records that
differ are read again. Of the texts behind records and of parallel citations an index has only a digest, so these are
compared list by list.
*/

mod list;

mod output;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use lexdex::corpus::CatalogueFile;
use lexdex::index::{LinesEntry, Manifest, index_directory};
use lexdex::model::Resource;

use self::list::compare_lists;
use self::output::{Output, is_broken_pipe};

pub(crate) use self::output::DiffFormat;

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The old index directory, or a folder of published indexes.
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,

    /// The new index directory, or a folder of published indexes.
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,

    /// The format of the output.
    #[arg(long, value_enum, default_value = "summary")]
    pub(crate) format: DiffFormat,
}

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Same,
    Different,
}

/// Compares two indexes and prints the differences.
pub(crate) fn diff(arguments: &DiffArguments) -> Result<Comparison> {
    let arguments = &DiffArguments {
        old: index_directory(&arguments.old)?,
        new: index_directory(&arguments.new)?,
        format: arguments.format,
    };
    let old = verified(&arguments.old)?;
    let new = verified(&arguments.new)?;
    let mut output = Output::new(arguments.format, io::stdout().lock());
    match print_differences(arguments, &old, &new, &mut output) {
        // If the reader closes the pipe, something was printed, so a difference was found.
        Err(error) if is_broken_pipe(&error) => {}
        result => result?,
    }
    Ok(if output.has_difference() { Comparison::Different } else { Comparison::Same })
}

/// Reads the manifest and verifies the index, because records missing from a damaged list would look removed.
fn verified(directory: &Path) -> Result<Manifest> {
    let manifest = Manifest::read(directory)?;
    manifest.verify(directory)?;
    Ok(manifest)
}

fn print_differences(
    arguments: &DiffArguments,
    old: &Manifest,
    new: &Manifest,
    output: &mut Output<impl io::Write>,
) -> Result<()> {
    for catalogue in CatalogueFile::ALL {
        let digest = |manifest: &Manifest| {
            let file = manifest.files.iter().find(|file| file.path == catalogue.file_name());
            file.map(|file| file.sha256.clone()).with_context(|| format!("an index has no {}", catalogue.file_name()))
        };
        if digest(old)? != digest(new)? {
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
        compare_lists(*resource, &arguments.old, &arguments.new, output)?;
    }
    output.finish()
}
