//! A feed has the matching records that were added or changed, those of the latest publication first.

use std::slice;
use std::sync::Arc;

use axum::http::{Method, StatusCode};
use lexdex::http::{CurrentSnapshot, ServiceOptions, SnapshotOptions};
use quick_xml::events::Event;
use serde_json::{Value, json};

use super::super::contract::List;
use super::super::corpus::{Corpus, bill, case, with};
use super::super::support::{Query, TestApp, TestClock, problem_parameters, request, target};
use super::site::Site;

/// The entries of a feed: the paths of their records and their times. Asserts that the feed is well-formed.
fn entries(xml: &str) -> Vec<(String, String)> {
    let mut reader = quick_xml::Reader::from_str(xml);
    while reader.read_event().unwrap() != Event::Eof {}
    let between = |text: &str, before: &str, after: &str| {
        let (_, rest) = text.split_once(before).unwrap();
        rest.split_once(after).unwrap().0.to_owned()
    };
    let entries = xml.split("<entry>").skip(1);
    let path = |entry| between(entry, "type=\"application/json\" href=\"", "\"");
    entries.map(|entry| (path(entry), between(entry, "<updated>", "</updated>"))).collect()
}

fn walk(app: &TestApp, list: List, query: &Query, limit: usize) -> Vec<(String, String)> {
    let mut walked = Vec::new();
    loop {
        let mut query = query.clone();
        query.extend([("limit", limit.to_string()), ("offset", walked.len().to_string())]);
        let response = app.get(&target(&format!("{}.atom", list.path()), &query));
        assert_eq!(response.status, StatusCode::OK, "{}", response.text());
        assert_eq!(response.header("content-type"), Some("application/atom+xml"));
        walked.extend(entries(response.text()));
        if !response.header("link").unwrap().contains("rel=\"next\"") {
            return walked;
        }
    }
}

/// Compares each filtered feed with the changed records that the oracle selects.
pub(super) fn check_feeds(site: &Site, app: &TestApp, limit: usize) {
    let contract = site.corpus().contract();
    let (history, last_changes) = (site.history(), site.last_changes());
    for (position, list) in List::ALL.into_iter().enumerate() {
        let mut queries: Vec<Query> = vec![
            vec![],
            vec![("topic", "privacy".to_owned())],
            vec![("jurisdiction", "federal".to_owned()), ("topic", "criminal-law".to_owned())],
            vec![("q", "section".to_owned())],
            vec![("q", "section of privacy or zebras".to_owned())],
            vec![("topic", "no-such-topic".to_owned())],
        ];
        if list == List::Bills {
            queries.push(vec![("status", "signed".to_owned()), ("topic", "privacy".to_owned())]);
        }
        for query in queries {
            // In list order, because with words the oracle orders by relevance.
            let selected: Vec<&str> =
                contract.selected(list, &query).iter().map(|record| record["id"].as_str().unwrap()).collect();
            let all = contract.expected(list, &Query::new());
            let mut expected = Vec::new();
            for publication in (1..history.len()).rev() {
                for record in &all {
                    let id = record["id"].as_str().unwrap();
                    let is_new = last_changes.get(&(position, id.to_owned())) == Some(&publication);
                    if is_new && selected.contains(&id) {
                        expected.push((format!("{}/{id}", list.path()), history[publication].1.clone()));
                    }
                }
            }
            assert_eq!(walk(app, list, &query, limit), expected, "{list:?} {query:?}");
        }
    }
}

fn published() -> Site {
    let new = with(
        bill("ca-2025-sb1", "ca"),
        json!({ "billNumber": "SB 1", "title": "Law & <Order>", "status": "signed", "topics": ["privacy"], "summary": "\"Quoted\"" }),
    );
    let old = Corpus { bills: vec![bill("ca-2025-sb2", "ca")], ..Corpus::default() };
    let cases = vec![with(case("roe", "federal"), json!({ "caseName": "Roe v. Wade" }))];
    let corpus = Corpus { bills: vec![bill("ca-2025-sb2", "ca"), new], cases, ..Corpus::default() };
    Site::from_corpora(&[&old, &corpus])
}

