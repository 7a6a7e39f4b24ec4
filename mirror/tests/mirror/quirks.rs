//! Tests each quirk of a publisher's server: the resulting files, the lock and the requests.

use lexdex_mirror::fetch::planned_file::ContentKind;
use lexdex_mirror::refresh::outcome::SourceOutcome;
use sha2::{Digest, Sha256};

use crate::site::{Site, json};
use crate::support::{Quirk, Server};

/// The number of bytes after which the server stops.
const HALF: usize = 50_000;

fn content() -> Vec<u8> {
    json(2 * HALF, "section 1. ")
}

/// The `Last-Modified` of the first content of a server.
const FIRST_DATE: &str = "Thu, 01 Jan 2026 00:01:00 GMT";

/// Asserts that `a` was fetched whole and is in the lock, and that the folder has nothing else. Returns the requests.
#[track_caller]
fn assert_fetched(site: &Site, content: &[u8]) -> Vec<String> {
    let outcome = site.fetch(&[site.file("a")]);
    assert_eq!(outcome.errors, [""; 0]);
    assert_eq!((outcome.downloaded, outcome.downloaded_bytes), (vec!["law/a".to_owned()], content.len() as u64));
    assert_is_locked(site, content);
    site.server.take_log()
}

#[track_caller]
fn assert_is_locked(site: &Site, content: &[u8]) {
    assert!(site.downloaded("a").unwrap() == content);
    assert_eq!(site.tree(), ["fetch.lock", "law/a"]);
    let locked = &site.lock().files["law/a"];
    let digest = const_hex::encode(Sha256::digest(content));
    assert_eq!((locked.bytes, &locked.sha256), (content.len() as u64, &digest));
    assert_eq!((locked.source.as_str(), &locked.url), ("law", &site.server.url("/a")));
}

/// Asserts that a second run leaves the first content in place, with one error, and returns the error and the requests.
#[track_caller]
fn assert_refused(site: &Site, change: impl FnOnce(&Server)) -> (String, Vec<String>) {
    site.server.put("/a", content());
    assert_fetched(site, &content());
    let lock = site.lock();
    site.server.put("/a", json(2 * HALF, "section 2. "));
    change(&site.server);
    let outcome = site.fetch(&[site.file("a")]);
    assert_is_locked(site, &content());
    assert_eq!(site.lock(), lock);
    let [error] = &outcome.errors[..] else { panic!("{outcome:?}") };
    assert_eq!(outcome.downloaded, [""; 0]);
    (error.replace(&site.server.url(""), ""), site.server.take_log())
}

fn tag(content: &[u8]) -> String {
    format!("\"{}\"", const_hex::encode(&Sha256::digest(content)[..8]))
}

#[test]
fn unchanged_file_is_answered_with_304() {
    let site = Site::new();
    site.server.put("/a", content());
    assert_eq!(assert_fetched(&site, &content()), ["200 /a"]);
    let lock = site.lock();
    let outcome = site.fetch(&[site.file("a")]);
    let unchanged = SourceOutcome { n_unchanged: 1, downloaded: Vec::new(), downloaded_bytes: 0, ..outcome.clone() };
    assert_eq!(outcome, unchanged);
    assert_eq!(site.server.take_log(), [format!("304 /a if-none-match: {}", tag(&content()))]);
    assert_eq!(site.lock(), lock);
}

#[test]
fn file_without_an_entity_tag_is_requested_by_its_date() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::NoEtag);
    assert_fetched(&site, &content());
    assert_eq!(site.fetch(&[site.file("a")]).n_unchanged, 1);
    assert_eq!(site.server.take_log(), [format!("304 /a if-modified-since: {FIRST_DATE}")]);
}

#[test]
fn weak_entity_tag_answers_whether_a_file_has_changed() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::WeakEtag);
    assert_fetched(&site, &content());
    assert_eq!(site.fetch(&[site.file("a")]).n_unchanged, 1);
    assert_eq!(site.server.take_log(), [format!("304 /a if-none-match: W/{}", tag(&content()))]);
}

