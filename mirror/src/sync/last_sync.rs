/*!
The outcome of the last sync, `last-sync.json` beside `fetch.lock`, which `lexdex-mirror status` reports.
*/

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::clock;
use crate::disk::{Durability, replace};
use crate::sync::ending::{Ending, SyncOutcome};
use crate::sync::source_report::SourceReport;

/// The name of the file in the folder of downloads.
const LAST_SYNC_FILE: &str = "last-sync.json";

/// The record of the last sync.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastSync {
    /// The time at which it ended, in UTC.
    pub(crate) ended: String,
    pub(crate) outcome: SyncOutcome,
    /// The reasons for a refusal, or the error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) reasons: Vec<String>,
    /// The time at which an index was published last, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) published: Option<String>,
    /// The id of the build of which the server was last notified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) told: Option<String>,
    /// The sources by name.
    pub(crate) sources: BTreeMap<String, SourceCheck>,
}

/// The last check of a publisher.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SourceCheck {
    /// The last time at which all files of the source were the publisher's newest, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) checked: Option<String>,
    /// The error for this source in the last sync, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

impl LastSync {
    /// Reads the outcome; `None` before the first sync.
    pub(crate) fn read(downloads: &Path) -> Result<Option<Self>> {
        let path = downloads.join(LAST_SYNC_FILE);
        match fs::read(&path) {
            Ok(text) => {
                let damaged = || format!("{} is damaged: remove it", path.display());
                serde_json::from_slice(&text).map(Some).with_context(damaged)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    /// The record of a sync that has ended. The time of each source's last check, the time of the last publication, and
    /// the build of which the server was notified are those of the previous record, unless this sync has new ones.
    pub(crate) fn new(
        downloads: &Path,
        checks: &BTreeMap<String, SourceCheck>,
        reports: &[SourceReport],
        ending: &Result<Ending>,
    ) -> Result<Self> {
        let before = Self::read(downloads)?;
        let (outcome, reasons) = match ending {
            Ok(Ending::Refused(reasons)) => (SyncOutcome::Refused, reasons.clone()),
            Ok(ending) => (ending.outcome(), Vec::new()),
            Err(error) => (SyncOutcome::Failed, vec![format!("{error:#}")]),
        };
        let ended = clock::now();
        let (mut published, told, mut sources) =
            before.map(|last| (last.published, last.told, last.sources)).unwrap_or_default();
        if outcome == SyncOutcome::Published {
            published = Some(ended.clone());
        }
        sources.values_mut().for_each(|known| known.error = None);
        for (name, check) in checks {
            let known = sources.entry(name.clone()).or_default();
            known.error = check.error.clone();
            if check.checked.is_some() {
                known.checked = check.checked.clone();
            }
        }
        for SourceReport { name, error, .. } in reports {
            let known = sources.entry(name.clone()).or_default();
            known.error = error.clone().or(known.error.take());
        }
        Ok(Self { ended, outcome, reasons, published, told, sources })
    }

    /// Writes the outcome, and replaces the previous one.
    pub(crate) fn write(&self, downloads: &Path) -> Result<()> {
        fs::create_dir_all(downloads).with_context(|| format!("cannot make the folder {}", downloads.display()))?;
        replace(&downloads.join(LAST_SYNC_FILE), &serde_json::to_vec_pretty(self)?, Durability::Lax)
    }
}
