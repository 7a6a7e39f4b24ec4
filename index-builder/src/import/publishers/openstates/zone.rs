/*!
The time zones of the capitals, where the legislatures meet.
*/

use jiff::tz::{self, TimeZone};

/// The zones, each with the ids of its jurisdictions. They are compiled in, so that no time zone database is needed at
/// run time.
///
/// Alabama's capital is in Central time, but the source writes its days as midnights of Eastern time.
static ZONE_TABLE: &[(&str, TimeZone)] = &[
    ("al ct dc de fl ga ky ma md me nc nh nj ny oh pa ri sc va vt wv", tz::get!("America/New_York")),
    ("mi", tz::get!("America/Detroit")),
    ("in", tz::get!("America/Indiana/Indianapolis")),
    ("ar ia il ks la mn mo ms nd ne ok sd tn tx wi", tz::get!("America/Chicago")),
    ("co mt nm ut wy", tz::get!("America/Denver")),
    ("id", tz::get!("America/Boise")),
    ("az", tz::get!("America/Phoenix")),
    ("ca nv or wa", tz::get!("America/Los_Angeles")),
    ("ak", tz::get!("America/Juneau")),
    ("hi", tz::get!("Pacific/Honolulu")),
    ("pr vi", tz::get!("America/Puerto_Rico")),
    ("gu mp", tz::get!("Pacific/Guam")),
    ("as", tz::get!("Pacific/Pago_Pago")),
];

/// The zone of a jurisdiction's capital.
pub(super) fn for_capital(jurisdiction: &str) -> Option<&'static TimeZone> {
    let row = ZONE_TABLE.iter().find(|(ids, _)| ids.split(' ').any(|id| id == jurisdiction));
    row.map(|(_, zone)| zone)
}

#[cfg(test)]
mod tests {
    use lexdex_core::corpus::{Catalogue, Source};

    use super::*;

    #[test]
    fn every_jurisdiction_but_the_federal_one_has_a_zone() {
        let catalogue = Catalogue::read(&Source::Bundled).unwrap();
        for entry in catalogue.jurisdictions.entries() {
            assert_eq!(for_capital(&entry.id).is_some(), entry.id != "federal", "{}", entry.id);
        }
    }

    #[test]
    fn daylight_saving_time_begins_and_ends_on_the_right_sundays() {
        // The rule changed in 1987 and in 2007.
        for (year, begins, ends) in [
            (1986, "1986-04-27", "1986-10-26"),
            (2006, "2006-04-02", "2006-10-29"),
            (2007, "2007-03-11", "2007-11-04"),
            (2020, "2020-03-08", "2020-11-01"),
            (2024, "2024-03-10", "2024-11-03"),
            (2025, "2025-03-09", "2025-11-02"),
            (2026, "2026-03-08", "2026-11-01"),
        ] {
            let zone = for_capital("wy").unwrap();
            let new_year = jiff::civil::date(year, 1, 1).to_zoned(zone.clone()).unwrap();
            let days = zone.following(new_year.timestamp()).map(|change| zone.to_datetime(change.timestamp()).date());
            assert_eq!(days.take(2).map(|day| day.to_string()).collect::<Vec<_>>(), [begins, ends]);
        }
    }
}
