/*!
AI tools get the same data as from the API through the Model Context Protocol.
*/

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use lexdex::http::{McpOptions, ServiceOptions};
use lexdex_core::model::{Parameter, Values};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::contract::List;
use super::corpus::tiny;
use super::queries::{Draw, any_query};
use super::support::{Query, ReceivedResponse, TestApp, bundled_index, proptest_cases, request, target};
use client::{Era, Tools, message, post};

#[path = "mcp/client.rs"]
mod client;
#[path = "mcp/connector.rs"]
mod connector;
#[path = "mcp/errors.rs"]
mod errors;
#[path = "mcp/example.rs"]
mod example;
#[path = "mcp/messages.rs"]
mod messages;
#[path = "mcp/resources.rs"]
mod resources;
#[path = "mcp/results.rs"]
mod results;
#[path = "mcp/schemas.rs"]
mod schemas;

const NOTE: &str = "Not found means not in this index. It does not mean that the law does not exist.";

/// The default fields of records in a search result.
fn default_fields(list: List) -> &'static str {
    match list {
        List::Statutes => "id,jurisdiction,title,sectionNumber,status,meta",
        List::Cases => "id,caseName,citation,court,decisionDate",
        List::Bills => "id,billNumber,title,jurisdiction,status,introducedDate",
    }
}

fn name(list: List) -> &'static str {
    list.path().strip_prefix("/api/v1/").unwrap()
}

/// Parameters as the arguments of a tool. Each is a list, or a single text or number.
fn arguments(query: &Query, draw: &mut Draw) -> Map<String, Value> {
    let mut arguments = Map::new();
    for (name, value) in query {
        let value = match value.parse::<u32>() {
            Ok(number) if value == &number.to_string() => json!(number),
            _ => json!(value),
        };
        match arguments.get_mut(*name) {
            None if draw.below(2) == 0 => {
                arguments.insert((*name).to_owned(), value);
            }
            None => {
                arguments.insert((*name).to_owned(), json!([value]));
            }
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = json!([first.take(), value]),
        }
    }
    arguments
}

/// Removes the addresses of the records of a list, which lead to records with their ids.
#[track_caller]
fn remove_addresses(app: &TestApp, answer: &mut Map<String, Value>) {
    let Some(Value::Array(records)) = answer.get_mut("data") else { return };
    for record in records {
        let record = record.as_object_mut().unwrap();
        if let Some(url) = record.remove("url") {
            assert_eq!(app.get(url.as_str().unwrap()).good()["data"]["id"], record["id"]);
        } else {
            assert!(!record.contains_key("id"), "{record:?}");
        }
    }
}

/// Compares an answer of a tool with the API's response to the same question.
#[track_caller]
fn assert_same(app: &TestApp, result: &Value, target: &str) {
    let response = app.get(target);
    let text = result["content"][0]["text"].as_str().unwrap();
    let text: Value = serde_json::from_str(text).unwrap();
    if response.status != StatusCode::OK {
        assert_eq!(result["isError"], true, "{target}: {result}");
        assert_eq!(text, response.error(response.status), "{target}");
        assert!(result.get("structuredContent").is_none());
        return;
    }
    assert_eq!(result["isError"], false, "{target}: {result}");
    assert_eq!(text, result["structuredContent"], "{target}");
    let mut answer = text.as_object().unwrap().clone();
    remove_addresses(app, &mut answer);
    assert_eq!(answer.remove("note").unwrap(), NOTE);
    assert_eq!(answer.remove("build").unwrap(), response.header("lexdex-build").unwrap());
    let url = answer.remove("url").unwrap();
    assert_eq!(app.get(url.as_str().unwrap()).body, response.body, "{url}");
    if let Some(unknown) = answer.remove("unknown") {
        assert_eq!(answer["meta"]["total"], 0, "{target}");
        assert!(unknown.as_array().is_some_and(|values| !values.is_empty()), "{target}");
    }
    let texts = answer.remove("texts").unwrap_or_else(|| json!([]));
    let links = response.header("link").filter(|links| links.contains("alternate")).unwrap_or_default();
    let links: Vec<&str> = links.split('<').skip(1).map(|link| link.split('>').next().unwrap()).collect();
    assert_eq!(texts, json!(links), "{target}");
    assert_eq!(Value::Object(answer), response.good(), "{target}");
}

