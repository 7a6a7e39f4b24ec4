//! The start page, which shows the index that is served.

use serde_json::Value;

use crate::system::explorer::page::Page;
use crate::system::support::index::IndexDirectory;

const NONE: [String; 0] = [];

#[test]
fn examples_and_tabs_of_the_bundled_index_lead_to_records() {
    let Some(page) = Page::start() else { return };
    page.open("/");
    assert_eq!(page.heading(), "Find U.S. statutes, cases and bills");
    assert_eq!(page.texts(".start .tabs a"), ["Cases", "Statutes", "Bills"]);
    let examples = page
        .browser()
        .run("return [...document.querySelectorAll('.examples a')].map((link) => link.getAttribute('href'))");
    let examples: Vec<String> = serde_json::from_value(examples).unwrap();
    assert_eq!(examples.len(), 6, "{examples:?}");
    for address in examples {
        page.open(&address);
        assert_ne!(page.texts(".card"), NONE, "{address}");
    }
}

#[test]
fn list_without_records_is_not_offered_on_the_start_page() {
    let index = IndexDirectory::with_statutes(3);
    let Some(page) = Page::with_arguments(&["--index", &index.argument()]) else { return };
    page.open("/");
    assert_eq!(page.heading(), "Find U.S. statutes");
    assert_eq!(page.texts(".lists a"), ["3 statutes"]);
    assert_eq!(page.texts(".start .tabs [aria-current]"), ["Statutes"]);
    assert_eq!(page.texts(".start .tabs a"), ["Statutes"]);
    assert_eq!(page.texts(".search .segments label"), ["Everything", "Statutes"]);
    let requests: Vec<Value> = serde_json::from_value(
        page.browser()
            .run("return [...document.querySelectorAll('.examples a')].map((link) => link.getAttribute('href'))"),
    )
    .unwrap();
    for address in requests {
        let address = address.as_str().unwrap();
        assert!(address.starts_with("/statutes") || address.starts_with("/?q="), "{address}");
    }
    page.open("/#bills");
    assert_eq!(page.texts(".start .tabs [aria-current]"), ["Statutes"]);
}

#[test]
fn index_without_records_says_so() {
    let index = IndexDirectory::with_statutes(0);
    let Some(page) = Page::with_arguments(&["--index", &index.argument()]) else { return };
    page.open("/");
    assert_eq!(page.heading(), "This index has no records yet");
    assert_eq!(page.texts(".examples, .map, .lists li"), NONE);
    assert_eq!(page.complaints(), NONE);
}
