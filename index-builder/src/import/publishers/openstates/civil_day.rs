/*!
The day of an action. Open States has days (`2025-01-14`) and times in UTC (`2025-01-15T02:40:00+00:00`). In UTC an
action of the evening falls on the next day.

Some scrapers write a day as its first midnight in some U.S. time zone. Such a time is ambiguous if it falls on the
previous day in the legislature's own zone, so the day is uncertain. The day is also uncertain if the time has no
offset, or if other text follows the day.
*/

use jiff::fmt::temporal::Pieces;
use jiff::tz::{Offset, TimeZone};
use jiff::{Timestamp, civil};
use lexdex_core::model::Date;

use crate::import::text::iso_date::day_of;

/// The day of an action, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CivilDay {
    /// The earliest possible day.
    pub(super) earliest: Date,
    /// Whether a later day is possible.
    pub(super) is_uncertain: bool,
}

impl CivilDay {
    /// Parses a date of the source: a day, a month, a year, or a day with a time.
    pub(super) fn parse(text: &str, zone: Option<&TimeZone>) -> Option<Self> {
        let text = text.trim();
        if let Ok(day) = text.parse() {
            return Some(Self { earliest: day, is_uncertain: false });
        }
        match text.len() {
            4 => Some(Self::uncertain(format!("{text}-01-01").parse().ok()?)),
            7 => Some(Self::uncertain(format!("{text}-01").parse().ok()?)),
            _ => Self::from_time(text, zone),
        }
    }

    /// The day, if it is certain.
    pub(super) fn certain(self) -> Option<Date> {
        (!self.is_uncertain).then_some(self.earliest)
    }

    fn uncertain(earliest: Date) -> Self {
        Self { earliest, is_uncertain: true }
    }

    /// Parses a text that begins with a day followed by other text, mostly a time.
    fn from_time(text: &str, zone: Option<&TimeZone>) -> Option<Self> {
        // The day must have the extended form. jiff would also parse `20250114T050000Z`.
        day_of(text)?;
        let Some(((time, offset), zone)) = time_with_offset(text).zip(zone) else {
            let written: civil::Date = text[..DAY_BYTES].parse().ok()?;
            return Some(Self::uncertain(Date::from_civil(written.yesterday().ok()?)?));
        };
        let (utc, local) = (Offset::UTC.to_datetime(time), zone.to_datetime(time));
        let is_us_midnight = matches!(utc.hour(), 0 | 4..=11) && utc.minute() == 0 && utc.second() == 0;
        let is_uncertain = local.date() < utc.date() && is_us_midnight && offset == Offset::UTC;
        Some(Self { earliest: Date::from_civil(local.date())?, is_uncertain })
    }
}

const DAY_BYTES: usize = "2025-01-14".len();

/// The time of a text, and its offset from UTC. `None` if the text is not a time or has no offset.
fn time_with_offset(text: &str) -> Option<(Timestamp, Offset)> {
    let pieces = Pieces::parse(text).ok()?;
    let offset = pieces.to_numeric_offset()?;
    let time = offset.to_timestamp(pieces.date().to_datetime(pieces.time()?)).ok()?;
    Some((time, offset))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::publishers::openstates::zone;

    fn day(jurisdiction: &str, text: &str) -> Option<String> {
        let day = CivilDay::parse(text, zone::for_capital(jurisdiction))?;
        Some(day.certain().map_or_else(|| format!("from {}", day.earliest), |day| day.to_string()))
    }

    #[test]
    fn time_falls_on_the_day_of_the_capital() {
        for (jurisdiction, text, expected) in [
            ("tx", "2025-01-14", "2025-01-14"),
            ("wy", "2025-02-25T01:21:50+00:00", "2025-02-24"),
            ("wy", "2025-02-25T18:21:50+00:00", "2025-02-25"),
            ("wy", "2025-03-01T00:10:00Z", "2025-02-28"),
            ("wy", "2025-01-01T02:10:00+00:00", "2024-12-31"),
            ("wy", "2025-07-01T06:30:00+00:00", "2025-07-01"),
            ("wy", "2025-12-01T06:30:00+00:00", "2025-11-30"),
            ("az", "2025-07-01T06:30:00+00:00", "2025-06-30"),
            // Daylight saving time began in April until 2006, and Indiana had none until 2005.
            ("wy", "2001-02-01T06:30:00+00:00", "2001-01-31"),
            ("wy", "2006-03-20T06:30:00+00:00", "2006-03-19"),
            ("wy", "2007-03-20T06:30:00+00:00", "2007-03-20"),
            ("in", "2005-07-01T04:30:00+00:00", "2005-06-30"),
            ("in", "2006-07-01T04:30:00+00:00", "2006-07-01"),
            ("wy", "2025-02-24T18:21:50-07:00", "2025-02-24"),
            ("wy", "2025-02-24 23:30:00-0700", "2025-02-24"),
            ("mp", "2025-12-31T20:00:01+00", "2026-01-01"),
        ] {
            assert_eq!(day(jurisdiction, text).as_deref(), Some(expected), "{jurisdiction} {text}");
        }
    }

    #[test]
    fn midnight_of_the_own_zone_is_the_day_it_begins() {
        for (jurisdiction, text, expected) in [
            ("pr", "2025-01-02T04:00:00+00:00", "2025-01-02"),
            ("al", "2026-01-13T05:00:00+00:00", "2026-01-13"),
            ("al", "2025-08-11T04:00:00+00:00", "2025-08-11"),
            ("tx", "2025-01-14T06:00:00+00:00", "2025-01-14"),
        ] {
            assert_eq!(day(jurisdiction, text).as_deref(), Some(expected), "{jurisdiction} {text}");
        }
    }

    #[test]
    fn ambiguous_time_has_no_certain_day() {
        for (jurisdiction, text, expected) in [
            ("tx", "2025-01-14T05:00:00+00:00", "from 2025-01-13"),
            ("tx", "2025-01-14T00:00:00+00:00", "from 2025-01-13"),
            ("tx", "2025-01-14T12:00:00", "from 2025-01-13"),
            ("tx", "2025-01-14 12:00:00 +00:00", "from 2025-01-13"),
            ("tx", "2025-01-14T12:00:00+00:00 (noon)", "from 2025-01-13"),
            ("tx", "2025-01-14Tnoon", "from 2025-01-13"),
            ("tx", "2025-01-14T25:00:00Z", "from 2025-01-13"),
            ("tx", "2025-03", "from 2025-03-01"),
            ("tx", "2025", "from 2025-01-01"),
        ] {
            assert_eq!(day(jurisdiction, text).as_deref(), Some(expected), "{jurisdiction} {text}");
        }
        for text in ["", "yesterday", "2025-02-30", "2025-02-30T12:00:00Z", "20250114T050000Z", "2025-1-4", "äöüß-01"]
        {
            assert_eq!(day("tx", text), None, "{text}");
        }
    }
}
