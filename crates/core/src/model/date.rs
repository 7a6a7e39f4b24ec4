/*!
Calendar dates in ISO 8601 form, `YYYY-MM-DD`.
*/

use std::fmt;
use std::str::FromStr;

use jiff::civil;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

/// A date of the proleptic Gregorian calendar, in the years 1 to 9999. Dates are ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date(civil::Date);

impl Date {
    /// Returns the date with this year, month and day, or `None` if it does not exist.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let date = civil::Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?);
        Self::from_civil(date.ok()?)
    }

    /// Returns the date of the number YYYYMMDD, or `None` if it does not exist.
    pub fn from_number(number: u32) -> Option<Self> {
        let [year, month, day] = [number / 10_000, number / 100 % 100, number % 100];
        Self::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
    }

    /// Converts a date of jiff. Returns `None` if its year is before 1.
    pub fn from_civil(date: civil::Date) -> Option<Self> {
        (date.year() > 0).then_some(Self(date))
    }

    /// Converts the date to one of jiff.
    pub fn to_civil(self) -> civil::Date {
        self.0
    }

    /// Returns the year, 1 to 9999.
    pub fn year(self) -> u16 {
        self.0.year().unsigned_abs()
    }

    /// Returns the date as the number YYYYMMDD. Numbers and dates have the same order.
    pub fn as_number(self) -> u32 {
        let [month, day] = [self.0.month(), self.0.day()].map(i8::unsigned_abs);
        u32::from(self.year()) * 10_000 + u32::from(month) * 100 + u32::from(day)
    }

    /// Parses a date in the form `YYYY-MM-DD`. jiff's parser also accepts other forms, such as 20240101, +002024-01-01
    /// and 2024-01-01T00:00.
    fn parse(text: &[u8]) -> Option<Self> {
        let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return None };
        let digits = [y1, y2, y3, y4, m1, m2, d1, d2];
        let number = digits
            .into_iter()
            .try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + u32::from(digit - b'0')));
        Self::from_number(number?)
    }

    /// Returns the date in the form `YYYY-MM-DD`.
    fn to_ascii(self) -> [u8; 10] {
        let mut text = *b"0000-00-00";
        let mut number = self.as_number();
        for position in [9, 8, 6, 5, 3, 2, 1, 0] {
            text[position] += (number % 10) as u8;
            number /= 10;
        }
        text
    }
}

/// The error for a text that is not an existing date in the form `YYYY-MM-DD`.
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
        Self::parse(text.as_bytes()).ok_or_else(|| InvalidDate(text.to_owned()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(&self.to_ascii()).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A binary format has the number, which takes fewer bytes than the text.
        if !serializer.is_human_readable() {
            return serializer.serialize_u32(self.as_number());
        }
        serializer.serialize_str(str::from_utf8(&self.to_ascii()).map_err(S::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            let number = u32::deserialize(deserializer)?;
            return Self::from_number(number).ok_or_else(|| D::Error::custom(InvalidDate(number.to_string())));
        }
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
            "20240101",
            "+002024-01-01",
            "-002024-01-01",
            "2024-0101",
            "202401-01",
            "2024-W01-1",
            "2024-001",
            "20240101T-",
            "",
        ] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }
}