#[test]
fn feed_is_atom_with_the_fields_of_its_records() {
    let site = published();
    let app = site.app();
    let time = &site.history()[1].1;
    let build = site.current();
    let feed = app.get("/api/v1/bills.atom?topic=Privacy&status=signed");
    let version = env!("CARGO_PKG_VERSION");
    // The identifiers are UUIDs of the names `lexdex/feed/bills?…` and `lexdex/bills/ca-2025-sb1`.
    let mut ids = feed.text().split("<id>").skip(1).map(|rest| rest.split_once("</id>").unwrap().0);
    let (of_feed, of_entry) = (ids.next().unwrap(), ids.next().unwrap());
    assert_eq!(
        feed.text(),
        [
            "<?xml version=\"1.0\" encoding=\"utf-8\"?><feed xmlns=\"http://www.w3.org/2005/Atom\">",
            &format!("<id>{of_feed}</id><title>New and changed bills: topic Privacy, status signed</title>"),
            &format!("<updated>{time}</updated><author><name>lexdex</name></author>"),
            &format!("<generator version=\"{version}\">lexdex</generator>"),
            "<link rel=\"self\" type=\"application/atom+xml\" href=\"/api/v1/bills.atom?topic=Privacy&amp;status=signed\"/>",
            "<link rel=\"alternate\" type=\"text/html\" href=\"/bills?topic=Privacy&amp;status=signed\"/>",
            &format!("<link rel=\"first\" href=\"/api/v1/bills.atom?topic=Privacy&amp;status=signed&amp;build={build}&amp;limit=20&amp;offset=0\"/>"),
            &format!("<link rel=\"last\" href=\"/api/v1/bills.atom?topic=Privacy&amp;status=signed&amp;build={build}&amp;limit=20&amp;offset=0\"/>"),
            &format!("<entry><id>{of_entry}</id><title>SB 1 (signed): Law &amp; &lt;Order&gt;</title><updated>{time}</updated>"),
            "<link rel=\"alternate\" type=\"text/html\" href=\"/bills/ca-2025-sb1\"/>",
            "<link rel=\"alternate\" type=\"application/json\" href=\"/api/v1/bills/ca-2025-sb1\"/>",
            "<category term=\"privacy\"/><summary>&quot;Quoted&quot;</summary><content type=\"html\">&lt;p&gt;New&lt;/p&gt;",
            "&lt;p&gt;&amp;quot;Quoted&amp;quot;&lt;/p&gt;</content></entry></feed>\n",
        ]
        .concat()
    );
    assert!(of_entry.starts_with("urn:uuid:") && of_entry.len() == 45 && of_entry != of_feed, "{of_entry}");
    for (own, query) in
        [("limit=5", "limit=5"), ("limit=5&amp;offset=1", "offset=1&limit=5"), ("offset=3", "offset=3&limit=20")]
    {
        let feed = app.get(&format!("/api/v1/bills.atom?{query}"));
        assert!(feed.text().contains(&format!(" href=\"/api/v1/bills.atom?{own}\"/>")), "{}", feed.text());
    }
    // The same record has the same id in every feed.
    assert!(app.get("/api/v1/bills.atom").text().contains(of_entry));
    assert_eq!(app.get("/api/v1/bills.atom?status=signed&topic=Privacy").text(), feed.text());
}

/// The title and the content of the first entry of a feed.
fn first_entry(feed: &str) -> (String, String) {
    let (_, entry) = feed.split_once("<entry>").unwrap();
    let between = |before: &str, after: &str| {
        let (_, rest) = entry.split_once(before).unwrap();
        rest.split_once(after).unwrap().0.to_owned()
    };
    (between("<title>", "</title>"), between("<content type=\"html\">", "</content>"))
}

