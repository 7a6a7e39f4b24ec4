//! The changes since a build match those of `index-builder diff`.

use axum::http::{Method, StatusCode};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::super::corpus::{Corpus, statute, tiny, with};
use super::super::random_corpora::corpora;
use super::super::support::{TestApp, encode, problem_parameters, proptest_cases, request};
use super::feeds::check_feeds;
use super::site::Site;

/// All changes of a query, read page by page.
#[track_caller]
fn walk(app: &TestApp, query: &str, limit: usize) -> Vec<Value> {
    let mut changes = Vec::new();
    loop {
        let mut body = app.get(&format!("/api/v1/changes?{query}&limit={limit}&offset={}", changes.len())).good();
        let Value::Array(page) = body["data"].take() else { panic!("no array: {body}") };
        let total = body["meta"]["total"].as_u64().unwrap() as usize;
        let has_more = changes.len() + page.len() < total;
        let meta = json!({ "total": total, "limit": limit, "offset": changes.len(), "hasMore": has_more });
        assert_eq!(body["meta"], meta);
        assert!(page.len() == limit || !has_more, "{query}");
        changes.extend(page);
        if !has_more {
            assert_eq!(changes.len(), total);
            return changes;
        }
    }
}

fn statutes(numbers: impl IntoIterator<Item = usize>) -> Corpus {
    let statutes = numbers.into_iter().map(|number| statute(&format!("s-{number:03}"), "ca"));
    Corpus { statutes: statutes.collect(), ..Corpus::default() }
}

proptest! {
    #![proptest_config(proptest_cases(6))]

    #[test]
    fn changes_and_feeds_after_publications_match_the_oracles(
        pool in vec(corpora(), 3),
        order in vec(0..3usize, 2..7),
        limit in select(&[1, 7, 100][..]),
    ) {
        let mut site = Site::new();
        for position in order {
            site.publish(&pool[position]);
            let app = site.app();
            for build in site.builds() {
                let expected = site.expected(build);
                prop_assert_eq!(walk(&app, &format!("since={build}"), limit), &expected[..]);
                for list in ["statutes", "cases", "bills"] {
                    let of_list: Vec<&Value> = expected.iter().filter(|change| change["resource"] == list).collect();
                    let walked = walk(&app, &format!("resource={list}&since={build}"), limit);
                    prop_assert_eq!(walked.iter().collect::<Vec<_>>(), of_list);
                }
            }
            check_feeds(&site, &app, limit);
        }
    }
}

#[test]
fn build_beyond_the_history_is_410_with_the_oldest_kept() {
    let mut site = Site::new();
    for last in 1..=20 {
        site.publish(&statutes(0..last));
    }
    let first = site.builds()[0].to_owned();
    assert_eq!(walk(&site.app(), &format!("since={first}"), 100), site.expected(&first));
    site.publish(&statutes(0..21));
    let app = site.app();
    let history = site.history();
    assert_eq!(history.len(), 20);
    let (oldest, time) = &history[0];
    let error = app.get(&format!("/api/v1/changes?since={first}")).error(StatusCode::GONE);
    assert_eq!(
        error,
        json!({
            "error": format!(
                "the history of changes does not have build {first}, or no longer has it: its oldest build is {oldest}, \
                 published at {time}; read the lists again, and then the changes since the build of `Lexdex-Build`"
            ),
            "details": { "oldestBuild": { "build": oldest, "publishedAt": time } },
        })
    );
    for since in ["1969-07-20", "1999-12-31T23:59:59Z", "0001-01-01"] {
        let error = app.get(&format!("/api/v1/changes?since={since}")).error(StatusCode::GONE);
        assert_eq!(error["details"]["oldestBuild"]["build"], **oldest);
    }
    for (build, _) in &history {
        assert_eq!(walk(&app, &format!("since={build}"), 100), site.expected(build));
    }
}

#[test]
fn since_a_time_starts_from_the_build_of_that_time() {
    let mut site = Site::new();
    site.publish(&statutes(0..1));
    std::thread::sleep(std::time::Duration::from_millis(1100));
    site.publish(&statutes(0..2));
    let app = site.app();
    let history = site.history();
    let [(first, at_first), (second, at_second)] = &history[..] else { panic!("{history:?}") };
    assert_ne!(at_first, at_second);
    let (of_first, of_second) = (site.expected(first), site.expected(second));
    assert_eq!((of_first.len(), of_second.len()), (1, 0));
    assert_eq!(walk(&app, &format!("since={at_first}"), 5), of_first);
    assert_eq!(walk(&app, &format!("since={at_second}"), 5), of_second);
    let in_new_york = at_first.replace('Z', "-00:00");
    assert_eq!(walk(&app, &format!("since={}", encode(&in_new_york)), 5), of_first);
    // The day has begun before the first publication, unless the test runs at midnight.
    let today = &at_first[..10];
    if *at_first > format!("{today}T00:00:01Z") {
        app.get(&format!("/api/v1/changes?since={today}")).error(StatusCode::GONE);
    }
}

