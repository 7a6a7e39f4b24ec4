/*!
The description of a publisher. The rest of the program knows nothing else about it.
*/

use std::collections::BTreeMap;

use anyhow::Result;

use crate::fetch::client::FetchClient;
use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::SourcePlan;

/// A publisher of bulk files, with the parts of them that the mirror wants.
pub trait Publisher {
    /// The name of the source: its table in `mirror.toml`, its folder of downloads, and its name in reports.
    fn name(&self) -> &'static str;

    /// The format of the files, as `index-builder import` names it.
    fn format(&self) -> &'static str;

    /// Learns from the publisher which files the mirror should have. `known` are those that it has, by path.
    fn plan(&self, client: &FetchClient, known: &BTreeMap<String, LockedFile>) -> Result<SourcePlan>;

    /// The files to import after some files changed, so that each part gets all of its files. `files` are all files of
    /// the source and `changed` those that are new, gone or have other bytes, by path below the folder of downloads.
    fn due(&self, files: &[&str], changed: &[&str]) -> Vec<String> {
        files.iter().filter(|path| changed.contains(path)).map(|path| (*path).to_owned()).collect()
    }
}
