//! Runs of several sources: their plans, requests, records and reports.

use std::fs;
use std::rc::Rc;

use lexdex_mirror::fetch::lock_file::LockFile;
use lexdex_mirror::fetch::planned_file::{PlannedFile, SourcePlan};
use lexdex_mirror::fetch::progress::{FetchProgress, Silent};
use lexdex_mirror::publishers::publisher::Publisher;
use lexdex_mirror::refresh::fetch_all::{FetchOptions, plan_all};
use lexdex_mirror::refresh::outcome::{FetchOutcome, RunVerdict, SourceOutcome};

use crate::site::{Planned, Site, json};
use crate::support::Quirk;

fn planned(name: &'static str, files: &[PlannedFile]) -> Planned {
    let plan = SourcePlan { release: Some("119-36".to_owned()), files: files.to_vec(), ..SourcePlan::default() };
    Planned { name, plan: Ok(plan) }
}

fn all() -> FetchOptions {
    FetchOptions::default()
}

/// A file of the source `cases`.
fn case_file(site: &Site, name: &str) -> PlannedFile {
    PlannedFile { path: format!("cases/{name}"), ..site.file(name) }
}

#[test]
fn sources_fail_one_by_one() {
    let site = Site::new();
    site.server.put("/a", json(10, "a"));
    site.server.put("/c", json(20, "c"));
    let failing = Planned { name: "bills", plan: Err("the listing is empty".to_owned()) };
    let law = planned("law", &[site.file("a")]);
    let cases = planned("cases", &[case_file(&site, "gone"), case_file(&site, "c")]);
    let outcome = site.fetch_from(&[failing, law.clone(), cases.clone()], &all()).unwrap();
    let expected = FetchOutcome {
        sources: vec![
            SourceOutcome {
                name: "bills".to_owned(),
                errors: vec!["the listing is empty".to_owned()],
                ..SourceOutcome::default()
            },
            SourceOutcome {
                name: "law".to_owned(),
                plan: law.plan.unwrap(),
                downloaded: vec!["law/a".to_owned()],
                downloaded_bytes: 14,
                ..SourceOutcome::default()
            },
            SourceOutcome {
                name: "cases".to_owned(),
                plan: cases.plan.unwrap(),
                downloaded: vec!["cases/c".to_owned()],
                downloaded_bytes: 24,
                errors: vec![format!("{} answered 404 Not Found", site.server.url("/gone"))],
                ..SourceOutcome::default()
            },
        ],
    };
    assert_eq!(outcome, expected);
    assert_eq!(outcome.verdict(), RunVerdict::PartlyFailed);
    assert_eq!(site.tree(), ["cases/c", "fetch.lock", "law/a"]);
    assert_eq!(
        outcome.to_string(),
        "\
source  release  downloaded  bytes  unchanged  errors
bills         -           0    0 B          0       1
law      119-36           1   14 B          0       0
cases    119-36           1   24 B          0       1
"
    );
}

#[test]
fn verdict_says_whether_anything_is_new_or_failed() {
    let source = |n_new, n_errors| SourceOutcome {
        downloaded: vec!["law/a".to_owned(); n_new],
        errors: vec!["no".to_owned(); n_errors],
        ..SourceOutcome::default()
    };
    for (sources, expected) in [
        (vec![source(1, 0), source(0, 0)], RunVerdict::New),
        (vec![source(0, 0), source(0, 0)], RunVerdict::NothingNew),
        (vec![source(0, 1), source(0, 0)], RunVerdict::PartlyFailed),
        (vec![source(1, 1), source(0, 1)], RunVerdict::PartlyFailed),
        (vec![source(0, 1), source(0, 1)], RunVerdict::Failed),
    ] {
        assert_eq!(FetchOutcome { sources }.verdict(), expected);
    }
}

