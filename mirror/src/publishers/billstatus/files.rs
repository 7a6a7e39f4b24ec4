/*!
The mirror's files of a group, and those that it should have.
*/

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use crate::fetch::lock_file::LockedFile;
use crate::fetch::planned_file::{ContentKind, PlannedFile};
use crate::publishers::billstatus::feed::Feed;
use crate::publishers::billstatus::group::{BillTypeGroup, SOURCE};
use crate::publishers::billstatus::listing::ListedVersion;
use crate::publishers::held::{held, kept};
use crate::publishers::site::PublisherUrl;

/// The cost of a request in bytes. Requests are at least a second apart, and publishers' servers have been seen to send
/// this much in a second.
const BYTES_OF_A_REQUEST: u64 = 100_000;

/// A file that was fetched up to this long after a batch may still be older than the batch, because the fetch of a
/// source takes hours, and clocks differ.
const SLACK: SignedDuration = SignedDuration::from_hours(24);

/// The mirror's files of a group.
#[derive(Debug)]
pub(crate) struct GroupFiles<'k> {
    pub(crate) zip: Option<&'k LockedFile>,
    /// The files of bills by name.
    bills: BTreeMap<&'k str, &'k LockedFile>,
}

impl<'k> GroupFiles<'k> {
    pub(crate) fn from_group(group: &BillTypeGroup, known: &'k BTreeMap<String, LockedFile>) -> Self {
        let mut files = Self { zip: None, bills: BTreeMap::new() };
        for (path, file) in held(known, SOURCE) {
            let name = path.rsplit('/').next().unwrap_or(path);
            if name == group.zip() {
                files.zip = Some(file);
            } else if group.is_bill(name) {
                files.bills.insert(name, file);
            }
        }
        files
    }

    /// Whether the mirror's files of the group are newer than every change that the feed names.
    pub(crate) fn are_newer_than(&self, feed: &Feed, group: &BillTypeGroup) -> bool {
        let Some(zip_fetched) = self.zip.and_then(fetched) else { return false };
        let has_file_of = |name: &str, batch: Timestamp| {
            let bill_fetched = self.bills.get(name).and_then(|file| fetched(file));
            bill_fetched.map_or(zip_fetched, |at| at.max(zip_fetched)).duration_since(batch) > SLACK
        };
        let mut of_group = feed.last_batch.iter().filter(|(name, _)| group.is_bill(name));
        zip_fetched.duration_since(feed.start) > SLACK && of_group.all(|(name, batch)| has_file_of(name, *batch))
    }

    /// A plan that keeps all files as they are.
    pub(crate) fn kept(&self) -> Vec<PlannedFile> {
        let bills = self.bills.values().map(|bill| kept(bill, ContentKind::Xml));
        self.zip.map(|zip| kept(zip, ContentKind::Zip)).into_iter().chain(bills).collect()
    }

    /// Plans the files of a group from the zip and the bills of its listing.
    pub(crate) fn plan(
        &self,
        site: &PublisherUrl,
        group: &BillTypeGroup,
        zip: &ListedVersion,
        bills: &BTreeMap<String, ListedVersion>,
    ) -> Vec<PlannedFile> {
        let changed_files = |since: &ListedVersion| -> Vec<PlannedFile> {
            let changed = bills.iter().filter(|(_, bill)| has_changed(bill, since, since != zip));
            changed.map(|(name, bill)| planned(site, group, name, ContentKind::Xml, bill)).collect()
        };
        let known = self.zip.and_then(|file| Some((file, ListedVersion::from_mark(file.version.as_deref()?)?)));
        let since_known = known.map(|(file, version)| (file, changed_files(&version)));
        match since_known {
            Some((file, bills)) if cost(&bills) <= zip.bytes.saturating_add(BYTES_OF_A_REQUEST) => {
                [vec![kept(file, ContentKind::Zip)], bills].concat()
            }
            _ => [vec![planned(site, group, &group.zip(), ContentKind::Zip, zip)], changed_files(zip)].concat(),
        }
    }
}

/// Whether a bill has changed since a zip. `is_rebuilt` says whether the publisher has a newer zip now.
fn has_changed(bill: &ListedVersion, zip: &ListedVersion, is_rebuilt: bool) -> bool {
    match (bill.minute(), zip.minute()) {
        // A bill with the same minute as the zip may be newer. If so, the next zip has it.
        (Some(bill), Some(zip)) => bill > zip || bill == zip && is_rebuilt,
        // A time in an unknown format.
        _ => is_rebuilt,
    }
}