#[test]
fn entry_names_the_status_and_the_fields_of_the_last_change() {
    let corpus = |records: &[Value]| {
        let bills = records.iter().enumerate();
        let bills = bills.map(|(n, fields)| with(bill(&format!("ca-2025-sb{n}"), "ca"), fields.clone()));
        Corpus { bills: bills.collect(), ..Corpus::default() }
    };
    let pending = json!({ "title": "Act", "status": "in_committee", "topics": ["privacy"] });
    let signed = json!({ "title": "Act", "status": "signed", "introducedDate": "2025-01-02" });
    let renamed = json!({ "title": "Act".repeat(50), "status": "signed", "introducedDate": "2025-01-02" });
    let to_signed =
        ["introducedDate: added, 2025-01-02", "status: from in_committee to signed", "topics: removed, privacy"];
    let to_pending =
        ["introducedDate: removed, 2025-01-02", "status: from signed to in_committee", "topics: added, privacy"];
    let mut site = Site::from_corpora(&[&corpus(slice::from_ref(&pending))]);
    for (records, title, changes) in [
        (&[signed.clone()][..], "H.R. 1 (signed): Act", &to_signed[..]),
        (&[pending.clone(), signed.clone()], "H.R. 1 (in committee): Act", &to_pending),
        // This publication does not change the first record.
        (&[pending], "H.R. 1 (in committee): Act", &to_pending),
        (&[signed], "H.R. 1 (signed): Act", &to_signed),
        (&[renamed], &format!("H.R. 1 (signed): {}", "Act".repeat(50)), &["title: changed"]),
    ] {
        site.publish(&corpus(records));
        let feed = site.app().get("/api/v1/bills.atom?id=ca-2025-sb0");
        let changes: String = changes.iter().map(|change| format!("&lt;li&gt;{change}&lt;/li&gt;")).collect();
        assert_eq!(first_entry(feed.text()), (title.to_owned(), format!("&lt;ul&gt;{changes}&lt;/ul&gt;")));
    }
}

#[test]
fn feed_that_a_reader_has_is_304_until_something_is_published() {
    let mut site = published();
    let app = site.app();
    let feed = app.get("/api/v1/cases.atom?limit=5");
    let ask = |app: &TestApp| {
        let mut conditional = request(Method::GET, "/api/v1/cases.atom?limit=5");
        conditional.headers_mut().insert("if-none-match", feed.headers["etag"].clone());
        app.send(conditional)
    };
    let unchanged = ask(&app);
    assert_eq!((unchanged.status, unchanged.headers.get("etag")), (StatusCode::NOT_MODIFIED, feed.headers.get("etag")));
    let head = app.send(request(Method::HEAD, "/api/v1/cases.atom?limit=5"));
    assert_eq!(head.stable_headers(), feed.stable_headers());
    site.publish(&Corpus::default());
    let empty = ask(&site.app());
    assert_eq!((empty.status, entries(empty.text())), (StatusCode::OK, vec![]));
}

#[test]
fn list_links_to_its_feed_if_there_is_one() {
    let app = published().app();
    for (path, feed) in [
        ("/api/v1/bills", "bills.atom"),
        ("/api/v1/bills/", "../bills.atom"),
        ("/api/v1/bills?topic=no-such-topic", "bills.atom?topic=no-such-topic"),
        ("/api/v1/bills/?sort=oldest&topic=Tax&q=tax+law&limit=3", "../bills.atom?topic=Tax&q=tax+law"),
    ] {
        let links = app.get(path).header("link").unwrap().to_owned();
        let link = format!("<{feed}>; rel=\"related\"; type=\"application/atom+xml\"");
        assert!(links.ends_with(&link), "{path}: {links}");
        assert_eq!(app.get(&format!("/api/v1/{}", feed.trim_start_matches("../"))).status, StatusCode::OK, "{feed}");
    }
    assert!(app.get("/api/v1/bills?limit=1").header("link").unwrap().contains("rel=\"last\", <bills.atom>"));
    for path in ["/api/v1/bills/ca-2025-sb1/similar", "/api/v1/bills/facets", "/api/v1/bills/ca-2025-sb1?format=ris"] {
        let links = app.get(path).header("link").unwrap_or_default().to_owned();
        assert!(!links.contains(".atom"), "{path}: {links}");
    }
    let plain = TestApp::bundled().get("/api/v1/bills").header("link").unwrap().to_owned();
    assert!(!plain.contains(".atom"), "{plain}");
}

