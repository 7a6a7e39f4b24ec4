//! The bills of Congress: listings, and the feed of changes.

use super::{Mirror, plan};
use crate::support::Quirk;

const LIST_HR: &str = "200 /bulkdata/json/BILLSTATUS/119/hr accept: application/json";
const LIST_S: &str = "200 /bulkdata/json/BILLSTATUS/119/s accept: application/json";
const FEED: &str = "200 /rss/billstatus-batch.xml";

fn put_listing(mirror: &Mirror, bill_type: &str, files: &[(&str, &str, u64)]) {
    let entry = |(name, time, size): &(&str, &str, u64)| {
        serde_json::json!({
            "displayLabel": name, "folder": false, "formattedLastModifiedTime": time, "justFileName": name, "size": size,
        })
    };
    let path = format!("/bulkdata/json/BILLSTATUS/119/{bill_type}");
    let files: Vec<_> = files.iter().map(entry).collect();
    mirror.server.put(&path, serde_json::json!({ "files": files }).to_string());
    mirror.server.heal(&path);
    mirror.server.quirk(&path, Quirk::AcceptOnly("application/json"));
}

fn put_feed(mirror: &Mirror, batches: &[(&str, &str)]) {
    let item = |(date, file): &(&str, &str)| {
        format!("<item><pubDate>{date}</pubDate><description>&lt;a href={file}&gt;</description></item>")
    };
    let items: String = batches.iter().map(item).collect();
    mirror.server.put("/rss/billstatus-batch.xml", format!("<rss><channel>{items}</channel></rss>"));
}

#[test]
fn next_day_fetches_the_bills_of_the_types_that_the_feed_names() {
    let mut mirror = Mirror::new("billstatus", "congresses = [119]\ntypes = [\"s\", \"hr\"]");
    let file = |mirror: &Mirror, bill_type: &str, name: &str, time: &str, bytes: u64| {
        let address = format!("/bulkdata/BILLSTATUS/119/{bill_type}/{name}");
        mirror.file(&format!("billstatus/{name}"), &address, Some(bytes), &format!("{time}, {bytes} bytes"))
    };
    let (old, new) = ("01-Nov-2026 08:00", "05-Nov-2026 08:00");
    let (hr_zip, s_zip) = ("BILLSTATUS-119-hr.zip", "BILLSTATUS-119-s.zip");
    put_listing(&mirror, "hr", &[(hr_zip, old, 900_000), ("BILLSTATUS-119hr1.xml", old, 50)]);
    put_listing(&mirror, "s", &[("BILLSTATUS-119s1.xml", old, 50), (s_zip, old, 800_000)]);
    let hr = file(&mirror, "hr", hr_zip, old, 900_000);
    let s = file(&mirror, "s", s_zip, old, 800_000);
    mirror.fetch("2026-11-01T12:00:00Z", &plan(None, vec![hr.clone(), s.clone()]), &[LIST_HR, LIST_S]);

    // The zip of hr was rebuilt with a changed bill. The zip of s was rebuilt without a change.
    put_feed(
        &mirror,
        &[
            ("Thu, 05 Nov 2026 09:00:00 +0000", "https://x/BILLSTATUS-119hr2.xml"),
            ("Thu, 29 Oct 2026 09:00:00 +0000", "https://x/BILLSTATUS-119s1.xml"),
        ],
    );
    let bills = [("BILLSTATUS-119hr1.xml", "31-Oct-2026 08:00", 50), ("BILLSTATUS-119hr2.xml", new, 60)];
    put_listing(&mirror, "hr", &[&[(hr_zip, new, 900_100)], &bills[..]].concat());
    put_listing(&mirror, "s", &[(s_zip, new, 800_000)]);
    let hr2 = file(&mirror, "hr", "BILLSTATUS-119hr2.xml", new, 60);
    let next = plan(None, vec![hr.clone(), hr2.clone(), s.clone()]);
    mirror.fetch("2026-11-07T12:00:00Z", &next, &[FEED, LIST_HR]);

    // The bill was fetched after the last batch.
    mirror.fetch("2026-11-08T12:00:00Z", &next, &[FEED]);

    // Without a feed every type is listed. The mirror's zip of s is older, but no bill has changed since.
    mirror.server.put("/rss/billstatus-batch.xml", "Service unavailable");
    let (without, log) = mirror.plan();
    let mut without = without.unwrap();
    let [note] = &without.notes[..] else { panic!("{without:?}") };
    let url = mirror.server.url("/rss/billstatus-batch.xml");
    assert!(note.starts_with(&format!("all bills are listed, because {url} cannot be used: ")), "{note}");
    without.notes.clear();
    assert_eq!(without, next);
    assert_eq!(log, [FEED, LIST_HR, LIST_S]);
}

