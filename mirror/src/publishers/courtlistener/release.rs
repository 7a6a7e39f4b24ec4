/*!
The choice of a release among the files of the bucket.

The tables of a release have its date in their names, `bulk-data/dockets-2025-03-31.csv.bz2`. A release can lack a table,
or have tables of other dates (<https://github.com/freelawproject/courtlistener/issues/6506>), or files that are empty
(<https://github.com/freelawproject/courtlistener/issues/3861>).
*/

use std::collections::BTreeMap;

use lexdex_core::model::Date;

use crate::publishers::courtlistener::listing::StoredObject;

/// The tables that make up a release, the smallest first.
pub(crate) const TABLES: [&str; 4] = ["courts", "citations", "opinion-clusters", "dockets"];

/// The minimum size of a table in bytes. The smallest table, the courts, has tens of thousands.
const MIN_BYTES: u64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ReleaseTable {
    /// The name, one of [`TABLES`].
    pub(crate) name: &'static str,
    pub(crate) date: Date,
}

impl ReleaseTable {
    /// Parses the path of a file of a table.
    pub(crate) fn from_path(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next()?.strip_suffix(".csv.bz2")?;
        let (name, date) = name.split_at_checked(name.len().checked_sub("-2025-03-31".len())?)?;
        let date = date.strip_prefix('-')?.parse().ok()?;
        Some(Self { name: TABLES.into_iter().find(|table| *table == name)?, date })
    }
}

/// The release that was chosen, and those that were passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The tables in the order of [`TABLES`]. Empty if there is no release to choose.
    pub(crate) tables: Vec<StoredObject>,
    /// The newer releases that were passed over, each with the reason.
    pub(crate) passed_over: Vec<String>,
}

/// Chooses the newest release that has all tables, with none much smaller than the mirror's, and that is not older than
/// the mirror's. `known` has the date and the size of each table of the mirror.
pub(crate) fn choose(objects: Vec<StoredObject>, known: &BTreeMap<&'static str, (Date, u64)>) -> Choice {
    let mut releases: BTreeMap<Date, BTreeMap<&str, StoredObject>> = BTreeMap::new();
    for object in objects {
        if let Some(ReleaseTable { name, date }) = ReleaseTable::from_path(&object.key) {
            releases.entry(date).or_default().insert(name, object);
        }
    }
    let oldest = known.values().map(|(date, _)| *date).max();
    let mut choice = Choice::default();
    for (date, mut tables) in releases.into_iter().rev().filter(|(date, _)| oldest.is_none_or(|oldest| *date >= oldest))
    {
        match TABLES.iter().find_map(|table| fault(table, tables.get(table), known.get(table))) {
            Some(fault) => choice.passed_over.push(format!("the release of {date} is passed over: {fault}")),
            None => {
                choice.tables = TABLES.iter().filter_map(|table| tables.remove(table)).collect();
                break;
            }
        }
    }
    choice
}

