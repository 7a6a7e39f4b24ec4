/*!
The versions of a bill's summary.
*/

use lexdex_core::model::Date;

/// The summary of one version of a bill.
#[derive(Default)]
pub(super) struct SummaryVersion {
    /// The day of the action that created the version.
    pub(super) date: Option<Date>,
    pub(super) html: String,
}

impl SummaryVersion {
    /// Replaces the latest version so far, unless this one is older or empty. If two versions have the same day, the
    /// later one in the file wins, because the codes of the versions have no order.
    pub(super) fn supersede(self, latest: &mut Option<Self>) {
        let is_newer = latest.as_ref().is_none_or(|latest| self.date >= latest.date);
        if is_newer && !self.html.trim().is_empty() {
            *latest = Some(self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latest_version_that_is_not_empty_supersedes_the_others() {
        let version = |date: &str, html: &str| SummaryVersion { date: date.parse().ok(), html: html.to_owned() };
        let mut latest = None;
        for (date, html) in
            [("2021-02-01", "a"), ("2021-03-01", "b"), ("2021-02-15", "c"), ("2021-03-01", "d"), ("2021-04-01", " ")]
        {
            version(date, html).supersede(&mut latest);
        }
        assert_eq!(latest.map(|version| version.html), Some("d".to_owned()));
    }
}
