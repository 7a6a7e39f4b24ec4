/*!
`index-builder diff`: the records that one index has and another has not, or has otherwise.

The records of a list lie in list order, where a changed record may have moved, and which a changed catalogue turns
around. So they are matched by id: the identifiers, places and digests of both lists are sorted together, in bounded
memory, and only records that differ are read again.
*/

mod list;

mod output;

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use lexdex::corpus::CatalogueFile;
use lexdex::index::Manifest;
use lexdex::model::Resource;

use self::list::compare_lists;
use self::output::{Output, is_unread};

pub(crate) use self::output::DiffFormat;

/// The arguments of `diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The index directory that was.
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,

    /// The index directory that is.
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,

    /// How to tell the differences.
    #[arg(long, value_enum, default_value = "summary")]
    pub(crate) format: DiffFormat,
}

/// Whether two indexes hold the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Same,
    Different,
}

/// Compares two indexes and tells how they differ.
pub(crate) fn diff(arguments: &DiffArguments) -> Result<Comparison> {
    let old = verified(&arguments.old)?;
    let new = verified(&arguments.new)?;
    let mut output = Output::new(arguments.format, io::stdout().lock());
    match tell(arguments, &old, &new, &mut output) {
        // Whoever has stopped reading knows that there is a difference, if there is one.
        Err(error) if is_unread(&error) => {}
        told => told?,
    }
    Ok(if output.has_difference() { Comparison::Different } else { Comparison::Same })
}

/// The manifest of an index without damage: half a list would look like one from which records were removed.
fn verified(directory: &Path) -> Result<Manifest> {
    let manifest = Manifest::read(directory)?;
    manifest.verify(directory)?;
    Ok(manifest)
}

fn tell(arguments: &DiffArguments, old: &Manifest, new: &Manifest, output: &mut Output<impl io::Write>) -> Result<()> {
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
        compare_lists(*resource, &arguments.old, &arguments.new, output)?;
    }
    output.finish()
}