/// The reason why a table cannot be used, if any.
fn fault(table: &str, object: Option<&StoredObject>, known: Option<&(Date, u64)>) -> Option<String> {
    let Some(StoredObject { bytes, .. }) = object else { return Some(format!("it has no table {table}")) };
    if *bytes < MIN_BYTES {
        return Some(format!("its table {table} has {bytes} bytes"));
    }
    let (date, held) = known?;
    let is_half = bytes.checked_mul(2).is_some_and(|double| double < *held);
    is_half.then(|| format!("its table {table} has {bytes} bytes, less than half of the {held} of {date}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(date: &str) -> Date {
        date.parse().unwrap()
    }

    fn release(date: &str, bytes: [Option<u64>; 4]) -> Vec<StoredObject> {
        let tables = TABLES.into_iter().zip(bytes);
        let objects = tables.filter_map(|(table, bytes)| {
            Some(StoredObject {
                key: format!("bulk-data/{table}-{date}.csv.bz2"),
                bytes: bytes?,
                ..StoredObject::default()
            })
        });
        objects.collect()
    }

    const WHOLE: [Option<u64>; 4] = [Some(80_000), Some(100_000), Some(200_000), Some(300_000)];

    /// The chosen date, and the remarks.
    fn chosen(releases: &[Vec<StoredObject>], known: &[(&'static str, &str, u64)]) -> (Option<String>, Vec<String>) {
        let known = known.iter().map(|(table, at, bytes)| (*table, (date(at), *bytes))).collect();
        let Choice { tables, passed_over } = choose(releases.concat(), &known);
        let dates: Vec<String> =
            tables.iter().map(|object| ReleaseTable::from_path(&object.key).unwrap().date.to_string()).collect();
        assert!(dates.is_empty() || dates.len() == 4 && dates.iter().all(|other| *other == dates[0]), "{dates:?}");
        (dates.into_iter().next(), passed_over)
    }

    #[test]
    fn tables_are_known_by_name_and_date() {
        for (path, table) in [
            ("bulk-data/courts-2025-03-31.csv.bz2", Some(("courts", "2025-03-31"))),
            ("courtlistener/opinion-clusters-2024-12-31.csv.bz2", Some(("opinion-clusters", "2024-12-31"))),
            ("bulk-data/court-appeals-2025-03-31.csv.bz2", None),
            ("bulk-data/courts-2025-02-30.csv.bz2", None),
            ("bulk-data/courts-2025-03-31.csv", None),
            ("bulk-data/courts.csv.bz2", None),
            ("bulk-data/schema-2025-03-31.sql", None),
            ("bulk-data/é.csv.bz2", None),
            ("bulk-data/", None),
        ] {
            let found = ReleaseTable::from_path(path).map(|table| (table.name, table.date.to_string()));
            assert_eq!(found, table.map(|(name, date)| (name, date.to_owned())), "{path}");
        }
    }

    #[test]
    fn newest_release_with_all_tables_of_sane_sizes_is_chosen() {
        let old = release("2024-12-31", WHOLE);
        let middle = release("2025-03-31", WHOLE);
        let [a, b, c, d] = WHOLE;
        assert_eq!(chosen(&[old.clone(), middle.clone()], &[]), (Some("2025-03-31".to_owned()), vec![]));
        for (newest, reason) in [
            ([a, None, c, d], "it has no table citations"),
            ([a, b, None, None], "it has no table opinion-clusters"),
            ([Some(100), b, c, d], "its table courts has 100 bytes"),
            ([Some(999), b, c, d], "its table courts has 999 bytes"),
        ] {
            let remark = format!("the release of 2025-06-30 is passed over: {reason}");
            let all = [old.clone(), release("2025-06-30", newest), middle.clone()];
            assert_eq!(chosen(&all, &[]), (Some("2025-03-31".to_owned()), vec![remark]), "{reason}");
        }
        let least = release("2025-06-30", [Some(1_000), b, c, d]);
        assert_eq!(chosen(&[least, middle], &[]), (Some("2025-06-30".to_owned()), vec![]));
    }

    #[test]
    fn table_of_less_than_half_the_size_passes_its_release_over() {
        let known = [("courts", "2025-03-31", 80_000), ("dockets", "2025-03-31", 300_000)];
        let [a, b, c, _] = WHOLE;
        let middle = release("2025-03-31", WHOLE);
        let half = release("2025-06-30", [a, b, c, Some(150_000)]);
        assert_eq!(chosen(&[middle.clone(), half], &known), (Some("2025-06-30".to_owned()), vec![]));
        let less = release("2025-06-30", [a, b, c, Some(149_999)]);
        let remark = "the release of 2025-06-30 is passed over: its table dockets has 149999 bytes, less than half of the \
                      300000 of 2025-03-31";
        assert_eq!(chosen(&[middle, less], &known), (Some("2025-03-31".to_owned()), vec![remark.to_owned()]));
    }

    #[test]
    fn no_release_older_than_the_mirrors_is_chosen() {
        let old = release("2024-12-31", WHOLE);
        let known = [("courts", "2025-03-31", 80_000)];
        assert_eq!(chosen(std::slice::from_ref(&old), &known), (None, vec![]));
        assert_eq!(chosen(&[old, release("2025-03-31", WHOLE)], &known), (Some("2025-03-31".to_owned()), vec![]));
        assert_eq!(chosen(&[], &[]), (None, vec![]));
    }
}
