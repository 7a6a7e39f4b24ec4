/*!
Dates at the beginning of timestamps and in the names of files.
*/

use lexdex_core::model::Date;

/// The day of an ISO 8601 date or timestamp, without regard to its time zone: its first ten characters.
pub(crate) fn day_of(timestamp: &str) -> Option<Date> {
    const DAY_BYTES: usize = "2018-08-29".len();
    timestamp.get(..DAY_BYTES)?.parse().ok()
}

/// The last date in a path: `Illinois-20180829-text.zip`, `exports/2018-08-29/data.jsonl`.
pub(crate) fn last_date_in(location: &str) -> Option<Date> {
    const LONG: usize = "2018-08-29".len();
    const SHORT: usize = "20180829".len();
    let is_apart = |from: usize, to: usize| {
        let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        !is_digit(from.checked_sub(1).and_then(|before| location.as_bytes().get(before)))
            && !is_digit(location.as_bytes().get(to))
    };
    (0..location.len()).rev().find_map(|start| {
        let date = |length: usize| location.get(start..start + length).filter(|_| is_apart(start, start + length));
        let short = |digits: &str| Some(format!("{}-{}-{}", digits.get(..4)?, digits.get(4..6)?, digits.get(6..)?));
        let long = date(LONG).and_then(|date| date.parse().ok());
        long.or_else(|| date(SHORT).and_then(short)?.parse().ok())
    })
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

    #[test]
    fn date_of_a_download_is_found_in_its_name() {
        for (location, date) in [
            ("Illinois-20180829-text.zip!data/data.jsonl", Some("2018-08-29")),
            ("2017-01-02/2018-08-29/data.jsonl", Some("2018-08-29")),
            ("20180829.zip", Some("2018-08-29")),
            ("120180829.zip", None),
            ("20189999/data.jsonl", None),
            ("Āā-2020/data.jsonl", None),
            ("", None),
        ] {
            assert_eq!(last_date_in(location).map(|date| date.to_string()).as_deref(), date, "{location}");
        }
    }
}