fn planned(
    site: &PublisherUrl,
    group: &BillTypeGroup,
    name: &str,
    content: ContentKind,
    version: &ListedVersion,
) -> PlannedFile {
    PlannedFile {
        path: format!("{SOURCE}/{name}"),
        url: site.at(&group.address(name)),
        content,
        bytes: version.stated_bytes(),
        version: Some(version.mark()),
        sha256: None,
    }
}

/// The cost of files in bytes.
fn cost(files: &[PlannedFile]) -> u64 {
    let costs = files.iter().map(|file| file.bytes.unwrap_or(0).saturating_add(BYTES_OF_A_REQUEST));
    costs.fold(0, u64::saturating_add)
}

/// The time at which a file was fetched.
fn fetched(file: &LockedFile) -> Option<Timestamp> {
    file.fetched.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    const ZIP: &str = "BILLSTATUS-119-hr.zip";

    fn group() -> BillTypeGroup {
        let config = "congresses = [119]\ntypes = ['hr']";
        BillTypeGroup::wanted(&toml::from_str::<config::BillstatusConfig>(config).unwrap(), 119).unwrap()[0]
    }

    fn version(time: &str, bytes: u64) -> ListedVersion {
        ListedVersion::from_mark(&format!("{time}, {bytes} bytes")).unwrap()
    }

    fn bill(number: u32) -> String {
        format!("BILLSTATUS-119hr{number}.xml")
    }

    /// A file of the mirror with this version.
    fn locked(name: &str, version: &ListedVersion, fetched: &str) -> (String, LockedFile) {
        let path = format!("billstatus/{name}");
        let file = LockedFile {
            path: path.clone(),
            source: SOURCE.to_owned(),
            release: None,
            url: url(name),
            etag: None,
            last_modified: None,
            version: Some(version.mark()),
            bytes: version.bytes,
            sha256: String::new(),
            fetched: fetched.to_owned(),
        };
        (path, file)
    }

    fn url(name: &str) -> String {
        format!("https://www.govinfo.gov/bulkdata/BILLSTATUS/119/hr/{name}")
    }

    fn expected(files: &[(&str, &ListedVersion)]) -> Vec<PlannedFile> {
        let file = |(name, version): &(&str, &ListedVersion)| PlannedFile {
            path: format!("billstatus/{name}"),
            url: url(name),
            content: if *name == ZIP { ContentKind::Zip } else { ContentKind::Xml },
            bytes: version.stated_bytes(),
            version: Some(version.mark()),
            sha256: None,
        };
        files.iter().map(file).collect()
    }

    /// The plan for a mirror with the zip `known`, or without one, and this listing.
    fn planned(
        known: Option<&ListedVersion>,
        zip: &ListedVersion,
        bills: &[(String, ListedVersion)],
    ) -> Vec<PlannedFile> {
        let known = known.map(|version| locked(ZIP, version, "2026-11-01T00:00:00Z")).into_iter().collect();
        let site = PublisherUrl::new(None, "https://www.govinfo.gov");
        GroupFiles::from_group(&group(), &known).plan(&site, &group(), zip, &bills.iter().cloned().collect())
    }

    #[test]
    fn first_plan_has_the_zip_and_the_bills_after_it() {
        let zip = version("01-Nov-2026 20:00", 1_000_000);
        let times = ["31-Oct-2026 23:59", "01-Nov-2026 20:00", "01-Nov-2026 20:01", "one day"];
        let bills: Vec<_> = (1..).zip(times).map(|(number, time)| (bill(number), version(time, 5_000))).collect();
        assert_eq!(planned(None, &zip, &bills), expected(&[(ZIP, &zip), (&bill(3), &bills[2].1)]));
    }

    #[test]
    fn next_plan_keeps_the_zip_and_adds_the_bills_since() {
        let zip = version("01-Nov-2026 20:00", 1_000_000);
        let rebuilt = version("02-Nov-2026 08:00", 1_000_100);
        let bills = [
            (bill(1), version("01-Nov-2026 19:59", 5_000)),
            (bill(2), version("01-Nov-2026 20:00", 5_000)),
            (bill(3), version("02-Nov-2026 07:59", 5_000)),
            (bill(4), version("one day", 5_000)),
        ];
        assert_eq!(planned(Some(&zip), &zip, &bills[..2]), expected(&[(ZIP, &zip)]));
        let added = [(ZIP, &zip), (&*bill(2), &bills[1].1), (&*bill(3), &bills[2].1), (&*bill(4), &bills[3].1)];
        assert_eq!(planned(Some(&zip), &rebuilt, &bills), expected(&added));
    }

    #[test]
    fn zip_is_fetched_anew_when_the_bills_cost_more() {
        let zip = version("01-Nov-2026 20:00", 900_000);
        let rebuilt = version("02-Nov-2026 08:00", 900_000);
        // Ten requests cost 100,000 bytes each, as much as the zip and its request.
        let bills = |bytes| -> Vec<(String, ListedVersion)> {
            let version = |number| version("02-Nov-2026 07:00", if number == 0 { bytes } else { 0 });
            (0..10).map(|number| (bill(number), version(number))).collect()
        };
        let cheap = bills(0);
        let with_bills: Vec<(&str, &ListedVersion)> =
            [(ZIP, &zip)].into_iter().chain(cheap.iter().map(|(name, version)| (&**name, version))).collect();
        assert_eq!(planned(Some(&zip), &rebuilt, &cheap), expected(&with_bills));
        assert_eq!(planned(Some(&zip), &rebuilt, &bills(1)), expected(&[(ZIP, &rebuilt)]));
    }

    #[test]
    fn zip_of_an_unknown_version_or_time_is_fetched_anew() {
        let rebuilt = version("02-Nov-2026 08:00", 1_000);
        let bills = [(bill(1), version("01-Nov-2026 07:00", 5_000))];
        let site = PublisherUrl::new(None, "https://www.govinfo.gov");
        let (path, mut file) = locked(ZIP, &rebuilt, "2026-11-01T00:00:00Z");
        for mark in [None, Some("2026"), Some("one day, 1000 bytes")] {
            file.version = mark.map(str::to_owned);
            let known = BTreeMap::from([(path.clone(), file.clone())]);
            let plan = GroupFiles::from_group(&group(), &known).plan(
                &site,
                &group(),
                &rebuilt,
                &BTreeMap::from(bills.clone()),
            );
            assert_eq!(plan, expected(&[(ZIP, &rebuilt)]), "{mark:?}");
        }
    }

    #[test]
    fn group_is_not_listed_if_the_mirror_has_the_whole_feed() {
        let at = |time: &str| time.parse::<Timestamp>().unwrap();
        let some = version("01-Nov-2026 20:00", 1_000);
        let zip = locked(ZIP, &some, "2026-11-05T12:00:00Z");
        let later = locked(&bill(2), &some, "2026-11-09T12:00:00Z");
        let start = "2026-11-01T00:00:00Z";
        for (is_spared, start, batches, files) in [
            (true, start, vec![], vec![&zip]),
            // Of another group.
            (true, start, vec![("BILLSTATUS-118hr1.xml".to_owned(), "2026-11-09T00:00:00Z")], vec![&zip]),
            // A batch a day and a second before the zip was fetched, and one a day before it.
            (true, start, vec![(bill(1), "2026-11-04T11:59:59Z")], vec![&zip]),
            (false, start, vec![(bill(1), "2026-11-04T12:00:00Z")], vec![&zip]),
            (true, start, vec![(bill(2), "2026-11-08T11:59:59Z")], vec![&zip, &later]),
            (false, start, vec![(bill(2), "2026-11-08T12:00:00Z")], vec![&zip, &later]),
            (
                false,
                start,
                vec![(bill(2), "2026-11-08T11:59:59Z"), (bill(3), "2026-11-08T11:59:59Z")],
                vec![&zip, &later],
            ),
            // A feed that begins too late.
            (true, "2026-11-04T11:59:59Z", vec![], vec![&zip]),
            (false, "2026-11-04T12:00:00Z", vec![], vec![&zip]),
            // No zip.
            (false, start, vec![], vec![&later]),
        ] {
            let known = files.into_iter().cloned().collect();
            let last_batch = batches.iter().map(|(name, time)| (name.clone(), at(time))).collect();
            let feed = Feed { start: at(start), last_batch };
            assert_eq!(
                GroupFiles::from_group(&group(), &known).are_newer_than(&feed, &group()),
                is_spared,
                "{start} {batches:?}"
            );
        }
    }
}
