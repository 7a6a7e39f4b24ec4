/*!
The state of a mirror as text.
*/

use std::fmt;

use indicatif::HumanBytes;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use lexdex_core::model::Date;

use crate::status::mirror_status::{DiskUse, SourceStatus, Status};
use crate::sync::ending::SyncOutcome;
use crate::table::table;

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<Vec<String>> = self.sources.iter().map(|source| row(source, self.now)).collect();
        let header = ["source", "release", "files", "checked", "fetched", "records", "newest data", "age in days"];
        f.write_str(&table(&header, &rows))?;
        for source in &self.sources {
            if let Some(error) = &source.check.error {
                writeln!(f, "{}: {error}", source.name)?;
            }
        }
        let Some(last) = &self.last_sync else {
            return writeln!(f, "no sync has ended yet");
        };
        let outcome = match last.outcome {
            SyncOutcome::Published => "published an index",
            SyncOutcome::NothingNew => "found nothing new",
            SyncOutcome::Refused => "refused the new index",
            SyncOutcome::Held => "published nothing, because the build is held",
            SyncOutcome::Failed => "failed",
        };
        writeln!(f, "the last sync ended at {} and {outcome}", last.ended)?;
        last.reasons.iter().try_for_each(|reason| writeln!(f, "  {reason}"))?;
        match &self.build {
            Some(build) => writeln!(f, "build {build} is published")?,
            None => writeln!(f, "no index is published yet")?,
        }
        if let Some(build) = &self.held {
            writeln!(f, "build {build} is held: nothing is published until `lexdex-mirror release`")?;
        }
        let DiskUse { downloads, parts, published } = self.disk;
        let [downloads, parts, published] = [downloads, parts, published].map(HumanBytes);
        writeln!(f, "the disk has {downloads} of downloads, {parts} of parts and {published} of published indexes")
    }
}

fn row(source: &SourceStatus, now: Timestamp) -> Vec<String> {
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
    vec![
        source.name.clone(),
        text(&source.release),
        source.files.to_string(),
        text(&source.check.checked),
        text(&source.fetched),
        source
            .records_with
            .as_ref()
            .map_or_else(|| text(&source.records.map(|n| n.to_string())), |of| format!("with {of}")),
        text(&source.newest.map(|day| day.to_string())),
        text(&source.newest.map(|day| age_in_days(day, now).to_string())),
    ]
}

/// The days from a day until now, in UTC.
fn age_in_days(day: Date, now: Timestamp) -> i32 {
    let today = now.to_zoned(TimeZone::UTC).date();
    day.to_civil().until(today).map(|span| span.get_days()).unwrap_or_default()
}
