/*!
The `Link` header: following it visits the whole list, forward and backward.
*/

use proptest::prelude::*;
use serde_json::Value;

use super::contract::List;
use super::support::{ReceivedResponse, TestApp, proptest_cases, target};

/// Returns the target of a relation in the `Link` header of a response at a path.
fn link(response: &ReceivedResponse, path: &str, relation: &str) -> Option<String> {
    let end = format!(">; rel=\"{relation}\"");
    let mut links = response.header("link").unwrap().split(", <").map(|link| link.trim_start_matches('<'));
    let query = links.find_map(|link| link.strip_suffix(&end))?;
    assert!(query.starts_with('?'), "{query} is relative to the path");
    Some(format!("{path}{query}"))
}

fn ids(response: &ReceivedResponse) -> Vec<String> {
    let body = response.good();
    body["data"].as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
}

fn queries() -> impl Strategy<Value = (List, Vec<(&'static str, String)>)> {
    prop_oneof![
        Just((List::Statutes, vec![])),
        Just((List::Statutes, vec![("topic", "criminal law".to_owned())])),
        Just((List::Statutes, vec![("jurisdiction", "New York".to_owned()), ("topic", "privacy".to_owned())])),
        Just((List::Cases, vec![("court", "district court, & more".to_owned())])),
        Just((List::Cases, vec![("court", "ninth circuit".to_owned())])),
        Just((List::Cases, vec![("topic", "no such topic é".to_owned())])),
        Just((List::Bills, vec![("status", "signed".to_owned()), ("chamber", "senate".to_owned())])),
        Just((List::Bills, vec![("status", "signed".to_owned()), ("status", "in_committee".to_owned())])),
        Just((List::Cases, vec![("q", "\"due process\" v".to_owned()), ("sort", "relevance".to_owned())])),
        Just((List::Statutes, vec![("effective_to", "1990-01-01".to_owned()), ("sort", "oldest".to_owned())])),
    ]
}

proptest! {
    #![proptest_config(proptest_cases(32))]

    #[test]
    fn next_links_visit_every_record_once_and_prev_links_lead_back(
        (list, mut query) in queries(),
        limit in prop::option::of(prop_oneof![7..=40usize, Just(100)]),
    ) {
        let app = TestApp::bundled();
        let whole = app.walk(list, &query, || 100);
        let whole: Vec<&str> = whole.iter().map(|record: &Value| record["id"].as_str().unwrap()).collect();
        query.extend(limit.map(|limit| ("limit", limit.to_string())));
        let path = list.path();
        let mut pages = vec![app.get(&target(path, &query))];
        while let Some(next) = link(pages.last().unwrap(), path, "next") {
            pages.push(app.get(&next));
        }
        let found: Vec<String> = pages.iter().flat_map(ids).collect();
        prop_assert_eq!(&found, &whole);
        let last = link(&pages[0], path, "last").unwrap();
        prop_assert_eq!(&app.get(&last).body, &pages.last().unwrap().body);
        let first = link(&pages[0], path, "first").unwrap();
        prop_assert_eq!(&app.get(&first).body, &pages[0].body);
        let mut page = app.get(&last);
        for expected in pages.iter().rev().skip(1) {
            prop_assert_eq!(link(&page, path, "last"), Some(last.clone()));
            page = app.get(&link(&page, path, "prev").unwrap());
            prop_assert_eq!(&page.body, &expected.body);
        }
        prop_assert_eq!(link(&page, path, "prev"), None);
    }
}

#[test]
fn links_repeat_filters_as_they_were_written() {
    let app = TestApp::bundled();
    let build = app.get("/readyz").header("lexdex-build").unwrap().to_owned();
    let response = app.get("/api/v1/cases?offset=20&court=ninth+circuit&%6Cimit=10&topic=priv%61cy");
    response.good();
    let first = link(&response, "", "first").unwrap();
    assert_eq!(first, format!("?court=ninth+circuit&topic=priv%61cy&build={build}&limit=10&offset=0"));
    let response = app.get("/api/v1/cases?topic=privacy&q=%22due+process%22&topic=fraud&sort=oldest&fields=id,topics");
    let first = link(&response, "", "first").unwrap();
    let filters = "topic=privacy&q=%22due+process%22&topic=fraud&sort=oldest&fields=id,topics";
    assert_eq!(first, format!("?{filters}&build={build}&limit=20&offset=0"));
}

#[test]
fn page_past_the_end_links_back_into_the_list() {
    let app = TestApp::bundled();
    let path = "/api/v1/bills";
    let response = app.get("/api/v1/bills?status=signed&limit=100&offset=1000000");
    assert_eq!(ids(&response).len(), 0);
    assert_eq!(link(&response, path, "next"), None);
    let back = link(&response, path, "prev").unwrap();
    assert!(!ids(&app.get(&back)).is_empty());
    assert_eq!(link(&response, path, "last"), Some(back));
}

#[test]
fn only_pages_have_links() {
    let app = TestApp::tiny();
    for target in ["/api/v1/jurisdictions", "/api/v1/bills?limit=0", "/readyz", "/nothing"] {
        assert_eq!(app.get(target).header("link"), None, "{target}");
    }
}
