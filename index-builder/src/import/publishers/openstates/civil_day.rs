/*!
The day of an action. The source has days (`2025-01-14`), and moments in UTC (`2025-01-15T02:40:00+00:00`): an action
of the evening falls on the next day there.

Some scrapers write a day as the midnight at which it began, in one or another zone of the country. So a moment that
is such a midnight in a zone of the United States, and would fall on the day before in the legislature's own, can be
read in two ways, and has no certain day.
*/

use lexdex::model::Date;

use crate::import::publishers::openstates::zone::Zone;

/// The day of an action, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CivilDay {
    /// The earliest day that it can be.
    pub(super) earliest: Date,
    /// Whether it may be a later one.
    pub(super) is_uncertain: bool,
}

impl CivilDay {
    /// The day of a date as the source writes it; `None` if it is none.
    pub(super) fn parse(text: &str, zone: Option<Zone>) -> Option<Self> {
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

    /// The day, where it is certain.
    pub(super) fn certain(self) -> Option<Date> {
        (!self.is_uncertain).then_some(self.earliest)
    }

    fn uncertain(earliest: Date) -> Self {
        Self { earliest, is_uncertain: true }
    }

    fn of_moment(text: &str, zone: Option<Zone>) -> Option<Self> {
        let written: Date = text.get(..10)?.parse().ok()?;
        let time = text.get(10..)?.strip_prefix(['T', ' '])?;
        let (minute, is_on_the_hour) = minute_of_day(time)?;
        let Some((offset, zone)) = offset(time).zip(zone) else {
            return Some(Self::uncertain(day_before(written)?));
        };
        let (utc_day, utc_minute) = shift(written, minute - offset)?;
        let Some(day) = local_day(utc_day, utc_minute, zone) else {
            return Some(Self::uncertain(day_before(utc_day)?));
        };
        let is_midnight = is_on_the_hour && matches!(utc_minute / 60, 0 | 4..=11) && utc_minute % 60 == 0;
        let is_uncertain = day < utc_day && is_midnight && offset == 0;
        Some(Self { earliest: day, is_uncertain })
    }
}

/// The minute of the day at `HH:MM`, and whether there are no seconds on top.
fn minute_of_day(time: &str) -> Option<(i32, bool)> {
    let hour: i32 = time.get(..2)?.parse().ok()?;
    let minute: i32 = time.get(2..)?.strip_prefix(':')?.get(..2)?.parse().ok()?;
    let seconds = time.get(5..)?.strip_prefix(':').and_then(|rest| rest.get(..2)).unwrap_or("00");
    ((0..24).contains(&hour) && (0..60).contains(&minute)).then_some((hour * 60 + minute, seconds == "00"))
}

/// The minutes east of Greenwich that a time says of itself: `Z`, `+00:00`, `-0500`, `+00`.
fn offset(time: &str) -> Option<i32> {
    if time.ends_with(['Z', 'z']) {
        return Some(0);
    }
    let start = time.rfind(['+', '-'])?;
    let sign = if time[start..].starts_with('-') { -1 } else { 1 };
    let digits: String = time[start + 1..].split(':').collect();
    let hours: i32 = digits.get(..2)?.parse().ok()?;
    let minutes: i32 = digits.get(2..).filter(|rest| !rest.is_empty()).map_or(Ok(0), str::parse).ok()?;
    (hours < 15 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// The day of a moment in a zone; `None` where it depends on a rule of summer time that is not known.
fn local_day(utc_day: Date, utc_minute: i32, zone: Zone) -> Option<Date> {
    let (standard_day, standard_minute) = shift(utc_day, utc_minute + zone.standard)?;
    let (summer_day, _) = shift(standard_day, standard_minute + 60)?;
    match zone.is_summer(standard_day, standard_minute) {
        Some(false) => Some(standard_day),
        Some(true) => Some(summer_day),
        None => (standard_day == summer_day).then_some(standard_day),
    }
}

/// A minute that may lie before the day or behind it, as a minute of the day on which it falls.
fn shift(day: Date, minute: i32) -> Option<(Date, i32)> {
    const MINUTES: i32 = 24 * 60;
    match minute {
        ..0 => Some((day_before(day)?, minute + MINUTES)),
        0..MINUTES => Some((day, minute)),
        _ => Some((day_after(day)?, minute - MINUTES)),
    }
}

fn day_before(day: Date) -> Option<Date> {
    let (year, month, day) = parts(day);
    let (last_year, last_month) = if month == 1 { (year - 1, 12) } else { (year, month - 1) };
    Date::new(year, month, day - 1).or_else(|| (28..=31).rev().find_map(|day| Date::new(last_year, last_month, day)))
}

fn day_after(day: Date) -> Option<Date> {
    let (year, month, day) = parts(day);
    Date::new(year, month, day + 1).or_else(|| Date::new(year, month + 1, 1)).or_else(|| Date::new(year + 1, 1, 1))
}

fn parts(day: Date) -> (u16, u8, u8) {
    let number = day.as_number();
    (day.year(), (number / 100 % 100) as u8, (number % 100) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(jurisdiction: &str, text: &str) -> Option<String> {
        let day = CivilDay::parse(text, Zone::of(jurisdiction))?;
        Some(day.certain().map_or_else(|| format!("from {}", day.earliest), |day| day.to_string()))
    }

    #[test]
    fn a_moment_falls_on_the_day_of_the_capital() {
        for (jurisdiction, text, expected) in [
            ("tx", "2025-01-14", "2025-01-14"),
            ("wy", "2025-02-25T01:21:50+00:00", "2025-02-24"),
            ("wy", "2025-02-25T18:21:50+00:00", "2025-02-25"),
            ("wy", "2025-03-01T00:10:00Z", "2025-02-28"),
            ("wy", "2025-01-01T02:10:00+00:00", "2024-12-31"),
            ("wy", "2025-07-01T06:30:00+00:00", "2025-07-01"),
            ("wy", "2025-12-01T06:30:00+00:00", "2025-11-30"),
            ("az", "2025-07-01T06:30:00+00:00", "2025-06-30"),
            ("wy", "2025-02-24T18:21:50-07:00", "2025-02-24"),
            ("wy", "2025-02-24 23:30:00-0700", "2025-02-24"),
            ("mp", "2025-12-31T20:00:01+00", "2026-01-01"),
        ] {
            assert_eq!(day(jurisdiction, text).as_deref(), Some(expected), "{jurisdiction} {text}");
        }
    }

    #[test]
    fn a_day_written_as_the_midnight_at_which_it_began_is_that_day() {
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
    fn a_moment_that_can_be_read_in_two_ways_has_no_certain_day() {
        for (jurisdiction, text, expected) in [
            ("tx", "2025-01-14T05:00:00+00:00", "from 2025-01-13"),
            ("tx", "2025-01-14T00:00:00+00:00", "from 2025-01-13"),
            ("tx", "2025-01-14T12:00:00", "from 2025-01-13"),
            ("wy", "2001-02-01T06:30:00+00:00", "from 2001-01-31"),
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

    #[test]
    fn days_follow_one_another() {
        for (first, second) in
            [("2024-02-28", "2024-02-29"), ("2023-02-28", "2023-03-01"), ("2024-12-31", "2025-01-01")]
        {
            let (first, second): (Date, Date) = (first.parse().unwrap(), second.parse().unwrap());
            assert_eq!((day_after(first), day_before(second)), (Some(second), Some(first)));
        }
        assert_eq!(day_before("0001-01-01".parse().unwrap()), None);
    }
}