#[test]
fn file_with_the_same_version_is_not_requested() {
    let site = Site::new();
    site.server.put("/a", json(10, "a"));
    let versioned = |version: &str| [PlannedFile { version: Some(version.to_owned()), ..site.file("a") }];
    site.fetch(&versioned("2026-01-01"));
    assert_eq!(site.server.take_log(), ["200 /a"]);
    assert_eq!(site.fetch(&versioned("2026-01-01")).n_unchanged, 1);
    assert_eq!(site.server.take_log(), [""; 0]);

    // The publisher has given the same content a new version.
    assert_eq!(site.fetch(&versioned("2026-01-02")).n_unchanged, 1);
    assert!(site.server.take_log()[0].starts_with("304 /a if-none-match"));
    assert_eq!(site.lock().files["law/a"].version.as_deref(), Some("2026-01-02"));
    assert_eq!(site.fetch(&versioned("2026-01-02")).n_unchanged, 1);
    assert_eq!(site.server.take_log(), [""; 0]);

    // Each of these is requested without a condition.
    fs::write(site.downloads().join("law/a"), "short").unwrap();
    assert_eq!(site.fetch(&versioned("2026-01-02")).downloaded, ["law/a"]);
    fs::remove_file(site.downloads().join("law/a")).unwrap();
    assert_eq!(site.fetch(&versioned("2026-01-02")).downloaded, ["law/a"]);
    site.server.put("/b", json(11, "b"));
    let moved = [PlannedFile { url: site.server.url("/b"), ..versioned("2026-01-02")[0].clone() }];
    assert_eq!(site.fetch(&moved).downloaded, ["law/a"]);
    let resized = [PlannedFile { bytes: Some(16), ..moved[0].clone() }];
    site.server.put("/b", json(12, "b"));
    assert_eq!(site.fetch(&resized).downloaded, ["law/a"]);
    assert_eq!(site.server.take_log(), ["200 /a", "200 /a", "200 /b", "200 /b"]);
}

#[test]
fn server_silent_twice_in_a_row_gets_no_more_requests() {
    let site = Site { attempts: 2, ..Site::new() };
    for name in ["/b", "/d", "/e"] {
        site.server.quirk(name, Quirk::Status(503));
    }
    for name in ["a", "c", "f"] {
        site.server.put(&format!("/{name}"), json(10, name));
    }
    let outcome = site.fetch(&["a", "b", "c", "d", "e", "f", "g"].map(|name| site.file(name)));
    // A single failure may concern only that file.
    let error = |name: &str| {
        format!("{} answered 503 Service Unavailable (attempt 2 of 2)", site.server.url(&format!("/{name}")))
    };
    let last = format!("{}; files after it that were not tried: 2", error("e"));
    assert_eq!(outcome.downloaded, ["law/a", "law/c"]);
    assert_eq!(outcome.errors, [error("b"), error("d"), last]);
    let log = ["200 /a", "503 /b", "503 /b", "200 /c", "503 /d", "503 /d", "503 /e", "503 /e"];
    assert_eq!(site.server.take_log(), log);
}

#[test]
fn server_that_asks_for_a_long_wait_gets_no_more_requests() {
    let site = Site::new();
    site.server.quirk("/a", Quirk::RetryAfter(503, "7200".to_owned()));
    site.server.put("/b", json(10, "b"));
    let outcome = site.fetch(&[site.file("a"), site.file("b")]);
    let [error] = &outcome.errors[..] else { panic!("{outcome:?}") };
    assert!(error.ends_with("; files after it that were not tried: 1"), "{error}");
    assert_eq!(site.server.take_log(), ["503 /a"]);
}

#[test]
fn failed_part_of_a_plan_fails_the_source_and_removes_no_file() {
    let site = Site::new();
    for name in ["a", "b", "c"] {
        site.server.put(&format!("/{name}"), json(10, name));
    }
    site.fetch(&[site.file("a"), site.file("b")]);
    let mut partial = planned("law", &[site.file("b"), site.file("c")]);
    partial.plan.as_mut().unwrap().failures.push("the list of a is gone".to_owned());
    let outcome = site.fetch_from(&[partial.clone()], &all()).unwrap();
    assert_eq!(
        (outcome.verdict(), &outcome.sources[0].downloaded[..]),
        (RunVerdict::PartlyFailed, &["law/c".to_owned()][..])
    );
    assert_eq!(outcome.errors().collect::<Vec<_>>(), ["law: the list of a is gone"]);
    // The incomplete plan does not prove that the file is gone.
    assert_eq!(site.lock().files.keys().collect::<Vec<_>>(), ["law/a", "law/b", "law/c"]);
    partial.plan.as_mut().unwrap().failures.clear();
    site.fetch_from(&[partial], &all()).unwrap();
    assert_eq!(site.lock().files.keys().collect::<Vec<_>>(), ["law/b", "law/c"]);
}