#[test]
fn type_with_a_failed_listing_keeps_its_files() {
    let mut mirror = Mirror::new("billstatus", "congresses = [119]\ntypes = [\"s\", \"hr\"]");
    let (old, new) = ("01-Nov-2026 08:00", "05-Nov-2026 08:00");
    let zip = |mirror: &Mirror, bill_type: &str, time: &str| {
        let name = format!("BILLSTATUS-119-{bill_type}.zip");
        let address = format!("/bulkdata/BILLSTATUS/119/{bill_type}/{name}");
        mirror.file(&format!("billstatus/{name}"), &address, Some(900), &format!("{time}, 900 bytes"))
    };
    put_listing(&mirror, "hr", &[("BILLSTATUS-119-hr.zip", old, 900)]);
    put_listing(&mirror, "s", &[("BILLSTATUS-119-s.zip", old, 900)]);
    let first = plan(None, vec![zip(&mirror, "hr", old), zip(&mirror, "s", old)]);
    mirror.fetch("2026-11-01T12:00:00Z", &first, &[LIST_HR, LIST_S]);

    // With an empty feed every type is listed. The first listing fails, and the second has a new bill.
    put_feed(&mirror, &[]);
    let path = "/bulkdata/json/BILLSTATUS/119/hr";
    mirror.server.quirk(path, Quirk::Html("Under maintenance"));
    put_listing(&mirror, "s", &[("BILLSTATUS-119-s.zip", old, 900), ("BILLSTATUS-119s1.xml", new, 50)]);
    let (name, address) = ("billstatus/BILLSTATUS-119s1.xml", "/bulkdata/BILLSTATUS/119/s/BILLSTATUS-119s1.xml");
    let bill = mirror.file(name, address, Some(50), &format!("{new}, 50 bytes"));
    let files = [zip(&mirror, "hr", old), zip(&mirror, "s", old), bill];
    mirror.assert_failure("its text is “Under maintenance”", &[FEED, LIST_HR, LIST_S], &files);
}

#[test]
fn empty_listing_is_an_error_if_the_mirror_has_bills() {
    let mut mirror = Mirror::new("billstatus", "congresses = [119]\ntypes = [\"hr\"]");
    put_listing(&mirror, "hr", &[]);
    let url = mirror.server.url("/bulkdata/json/BILLSTATUS/119/hr");
    let mut empty = plan(None, vec![]);
    empty.notes.push(format!("{url} lists no bills yet"));
    mirror.fetch("2026-11-01T12:00:00Z", &empty, &[LIST_HR]);

    let zip = "BILLSTATUS-119-hr.zip";
    put_listing(&mirror, "hr", &[(zip, "01-Nov-2026 08:00", 900)]);
    let address = format!("/bulkdata/BILLSTATUS/119/hr/{zip}");
    let version = "01-Nov-2026 08:00, 900 bytes";
    let whole = plan(None, vec![mirror.file(&format!("billstatus/{zip}"), &address, Some(900), version)]);
    mirror.fetch("2026-11-01T12:00:00Z", &whole, &[LIST_HR]);

    put_listing(&mirror, "hr", &[]);
    put_feed(&mirror, &[("Thu, 05 Nov 2026 09:00:00 +0000", "")]);
    mirror.assert_error(&format!("{url} lists no bills any more, and the mirror has some."), &[FEED, LIST_HR]);
}
