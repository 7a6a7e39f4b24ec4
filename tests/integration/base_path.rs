/*!
A service below a base path responds there like one at the root, and nowhere else.
*/

use std::sync::Arc;

use axum::http::{Method, StatusCode, header};
use lexdex::http::{RateLimiter, ServiceOptions};
use serde_json::Value;

use super::support::{ROUTES, ReceivedResponse, TestApp, request};

const BASE: &str = "/law/of.the_land";

/// Responses with addresses of the service in them.
const WITH_ADDRESSES: [&str; 7] =
    ["/", "/cases/ca9-9-f.3d-9", "/docs", "/llms.txt", "/openapi.json", "/api/openapi.json", "/api/v1/suggest?q=roe"];

fn below() -> TestApp {
    below_with(ServiceOptions::default())
}

fn below_with(options: ServiceOptions) -> TestApp {
    TestApp::with_options(ServiceOptions { base_path: BASE.parse().unwrap(), ..options })
}

fn get_below(app: &TestApp, target: &str) -> ReceivedResponse {
    app.get(&format!("{BASE}{target}"))
}

/// The values of `href` and `src` that are not fragments.
fn links(page: &str) -> Vec<&str> {
    let values = [" href=\"", " src=\""].into_iter().flat_map(|start| page.split(start).skip(1));
    values.map(|rest| rest.split('"').next().unwrap()).filter(|link| !link.starts_with('#')).collect()
}

#[test]
fn response_without_addresses_is_the_same_below_the_base_path() {
    let (root, below) = (TestApp::tiny(), below());
    let others = [
        "/docs/style.css",
        "/explorer/main.js",
        "/explorer/icon.svg",
        "/api/v1/cases?limit=1&offset=1",
        "/api/v1/cases/",
        "/api/v1/cases/ca9-9-f.3d-9/similar",
        "/api/v1/cases?limt=1",
        "/api/v1/cases/none",
    ];
    let headers = |response: &ReceivedResponse| {
        let mut headers = response.stable_headers();
        // A tag is that of the whole path.
        headers.remove("etag");
        headers
    };
    for target in ROUTES.into_iter().chain(others) {
        let (expected, response) = (root.get(target), get_below(&below, target));
        assert_eq!(response.status, expected.status, "{target}");
        assert_eq!(headers(&response), headers(&expected), "{target}");
        assert_eq!(response.body, expected.body, "{target}");
    }
}

#[test]
fn csv_has_the_pages_of_records_below_the_base_path() {
    let target = "/api/v1/cases/export?format=csv&fields=caseName";
    let (expected, response) = (TestApp::tiny().get(target), get_below(&below(), target));
    assert_eq!(response.text().replace(",/law/of.the_land/cases/", ",/cases/"), expected.text());
    let addresses: Vec<&str> = response.text().lines().skip(1).map(|row| row.rsplit(',').next().unwrap()).collect();
    assert!(!addresses.is_empty() && addresses.iter().all(|address| address.starts_with("/law/of.the_land/cases/")));
    assert_ne!(response.header("etag"), expected.header("etag"));
}

#[test]
fn alias_leads_to_the_record_below_the_base_path() {
    for (target, location) in [
        ("/api/v1/cases/SCOTUS-1-T-EST-1/", "/api/v1/cases/scotus-1-test-1"),
        ("/api/v1/cases/scotus-1-t-est-1/similar?fields=id", "/api/v1/cases/scotus-1-test-1/similar?fields=id"),
    ] {
        let response = get_below(&below(), target);
        assert_eq!(response.status, StatusCode::PERMANENT_REDIRECT, "{target}");
        assert_eq!(response.header("location"), Some(format!("{BASE}{location}").as_str()));
    }
}

