/*!
The result of a run of downloads.
*/

use std::fmt;

use indicatif::HumanBytes;

use crate::fetch::planned_file::SourcePlan;
use crate::table::table;

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FetchOutcome {
    /// The sources, in the order of the configuration.
    pub sources: Vec<SourceOutcome>,
}

/// The result of a run for one source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceOutcome {
    /// The name of the source.
    pub name: String,
    /// The files that the mirror should have; empty if the plan failed.
    pub plan: SourcePlan,
    /// The paths of the files that were downloaded.
    pub downloaded: Vec<String>,
    /// The bytes of these files.
    pub downloaded_bytes: u64,
    /// The number of files that the mirror had already.
    pub n_unchanged: usize,
    /// The files that could not be fetched, or the reason why the plan failed.
    pub errors: Vec<String>,
}

/// The summary of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunVerdict {
    /// At least one file was downloaded, and nothing failed.
    New,
    /// The mirror was up to date.
    NothingNew,
    /// Some sources failed or have files that did.
    PartlyFailed,
    /// Every source failed, and no file was downloaded.
    Failed,
}

impl FetchOutcome {
    /// The summary.
    pub fn verdict(&self) -> RunVerdict {
        let has_new = self.sources.iter().any(|source| !source.downloaded.is_empty());
        let n_failed = self.sources.iter().filter(|source| !source.errors.is_empty()).count();
        match n_failed {
            0 if has_new => RunVerdict::New,
            0 => RunVerdict::NothingNew,
            _ if n_failed == self.sources.len() && !has_new => RunVerdict::Failed,
            _ => RunVerdict::PartlyFailed,
        }
    }

    /// The errors, each with the name of its source.
    pub fn errors(&self) -> impl Iterator<Item = String> {
        self.sources.iter().flat_map(|source| source.errors.iter().map(|error| format!("{}: {error}", source.name)))
    }
}

impl fmt::Display for FetchOutcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |source: &SourceOutcome| {
            vec![
                source.name.clone(),
                source.plan.release.clone().unwrap_or_else(|| "-".to_owned()),
                source.downloaded.len().to_string(),
                HumanBytes(source.downloaded_bytes).to_string(),
                source.n_unchanged.to_string(),
                source.errors.len().to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = self.sources.iter().map(row).collect();
        formatter.write_str(&table(&["source", "release", "downloaded", "bytes", "unchanged", "errors"], &rows))
    }
}