proptest! {
    #![proptest_config(proptest_cases(64))]

    #[test]
    fn searches_and_counts_match_the_api_for_random_arguments(seed in any::<u64>(), list in 0..3_usize, era in 0..2_usize) {
        let (app, contract, draw) = (TestApp::tiny(), tiny().write().contract(), &mut Draw(seed));
        let list = [List::Statutes, List::Cases, List::Bills][list];
        let tools = Tools { app: &app, era: [Era::Current, Era::Before][era] };
        let mut query = any_query(&contract, list, draw);
        if draw.below(3) == 0 {
            let wrong = [("limit", "0"), ("limt", "1"), ("jurisdiction", "atlantis"), ("fields", "nme"), ("sort", "up")];
            let (name, value) = wrong[draw.below(wrong.len())];
            query.retain(|(given, _)| *given != name);
            query.push((name, value.to_owned()));
        }
        let given = |name: &str| query.iter().any(|(given, _)| *given == name);
        let mut asked = query.clone();
        if !given("limit") {
            asked.push(("limit", "10".to_owned()));
        }
        if !given("fields") {
            asked.push(("fields", default_fields(list).to_owned()));
        }
        let result = tools.call(&format!("search_{}", name(list)), arguments(&query, draw).into());
        assert_same(&app, &result, &in_order_of_names(list.path(), asked));

        query.retain(|(name, _)| !["sort", "fields", "limit"].contains(name));
        let mut counted = arguments(&query, draw);
        counted.insert("resource".to_owned(), name(list).into());
        let facets = format!("{}/facets", list.path());
        assert_same(&app, &tools.call("count_facets", counted.into()), &in_order_of_names(&facets, query));
    }
}

/// The arguments of a tool have no order, so errors are sorted by name.
fn in_order_of_names(path: &str, mut query: Query) -> String {
    query.sort_by_key(|(name, _)| *name);
    target(path, &query)
}

#[test]
fn every_record_is_found_by_its_id_with_its_texts_addresses() {
    let (app, contract) = (TestApp::tiny(), tiny().write().contract());
    let tools = Tools { app: &app, era: Era::Current };
    let mut n_with_texts = 0;
    for list in [List::Statutes, List::Cases, List::Bills] {
        for record in contract.records(list) {
            let id = record["id"].as_str().unwrap();
            let result = tools.call("get_record", json!({ "resource": name(list), "id": id }));
            assert_same(&app, &result, &format!("{}/{id}", list.path()));
            n_with_texts += usize::from(result["structuredContent"].get("texts").is_some());
        }
    }
    assert!(n_with_texts > 0);
    let result = tools.call("get_record", json!({ "resource": "jurisdictions", "id": "New York" }));
    assert_same(&app, &result, "/api/v1/jurisdictions/new-york");
}

#[test]
fn alias_of_a_case_is_answered_with_its_record() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Before };
    let result = tools
        .call("get_record", json!({ "resource": "cases", "id": "scotus-93-s-ct-705", "fields": ["id", "citation"] }));
    assert_same(&app, &result, "/api/v1/cases/scotus-410-us-113?fields=id,citation");
    assert_eq!(result["structuredContent"]["url"], "/api/v1/cases/scotus-410-us-113?fields=id%2Ccitation");
}

/// All entries of a catalogue, from its pages.
#[track_caller]
fn pages(tools: Tools<'_>, tool: &str, arguments: Value, limit: usize) -> Vec<Value> {
    let mut entries = Vec::new();
    loop {
        let mut arguments = arguments.clone();
        arguments["offset"] = entries.len().into();
        arguments["limit"] = limit.into();
        let answer = &tools.call(tool, arguments)["structuredContent"];
        let (page, meta) = (answer["data"].as_array().unwrap(), &answer["meta"]);
        assert_eq!((&meta["limit"], &meta["offset"]), (&json!(limit), &json!(entries.len())));
        entries.extend(page.iter().cloned());
        assert_eq!(meta["hasMore"], json!(json!(entries.len()) != meta["total"]), "{meta}");
        if meta["hasMore"] == false {
            return entries;
        }
        assert_eq!(page.len(), limit);
    }
}

#[test]
fn pages_of_catalogues_and_coverage_are_those_of_the_api() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Current };
    for (tool, arguments, path) in [
        ("list_values", json!({ "of": "courts" }), "/api/v1/courts"),
        ("list_values", json!({ "of": "jurisdictions" }), "/api/v1/jurisdictions"),
        ("list_values", json!({ "of": "topics" }), "/api/v1/topics"),
        ("coverage", json!({}), "/api/v1/coverage"),
    ] {
        let whole = app.get(path).good();
        for limit in [1, 7, 100] {
            assert_eq!(json!(pages(tools, tool, arguments.clone(), limit)), whole["data"], "{path}");
        }
        let answer = &tools.call(tool, arguments)["structuredContent"];
        assert_eq!((&answer["meta"]["limit"], &answer["url"]), (&json!(20), &json!(path)));
        assert!(answer.to_string().len() < 8 << 10, "{path}");
        for (member, value) in whole["meta"].as_object().unwrap() {
            assert_eq!(&answer["meta"][member], value, "{path}");
        }
    }
    let past = &tools.call("coverage", json!({ "offset": (1_u64 << 63) - 1 }))["structuredContent"];
    assert_eq!((&past["data"], &past["meta"]["hasMore"]), (&json!([]), &json!(false)));
}