#[test]
fn response_with_addresses_differs_only_by_the_base_path() {
    let (root, below) = (TestApp::tiny(), below());
    for target in WITH_ADDRESSES {
        let (expected, response) = (root.get(target), get_below(&below, target));
        assert_eq!((expected.status, response.status), (StatusCode::OK, StatusCode::OK), "{target}");
        assert_ne!(response.header("etag"), expected.header("etag"), "{target}");
        assert!(response.text().contains(BASE), "{target}");
        assert!(
            !response.text().contains(&format!("{BASE}{BASE}")) && !response.text().contains(&format!("</span>{BASE}"))
        );
        // `servers` in the document is `/` at the root, and the base path below it.
        let at_root = response.text().replace(&format!("\"url\":\"{BASE}\""), "\"url\":\"/\"").replace(BASE, "");
        assert_eq!(at_root, expected.text(), "{target}");
    }
}

#[test]
fn links_of_pages_lead_below_the_base_path() {
    let app = below();
    for page in ["", "/", "/cases", "/docs"] {
        let page = get_below(&app, page);
        let links = links(page.text());
        assert!(links.len() > 2, "{links:?}");
        for link in links {
            assert!(link.starts_with(&format!("{BASE}/")), "{link}");
            assert_eq!(app.get(link).status, StatusCode::OK, "{link}");
        }
    }
}

#[test]
fn suggestions_and_page_links_work_below_the_base_path() {
    let app = below();
    let suggestions = get_below(&app, "/api/v1/suggest?q=c").good();
    let suggestions = suggestions["data"].as_array().unwrap();
    assert!(suggestions.len() > 1);
    for suggestion in suggestions {
        app.get(suggestion["url"].as_str().unwrap()).good();
    }
    let page = get_below(&app, "/api/v1/cases?limit=1");
    let next = page.header("link").unwrap().split(", ").find(|link| link.ends_with("rel=\"next\"")).unwrap();
    let build = page.header("lexdex-build").unwrap();
    let expected = format!("<?build={build}&limit=1&offset=1>; rel=\"next\"");
    assert_eq!(next, expected, "relative to the list's own path");
}

#[test]
fn path_outside_the_base_path_is_404_with_the_base_path() {
    let app = below_with(ServiceOptions { limiter: Some(Arc::new(RateLimiter::new(1))), ..ServiceOptions::default() });
    for path in ["/", "/api/v1/cases", "/docs", "/readyz", "/lawyers", "/law", "/law/of.the_landx/api/v1/cases", "/LAW"]
    {
        for method in [Method::GET, Method::POST, Method::OPTIONS] {
            let response = app.send(request(method, path));
            let body = response.error(StatusCode::NOT_FOUND);
            let told = body["error"].as_str().unwrap();
            assert!(
                told.contains(&format!("{BASE}/api/v1/statutes")) && told.contains(&format!("{BASE}/docs")),
                "{told}"
            );
            assert_eq!(response.header("x-ratelimit-limit"), None, "{path}");
        }
    }
}

#[test]
fn rate_limit_counts_requests_below_the_base_path() {
    let app = below_with(ServiceOptions { limiter: Some(Arc::new(RateLimiter::new(1))), ..ServiceOptions::default() });
    assert_eq!(get_below(&app, "/api/v1/cases").number("x-ratelimit-remaining"), 0);
    get_below(&app, "/api/v1/cases").error(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(get_below(&app, "/readyz").status, StatusCode::OK);
    assert_eq!(get_below(&app, "").header(header::SET_COOKIE.as_str()), None);
}

#[test]
fn document_names_the_base_path_as_its_server() {
    let document = get_below(&below(), "/openapi.json").good();
    assert_eq!(document["servers"][0]["url"], BASE);
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.keys().all(|path| path.starts_with("/api/v1/")), "a client puts the server's path before them");
    let examples = &document["paths"]["/api/v1/suggest"]["get"]["responses"]["200"]["content"]["application/json"];
    let suggestions = examples["examples"]["example"]["value"]["data"].as_array().unwrap();
    let is_below = |suggestion: &Value| suggestion["url"].as_str().unwrap().starts_with(&format!("{BASE}/api/v1/"));
    assert!(!suggestions.is_empty() && suggestions.iter().all(is_below), "{suggestions:?}");
}
