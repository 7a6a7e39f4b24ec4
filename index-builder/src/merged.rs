/*!
The merged corpus, which `build` makes an index of: the operator's files, and the records of all parts.

The build decides between records of one id, and nothing else does: a record of the operator's files comes first, then
the one of the format with the lowest rank, then the newer one, then the one of the part whose name is first. A part that
has all bills of a session hides older bills of that session in other parts of its format. What loses is there again as
soon as the winner is gone.

```text
statutes and bills of parts ──by id────────> records and texts ──┐
cases of parts ───────────────by decision──> records and texts ──┤
operator's files ────────────────────────────────────────────────┴──> index
```
*/

mod cases;

mod coverage;

mod joins;

mod left_out;

mod list_files;

mod merge_by_id;

mod part_files;

mod sessions;

use std::path::Path;

use anyhow::{Result, bail};
use lexdex_core::corpus::Source;

use self::cases::merge_cases;
pub use self::left_out::LeftOut;
use self::merge_by_id::merge_by_id;
use self::part_files::PartFile;
use crate::import::catalogues;
use crate::import::former_layout::check_former_layout;

/// Merges the parts of a folder with a corpus into an empty directory. Returns what an index is built from, and the
/// records of parts that are not in it. `log` is a file that gets a line of JSON for each of them.
///
/// Without parts there is nothing to merge. Fails if a part is damaged, or was made with other catalogues than those of
/// the corpus.
pub fn merge(corpus: &Path, parts: &Path, merged: &Path, log: Option<&Path>) -> Result<(Source, LeftOut)> {
    check_former_layout(corpus)?;
    let parts = PartFile::all(parts)?;
    let mut left_out = LeftOut::new(log)?;
    if parts.is_empty() {
        return Ok((Source::Directory(corpus.to_owned()), left_out));
    }
    check_catalogues(corpus, &parts)?;
    coverage::write(corpus, merged, &parts)?;
    merge_by_id(corpus, merged, &parts, &mut left_out)?;
    merge_cases(corpus, merged, &parts, &mut left_out)?;
    left_out.end()?;
    Ok((Source::Merged { corpus: corpus.to_owned(), merged: merged.to_owned() }, left_out))
}

/// Fails if the catalogues have changed since a part was made, because its records have the names and topics of the
/// former ones.
fn check_catalogues(corpus: &Path, parts: &[PartFile]) -> Result<()> {
    let current = catalogues::digest(&Source::Directory(corpus.to_owned()))?;
    let outdated = || parts.iter().map(|part| &part.header).filter(|header| header.catalogues != current);
    if let Some(first) = outdated().next() {
        bail!(
            "the jurisdictions, courts or topics of the corpus have changed since these parts were made: {}. Import them \
             again: {} {}",
            outdated().map(|header| &*header.name).collect::<Vec<_>>().join(", "),
            first.format,
            first.inputs.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
        );
    }
    Ok(())
}