#[test]
fn values_of_a_court_are_those_that_a_search_counts() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Current };
    for arguments in [
        json!({ "court": ["ninth circuit"] }),
        json!({ "court": ["district", "scotus"] }),
        json!({ "court": "superior court", "jurisdiction": ["ca", "New Jersey"] }),
        json!({ "court": ["trial"] }),
        json!({ "jurisdiction": "Texas" }),
        json!({ "court": "nineth" }),
    ] {
        let mut of_courts = arguments.clone();
        of_courts["of"] = "courts".into();
        let listed = pages(tools, "list_values", of_courts, 100);
        let n_listed: u64 = listed.iter().map(|court| court["cases"].as_u64().unwrap()).sum();
        let found = tools.call("search_cases", arguments.clone());
        assert_eq!(found["structuredContent"]["meta"]["total"], n_listed, "{arguments}");
    }
    let listed = pages(tools, "list_values", json!({ "of": "jurisdictions", "jurisdiction": ["tx", "guam"] }), 100);
    assert_eq!(listed.iter().map(|entry| entry["id"].as_str().unwrap()).collect::<Vec<_>>(), ["tx", "gu"]);
}

#[test]
fn coverage_can_be_narrowed() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Current };
    let whole = app.get("/api/v1/coverage").good();
    for (arguments, resource, ids) in [
        (json!({ "resource": "cases" }), Some("cases"), None),
        (json!({ "jurisdiction": ["Wyoming", "US"] }), None, Some(["wy", "federal"])),
        (json!({ "resource": "bills", "jurisdiction": ["wy", "wyoming"] }), Some("bills"), Some(["wy", "wy"])),
    ] {
        let result = tools.call("coverage", arguments.clone());
        let answer = &result["structuredContent"];
        let is_wanted = |entry: &&Value| {
            resource.is_none_or(|resource| entry["resource"] == resource)
                && ids.is_none_or(|ids| ids.iter().any(|id| entry["jurisdictionId"] == *id))
        };
        let expected: Vec<&Value> = whole["data"].as_array().unwrap().iter().filter(is_wanted).collect();
        assert!(!expected.is_empty() && expected.len() < whole["data"].as_array().unwrap().len());
        assert_eq!(json!(pages(tools, "coverage", arguments.clone(), 50)), json!(expected), "{arguments}");
        assert_eq!(answer["meta"]["total"], expected.len(), "{arguments}");
        for member in ["build", "records"] {
            assert_eq!(answer["meta"][member], whole["meta"][member], "{arguments}");
        }
        assert_eq!(answer["url"], "/api/v1/coverage");
    }
    let result = tools.call("coverage", json!({ "resource": "bills", "jurisdiction": "wy" }));
    assert!(result["structuredContent"].to_string().len() < 2000, "{result}");
}

