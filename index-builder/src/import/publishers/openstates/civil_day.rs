/*!
The day of an action. Open States has days (`2025-01-14`) and moments in UTC (`2025-01-15T02:40:00+00:00`), in which an
action of the evening falls on the next day.

Some scrapers write a day as the midnight at which it began, in some time zone of the country. A moment that is such a
midnight in a U.S. zone, and that would fall on the day before in the legislature's own zone, is ambiguous: it has no
certain day.
*/

use jiff::fmt::temporal::Pieces;
use jiff::tz::{Offset, TimeZone};
use lexdex::model::Date;

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
    /// Parses a date as the source writes it: a day, a month, a year, or a moment.
    pub(super) fn parse(text: &str, zone: Option<&TimeZone>) -> Option<Self> {
        let text = text.trim();
        if let Ok(day) = text.parse() {
            return Some(Self { earliest: day, is_uncertain: false });
        }
        match text.len() {
            4 => Some(Self::uncertain(format!("{text}-01-01").parse().ok()?)),
            7 => Some(Self::uncertain(format!("{text}-01").parse().ok()?)),
            _ => Self::of_moment(text, zone),
        }
    }

    /// The day, if it is certain.
    pub(super) fn certain(self) -> Option<Date> {
        (!self.is_uncertain).then_some(self.earliest)
    }

    fn uncertain(earliest: Date) -> Self {
        Self { earliest, is_uncertain: true }
    }

    fn of_moment(text: &str, zone: Option<&TimeZone>) -> Option<Self> {
        // Only the extended form: `20250114T050000Z` would parse, too.
        day_of(text)?;
        let moment = Pieces::parse(text).ok()?;
        let written = moment.date().to_datetime(moment.time()?);
        let Some((offset, zone)) = moment.to_numeric_offset().zip(zone) else {
            return Some(Self::uncertain(Date::from_civil(written.date().yesterday().ok()?)?));
        };
        let moment = offset.to_timestamp(written).ok()?;
        let (utc, local) = (Offset::UTC.to_datetime(moment), zone.to_datetime(moment));
        let is_us_midnight = matches!(utc.hour(), 0 | 4..=11) && utc.minute() == 0 && utc.second() == 0;
        let is_uncertain = local.date() < utc.date() && is_us_midnight && offset == Offset::UTC;
        Some(Self { earliest: Date::from_civil(local.date())?, is_uncertain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::publishers::openstates::zone;

    fn day(jurisdiction: &str, text: &str) -> Option<String> {
        let day = CivilDay::parse(text, zone::of_capital(jurisdiction))?;
        Some(day.certain().map_or_else(|| format!("from {}", day.earliest), |day| day.to_string()))
    }

    #[test]
    fn moment_falls_on_the_day_of_the_capital() {
        for (jurisdiction, text, expected) in [
            ("tx", "2025-01-14", "2025-01-14"),
            ("wy", "2025-02-25T01:21:50+00:00", "2025-02-24"),
            ("wy", "2025-02-25T18:21:50+00:00", "2025-02-25"),
            ("wy", "2025-03-01T00:10:00Z", "2025-02-28"),
            ("wy", "2025-01-01T02:10:00+00:00", "2024-12-31"),
            ("wy", "2025-07-01T06:30:00+00:00", "2025-07-01"),
            ("wy", "2025-12-01T06:30:00+00:00", "2025-11-30"),
            ("az", "2025-07-01T06:30:00+00:00", "2025-06-30"),
            // Summer time began in April until 2006, and in Indiana not at all until 2005.
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
    fn ambiguous_moment_has_no_certain_day() {
        for (jurisdiction, text, expected) in [
            ("tx", "2025-01-14T05:00:00+00:00", "from 2025-01-13"),
            ("tx", "2025-01-14T00:00:00+00:00", "from 2025-01-13"),
            ("tx", "2025-01-14T12:00:00", "from 2025-01-13"),
            ("tx", "2025-03", "from 2025-03-01"),
            ("tx", "2025", "from 2025-01-01"),
        ] {
            assert_eq!(day(jurisdiction, text).as_deref(), Some(expected), "{jurisdiction} {text}");
        }
        for text in ["", "yesterday", "2025-02-30", "2025-01-14Tnoon", "2025-01-14T25:00:00Z", "2025-1-4", "äöüß-01"]
        {
            assert_eq!(day("tx", text), None, "{text}");
        }
    }
}
