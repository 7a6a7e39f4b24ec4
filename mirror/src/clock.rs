/*!
Points in time, in the form that the mirror's files use.
*/

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Unit};

/// The present time in UTC, to the second: `2026-11-23T17:00:00Z`.
pub(crate) fn now() -> String {
    // Rounding fails only beyond the last day of the calendar.
    Timestamp::now().round(Unit::Second).unwrap_or_default().to_string()
}

/// The present day in UTC.
pub(crate) fn today() -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date()
}
