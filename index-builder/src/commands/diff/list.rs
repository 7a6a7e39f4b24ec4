/*!
Compares a list of one index with that of another.
*/

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use lexdex_core::model::Resource;
use lexdex_index::records_file;

use crate::commands::diff::output::{DiffOutput, RecordChange};
use crate::commands::pairs::{ListRecords, Pairs, RecordPair};

/// Writes the differences between the lists of two indexes, by id.
pub(super) fn compare_lists(
    resource: Resource,
    old: &Path,
    new: &Path,
    output: &mut DiffOutput<impl Write>,
) -> Result<()> {
    let old_records = ListRecords::open(records_file(old, resource))?;
    let new_records = ListRecords::open(records_file(new, resource))?;
    let mut pairs = Pairs::new(&old_records, &new_records, &std::env::temp_dir())?;
    while let Some(RecordPair { id, old, new }) = pairs.next_pair()? {
        match (old, new) {
            (Some(old), Some(new)) if old.digest == new.digest => output.unchanged(resource),
            (Some(old), Some(new)) => {
                let change = RecordChange::Changed(&|| old_records.read(&old), &|| new_records.read(&new));
                output.change(resource, &id, &change)?;
            }
            (Some(old), None) => output.change(resource, &id, &RecordChange::Removed(&|| old_records.read(&old)))?,
            (None, Some(new)) => output.change(resource, &id, &RecordChange::Added(&|| new_records.read(&new)))?,
            (None, None) => {}
        }
    }
    output.end(resource)
}
