//! Records as resources.

use super::*;

#[test]
fn resource_is_the_body_of_its_record() {
    let (app, contract) = (TestApp::tiny(), tiny().write().contract());
    for era in [Era::Current, Era::Before] {
        let tools = Tools { app: &app, era };
        for list in [List::Statutes, List::Cases, List::Bills] {
            let id = contract.records(list)[0]["id"].as_str().unwrap();
            let uri = format!("lexdex://{}/{id}", name(list));
            let result = tools.result("resources/read", json!({ "uri": uri }));
            let contents = &result["contents"];
            assert_eq!(contents.as_array().unwrap().len(), 1);
            assert_eq!((&contents[0]["uri"], &contents[0]["mimeType"]), (&json!(uri), &json!("application/json")));
            let text: Value = serde_json::from_str(contents[0]["text"].as_str().unwrap()).unwrap();
            let response = app.get(&format!("{}/{id}", list.path()));
            assert_eq!(text, response.good());
            let meta = &contents[0]["_meta"];
            assert_eq!((&meta["url"], &meta["note"]), (&json!(format!("{}/{id}", list.path())), &json!(NOTE)));
            assert_eq!(meta["build"].as_str(), response.header("lexdex-build"));
            assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("public")));
        }
    }
}

#[test]
fn missing_resource_has_the_code_of_its_era_and_the_nearest_ids() {
    let app = TestApp::bundled();
    for (era, code) in [(Era::Current, -32602), (Era::Before, -32002)] {
        let tools = Tools { app: &app, era };
        let error = tools.error("resources/read", json!({ "uri": "lexdex://cases/scotus-410-us-112" }));
        assert_eq!(error["code"], code, "{error}");
        assert!(error["data"]["nearest"].as_array().unwrap().contains(&json!("scotus-410-us-113")), "{error}");
        for uri in
            ["lexdex://cases/", "lexdex://cases", "lexdex://laws/1", "https://law.example.org/", "", "lexdex://cases/%"]
        {
            assert_eq!(tools.error("resources/read", json!({ "uri": uri }))["code"], code, "{uri}");
        }
    }
}

#[test]
fn listed_resources_are_jurisdictions_that_can_be_read() {
    let app = TestApp::bundled();
    let tools = Tools { app: &app, era: Era::Current };
    let coverage = app.get("/api/v1/coverage").good();
    let has_records = |id: &str| {
        let mut entries = coverage["data"].as_array().unwrap().iter();
        entries.any(|entry| entry["jurisdictionId"] == id && entry["records"].as_u64().unwrap() > 0)
    };
    let jurisdictions = app.get("/api/v1/jurisdictions").good();
    let jurisdictions = jurisdictions["data"].as_array().unwrap().iter();
    let ids: Vec<&str> =
        jurisdictions.map(|entry| entry["id"].as_str().unwrap()).filter(|id| has_records(id)).collect();
    let listed = tools.result("resources/list", json!({}));
    let uris: Vec<&str> =
        listed["resources"].as_array().unwrap().iter().map(|resource| resource["uri"].as_str().unwrap()).collect();
    assert_eq!(uris, ids.iter().map(|id| format!("lexdex://jurisdictions/{id}")).collect::<Vec<_>>());
    for uri in uris {
        tools.result("resources/read", json!({ "uri": uri }));
    }
    let templates = tools.result("resources/templates/list", json!({}));
    let templates = templates["resourceTemplates"].as_array().unwrap().iter();
    let templates: Vec<&str> = templates.map(|template| template["uriTemplate"].as_str().unwrap()).collect();
    let lists = ["statutes", "cases", "bills", "jurisdictions"];
    assert_eq!(templates, lists.map(|list| format!("lexdex://{list}/{{id}}")));
}