#[test]
fn record_and_its_page_link_to_the_feed_of_the_record() {
    let app = published().app();
    for path in ["/api/v1/bills/ca-2025-sb1", "/api/v1/bills/ca-2025-sb1/?fields=id"] {
        let response = app.get(path);
        let links: Vec<&str> = response.headers.get_all("link").iter().map(|links| links.to_str().unwrap()).collect();
        let feed = "</api/v1/bills.atom?id=ca-2025-sb1>; rel=\"related\"; type=\"application/atom+xml\"";
        assert_eq!(links.last(), Some(&feed), "{path}");
    }
    let page = app.get("/bills/ca-2025-sb1").text().to_owned();
    let feed = "href=\"/api/v1/bills.atom?id=ca-2025-sb1\"";
    assert!(page.contains(&format!("<link rel=\"alternate\" type=\"application/atom+xml\" {feed}>")), "{page}");
    assert!(page.contains(&format!("<a {feed}>Feed of its changes</a>")), "{page}");
    assert_eq!(entries(app.get("/api/v1/bills.atom?id=ca-2025-sb1").text()).len(), 1);
    let plain = TestApp::bundled();
    for path in ["/api/v1/cases/scotus-410-us-113", "/cases/scotus-410-us-113"] {
        let response = plain.get(path);
        assert!(!response.text().contains(".atom") && !response.header("link").unwrap_or_default().contains(".atom"));
    }
}

#[test]
fn links_of_a_feed_are_below_the_base_path() {
    let current = CurrentSnapshot::new(published().open(), SnapshotOptions::default());
    let options = ServiceOptions { base_path: "/law".parse().unwrap(), ..ServiceOptions::default() };
    let app = TestApp::for_service(Arc::new(current), options);
    let feed = app.get("/law/api/v1/bills.atom?limit=1").text().to_owned();
    let targets: Vec<&str> = feed.split(" href=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0).collect();
    assert!(targets.len() == 6 && targets.iter().all(|target| target.starts_with("/law/")), "{targets:?}");
}

#[test]
fn changes_and_feeds_count_for_limits_and_have_metrics() {
    let site = published();
    let limiter = TestClock::default().limiter(2);
    let (app, admin) = TestApp::with_admin(site.open(), SnapshotOptions::default(), Some(limiter));
    let changes = format!("/api/v1/changes?since={}", site.current());
    assert_eq!(app.get("/api/v1/bills.atom").number("x-ratelimit-remaining"), 1);
    assert_eq!(app.get(&changes).number("x-ratelimit-remaining"), 0);
    app.get("/api/v1/cases.atom").error(StatusCode::TOO_MANY_REQUESTS);
    app.get(&changes).error(StatusCode::TOO_MANY_REQUESTS);
    let metrics = admin.get("/metrics").text().to_owned();
    for route in ["/api/v1/changes", "/api/v1/bills.atom", "/api/v1/cases.atom"] {
        assert!(metrics.contains(&format!("\"{route}\"")), "{route}: {metrics}");
    }
}

#[test]
fn feed_accepts_the_filters_of_its_list_and_no_other_parameters() {
    let app = published().app();
    for query in ["sort=newest", "fields=id", "court=scotus", "since=2026-01-01", "limit=101", "topic="] {
        let error = app.get(&format!("/api/v1/bills.atom?{query}")).error(StatusCode::BAD_REQUEST);
        assert_eq!(problem_parameters(&error), [query.split_once('=').unwrap().0]);
    }
    app.get("/api/v1/jurisdictions.atom").error(StatusCode::NOT_FOUND);
}
