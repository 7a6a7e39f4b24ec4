/*!
The age of the imported data: `--max-age-months`. Publishers move their downloads, and an old address may keep serving
the same old files.
*/

use std::env;
use std::time::SystemTime;

use anyhow::{Context, Result};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, civil};
use lexdex_core::model::Date;

use crate::import::importer::Importer;
use crate::report::import_report::Warning;

/// The environment variable with the time to use instead of the clock's, in seconds since 1970, as defined by the
/// Reproducible Builds project.
const CLOCK_VARIABLE: &str = "SOURCE_DATE_EPOCH";

/// A limit on the age of data.
pub(super) struct Age {
    today: civil::Date,
    max_months: u16,
}

impl Age {
    /// The limit, counted from today. `None` if it is 0.
    pub(super) fn to_check(max_months: u16) -> Result<Option<Self>> {
        if max_months == 0 {
            return Ok(None);
        }
        let now = match env::var(CLOCK_VARIABLE) {
            Err(_) => Timestamp::try_from(SystemTime::now()).context("the clock has no date"),
            Ok(value) => {
                value.parse().ok().and_then(|seconds| Timestamp::from_second(seconds).ok()).with_context(|| {
                    format!("{CLOCK_VARIABLE} is {value:?}, not a number of seconds since 1970: unset it or correct it")
                })
            }
        };
        Ok(Some(Self { today: now?.to_zoned(TimeZone::UTC).date(), max_months }))
    }

    /// The warning if the newest data of an import are older than the limit.
    pub(super) fn warning(&self, newest: Date, importer: &Importer) -> Option<Warning> {
        let oldest = self.today.saturating_sub(i32::from(self.max_months).months());
        if newest >= Date::from_civil(oldest)? {
            return None;
        }
        let still_published =
            importer.upstream().map_or(String::new(), |at| format!(", and that the publisher still publishes at {at}"));
        let message = format!(
            "the newest data are of {newest}, more than {} months ago: check that the inputs are the newest \
             release{still_published} (--max-age-months sets the limit)",
            self.max_months
        );
        Some(Warning { warning: "old_data", message })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::registry;

    #[test]
    fn data_are_old_one_day_past_the_limit() {
        let importer = registry::find("dc-law").unwrap();
        for (today, max_months, last_of_old) in [
            ("2026-11-23", 18, "2025-05-22"),
            ("2026-03-31", 1, "2026-02-27"),
            ("2024-03-31", 1, "2024-02-28"),
            ("2026-01-01", u16::MAX, "0001-01-01"),
        ] {
            let age = Age { today: today.parse().unwrap(), max_months };
            let last_of_old: civil::Date = last_of_old.parse().unwrap();
            let warns = |day: civil::Date| age.warning(Date::from_civil(day).unwrap(), importer).is_some();
            let is_limited = max_months < u16::MAX;
            assert_eq!((warns(last_of_old), warns(last_of_old.tomorrow().unwrap())), (is_limited, false), "{today}");
        }
    }
}
