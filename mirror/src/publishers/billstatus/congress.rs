//! The numbers of the Congresses.

use jiff::civil::{Date, date};

/// Returns the number of the Congress in office on a day. Each lasts two years, and begins on January 3 of an odd year
/// (20th Amendment). The 1st began in 1789.
pub(crate) fn current_congress(day: Date) -> u16 {
    let year = if day < date(day.year(), 1, 3) { day.year() - 1 } else { day.year() };
    ((year - 1789) / 2 + 1).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn congress_begins_on_january_3_of_an_odd_year() {
        for (day, number) in [
            (date(2023, 1, 3), 118),
            (date(2025, 1, 2), 118),
            (date(2025, 1, 3), 119),
            (date(2026, 1, 2), 119),
            (date(2027, 1, 2), 119),
            (date(2027, 1, 3), 120),
        ] {
            assert_eq!(current_congress(day), number, "{day}");
        }
    }
}
