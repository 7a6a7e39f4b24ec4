//! From an empty folder to a served index, and the releases of the next days, against a server that plays the publishers.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::archive::zip;
use crate::federal::{Publishers, bill, code};
use crate::folder::Folder;
use crate::served::Served;
use crate::support::Quirk;

/// The responses with all statutes and all bills.
fn answers(served: &Served) -> [Value; 2] {
    ["/api/v1/statutes?limit=100", "/api/v1/bills?limit=100"].map(|path| {
        let mut answer = served.get(path);
        answer.as_object_mut().unwrap().remove("meta");
        answer
    })
}

#[test]
fn first_day_is_published_and_the_next_is_swapped_in_under_load() {
    let mut publishers = Publishers::start();
    let first = [("1", "One"), ("2", "Two"), ("3", "Three")];
    publishers.put_code("118-40", &[("01", code("1", "2026-10-01", &first)), ("07", code("7", "2026-10-01", &first))]);
    let bills: Vec<(u32, String)> = (1..=10).map(|number| bill(number, "2026-10-01", "old")).collect();
    publishers.put_bills("01-Oct-2026 08:00", &bills);
    let folder = Folder::new(&publishers.configuration());
    let outcome = folder.run_to(0, &["sync"]);
    assert!(outcome.stdout.contains("\nus-code        6        6        0        0\n"), "{}", outcome.stdout);
    assert_eq!(folder.published().len(), 16);
    publishers.server.take_log();

    // A night without anything new: the sync reads the pages, and requests no file.
    folder.run_to(10, &["sync"]);
    let pages = publishers.server.take_log();
    assert!(pages.iter().all(|line| !line.contains(".zip") && !line.contains("118hr")), "{pages:?}");

    let served = Served::start(&folder.path("published"));
    let before = answers(&served);
    // The next day: one section has changed, one is new, and two bills have changed.
    let next = [("1", "One"), ("2", "Two, amended"), ("3", "Three"), ("4", "Four")];
    let title_7 = code("7", "2026-11-01", &next);
    publishers.put_code("118-41", &[("07", title_7)]);
    let mut next_bills = bills;
    next_bills[2] = bill(3, "2026-11-01", "new");
    next_bills.push(bill(11, "2026-11-01", "new"));
    publishers.put_bills("01-Nov-2026 08:00", &next_bills);
    let is_done = AtomicBool::new(false);
    let (outcome, seen) = thread::scope(|scope| {
        let load = scope.spawn(|| {
            let mut seen = Vec::new();
            while !is_done.load(Ordering::Relaxed) {
                let answer = answers(&served);
                if !seen.contains(&answer) {
                    seen.push(answer);
                }
            }
            seen
        });
        let outcome = folder.run(&["sync"]);
        while answers(&served) == before && outcome.code == Some(0) {
            thread::yield_now();
        }
        is_done.store(true, Ordering::Relaxed);
        (outcome, load.join().unwrap())
    });
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    // Title 7 has a new date. One of its sections has a different heading, and one is new.
    let differences = "statutes: 1 added, 0 removed, 3 changed, 3 unchanged\n\
                       cases: 0 added, 0 removed, 0 changed, 0 unchanged\n\
                       bills: 1 added, 0 removed, 1 changed, 9 unchanged\n";
    assert!(outcome.stdout.contains(differences), "{}", outcome.stdout);
    let fetched: BTreeSet<String> = publishers
        .server
        .take_log()
        .into_iter()
        .filter(|line| line.contains(".zip") || line.contains("118hr"))
        .collect();
    let expected = [
        "200 /bulkdata/BILLSTATUS/118/hr/BILLSTATUS-118-hr.zip",
        "200 /download/releasepoints/us/pl/118/41/xml_usc01@118-41.zip",
        "200 /download/releasepoints/us/pl/118/41/xml_usc07@118-41.zip",
    ];
    assert_eq!(fetched.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    // At any moment a list is wholly of the old day or of the new one. The two lists may differ in that.
    let after = answers(&served);
    for lists in &seen {
        for (list, (before, after)) in lists.iter().zip(before.iter().zip(&after)) {
            assert!(list == before || list == after, "{list}");
        }
    }
    let headings: Vec<&str> =
        after[0]["data"].as_array().unwrap().iter().map(|record| record["title"].as_str().unwrap()).collect();
    assert_eq!(headings.len(), 7);
    assert!(headings.contains(&"Two, amended"));
    // The old release is gone from the downloads.
    let downloads: Vec<String> = fs::read_dir(folder.path("downloads/us-code"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(
        BTreeSet::from_iter(downloads),
        BTreeSet::from(["xml_usc01@118-41.zip".into(), "xml_usc07@118-41.zip".into()])
    );
}

#[test]
fn lost_lock_costs_no_download() {
    let mut publishers = Publishers::start();
    let sections = [("1", "One")];
    let title = |number: &str| code(number, "2026-10-01", &sections);
    publishers.put_code("118-40", &[("01", title("1")), ("07", title("7"))]);
    let folder = Folder::new(&publishers.configuration());
    folder.run(&["sync"]);
    let downloads = folder.tree("downloads/us-code");
    assert_eq!(downloads.files().len(), 2);
    fs::remove_file(folder.path("downloads/fetch.lock")).unwrap();
    folder.run_to(10, &["sync", "--no-fetch"]);
    publishers.server.quirk("/download/download.shtml", Quirk::Status(404));
    folder.run_to(3, &["sync"]);
    assert_eq!(folder.tree("downloads/us-code"), downloads);
}

#[test]
fn failed_bill_type_keeps_its_records_and_others_go_on() {
    let publishers = Publishers::start();
    let url = publishers.server.url("");
    let folder = Folder::new(&format!(
        "[publish]\nto = \"published\"\n[billstatus]\nbase-url = \"{url}\"\ncongresses = [118]\ntypes = [\"hr\", \"s\"]\n"
    ));
    publishers.put_bills("01-Oct-2026 08:00", &[bill(1, "2026-10-01", "old")]);
    let of_senate = bill(1, "2026-10-01", "old").1.replace("HR<", "S<").replace("House", "Senate");
    let senate = zip(&[("BILLSTATUS-118s1.xml", of_senate.as_bytes())]);
    let (listing, zip_name) = ("/bulkdata/json/BILLSTATUS/118/s", "BILLSTATUS-118-s.zip");
    let entry = json!({"folder": false, "formattedLastModifiedTime": "01-Oct-2026 08:00", "justFileName": zip_name, "size": senate.len()});
    publishers.server.put(listing, json!({"files": [entry]}).to_string());
    publishers.server.put(&format!("/bulkdata/BILLSTATUS/118/s/{zip_name}"), senate);
    folder.run_to(0, &["sync"]);

    publishers.server.quirk(listing, Quirk::Status(404));
    publishers.put_bills("02-Oct-2026 08:00", &[bill(1, "2026-10-01", "old"), bill(2, "2026-10-02", "new")]);
    let plan = folder.run_to(1, &["fetch", "--dry-run"]);
    assert!(plan.stderr.ends_with("/118/s answered 404 Not Found\n"), "{}", plan.stderr);
    let outcome = folder.run_to(3, &["sync"]);
    let error = format!("error: billstatus: {url}{listing} answered 404 Not Found\n");
    assert!(outcome.stderr.contains(&error), "{}", outcome.stderr);
    let ids: Vec<String> = folder.published().into_keys().collect();
    assert_eq!(ids, ["federal-118-hr-1", "federal-118-hr-2", "federal-118-s-1"]);
    publishers.server.heal(listing);
    folder.run_to(10, &["sync"]);
    assert_eq!(folder.published().len(), 3);
}

#[test]
fn next_zip_brings_late_bills_and_removes_withdrawn_ones() {
    let publishers = Publishers::start();
    let url = publishers.server.url("");
    let folder = Folder::new(&format!(
        "[publish]\nto = \"published\"\n[gate]\nmax-changed = \"100%\"\nmax-removed = \"100%\"\n\
         [billstatus]\nbase-url = \"{url}\"\ncongresses = [118]\ntypes = [\"hr\"]\n"
    ));
    publishers.put_bills("01-Oct-2026 08:00", &[bill(1, "2026-10-01", "old"), bill(2, "2026-09-01", "old")]);
    folder.run_to(0, &["sync"]);
    // The data of the third bill are older than the newest of the first zip.
    publishers.put_bills("02-Oct-2026 08:00", &[bill(1, "2026-10-02", "new"), bill(3, "2026-08-01", "late")]);
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published().into_keys().collect::<Vec<_>>(), ["federal-118-hr-1", "federal-118-hr-3"]);
}

#[test]
fn failed_publisher_stops_no_other_and_catches_up() {
    let mut publishers = Publishers::start();
    let sections = [("1", "One")];
    publishers
        .put_code("118-40", &[("01", code("1", "2026-10-01", &sections)), ("07", code("7", "2026-10-01", &sections))]);
    publishers.put_bills("01-Oct-2026 08:00", &[bill(1, "2026-10-01", "old")]);
    publishers.server.quirk("/download/download.shtml", Quirk::Html("Site maintenance"));
    let folder = Folder::new(&publishers.configuration());
    let outcome = folder.run_to(3, &["sync"]);
    assert!(outcome.stderr.contains("error: us-code: "), "{}", outcome.stderr);
    assert_eq!(folder.published().into_keys().collect::<Vec<_>>(), ["federal-118-hr-1"]);
    assert!(folder.run_to(0, &["status"]).stdout.contains("\nus-code: "));
    publishers.server.heal("/download/download.shtml");
    folder.run_to(0, &["sync"]);
    assert_eq!(folder.published().len(), 3);
    assert!(!folder.run_to(0, &["status"]).stdout.contains("\nus-code: "));
}

/// The lines of metrics without their values, for one source only.
fn series(metrics: &str) -> Vec<&str> {
    let series =
        metrics.lines().map(|line| if line.starts_with('#') { line } else { line.rsplit_once(' ').unwrap().0 });
    series.filter(|series| !series.contains("source=") || series.contains("source=\"us-code\"")).collect()
}

#[test]
fn metrics_match_the_tests_of_alerts_and_dashboard() {
    let mut publishers = Publishers::start();
    publishers.put_code("118-40", &[("01", code("1", "2026-10-01", &[("1", "One")]))]);
    let configuration = publishers.configuration().replace(", \"7\"]", "]");
    let (configuration, _) = configuration.split_once("[billstatus]").unwrap();
    let folder = Folder::new(configuration);
    folder.run_to(0, &["sync"]);
    let metrics = folder.run_to(0, &["status", "--format", "prometheus"]).stdout;
    assert_eq!(series(&metrics), series(include_str!("../../../tests/system/deployment/mirror.prom")));
}
