/*!
A calendar date in ISO 8601 form, `YYYY-MM-DD`. Only dates that exist can be made.
*/

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

/// A date of the proleptic Gregorian calendar, years 1 to 9999. Dates compare by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// The date of these numbers, or `None` if there is no such day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let exists =
            (1..=9999).contains(&year) && (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
        exists.then_some(Self { year, month, day })
    }

    /// The date of the number YYYYMMDD, or `None` if there is no such day.
    pub fn from_number(number: u32) -> Option<Self> {
        let [year, month, day] = [number / 10_000, number / 100 % 100, number % 100];
        Self::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
    }

    /// The year, 1 to 9999.
    pub fn year(self) -> u16 {
        self.year
    }

    /// The date as the number YYYYMMDD, which orders as the dates do.
    pub fn as_number(self) -> u32 {
        u32::from(self.year) * 10_000 + u32::from(self.month) * 100 + u32::from(self.day)
    }
}

fn days_in_month(year: u16, month: u8) -> u8 {
    let is_leap_year = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A text that is not a date that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidDate(String);

impl fmt::Display for InvalidDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a date that exists, written YYYY-MM-DD", self.0)
    }
}

impl std::error::Error for InvalidDate {}

impl FromStr for Date {
    type Err = InvalidDate;

    fn from_str(text: &str) -> Result<Self, InvalidDate> {
        parse(text.as_bytes()).ok_or_else(|| InvalidDate(text.to_owned()))
    }
}

fn parse(text: &[u8]) -> Option<Date> {
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *text else {
        return None;
    };
    let year = number(&[y1, y2, y3, y4])?;
    let month = u8::try_from(number(&[m1, m2])?).ok()?;
    let day = u8::try_from(number(&[d1, d2])?).ok()?;
    Date::new(year, month, day)
}

fn number(digits: &[u8]) -> Option<u16> {
    digits.iter().try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + u16::from(digit - b'0')))
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // What Display writes, without its machinery: every record has dates.
        let digit = |number: u16| b'0' + (number % 10) as u8;
        let (year, month, day) = (self.year, u16::from(self.month), u16::from(self.day));
        let [y1, y2, y3, y4] = [year / 1000, year / 100, year / 10, year].map(digit);
        let [m1, m2, d1, d2] = [month / 10, month, day / 10, day].map(digit);
        let text = [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2];
        serializer.serialize_str(std::str::from_utf8(&text).map_err(S::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl PartialSchema for Date {
    fn schema() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Date);
        let schema = ObjectBuilder::new().schema_type(Type::String).format(Some(format));
        schema.description(Some("A date, `YYYY-MM-DD`.")).into()
    }
}

impl ToSchema for Date {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_serialized_as_they_are_displayed() {
        for text in ["0001-01-01", "1973-01-22", "2024-12-31", "9999-10-09"] {
            let date: Date = text.parse().unwrap();
            assert_eq!(
                (date.to_string(), serde_json::to_string(&date).unwrap()),
                (text.to_owned(), format!("{text:?}"))
            );
        }
    }

    #[test]
    fn only_dates_that_exist_parse() {
        for text in ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "1973-01-22"] {
            let date: Date = text.parse().unwrap();
            assert_eq!((date.to_string(), Date::from_number(date.as_number())), (text.to_owned(), Some(date)));
        }
        for text in [
            "2023-02-29",
            "1900-02-29",
            "2024-04-31",
            "2024-13-01",
            "2024-00-10",
            "2024-01-00",
            "0000-01-01",
            "2024-1-1",
            "24-01-01",
            "2024/01/01",
            "2024-01-01T00:00",
            " 2024-01-01",
            "+024-01-01",
            "",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}
