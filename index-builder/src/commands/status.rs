/*!
`index-builder status`: the parts of a corpus.
*/

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use crate::import::parts::header::PartHeader;
use crate::import::parts::names::parts_folder;
use crate::import::parts::reader::{PartReader, part_files};

/// The arguments of `status`.
#[derive(Debug, Args)]
pub struct StatusArguments {
    /// The corpus directory.
    #[arg(value_name = "CORPUS")]
    pub corpus: PathBuf,

    /// The folder of the parts [default: parts in the corpus].
    #[arg(long, value_name = "DIR")]
    pub parts: Option<PathBuf>,

    /// Print the headers of the parts, one line of JSON for each.
    #[arg(long)]
    pub json: bool,
}

/// Prints the parts with their records, the date of their data, and what they are complete for.
pub(crate) fn run(arguments: &StatusArguments) -> Result<()> {
    let folder = parts_folder(&arguments.corpus, arguments.parts.as_deref());
    let headers = headers(&folder)?;
    if headers.is_empty() {
        bail!("{} has no parts: `index-builder import` makes them", folder.display());
    }
    let lines: Vec<String> = match arguments.json {
        true => headers.iter().map(|header| Ok(serde_json::to_string(header)?)).collect::<Result<_>>()?,
        false => headers.iter().map(line).collect(),
    };
    // A closed standard output is not an error.
    let _ = lines.iter().try_for_each(|line| writeln!(std::io::stdout(), "{line}"));
    Ok(())
}

/// The headers of the parts in a folder, by name.
pub fn headers(folder: &Path) -> Result<Vec<PartHeader>> {
    part_files(folder)?.iter().map(|file| Ok(PartReader::open(file)?.header)).collect()
}

/// `uslm-17: 1,024 statutes of 2024-01-01, complete: federal 17`
fn line(header: &PartHeader) -> String {
    let counts: Vec<String> = header.lists.iter().map(|(list, of)| format!("{} {list}", of.records)).collect();
    let counts = if counts.is_empty() { "no records".to_owned() } else { counts.join(", ") };
    let newest = header.newest.map(|newest| format!(" of {newest}")).unwrap_or_default();
    let shares = header.complete.iter().map(|share| format!("{} {}", share.jurisdiction, share.share));
    let sessions = header.complete_sessions.iter().map(|prefix| prefix.trim_end_matches('-').to_owned());
    let complete: Vec<String> = shares.chain(sessions).map(|name| name.trim_end().to_owned()).collect();
    let complete = match complete.as_slice() {
        [] => String::new(),
        complete => format!(", complete: {}", complete.join(", ")),
    };
    let losses = if header.has_losses { ", with losses" } else { "" };
    format!("{}: {counts}{newest}{complete}{losses}", header.name)
}
