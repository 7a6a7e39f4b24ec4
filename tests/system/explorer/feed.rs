//! The feeds of lists and records, which only pages of a server with feeds name.

use serde_json::json;
use tempfile::TempDir;

use crate::system::explorer::page::Page;
use crate::system::support::bundled_index::bundled_index;
use crate::system::support::index::{IndexDirectory, publish};

const NONE: [String; 0] = [];

/// A folder to which the bundled corpus is published after another one, and a page of its server with these arguments.
fn published(arguments: &[&str]) -> Option<(TempDir, Page)> {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("published");
    publish(&IndexDirectory::with_statutes(1).path(), &folder);
    publish(bundled_index(), &folder);
    let index = ["--rate-limit", "0", "--index", folder.to_str().unwrap()];
    Some((directory, Page::with_arguments(&[&index[..], arguments].concat())?))
}

/// The path of the feed to which the page links, and of the one that it names to feed readers.
fn feeds(page: &Page) -> [String; 2] {
    ["#feed", "head link[type=\"application/atom+xml\"]"].map(|selector| {
        page.see(&format!(
            "((link) => {{ if (!link) return ''; const {{ pathname, search }} = new URL(link.href); \
             return pathname + search }})(document.querySelector({}))",
            json!(selector)
        ))
    })
}

#[test]
fn list_and_record_name_their_feeds_and_other_views_none() {
    let Some((_directory, page)) = published(&[]) else { return };
    page.open("/cases?court=ca9&topic=privacy&sort=oldest&fields=id,caseName&limit=5&offset=5");
    let feed = "/api/v1/cases.atom?court=ca9&topic=privacy";
    assert_eq!(feeds(&page), [feed, feed]);
    let title = page.see("document.title");
    assert_eq!(page.see("document.querySelector('link[rel=alternate]').title"), title);
    assert_eq!(page.texts("#feed"), ["Feed of new and changed records"]);
    page.browser().click("#chip-topic-privacy");
    page.wait_until("!location.search.includes('topic')");
    page.wait_until("!document.querySelector('main[aria-busy]')");
    assert_eq!(feeds(&page), ["/api/v1/cases.atom?court=ca9"; 2]);
    assert_eq!(page.see("document.querySelectorAll('link[rel=alternate][type=\"application/atom+xml\"]').length"), "1");
    page.browser().click(".card h2 a");
    page.wait_until("document.querySelector('.record')");
    let id = page.address().replace("/cases/", "");
    assert_eq!(feeds(&page), [format!("/api/v1/cases.atom?id={id}"), format!("/api/v1/cases.atom?id={id}")]);
    assert_eq!(page.texts("#feed"), ["Feed of its changes"]);
    page.open("/cases/scotus-410-us-113");
    assert_eq!(feeds(&page), ["/api/v1/cases.atom?id=scotus-410-us-113"; 2], "the page itself names the feed");
    page.open("/cases?court=atlantis");
    assert_eq!(feeds(&page), ["/api/v1/cases.atom?court=atlantis"; 2], "a list that is empty may get a first record");
    page.open("/");
    assert_eq!(feeds(&page), [""; 2]);
    assert_eq!(page.complaints(), NONE);
}

#[test]
fn list_of_an_index_without_a_history_names_no_feed() {
    let Some(page) = Page::start() else { return };
    page.open("/cases?topic=privacy");
    assert_eq!(feeds(&page), [""; 2]);
    assert!(page.texts(".tools p")[0].ends_with("No feed: this server keeps no earlier builds of its index."));
    assert!(!page.requests().iter().any(|request| request.contains(".atom")));
}

#[test]
fn feed_is_below_the_base_path() {
    let Some((_directory, page)) = published(&["--base-path", "/law"]) else { return };
    page.open("/law/bills?status=signed&topic=privacy");
    assert_eq!(feeds(&page), ["/law/api/v1/bills.atom?status=signed&topic=privacy"; 2]);
}
