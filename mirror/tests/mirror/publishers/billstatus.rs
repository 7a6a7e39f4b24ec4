//! The bills of Congress: listings and zips.

use super::{Mirror, plan};
use crate::support::Quirk;

const LIST_HR: &str = "200 /bulkdata/json/BILLSTATUS/119/hr accept: application/json";
const LIST_S: &str = "200 /bulkdata/json/BILLSTATUS/119/s accept: application/json";

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

#[test]
fn next_day_fetches_the_zips_with_another_time_or_size() {
    let mut mirror = Mirror::new("billstatus", "congresses = [119]\ntypes = [\"s\", \"hr\"]");
    let zip = |mirror: &Mirror, bill_type: &str, time: &str, bytes: u64| {
        let name = format!("BILLSTATUS-119-{bill_type}.zip");
        let address = format!("/bulkdata/BILLSTATUS/119/{bill_type}/{name}");
        mirror.file(&format!("billstatus/{name}"), &address, Some(bytes), &format!("{time}, {bytes} bytes"))
    };
    let (old, new) = ("01-Nov-2026 08:00", "05-Nov-2026 08:00");
    let (hr_zip, s_zip) = ("BILLSTATUS-119-hr.zip", "BILLSTATUS-119-s.zip");
    put_listing(&mirror, "hr", &[(hr_zip, old, 900_000), ("BILLSTATUS-119hr1.xml", old, 50)]);
    put_listing(&mirror, "s", &[("BILLSTATUS-119s1.xml", old, 50), (s_zip, old, 800_000)]);
    let (hr, s) = (zip(&mirror, "hr", old, 900_000), zip(&mirror, "s", old, 800_000));
    mirror.fetch("2026-11-01T12:00:00Z", &plan(None, vec![hr.clone(), s.clone()]), &[LIST_HR, LIST_S]);

    put_listing(&mirror, "hr", &[(hr_zip, new, 900_000), ("BILLSTATUS-119hr1.xml", old, 50)]);
    let hr = zip(&mirror, "hr", new, 900_000);
    mirror.fetch("2026-11-07T12:00:00Z", &plan(None, vec![hr.clone(), s]), &[LIST_HR, LIST_S]);
    put_listing(&mirror, "s", &[(s_zip, old, 800_001)]);
    let s = zip(&mirror, "s", old, 800_001);
    mirror.fetch("2026-11-08T12:00:00Z", &plan(None, vec![hr, s]), &[LIST_HR, LIST_S]);
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

    // The first listing fails, and the second has a new zip.
    let path = "/bulkdata/json/BILLSTATUS/119/hr";
    mirror.server.quirk(path, Quirk::Html("Under maintenance"));
    put_listing(&mirror, "s", &[("BILLSTATUS-119-s.zip", new, 900)]);
    let files = [zip(&mirror, "hr", old), zip(&mirror, "s", new)];
    mirror.assert_failure("its text is “Under maintenance”", &[LIST_HR, LIST_S], &files);
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
    mirror.assert_error(&format!("{url} lists no bills any more, and the mirror has some."), &[LIST_HR]);
}
