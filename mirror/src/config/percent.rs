/*!
Percentages in the format of the gate's limits: `1%` or `0.5%`.
*/

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

/// A percentage, stored in thousandths of a percent so that no limit depends on rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Percent(u32);

/// The number of units in a percent.
const UNITS: u32 = 1000;

impl Percent {
    /// A whole number of percent.
    pub const fn whole(percent: u32) -> Self {
        Self(percent * UNITS)
    }

    /// Whether `part` is more than this percentage of `whole`.
    pub fn is_exceeded(self, part: u64, whole: u64) -> bool {
        u128::from(part) * u128::from(100 * UNITS) > u128::from(whole) * u128::from(self.0)
    }
}

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error =
            || format!("{text:?} is not a percentage from 0% to 100% with up to three decimals, such as \"1%\"");
        let number = text.strip_suffix('%').map(str::trim_end).ok_or_else(error)?;
        let (whole, decimals) = number.split_once('.').unwrap_or((number, "0"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || whole.len() > 3 || decimals.len() > 3 {
            return Err(error());
        }
        let units = format!("{whole}{decimals:0<3}").parse().ok().filter(|units| *units <= 100 * UNITS);
        units.map(Self).ok_or_else(error)
    }
}

impl TryFrom<String> for Percent {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = format!("{:03}", self.0 % UNITS);
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{}%", self.0 / UNITS),
            decimals => write!(f, "{}.{decimals}%", self.0 / UNITS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_read_and_written() {
        for (text, written) in
            [("1%", "1%"), ("0%", "0%"), ("100%", "100%"), ("0.5%", "0.5%"), ("12.340 %", "12.34%"), ("007%", "7%")]
        {
            assert_eq!(text.parse::<Percent>().unwrap().to_string(), written);
        }
        for text in ["", "1", "%", "101%", "100.001%", "-1%", "1.2345%", "1,5%", "1.%", "1e2%", "½%"] {
            assert!(text.parse::<Percent>().is_err(), "{text}");
        }
    }

    #[test]
    fn limit_itself_does_not_exceed_the_limit() {
        let limit: Percent = "1.5%".parse().unwrap();
        assert!(!limit.is_exceeded(15, 1000));
        assert!(limit.is_exceeded(16, 1000));
        assert!(!Percent::whole(0).is_exceeded(0, 0));
        assert!(Percent::whole(100).is_exceeded(1, 0));
        assert!(!Percent::whole(100).is_exceeded(u64::MAX, u64::MAX));
    }
}
