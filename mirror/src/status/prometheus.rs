/*!
The state of a mirror as Prometheus metrics, for the textfile collector of `node_exporter`.
*/

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use lexdex_core::platform;
use prometheus::{Gauge, GaugeVec, Opts, Registry, TextEncoder};

use crate::status::mirror_status::{SourceStatus, Status};
use crate::sync::ending::SyncOutcome;

/// The outcomes, by the value of the label.
const OUTCOMES: [(&str, SyncOutcome); 5] = [
    ("published", SyncOutcome::Published),
    ("nothing_new", SyncOutcome::NothingNew),
    ("refused", SyncOutcome::Refused),
    ("held", SyncOutcome::Held),
    ("failed", SyncOutcome::Failed),
];

impl Status {
    /// The state in Prometheus' text format.
    pub(crate) fn to_prometheus(&self) -> Result<String> {
        let registry = Registry::new();
        let of_source = |name: &str, help: &str, value: &dyn Fn(&SourceStatus) -> Option<f64>| -> Result<()> {
            let gauge = register(&registry, name, help, "source")?;
            for source in &self.sources {
                if let Some(value) = value(source) {
                    gauge.with_label_values(&[&source.name]).set(value);
                }
            }
            Ok(())
        };
        of_source("lexdex_mirror_source_records", "Records of the source in the published index.", &|source| {
            Some(source.records? as f64)
        })?;
        of_source("lexdex_mirror_source_files", "Files that the mirror has of the source.", &|source| {
            Some(source.files as f64)
        })?;
        of_source(
            "lexdex_mirror_source_failing",
            "Whether the last sync could not fetch or import the source.",
            &|source| Some(f64::from(u8::from(source.check.error.is_some()))),
        )?;
        of_source(
            "lexdex_mirror_source_checked_timestamp_seconds",
            "The last time at which the publisher was asked and the files were the newest.",
            &|source| seconds(source.check.checked.as_deref()?),
        )?;
        of_source(
            "lexdex_mirror_source_fetched_timestamp_seconds",
            "The last time at which a file of the source was fetched.",
            &|source| seconds(source.fetched.as_deref()?),
        )?;
        of_source(
            "lexdex_mirror_source_newest_timestamp_seconds",
            "The beginning of the day of the newest data that were imported.",
            &|source| Some(source.newest?.to_civil().to_zoned(TimeZone::UTC).ok()?.timestamp().as_second() as f64),
        )?;
        let Some(last) = &self.last_sync else {
            return Ok(TextEncoder::new().encode_to_string(&registry.gather())?);
        };
        let ended = Gauge::new("lexdex_mirror_sync_timestamp_seconds", "The end of the last sync.")?;
        registry.register(Box::new(ended.clone()))?;
        ended.set(seconds(&last.ended).unwrap_or_default());
        let help = "1 for the outcome of the last sync, 0 for the others.";
        let outcomes = register(&registry, "lexdex_mirror_sync_outcome", help, "outcome")?;
        for (name, outcome) in OUTCOMES {
            outcomes.with_label_values(&[name]).set(f64::from(u8::from(last.outcome == outcome)));
        }
        Ok(TextEncoder::new().encode_to_string(&registry.gather())?)
    }

    /// Writes the state to a file in one step, so that a collector never reads half of it.
    pub(crate) fn write_textfile(&self, path: &Path) -> Result<()> {
        let context = || format!("cannot write {}", path.display());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new();
        if let Some(permissions) = platform::readable_by_all() {
            file.permissions(permissions);
        }
        let mut file = file.tempfile_in(folder).with_context(context)?;
        file.write_all(self.to_prometheus()?.as_bytes()).with_context(context)?;
        file.persist(path).with_context(context)?;
        Ok(())
    }
}

fn register(registry: &Registry, name: &str, help: &str, label: &str) -> Result<GaugeVec> {
    let gauge = GaugeVec::new(Opts::new(name, help), &[label])?;
    registry.register(Box::new(gauge.clone()))?;
    Ok(gauge)
}

/// The seconds from 1970 to a point in time.
fn seconds(time: &str) -> Option<f64> {
    Some(time.parse::<Timestamp>().ok()?.as_second() as f64)
}
