//! `search` and `fetch`, in the form of a connector.

use std::collections::BTreeSet;

use super::*;
use crate::integration::support::encode;

/// The result of a tool, which is the same as its only text.
#[track_caller]
fn result(tools: Tools<'_>, tool: &str, arguments: Value) -> Value {
    let result = tools.call(tool, arguments);
    let content = result["content"].as_array().unwrap();
    assert_eq!((content.len(), &content[0]["type"]), (1, &json!("text")), "{result}");
    let text: Value = serde_json::from_str(content[0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);
    text
}

fn names(object: &Value) -> Vec<&String> {
    object.as_object().unwrap().keys().collect()
}

#[test]
fn search_finds_records_of_all_lists_by_words_and_citations() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Before };
    for (query, expected) in [
        (
            "410 U.S. 113",
            json!({
                "id": "cases/scotus-410-us-113",
                "title": "Roe v. Wade, 410 U.S. 113 (1973)",
                "url": "https://www.courtlistener.com/c/U.S./410/113/",
            }),
        ),
        (
            "roe v. wade",
            json!({
                "id": "cases/scotus-410-us-113",
                "title": "Roe v. Wade, 410 U.S. 113 (1973)",
                "url": "https://www.courtlistener.com/c/U.S./410/113/",
            }),
        ),
        (
            "18 USC 1341",
            json!({
                "id": "statutes/federal-usc-18-1341",
                "title": "18 U.S.C. § 1341: Frauds and swindles",
                "url": "https://uscode.house.gov/view.xhtml?req=granuleid:USC-prelim-title18-section1341&num=0&edition=prelim",
            }),
        ),
    ] {
        let found = result(tools, "search", json!({ "query": query }));
        assert_eq!(names(&found), ["results"]);
        assert_eq!(found["results"][0], expected, "{query}");
    }
    let found = result(tools, "search", json!({ "query": "privacy" }));
    let results = found["results"].as_array().unwrap();
    assert_eq!(results.len(), 20);
    for list in List::ALL {
        let prefix = format!("{}/", list.folder());
        assert!(results.iter().any(|result| result["id"].as_str().unwrap().starts_with(&prefix)), "{prefix}");
        // The results of a list are the first of its own search.
        let own = app.get(&format!("{}?q=privacy", list.path())).good();
        let of_list = results.iter().filter_map(|result| result["id"].as_str().unwrap().strip_prefix(&prefix));
        let own = own["data"].as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap());
        of_list.zip(own).for_each(|(found, own)| assert_eq!(found, own));
    }
    assert_eq!(result(tools, "search", json!({ "query": "zzzz qqqq" })), json!({ "results": [] }));
}

#[test]
fn lists_with_all_words_come_before_lists_with_most_and_any() {
    let app = TestApp::bundled();
    let mut rules = BTreeSet::new();
    for query in
        ["security deposit", "police search of a phone", "plessy zebra", "police dog sniff", "wade zebra", "salmon"]
    {
        let rule =
            |list: List| app.get(&format!("{}?q={}", list.path(), encode(query))).good()["meta"]["match"].clone();
        let of_lists: Vec<(String, Value)> =
            List::ALL.map(|list| (format!("{}/", list.folder()), rule(list))).into_iter().collect();
        let found = result(Tools { app: &app, era: Era::Before }, "search", json!({ "query": query }));
        let found = found["results"].as_array().unwrap().iter().map(|result| {
            let id = result["id"].as_str().unwrap();
            let (_, rule) = of_lists.iter().find(|(prefix, _)| id.starts_with(prefix)).unwrap();
            ["all", "most", "any"].iter().position(|word| rule == word).unwrap()
        });
        let found: Vec<usize> = found.collect();
        assert!(found.is_sorted(), "{query}: {found:?}");
        rules.extend(found);
    }
    assert_eq!(rules.len(), 3);
}

#[test]
fn every_result_is_fetched_by_its_id() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Current };
    for query in ["privacy", "homicide", "highways and bridges", "Wyoming"] {
        for found in result(tools, "search", json!({ "query": query }))["results"].as_array().unwrap() {
            let document = result(tools, "fetch", json!({ "id": found["id"] }));
            assert_eq!(names(&document), ["id", "metadata", "text", "title", "url"]);
            for member in ["id", "title", "url"] {
                assert_eq!(document[member], found[member]);
            }
            let record = app.get(&format!("/api/v1/{}", found["id"].as_str().unwrap())).good();
            let (text, metadata) = (document["text"].as_str().unwrap(), document["metadata"].as_object().unwrap());
            assert!(text.starts_with(found["title"].as_str().unwrap()), "{text}");
            assert!(record["data"]["summary"].as_str().is_none_or(|summary| text.contains(summary)), "{text}");
            assert!(text.contains("The full text is not served."), "{text}");
            for member in ["source", "license", "last_updated"] {
                assert_eq!(metadata[member], record["data"]["meta"][member]);
            }
            assert!(metadata.values().all(Value::is_string), "{metadata:?}");
        }
    }
    let document = result(tools, "fetch", json!({ "id": " cases/scotus-93-s-ct-705 " }));
    assert_eq!(document["id"], "cases/scotus-410-us-113");
}

#[test]
fn record_without_a_public_text_has_its_address_on_the_server() {
    let app = TestApp::with_options(ServiceOptions { base_path: "/law".parse().unwrap(), ..ServiceOptions::default() });
    let arguments = json!({ "name": "search", "arguments": { "query": "kings" } });
    let body = message(Era::Current, "tools/call", arguments).to_string();
    let answer = app.send(post("/law/mcp", Era::Current, "tools/call", Some("search"), body)).good();
    let urls = answer["result"]["structuredContent"]["results"].as_array().unwrap();
    let own: Vec<&str> = urls.iter().filter_map(|result| result["url"].as_str()?.strip_prefix("/law")).collect();
    assert!(own.iter().all(|path| path.starts_with("/api/v1/")), "{own:?}");
}

#[test]
fn mistakes_of_a_connector_are_errors_with_the_fix() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Before };
    for (tool, arguments, expected) in [
        ("search", json!({}), "query is missing: give it words, a name or a citation"),
        ("search", json!({ "query": " " }), "query is empty"),
        ("search", json!({ "query": "\"open" }), "unclosed quotation mark"),
        ("search", json!({ "query": "a", "limit": 3 }), "this tool takes query"),
        ("fetch", json!({ "id": "scotus-410-us-113" }), "such as cases/scotus-410-us-113"),
        ("fetch", json!({ "id": "courts/scotus" }), "such as cases/scotus-410-us-113"),
        ("fetch", json!({ "id": "cases/" }), "such as cases/scotus-410-us-113"),
        ("fetch", json!({ "id": "cases/scotus-410-us-112" }), "scotus-410-us-113"),
        ("fetch", json!({ "id": "cases/a", "build": "b" }), "this tool takes id"),
    ] {
        let result = tools.call(tool, arguments.clone());
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(expected), "{tool} {arguments}: {text}");
    }
}