#[test]
fn file_without_validators_is_fetched_again() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::NoValidators);
    assert_fetched(&site, &content());
    assert_eq!(assert_fetched(&site, &content()), ["200 /a"]);
}

#[test]
fn cut_response_is_continued() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk_times("/a", 1, Quirk::Cut(HALF));
    let range = format!("206 /a range: bytes={HALF}- if-range: {}", tag(&content()));
    assert_eq!(assert_fetched(&site, &content()), ["200 /a".to_owned(), range]);
}

#[test]
fn stalled_response_is_continued() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk_times("/a", 1, Quirk::Stall(HALF));
    let range = format!("206 /a range: bytes={HALF}- if-range: {}", tag(&content()));
    assert_eq!(assert_fetched(&site, &content()), ["200 /a".to_owned(), range]);
}

#[test]
fn response_below_the_minimum_rate_is_continued() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk_times("/a", 1, Quirk::Trickle(100));
    let log = assert_fetched(&site, &content());
    // Some bytes came before the response counted as stalled, and the download continues after them.
    let [first, second] = &log[..] else { panic!("{log:?}") };
    assert_eq!(first, "200 /a");
    let start = second.strip_prefix("206 /a range: bytes=").and_then(|rest| rest.split_once('-')?.0.parse().ok());
    assert!(start.is_some_and(|start: usize| start > 100 && start < HALF), "{second}");
}

#[test]
fn server_below_the_minimum_rate_is_an_error_with_the_rate() {
    let site = Site { attempts: 1, ..Site::new() };
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::Trickle(10));
    let error = format!("{} sent less than 10000 bytes a second for 1 s (attempt 1 of 1)", site.server.url("/a"));
    assert_eq!(site.fetch(&[site.file("a")]).errors, [error]);
}

#[test]
fn request_ends_at_its_limit_whatever_its_rate() {
    let site = Site { attempts: 1, is_hasty: true, ..Site::new() };
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::Trickle(10));
    let error = format!("the request to {} took longer than the maximum time (attempt 1 of 1)", site.server.url("/a"));
    assert_eq!(site.fetch(&[site.file("a")]).errors, [error]);
}

#[test]
fn head_that_does_not_end_counts_as_a_stall() {
    let site = Site { attempts: 1, ..Site::new() };
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::TrickleHead);
    let error = format!("{} sent no complete response head in 1 s (attempt 1 of 1)", site.server.url("/a"));
    assert_eq!(site.fetch(&[site.file("a")]).errors, [error]);
}

#[test]
fn response_is_continued_by_its_date_without_an_entity_tag() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::NoEtag);
    site.server.quirk_times("/a", 1, Quirk::Cut(HALF));
    let range = format!("206 /a range: bytes={HALF}- if-range: {FIRST_DATE}");
    assert_eq!(assert_fetched(&site, &content()), ["200 /a".to_owned(), range]);
}

#[test]
fn response_without_a_strong_validator_starts_again() {
    for quirk in [Quirk::NoValidators, Quirk::WeakEtag] {
        let site = Site::new();
        site.server.put("/a", content());
        site.server.quirk("/a", quirk);
        site.server.quirk_times("/a", 1, Quirk::Cut(HALF));
        assert_eq!(assert_fetched(&site, &content()), ["200 /a", "200 /a"]);
    }
}

#[test]
fn later_run_continues_the_download_of_an_earlier_one() {
    let site = Site { attempts: 1, ..Site::new() };
    site.server.put("/a", content());
    site.server.quirk_times("/a", 1, Quirk::Cut(HALF));
    let outcome = site.fetch(&[site.file("a")]);
    let error =
        format!("the connection to {} ended in the middle of a response (attempt 1 of 1)", site.server.url("/a"));
    assert_eq!((outcome.downloaded.len(), outcome.errors), (0, vec![error]));
    assert_eq!(site.tree(), ["law/a.part", "law/a.part.json"]);
    site.server.take_log();
    let range = format!("206 /a range: bytes={HALF}- if-range: {}", tag(&content()));
    assert_eq!(assert_fetched(&site, &content()), [range]);
}

