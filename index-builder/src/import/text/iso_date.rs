/*!
Dates at the beginning of timestamps.
*/

use lexdex::model::Date;

/// The day of an ISO 8601 date or timestamp, without regard to its time zone: its first ten characters.
pub(crate) fn day_of(timestamp: &str) -> Option<Date> {
    const DAY_BYTES: usize = "2018-08-29".len();
    timestamp.get(..DAY_BYTES)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_of_a_timestamp_is_its_beginning() {
        for (timestamp, day) in [
            ("2018-08-29", Some("2018-08-29")),
            ("2018-08-29T23:59:59-05:00", Some("2018-08-29")),
            ("2018-08-29 23:59:59.123456", Some("2018-08-29")),
            ("2018-02-30T00:00:00Z", None),
            ("2018-08", None),
            ("29.08.2018", None),
            ("äöüß-01-01", None),
            ("", None),
        ] {
            assert_eq!(day_of(timestamp).map(|day| day.to_string()).as_deref(), day, "{timestamp}");
        }
    }
}