#[test]
fn empty_answer_names_unmatched_values_and_the_nearest() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Current };
    let unknown = |tool: &str, arguments: Value| tools.call(tool, arguments)["structuredContent"]["unknown"].clone();
    for (tool, arguments, parameter, value, nearest) in [
        ("search_cases", json!({ "court": "nineth circuit" }), "court", "nineth circuit", "Ninth Circuit"),
        ("search_cases", json!({ "court": ["ca99"], "q": "privacy" }), "court", "ca99", "Court of Appeals"),
        ("search_bills", json!({ "topic": "privcy" }), "topic", "privcy", "privacy"),
        ("search_statutes", json!({ "topic_all": ["privacy", "privcy"] }), "topic_all", "privcy", "privacy"),
        ("search_bills", json!({ "session": 117 }), "session", "117", "federal-117"),
        (
            "count_facets",
            json!({ "resource": "bills", "session": "fedral-117" }),
            "session",
            "fedral-117",
            "federal-117",
        ),
    ] {
        let found = unknown(tool, arguments.clone());
        let found = found.as_array().unwrap_or_else(|| panic!("{tool} {arguments}: {found}"));
        assert_eq!(found.len(), 1, "{tool} {arguments}: {found:?}");
        assert_eq!((&found[0]["parameter"], &found[0]["value"]), (&json!(parameter), &json!(value)));
        let names = found[0]["nearest"].as_array().unwrap();
        assert!((1..=3).contains(&names.len()), "{found:?}");
        assert!(names.iter().any(|name| name.as_str().unwrap().contains(nearest)), "{found:?}");
    }
    // Known values without records, and unknown values next to known ones, do not explain an empty answer.
    for (tool, arguments) in [
        ("search_cases", json!({ "court": "scotus", "decided_to": "1700-01-01" })),
        ("search_cases", json!({ "court": ["scotus", "ca99"] })),
        ("search_cases", json!({ "court": "bankruptcy", "q": "zzzz", "match": "all" })),
    ] {
        assert_eq!(unknown(tool, arguments.clone()), Value::Null, "{tool} {arguments}");
    }
    // The nearest values are searched for some values only.
    let many: Vec<String> = (0..20).map(|number| format!("zzz{number}")).collect();
    assert_eq!(unknown("search_cases", json!({ "court": many })).as_array().unwrap().len(), 5);
}

#[test]
fn unknown_text_of_any_filter_is_named_in_an_empty_answer() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Current };
    for list in List::ALL {
        for parameter in list.filters() {
            let is_text = matches!(parameter.spec(list.resource()).values, Values::Text);
            // These two name single records, and the note in the result says that the index lacks them.
            if is_text && ![Parameter::Citation, Parameter::Id].contains(parameter) {
                let arguments = json!({ parameter.as_str(): "zzzz" });
                let answer = tools.call(&format!("search_{}", list.folder()), arguments);
                assert_eq!(answer["structuredContent"]["unknown"][0]["parameter"], parameter.as_str());
            }
        }
    }
}

#[test]
fn checked_citations_match_the_api() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Before };
    for text in [
        "Roe v. Wade, 410 U.S. 113, 153 (1973). Id. at 154. Smith v. Jones, 410 U.S. 113 (1999); 18 U.S.C. § 1341.",
        "12 Fict. Rep. 345; 999 F.3d 1; H.R. 3684, 117th Cong. (2021)",
        "No citation at all.",
    ] {
        let result = tools.call("check_citations", json!({ "text": text }));
        let response = app.post("/api/v1/citations", "text/plain", text);
        let mut answer = result["structuredContent"].as_object().unwrap().clone();
        assert_eq!(answer.remove("note").unwrap(), NOTE);
        assert_eq!(answer.remove("build").unwrap(), response.header("lexdex-build").unwrap());
        assert_eq!(answer.remove("url").unwrap(), "/api/v1/citations");
        assert_eq!(Value::Object(answer), response.good(), "{text}");
    }
    let result = tools.call("check_citations", json!({ "text": "Roe v. Wade, 410 U.S. 113 (1973).\n\n" }));
    let context = &result["structuredContent"]["meta"]["context"];
    let next = tools.call("check_citations", json!({ "text": "Id. at 120.", "context": context }));
    assert_eq!(next["structuredContent"]["data"][0]["status"], "found");
}