#[test]
fn file_that_changes_between_two_parts_starts_again() {
    let site = Site::new();
    let changed = json(2 * HALF, "section 2. ");
    site.server.put("/a", content());
    site.server.quirk_times("/a", 1, Quirk::Cut(HALF));
    site.server.quirk_times("/a", 1, Quirk::ChangesTo(changed.clone()));
    let range = format!("200 /a range: bytes={HALF}- if-range: {}", tag(&content()));
    assert_eq!(assert_fetched(&site, &changed), ["200 /a".to_owned(), range]);
    assert_eq!(site.lock().files["law/a"].etag, Some(tag(&changed)));
}

#[test]
fn server_without_ranges_sends_the_whole_file_again() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::IgnoresRange);
    site.server.quirk_times("/a", 1, Quirk::Cut(HALF));
    let range = format!("200 /a range: bytes={HALF}- if-range: {}", tag(&content()));
    assert_eq!(assert_fetched(&site, &content()), ["200 /a".to_owned(), range]);
}

#[test]
fn response_with_another_range_starts_again() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::WrongContentRange);
    site.server.quirk_times("/a", 1, Quirk::Cut(HALF));
    let range = format!("206 /a range: bytes={HALF}- if-range: {}", tag(&content()));
    assert_eq!(assert_fetched(&site, &content()), ["200 /a".to_owned(), range, "200 /a".to_owned()]);
}

#[test]
fn range_beyond_the_end_starts_again() {
    let site = Site { attempts: 1, ..Site::new() };
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::NoEtag);
    // A chunked response does not state its size.
    site.server.quirk("/a", Quirk::Chunked);
    site.server.quirk_times("/a", 1, Quirk::Cut(content().len()));
    assert_eq!(site.fetch(&[site.file("a")]).errors.len(), 1);
    let site = Site { attempts: 3, ..site };
    let range = format!("416 /a range: bytes={}- if-range: {FIRST_DATE}", content().len());
    assert_eq!(assert_fetched(&site, &content()), ["200 /a".to_owned(), range, "200 /a".to_owned()]);
}

#[test]
fn chunked_response_is_whole_or_fetched_again() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::Chunked);
    site.server.quirk_times("/a", 1, Quirk::Cut(HALF));
    let range = format!("206 /a range: bytes={HALF}- if-range: {}", tag(&content()));
    assert_eq!(assert_fetched(&site, &content()), ["200 /a".to_owned(), range]);
}

#[test]
fn request_to_a_server_with_an_error_of_its_own_is_repeated() {
    for status in [408, 429, 500, 502, 503, 504] {
        let site = Site::new();
        site.server.put("/a", content());
        site.server.quirk_times("/a", 2, Quirk::Status(status));
        let refused = format!("{status} /a");
        assert_eq!(assert_fetched(&site, &content()), [refused.clone(), refused, "200 /a".to_owned()]);
    }
}

#[test]
fn retry_after_is_obeyed() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk_times("/a", 1, Quirk::RetryAfter(429, "1".to_owned()));
    assert_eq!(site.fetch(&[site.file("a")]).errors, [""; 0]);
    let requests = site.server.take_requests();
    assert_eq!(requests.len(), 2);
    assert!((requests[1].at - requests[0].at).as_secs_f64() >= 1.0);
}

#[test]
fn wait_of_more_than_an_hour_is_an_error() {
    let site = Site::new();
    let retry_after = |server: &Server| server.quirk("/a", Quirk::RetryAfter(503, "7200".to_owned()));
    let (error, log) = assert_refused(&site, retry_after);
    assert_eq!(error, "/a answered 503 Service Unavailable, and asks to wait 120 minutes: run again after that");
    assert_eq!(log, [format!("503 /a if-none-match: {}", tag(&content()))]);
}

