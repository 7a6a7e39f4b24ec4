/*!
The names of the files in an index directory.
*/

use std::path::{Path, PathBuf};

use lexdex_core::corpus::CatalogueFile;
use lexdex_core::model::Resource;

/// The manifest's name in an index directory.
pub const MANIFEST_FILE: &str = "manifest.json";

/// The records of a list as JSON Lines, in list order.
pub(crate) const RECORDS_FILE: &str = "records.jsonl";

/// The byte offsets of a list's records, encoded by [`record_offsets`](crate::format::record_offsets).
pub(crate) const OFFSETS_FILE: &str = "records.offsets";

/// The forms of a list's words, encoded by [`word_forms`](crate::format::word_forms).
pub(crate) const FORMS_FILE: &str = "words.forms";

/// The order of a list's names among suggestions, encoded by [`name_ranks`](crate::format::name_ranks).
pub(crate) const RANKS_FILE: &str = "names.ranks";

/// The order of a list's titles, encoded by [`title_order`](crate::format::title_order).
pub(crate) const TITLES_FILE: &str = "titles.order";

/// The records of a list with a summary of this project, encoded by
/// [`summary_dates`](crate::format::summary_dates).
pub(crate) const SUMMARY_DATES_FILE: &str = "summaries.dates";

/// The coverage of a list as JSON.
pub(crate) const COVERAGE_FILE: &str = "coverage.json";

/// The path of a list's records in an index directory: JSON Lines, in list order.
pub fn records_file(directory: &Path, resource: Resource) -> PathBuf {
    directory.join(resource.as_str()).join(RECORDS_FILE)
}

/// The names of the catalogue files in an index directory.
pub(crate) fn catalogue_file_names() -> impl Iterator<Item = &'static str> {
    CatalogueFile::ALL.iter().map(|file| file.file_name())
}