#[test]
fn source_ends_after_five_failed_files_in_a_row() {
    let site = Site::new();
    site.server.put("/e", json(10, "e"));
    let files: Vec<PlannedFile> = "abcdefghijk".chars().map(|name| site.file(&name.to_string())).collect();
    let outcome = site.fetch(&files);
    assert_eq!((outcome.downloaded, outcome.errors.len()), (vec!["law/e".to_owned()], 9));
    assert!(
        outcome.errors[8].ends_with("answered 404 Not Found; files after it that were not tried: 1"),
        "{:?}",
        outcome.errors
    );
    assert_eq!(site.server.take_log().len(), 10);
}

#[test]
fn former_plans_files_leave_the_lock_after_the_fetch() {
    let site = Site { attempts: 1, ..Site::new() };
    site.server.put("/a", json(10, "a"));
    site.server.put("/b", json(10, "b"));
    site.fetch(&[site.file("a")]);
    site.fetch_from(&[planned("cases", &[case_file(&site, "b")])], &all()).unwrap();

    site.server.quirk("/b", Quirk::Cut(5));
    assert_eq!(site.fetch(&[site.file("b")]).errors.len(), 1);
    assert_eq!(site.lock().files.keys().collect::<Vec<_>>(), ["cases/b", "law/a"]);
    assert_eq!(site.tree(), ["cases/b", "fetch.lock", "law/a", "law/b.part", "law/b.part.json"]);

    // The unfinished download of a file that is no longer in a plan is removed.
    site.server.put("/c", json(10, "c"));
    assert_eq!(site.fetch(&[site.file("c")]).errors, [""; 0]);
    assert_eq!(site.lock().files.keys().collect::<Vec<_>>(), ["cases/b", "law/c"]);
    assert_eq!(site.tree(), ["cases/b", "fetch.lock", "law/a", "law/c"]);
}

#[test]
fn plan_that_leaves_its_folder_or_has_a_path_twice_is_refused() {
    let site = Site::new();
    for (path, message) in [
        ("law/../a", "the path \"law/../a\" has a name that not every system allows"),
        ("a", "the path \"a\" is not in the folder law"),
        ("cases/a", "the path \"cases/a\" is not in the folder law"),
        ("law/a.part", "the path \"law/a.part\" is one of an unfinished download"),
        ("law/B", "two files have the path \"law/B\""),
    ] {
        let outcome = site.fetch(&[site.file("b"), PlannedFile { path: path.to_owned(), ..site.file("a") }]);
        assert_eq!(outcome.errors, [format!("the publisher's list of files is wrong: {message}")]);
    }
    assert_eq!(site.fetch(&[]).errors, ["the publisher's list of files is wrong: it is empty"]);
    assert_eq!(site.server.take_log(), [""; 0]);
}

#[test]
fn only_named_sources_are_fetched() {
    let site = Site::new();
    site.server.put("/a", json(10, "a"));
    let sources = [planned("law", &[site.file("a")]), planned("cases", &[case_file(&site, "a")])];
    let named = |name: &str| FetchOptions { sources: vec![name.to_owned()], ..all() };
    let outcome = site.fetch_from(&sources, &named("cases")).unwrap();
    assert_eq!(outcome.sources.len(), 1);
    assert_eq!(site.tree(), ["cases/a", "fetch.lock"]);
    let error = site.fetch_from(&sources, &named("bills")).unwrap_err();
    assert_eq!(error.to_string(), "there is no source \"bills\": the sources are law, cases");
}