#[test]
fn since_is_required_in_a_known_form_and_not_in_the_future() {
    let app = Site::from_corpora(&[&statutes(0..1)]).app();
    for (query, parameters) in [
        ("", &["since"][..]),
        ("since=", &["since"]),
        ("since=yesterday", &["since"]),
        ("since=2026-02-30", &["since"]),
        ("since=9999-12-30", &["since"]),
        ("since=2999-01-01T00:00:00Z", &["since"]),
        ("since=2020-01-01T00:00:00+00:00", &["since"]),
        ("since=%00", &["since"]),
        ("since=../../current", &["since"]),
        ("since=1970-01-01&since=1970-01-01", &["since"]),
        ("since=x&resource=laws&limit=0&offset=-1&topic=fraud", &["topic", "since", "resource", "limit", "offset"]),
        ("since=1970-01-01&resource=jurisdictions", &["resource"]),
        ("since=1970-01-01&sincee=1", &["sincee"]),
    ] {
        let error = app.get(&format!("/api/v1/changes?{query}")).error(StatusCode::BAD_REQUEST);
        assert_eq!(problem_parameters(&error), parameters, "{query}");
    }
    let long = "9".repeat(64);
    app.get(&format!("/api/v1/changes?since={long}")).error(StatusCode::GONE);
    let error = app.get("/api/v1/changes?since=1970-01-01&resource=laws").error(StatusCode::BAD_REQUEST);
    assert_eq!(error["details"]["problems"][0]["allowed"], json!(["statutes", "cases", "bills"]));
}

#[test]
fn index_without_a_history_is_404_with_the_reason() {
    let build = "0".repeat(64);
    let check = |app: &TestApp, reason: &str| {
        for target in
            [&format!("/api/v1/changes?since={build}"), "/api/v1/bills.atom", "/api/v1/cases.atom?topic=fraud"]
        {
            let error = app.get(target).error(StatusCode::NOT_FOUND);
            assert!(error["error"].as_str().unwrap().contains(reason), "{error}");
        }
        // Errors of the request come before the 404.
        app.get("/api/v1/changes").error(StatusCode::BAD_REQUEST);
    };
    check(&TestApp::bundled(), "its index is not in a folder of published indexes");
    let site = Site::from_corpora(&[&tiny()]);
    let history = site.folder().join("changes").join(site.current());
    std::fs::write(history.join("cases.news"), "x").unwrap();
    check(&site.app(), "the history of this build is damaged");
    std::fs::remove_dir_all(&history).unwrap();
    check(&site.app(), "this build has no history of changes");
}

#[test]
fn page_has_links_validators_and_the_answers_of_other_methods() {
    let site = Site::from_corpora(&[&statutes(0..1), &statutes(0..8)]);
    let app = site.app();
    let (first, current) = (site.builds()[0], site.current());
    let target = format!("/api/v1/changes?since={first}&limit=3&offset=3");
    let page = app.get(&target);
    assert_eq!(page.header("lexdex-build"), Some(current));
    let link = |offset: u64, relation: &str| {
        format!("<?since={first}&build={current}&limit=3&offset={offset}>; rel=\"{relation}\"")
    };
    let links = [link(0, "first"), link(0, "prev"), link(6, "next"), link(6, "last")].join(", ");
    assert_eq!(page.header("link"), Some(&*links));
    let mut conditional = request(Method::GET, &target);
    conditional.headers_mut().insert("if-none-match", page.headers["etag"].clone());
    assert_eq!(app.send(conditional).status, StatusCode::NOT_MODIFIED);
    let path = target.replace("changes?", "changes/?");
    assert_eq!(app.get(&path).text(), page.text());
    let head = app.send(request(Method::HEAD, &target));
    assert_eq!((head.status, head.stable_headers()), (StatusCode::OK, page.stable_headers()));
    assert_eq!(app.send(request(Method::OPTIONS, &target)).status, StatusCode::NO_CONTENT);
    app.send(request(Method::DELETE, &target)).error(StatusCode::METHOD_NOT_ALLOWED);
    app.get(&format!("{target}&build={first}")).error(StatusCode::PRECONDITION_FAILED);
    let empty = app.get(&format!("/api/v1/changes?since={current}")).good();
    assert_eq!(empty, json!({ "data": [], "meta": { "total": 0, "limit": 20, "offset": 0, "hasMore": false } }));
    let behind = app.get(&format!("/api/v1/changes?since={first}&offset={}", i64::MAX)).good();
    assert_eq!((&behind["data"], &behind["meta"]["total"]), (&json!([]), &json!(7)));
}

#[test]
fn one_build_with_two_histories_has_two_entity_tags() {
    let (old, new) = (statutes(0..1), statutes(0..2));
    let site = Site::from_corpora(&[&old, &new]);
    let other = Site::from_corpora(&[&new]);
    let target = format!("/api/v1/changes?since={}", site.current());
    let [one, other] = [site.app(), other.app()].map(|app| app.get(&target));
    assert_eq!(one.text(), other.text());
    assert_ne!(one.header("etag"), other.header("etag"));
}

#[test]
fn walk_with_a_build_continues_after_a_swap() {
    use lexdex::http::{CurrentSnapshot, SnapshotOptions};
    let mut site = Site::from_corpora(&[&statutes(0..1), &statutes(0..9)]);
    let first = site.builds()[0].to_owned();
    let options = SnapshotOptions { keep_previous_secs: 600, ..SnapshotOptions::default() };
    let current = std::sync::Arc::new(CurrentSnapshot::new(site.open(), options));
    let (app, _) = TestApp::for_snapshot(std::sync::Arc::clone(&current));
    let before = site.current().to_owned();
    let expected = site.expected(&first);
    let half = walk(&app, &format!("since={first}&build={before}"), 4);
    assert_eq!(half, expected);
    site.publish(&with_other_titles(statutes(4..12)));
    site.publish(&statutes(4..12));
    current.swap(site.open());
    // The files of its history may be removed by now.
    assert_eq!(walk(&app, &format!("since={first}"), 4), site.expected(&first));
    assert_eq!(walk(&app, &format!("since={first}&build={before}"), 4), expected);
}

fn with_other_titles(mut corpus: Corpus) -> Corpus {
    corpus.statutes.iter_mut().for_each(|statute| *statute = with(statute.take(), json!({ "title": "Another" })));
    corpus
}