#[test]
fn mistakes_are_errors_of_the_tool_with_the_fix() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Current };
    for (tool, arguments, expected) in [
        ("search_cases", json!({ "juridiction": "ca" }), "the nearest is jurisdiction"),
        ("search_cases", json!({ "jurisdiction": ["californa"] }), "California"),
        ("search_cases", json!({ "limit": 101 }), "limit must be between 1 and 100"),
        ("search_cases", json!({ "q": { "words": "a" } }), "q must be a text, a number, or a list of these"),
        ("search_bills", json!({ "status": ["enacted"] }), "the one for \\\"enacted\\\" is signed"),
        ("get_record", json!({ "resource": "cases", "id": "scotus-410-us-112" }), "scotus-410-us-113"),
        ("get_record", json!({ "resource": "case", "id": "a" }), "the nearest is cases"),
        ("get_record", json!({ "resource": "cases" }), "id is missing: give it the id of a record"),
        ("get_record", json!({ "resource": "cases", "id": " " }), "id is empty"),
        ("get_record", json!({ "resource": "cases", "id": "../cases/facets" }), "there is no record"),
        ("check_citations", json!({}), "text is missing"),
        ("check_citations", json!({ "text": "410 U.S. 113; ".repeat(4500) }), "send the text in parts"),
        ("check_citations", json!({ "text": "Id.", "context": "410 U.S. 113" }), "send `meta.context` of the response"),
        ("check_citations", json!({ "text": "410 U.S. 113", "limit": 1 }), "this tool takes text, context, build"),
        (
            "get_record",
            json!({ "resource": "jurisdictions", "id": "ca", "fields": ["id"] }),
            "takes resource, id, build",
        ),
        ("get_record", json!({ "resource": "cases", "id": "a", "filds": ["id"] }), "the nearest is fields"),
        ("list_values", json!({ "of": "topics", "court": "scotus" }), "this tool takes of, limit, offset, build"),
        ("list_values", json!({ "of": "courts", "jurisdiction": "californa" }), "California"),
        ("list_values", json!({ "of": "courts", "limit": 101 }), "limit must be between 1 and 100"),
        ("coverage", json!({ "resource": "case" }), "the nearest is cases"),
        ("coverage", json!({ "jurisdiction": "californa" }), "California"),
        ("coverage", json!({ "court": "scotus" }), "this tool takes resource, jurisdiction, limit, offset, build"),
        ("list_values", json!({}), "of is missing: give it one of courts, jurisdictions, topics"),
        ("coverage", json!({ "build": "1" }), "64 hexadecimal digits"),
        ("coverage", json!({ "build": "0".repeat(64) }), "does not serve build"),
        ("count_facets", json!({ "resource": "bills", "court": "scotus" }), "unknown parameter \\\"court\\\""),
        ("search_cases", json!({ "id": vec!["x".repeat(190); 60] }), "more than 8192"),
    ] {
        let result = tools.call(tool, arguments.clone());
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(expected), "{tool} {arguments}: {text}");
        let error: Value = serde_json::from_str(text).unwrap();
        assert!(error["error"].is_string(), "{text}");
    }
}

#[test]
fn each_message_counts_once_for_the_limit() {
    let (app, _clock) = TestApp::limited(3);
    let tools = Tools { app: &app, era: Era::Current };
    for remaining in ["2", "1"] {
        let response = tools.send("tools/call", json!({ "name": "search_cases", "arguments": {} }));
        assert_eq!(response.header("x-ratelimit-remaining"), Some(remaining));
    }
    // Requests other than POST do not count.
    for method in [Method::GET, Method::DELETE, Method::OPTIONS] {
        assert_eq!(app.send(request(method, "/mcp")).header("x-ratelimit-limit"), None);
    }
    assert_eq!(app.get("/api/v1/cases").header("x-ratelimit-remaining"), Some("0"));
    let response = tools.send("tools/list", json!({}));
    assert_eq!(response.status, StatusCode::TOO_MANY_REQUESTS);
}

#[test]
fn answers_are_below_the_base_path() {
    let app = TestApp::with_options(ServiceOptions { base_path: "/law".parse().unwrap(), ..ServiceOptions::default() });
    let body = message(Era::Current, "tools/call", json!({ "name": "search_cases", "arguments": { "limit": 1 } }));
    let send = |path: &str| app.send(post(path, Era::Current, "tools/call", Some("search_cases"), body.to_string()));
    let mut answer = send("/law/mcp").good()["result"]["structuredContent"].as_object().unwrap().clone();
    remove_addresses(&app, &mut answer);
    let url = answer["url"].as_str().unwrap();
    assert_eq!(app.get(url).good()["data"], answer["data"]);
    assert!(url.starts_with("/law/api/v1/cases?"), "{url}");
    send("/mcp").error(StatusCode::NOT_FOUND);
}

#[test]
fn disabled_service_is_a_404_like_any_unknown_path() {
    let mcp = McpOptions { is_enabled: false, ..McpOptions::default() };
    let app = TestApp::with_options(ServiceOptions { mcp, ..ServiceOptions::default() });
    for method in [Method::POST, Method::GET, Method::OPTIONS] {
        let (response, unknown) = (app.send(request(method.clone(), "/mcp")), app.send(request(method, "/nowhere")));
        assert_eq!((response.status, response.text()), (StatusCode::NOT_FOUND, unknown.text()));
    }
    assert!(!app.get("/llms.txt").text().contains("/mcp"));
}

#[test]
fn messages_are_counted_by_route_in_the_metrics() {
    let (app, admin) = TestApp::with_admin(bundled_index(), Default::default(), None);
    Tools { app: &app, era: Era::Before }.call("coverage", json!({}));
    let scrape = admin.get("/metrics");
    assert!(
        scrape.text().contains("lexdex_http_requests_total{route=\"/mcp\",status=\"200\"} 1\n"),
        "{}",
        scrape.text()
    );
}