#[test]
fn dry_run_counts_files_and_bytes_and_changes_nothing() {
    let site = Site::new();
    site.server.put("/a", json(10, "a"));
    site.server.put("/b", json(10, "b"));
    let sized = |name: &str, bytes| PlannedFile { bytes: Some(bytes), ..site.file(name) };
    let versioned = PlannedFile { version: Some("1".to_owned()), ..site.file("b") };
    site.fetch(&[site.file("a"), versioned.clone()]);
    let (before, _) = (site.tree(), site.server.take_log());
    let files = [site.file("a"), versioned, sized("c", 7_000_000), sized("d", 8_000_000), site.file("e")];
    let mut law = planned("law", &files);
    law.plan.as_mut().unwrap().notes.push("a release was passed over".to_owned());
    let publishers: Vec<Box<dyn Publisher>> =
        vec![Box::new(law), Box::new(Planned { name: "bills", plan: Err("the listing is empty".to_owned()) })];
    let progress: Rc<dyn FetchProgress> = Rc::new(Silent);
    let plans = plan_all(&site.config(), &publishers, &all(), &progress).unwrap();
    assert_eq!(
        plans.to_string(),
        "\
source    release  files  to ask  to download          bytes
law        119-36      5       1            3  14.31 MiB + ?
bills   no answer      0       0            0            0 B
law: a release was passed over
Files whose sizes the publishers do not state: 1.
Expected time: 3 seconds for known sizes at 4.77 MiB a second, with 0.002 s between requests.
"
    );
    assert_eq!(
        plans.needed_files(),
        "\
ask about law/a
download law/c (6.68 MiB)
download law/d (7.63 MiB)
download law/e (size not known)
"
    );
    assert_eq!((site.tree(), site.server.take_log()), (before, Vec::new()));
}

#[test]
fn damaged_lock_is_an_error_with_its_line() {
    let site = Site::new();
    site.server.put("/a", json(10, "a"));
    site.fetch(&[site.file("a")]);
    let path = site.downloads().join("fetch.lock");
    let good = fs::read_to_string(&path).unwrap();
    for (wrong, reason) in [
        ("{".to_owned(), "EOF while parsing an object at line 1 column 1"),
        (good.replace("law/a", "law/../a"), "the path \"law/../a\" has a name that not every system allows"),
        (good.replace("\"sha256\":\"", "\"sha256\":\"0"), "sha256 is not 64 hexadecimal digits in lower case"),
        (good.replace("\"bytes\":14,", ""), "missing field `bytes`"),
    ] {
        fs::write(&path, format!("{good}{wrong}")).unwrap();
        let error = format!("{:#}", LockFile::read(&site.downloads()).unwrap_err());
        let place = format!(
            "line 2 of {} is wrong: restore the file, or remove it to fetch everything again: ",
            path.display()
        );
        let found = error.strip_prefix(&place);
        assert!(found.is_some_and(|found| found.starts_with(reason)), "{error}");
    }
}

#[test]
fn lock_is_written_only_when_it_changes() {
    let site = Site::new();
    site.server.put("/a", json(10, "a"));
    site.fetch(&[site.file("a")]);
    let path = site.downloads().join("fetch.lock");
    let modified = || fs::metadata(&path).unwrap().modified().unwrap();
    let before = modified();
    assert_eq!(site.fetch(&[site.file("a")]).n_unchanged, 1);
    assert_eq!(modified(), before);
}

#[test]
fn journal_of_a_killed_run_is_part_of_the_lock() {
    let site = Site::new();
    site.server.put("/a", json(10, "a"));
    site.server.put("/b", json(10, "b"));
    site.fetch(&[site.file("a"), site.file("b")]);
    let lock = site.lock();
    let path = |name: &str| site.downloads().join(name);
    let text = fs::read_to_string(path("fetch.lock")).unwrap();
    let [first, second] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    fs::write(path("fetch.lock"), format!("{first}\n")).unwrap();
    // The run was killed in the middle of a third line.
    fs::write(path("fetch.journal"), format!("{second}\n{{\"path\":")).unwrap();
    assert_eq!(site.lock(), lock);
    assert_eq!(site.fetch(&[site.file("a"), site.file("b")]).n_unchanged, 2);
    assert_eq!(fs::read_to_string(path("fetch.lock")).unwrap(), text);
    assert_eq!(site.tree(), ["fetch.lock", "law/a", "law/b"]);
}
