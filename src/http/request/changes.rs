/*!
The query parameters of `/api/v1/changes`.
*/

use jiff::Timestamp;
use jiff::tz::TimeZone;
use lexdex_core::corpus::text;
use lexdex_core::model::{Date, Parameter, Resource};
use lexdex_index::is_build_id;

use crate::http::request::param_error::ParamError;
use crate::http::request::params::Params;

/// The parameters of the endpoint.
pub(crate) const PARAMETERS: &[Parameter] =
    &[Parameter::Since, Parameter::Resource, Parameter::Limit, Parameter::Offset];

/// The starting point of the changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Since {
    /// The build with this id.
    Build(String),
    /// The build that was current at this time, in seconds since the Unix epoch.
    Time(i64),
}

/// The forms of `since`, as the messages name them.
const FORMS: &str = "a build id, a date (YYYY-MM-DD, from 00:00 UTC) or an RFC 3339 time such as \
                     2026-01-31T08:00:00Z";

/// Reads `since`, which is required and must not be in the future. Returns `None` after an error.
pub(crate) fn since(params: &mut Params<'_>) -> Option<Since> {
    let error = match params.value(Parameter::Since) {
        None if params.has_error_of(Parameter::Since) => return None,
        None => ParamError::new(Parameter::Since.as_str(), format!("since is missing: give it {FORMS}")),
        Some(value) => match parse(value) {
            Some(Since::Time(time)) if time > Timestamp::now().as_second() => {
                ParamError::for_value(Parameter::Since, value, "since is in the future: nothing has changed since then")
            }
            Some(since) => return Some(since),
            None => ParamError::for_value(
                Parameter::Since,
                value,
                format!("since must be {FORMS}; a plus sign in a query is written %2B"),
            ),
        },
    };
    params.add_error(error);
    None
}

pub(crate) fn resource(params: &mut Params<'_>) -> Option<Resource> {
    let words = params.enum_values(Parameter::Resource, Resource::as_str)?;
    words.first()?.parse().ok()
}

fn parse(value: &str) -> Option<Since> {
    let value = value.trim();
    let build = text::normalize(value);
    if is_build_id(&build) {
        return Some(Since::Build(build.into_owned()));
    }
    if let Ok(date) = value.parse::<Date>() {
        let midnight = date.to_civil().to_zoned(TimeZone::UTC).ok()?;
        return Some(Since::Time(midnight.timestamp().as_second()));
    }
    // jiff also accepts other forms, such as 20260131T08Z and 2026-01-31 08:00Z[UTC].
    let is_rfc_3339 = value.len() >= "YYYY-MM-DDTHH:MM:SSZ".len()
        && value.bytes().enumerate().all(|(idx, byte)| match idx {
            4 | 7 => byte == b'-',
            10 => byte.eq_ignore_ascii_case(&b'T'),
            13 | 16 => byte == b':',
            0..19 => byte.is_ascii_digit(),
            _ => byte.is_ascii_digit() || b".:+-Zz".contains(&byte),
        });
    let time = is_rfc_3339.then(|| value.parse::<Timestamp>().ok()).flatten()?;
    Some(Since::Time(time.as_second()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn since_is_a_build_a_date_or_an_rfc_3339_time_and_nothing_else() {
        let build = "0123456789abcdef".repeat(4);
        assert_eq!(parse(&format!(" {} ", build.to_uppercase())), Some(Since::Build(build.clone())));
        for (value, seconds) in [
            ("1970-01-02", 86_400),
            ("1969-12-31", -86_400),
            ("1970-01-01T00:00:59Z", 59),
            ("1970-01-01t00:00:59z", 59),
            ("1970-01-01T00:00:59.999Z", 59),
            ("1970-01-01T02:00:00+02:00", 0),
            ("1969-12-31T19:00:00-05:00", 0),
            ("9999-12-30T21:59:59Z", 253_402_207_199),
        ] {
            assert_eq!(parse(value), Some(Since::Time(seconds)), "{value}");
        }
        for value in [
            "yesterday",
            "1970-02-30",
            "19700101",
            "1970",
            "0",
            "1970-01-01T00:00:59",
            "1970-01-01 00:00:59Z",
            "1970-01-01T00:00:59Z[UTC]",
            "1970-01-01T00:00:59 02:00",
            "1970-01-01T25:00:00Z",
            "+001970-01-01T00:00:00Z",
            &build[1..],
            &format!("{build}0"),
            &build.replace('a', "g"),
            "é",
        ] {
            assert_eq!(parse(value), None, "{value}");
        }
    }
}