#[test]
fn refusal_is_final() {
    for (status, reason) in [(400, "Bad Request"), (401, "Unauthorized"), (404, "Not Found"), (410, "Gone")] {
        let (error, log) = assert_refused(&Site::new(), |server| server.quirk("/a", Quirk::Status(status)));
        assert_eq!(error, format!("/a answered {status} {reason}"));
        assert_eq!(log, [format!("{status} /a if-none-match: {}", tag(&content()))]);
    }
}

#[test]
fn page_of_html_replaces_no_file() {
    let (error, log) = assert_refused(&Site::new(), |server| server.quirk("/a", Quirk::Html("Under maintenance")));
    assert_eq!(
        error,
        "/a is not usable: it is a page of HTML with the title \"Under maintenance\" and not a JSON document"
    );
    assert_eq!(log, [format!("200 /a if-none-match: {}", tag(&content()))]);
}

#[test]
fn file_that_has_shrunk_replaces_no_file() {
    let short = json(content().len() / 2 - 5, "section 1. ");
    let site = Site::new();
    let (error, _) = assert_refused(&site, |server| server.put("/a", short.clone()));
    let place = site.downloads().join("law/a");
    assert_eq!(
        error,
        format!(
            "/a has 48.83 KiB, less than half of the 97.66 KiB of {}: if that is right, remove the old file and run again",
            place.display()
        )
    );
    // The fix that the error names.
    std::fs::remove_file(place).unwrap();
    assert_eq!(assert_fetched(&site, &short), ["200 /a"]);
}

#[test]
fn half_sized_or_announced_file_replaces_the_old_one() {
    let site = Site::new();
    site.server.put("/a", content());
    assert_fetched(&site, &content());
    let half = json(content().len() / 2 - 4, "section 1. ");
    site.server.put("/a", half.clone());
    assert_fetched(&site, &half);
    let short = json(10, "section 1. ");
    site.server.put("/a", short.clone());
    let mut file = site.file("a");
    file.bytes = Some(short.len() as u64);
    assert_eq!(site.fetch(&[file]).errors, [""; 0]);
    assert_is_locked(&site, &short);
}

#[test]
fn body_of_unannounced_size_is_bounded() {
    let site = Site::new();
    for (n_bytes, is_allowed) in [(1 << 20, true), (32 << 20, true), (129 << 20, false)] {
        let before = site.lock();
        site.server.put("/a", json(n_bytes - 4, "section 1. "));
        site.server.quirk("/a", Quirk::Chunked);
        let errors = site.fetch(&[site.file("a")]).errors;
        let refusal = "/a sent more than 4 times the bytes of the file before it, and no size: if that is right, remove \
                       the old file and run again";
        let expected = if is_allowed { Vec::new() } else { vec![refusal] };
        let errors: Vec<String> = errors.iter().map(|error| error.replace(&site.server.url(""), "")).collect();
        assert_eq!(errors, expected, "{n_bytes}");
        assert_eq!(site.lock() == before, !is_allowed, "{n_bytes}");
    }
}

#[test]
fn damaged_file_replaces_no_file() {
    let mut damaged = json(2 * HALF, "section 2. ");
    damaged.truncate(2 * HALF);
    let (error, _) = assert_refused(&Site::new(), |server| server.put("/a", damaged));
    assert_eq!(
        error,
        "/a is not usable: it is not one whole JSON document: EOF while parsing a string at line 1 column 100000"
    );
}

#[test]
fn redirects_are_followed_within_the_server() {
    let site = Site::new();
    site.server.put("/b", content());
    site.server.quirk("/a", Quirk::Redirect("/b".to_owned()));
    assert_eq!(assert_fetched(&site, &content()), ["302 /a", "200 /b"]);
}

#[test]
fn redirect_to_another_host_is_an_error() {
    let (error, log) = assert_refused(&Site::new(), |server| {
        server.quirk("/a", Quirk::Redirect("http://elsewhere.example/a".to_owned()));
    });
    assert_eq!(
        error,
        "/a redirects to http://elsewhere.example/a, which is on another host: if the publisher has moved, give the new \
         address as base-url"
    );
    assert_eq!(log.len(), 1);
}

