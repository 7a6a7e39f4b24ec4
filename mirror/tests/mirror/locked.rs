//! `fetch --locked`: the files of `fetch.lock`, or an error.

use std::fs;

use lexdex_mirror::refresh::fetch_all::FetchOptions;
use lexdex_mirror::refresh::outcome::RunVerdict;

use crate::site::{Site, json};

fn locked() -> FetchOptions {
    FetchOptions { locked: true, ..FetchOptions::default() }
}

/// A mirror that has fetched three files.
fn site() -> Site {
    let site = Site::new();
    for name in ["a", "b", "c"] {
        site.server.put(&format!("/{name}"), json(1000, name));
    }
    site.fetch(&["a", "b", "c"].map(|name| site.file(name)));
    site.server.take_log();
    site
}

#[test]
fn missing_and_changed_files_are_fetched_as_they_were() {
    let site = site();
    let lock = fs::read(site.downloads().join("fetch.lock")).unwrap();
    fs::remove_file(site.downloads().join("law/a")).unwrap();
    fs::write(site.downloads().join("law/b"), json(1000, "x")).unwrap();
    let outcome = site.fetch_from(&[], &locked()).unwrap();
    assert_eq!(outcome.sources[0].downloaded, ["law/a", "law/b"]);
    assert_eq!((outcome.sources[0].n_unchanged, outcome.verdict()), (1, RunVerdict::New));
    assert_eq!(site.server.take_log(), ["200 /a", "200 /b"]);
    for name in ["a", "b", "c"] {
        assert_eq!(site.downloaded(name), Some(json(1000, name)));
    }
    assert_eq!(fs::read(site.downloads().join("fetch.lock")).unwrap(), lock);
    assert_eq!(site.fetch_from(&[], &locked()).unwrap().verdict(), RunVerdict::NothingNew);
}

#[test]
fn file_that_the_publisher_has_changed_is_an_error() {
    let site = site();
    let digest = site.lock().files["law/a"].sha256.clone();
    fs::remove_file(site.downloads().join("law/a")).unwrap();
    site.server.put("/a", json(1000, "x"));
    site.server.put("/b", json(1001, "x"));
    fs::write(site.downloads().join("law/b"), "kept").unwrap();
    let outcome = site.fetch_from(&[], &locked()).unwrap();
    let [of_a, of_b] = &outcome.sources[0].errors[..] else { panic!("{outcome:?}") };
    assert!(of_a.starts_with("law/a is not as fetch.lock says: "), "{of_a}");
    assert!(of_a.ends_with(&format!(", and not {digest}")), "{of_a}");
    assert!(of_b.ends_with("has 1005 bytes, and not the 1004 that the publisher states"), "{of_b}");
    assert_eq!(site.tree(), ["fetch.lock", "law/b", "law/c"]);
    assert_eq!(site.downloaded("b"), Some(b"kept".to_vec()));
}

#[test]
fn five_failures_in_a_row_end_a_source() {
    let site = Site { attempts: 1, ..Site::new() };
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    for name in names {
        site.server.put(&format!("/{name}"), json(1000, name));
    }
    site.fetch(&names.map(|name| site.file(name)));
    for name in names {
        fs::remove_file(site.downloads().join("law").join(name)).unwrap();
        site.server.remove(&format!("/{name}"));
    }
    site.server.take_log();
    let outcome = site.fetch_from(&[], &locked()).unwrap();
    assert_eq!(site.server.take_log(), ["404 /a", "404 /b", "404 /c", "404 /d", "404 /e"]);
    let last = outcome.sources[0].errors.last().unwrap();
    assert!(last.ends_with("/e answered 404 Not Found; files after it that were not tried: 2"), "{last}");
}

#[test]
fn mirror_without_a_lock_is_an_error() {
    let site = Site::new();
    let error = site.fetch_from(&[], &locked()).unwrap_err().to_string();
    assert_eq!(error, format!("there is no fetch.lock in {}: run without --locked first", site.downloads().display()));
}
