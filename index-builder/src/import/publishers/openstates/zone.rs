/*!
The time zones of the legislatures, which act in their capitals.

The rule of daylight saving time is the one in force since 2007. Before that year a moment has a certain day only where
the hour makes no difference.
*/

use lexdex::model::Date;

/// A time zone of the United States.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    /// Minutes east of Greenwich, in winter.
    pub(super) standard: i32,
    /// Whether clocks go forward in summer.
    pub(super) has_summer_time: bool,
}

const fn with_summer_time(hours: i32) -> Zone {
    Zone { standard: hours * 60, has_summer_time: true }
}

const fn without_summer_time(hours: i32) -> Zone {
    Zone { standard: hours * 60, has_summer_time: false }
}

/// The zone of each capital, by the jurisdictions' identifiers. The exception is Alabama: its capital lies in Central
/// time, but the source writes the days there as midnights of Eastern time.
const ZONE_TABLE: &[(&str, Zone)] = &[
    ("al ct dc de fl ga in ky ma md me mi nc nh nj ny oh pa ri sc va vt wv", with_summer_time(-5)),
    ("ar ia il ks la mn mo ms nd ne ok sd tn tx wi", with_summer_time(-6)),
    ("co id mt nm ut wy", with_summer_time(-7)),
    ("az", without_summer_time(-7)),
    ("ca nv or wa", with_summer_time(-8)),
    ("ak", with_summer_time(-9)),
    ("hi", without_summer_time(-10)),
    ("pr vi", without_summer_time(-4)),
    ("gu mp", without_summer_time(10)),
    ("as", without_summer_time(-11)),
];

impl Zone {
    /// The zone of a jurisdiction's capital.
    pub(super) fn of(jurisdiction: &str) -> Option<Self> {
        let row = ZONE_TABLE.iter().find(|(ids, _)| ids.split(' ').any(|id| id == jurisdiction));
        row.map(|(_, zone)| *zone)
    }

    /// Whether it is summer time at a moment in standard time (a day, and a minute of it); `None` before 2007.
    pub(super) fn is_summer(self, day: Date, minute: i32) -> Option<bool> {
        const RULE_SINCE: u16 = 2007;
        if !self.has_summer_time {
            return Some(false);
        }
        if day.year() < RULE_SINCE {
            return None;
        }
        let second_sunday_of_march = nth_sunday(day.year(), 3, 2);
        let first_sunday_of_november = nth_sunday(day.year(), 11, 1);
        let moment = (day.as_number(), minute);
        Some(moment >= (second_sunday_of_march, 120) && moment < (first_sunday_of_november, 60))
    }
}

/// The number YYYYMMDD of the n-th Sunday of a month.
fn nth_sunday(year: u16, month: u32, nth: u32) -> u32 {
    let first_sunday = 1 + (7 - weekday_of_first(year, month)) % 7;
    u32::from(year) * 10_000 + month * 100 + first_sunday + (nth - 1) * 7
}

/// The weekday of the first day of a month from March to December, Sunday being 0, by Sakamoto's method.
fn weekday_of_first(year: u16, month: u32) -> u32 {
    const SHIFTS: [u32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = u32::from(year);
    (year + year / 4 - year / 100 + year / 400 + SHIFTS[month as usize - 1] + 1) % 7
}

#[cfg(test)]
mod tests {
    use lexdex::corpus::{Catalogue, Source};

    use super::*;

    #[test]
    fn every_jurisdiction_but_the_federal_one_has_a_zone() {
        let catalogue = Catalogue::read(&Source::Bundled).unwrap();
        for entry in catalogue.jurisdictions.entries() {
            assert_eq!(Zone::of(&entry.id).is_some(), entry.id != "federal", "{}", entry.id);
        }
    }

    #[test]
    fn summer_time_begins_and_ends_on_the_right_sundays() {
        for (year, march, november) in [(2007, 11, 4), (2020, 8, 1), (2024, 10, 3), (2025, 9, 2), (2026, 8, 1)] {
            assert_eq!(nth_sunday(year, 3, 2) % 100, march);
            assert_eq!(nth_sunday(year, 11, 1) % 100, november);
        }
    }
}