#[test]
fn five_redirects_are_followed_and_a_sixth_is_an_error() {
    for n_redirects in [5, 6] {
        let site = Site::new();
        for number in 0..n_redirects {
            let name = if number == 0 { "/a".to_owned() } else { format!("/{number}") };
            site.server.quirk(&name, Quirk::Redirect(format!("/{}", number + 1)));
        }
        site.server.put(&format!("/{n_redirects}"), content());
        let outcome = site.fetch(&[site.file("a")]);
        if n_redirects == 5 {
            assert_is_locked(&site, &content());
        } else {
            let error =
                format!("{} redirects more than 5 times, at last to {}", site.server.url("/a"), site.server.url("/6"));
            assert_eq!(outcome.errors, [error]);
        }
        assert_eq!(site.server.take_log().len(), 6);
    }
}

#[test]
fn cookie_that_a_redirect_sets_is_sent() {
    let site = Site::new();
    site.server.put("/a", content());
    site.server.quirk("/a", Quirk::NeedsCookie);
    assert_eq!(assert_fetched(&site, &content()), ["302 /a", "200 /a"]);
}

#[test]
fn stated_size_and_digest_are_checked() {
    let digest = const_hex::encode(Sha256::digest(content()));
    let size = content().len() as u64;
    for (bytes, sha256, expected) in [
        (Some(size), Some(digest.clone()), None),
        (Some(size), Some(digest.to_uppercase()), None),
        (Some(size + 1), None, Some(format!("has {size} bytes, and not the {} that the publisher states", size + 1))),
        (None, Some("0".repeat(64)), Some(format!("has the SHA-256 digest {digest}, and not {}", "0".repeat(64)))),
    ] {
        for quirk in [Quirk::NeedsCookie, Quirk::Chunked] {
            let site = Site::new();
            site.server.put("/a", content());
            site.server.quirk("/a", quirk);
            let mut file = site.file("a");
            (file.bytes, file.sha256) = (bytes, sha256.clone());
            let errors = site.fetch(&[file]).errors;
            let expected = expected.iter().map(|error| format!("{} {error}", site.server.url("/a")));
            assert_eq!(errors, expected.collect::<Vec<_>>());
            assert_eq!(site.downloaded("a").is_some(), errors.is_empty());
        }
    }
}

#[test]
fn endless_response_is_stopped_at_the_stated_size() {
    let site = Site::new();
    site.server.put("/a", json(10 << 20, "x"));
    site.server.quirk("/a", Quirk::Chunked);
    let mut file = site.file("a");
    file.bytes = Some(10);
    let [error] = &site.fetch(&[file]).errors[..] else { panic!() };
    assert!(error.ends_with("bytes, and not the 10 that the publisher states"), "{error}");
    assert_eq!(site.tree(), [""; 0]);
}

#[test]
fn user_agent_names_the_program_and_the_contact() {
    let site = Site::new();
    site.server.put("/a", content());
    site.fetch(&[site.file("a")]);
    let requests = site.server.take_requests();
    let version = env!("CARGO_PKG_VERSION");
    let agent = format!("lexdex-mirror/{version} (+https://github.com/lexdex/lexdex; a@example.org)");
    assert_eq!(requests[0].header("user-agent"), Some(agent.as_str()));
    assert_eq!(requests[0].header("accept-encoding"), Some("identity"));
    assert_eq!(requests[0].header("authorization"), None);
    assert_eq!(requests[0].method, "GET");
}

#[test]
fn content_decides_the_check() {
    let site = Site::new();
    site.server.put("/a", content());
    for (content, error) in [
        (ContentKind::Zip, r#"it is not a zip archive with files: it begins with [\"se"#),
        (ContentKind::Bzip2, r#"it is not a bzip2 file: it begins with [\"se"#),
        (ContentKind::Gzip, r#"it is not a gzip file: it begins with [\"sectio"#),
    ] {
        let mut file = site.file("a");
        file.content = content;
        assert_eq!(site.fetch(&[file]).errors, [format!("{} is not usable: {error}", site.server.url("/a"))]);
    }
}
