/*!
Points in time, as the files of the mirror have them.
*/

use jiff::{Timestamp, Unit};

/// The present time in UTC, to the second: `2026-11-23T17:00:00Z`.
pub(crate) fn now() -> String {
    // Only a rounding beyond the last day of the calendar fails.
    Timestamp::now().round(Unit::Second).unwrap_or_default().to_string()
}
