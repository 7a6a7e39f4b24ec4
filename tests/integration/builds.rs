/*!
Requests that name a build: after a swap, only the current build and, for a time, the previous one are served.
*/

use std::collections::HashSet;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use lexdex::http::{CurrentSnapshot, SnapshotOptions};
use lexdex_index::Index;
use serde_json::{Value, json};

use super::corpus::{Corpus, statute, tiny, with};
use super::support::{ReceivedResponse, TestApp, problem_parameters, request};

/// Requests of every endpoint that reads the index, with successes and errors of the index.
const TARGETS: [&str; 22] = [
    "/api/v1/statutes",
    "/api/v1/statutes?limit=2&offset=2",
    "/api/v1/statutes?jurisdiction=ca&q=title",
    "/api/v1/cases?sort=oldest&fields=id",
    "/api/v1/bills?topic=privacy",
    "/api/v1/statutes/federal-usc-18-1341",
    "/api/v1/statutes/ca-new-7",
    "/api/v1/cases/kings?fields=id",
    "/api/v1/statutes/ca-pen-2/similar",
    "/api/v1/statutes/facets",
    "/api/v1/statutes/facets?jurisdiction=ca",
    "/api/v1/statutes/export?format=ndjson",
    "/api/v1/statutes/export?format=csv&fields=id",
    "/api/v1/cases/export?format=ndjson",
    "/api/v1/suggest?q=title",
    "/api/v1/jurisdictions",
    "/api/v1/jurisdictions/ca",
    "/api/v1/jurisdictions/atlantis",
    "/api/v1/topics",
    "/api/v1/courts",
    "/api/v1/coverage",
    "/api/v1/statutes?limit=0",
];

/// A build id that no index has.
const UNKNOWN: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// The tiny corpus with more statutes.
fn with_new_statutes(n_statutes: usize) -> Corpus {
    let mut corpus = tiny();
    let new =
        |number| with(statute(&format!("ca-new-{number}"), "ca"), json!({ "topics": [format!("topic-{number}")] }));
    corpus.statutes.extend((0..n_statutes).map(new));
    corpus
}

fn index_of(n_new_statutes: usize) -> Arc<Index> {
    with_new_statutes(n_new_statutes).write().index()
}

fn options(keep_previous_secs: u64) -> SnapshotOptions {
    SnapshotOptions { cache_bytes: 1 << 20, keep_previous_secs, ..SnapshotOptions::default() }
}

/// A service whose index can be replaced.
struct Swapped {
    current: Arc<CurrentSnapshot>,
    app: TestApp,
    admin: TestApp,
}

impl Swapped {
    fn new(index: &Arc<Index>, keep_previous_secs: u64) -> Self {
        let current = Arc::new(CurrentSnapshot::new(Arc::clone(index), options(keep_previous_secs)));
        let (app, admin) = TestApp::for_snapshot(Arc::clone(&current));
        Self { current, app, admin }
    }

    /// Sends a GET that names a build.
    fn get_of(&self, build: &str, target: &str) -> ReceivedResponse {
        self.app.get(&named(target, build))
    }

    /// The value of a metric, given with its labels.
    fn metric(&self, name: &str) -> f64 {
        let text = self.admin.get("/metrics").text().to_owned();
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.unwrap_or_else(|| panic!("{name} is not in {text}")).parse().unwrap()
    }
}

fn named(target: &str, build: &str) -> String {
    let sign = if target.contains('?') { '&' } else { '?' };
    format!("{target}{sign}build={build}")
}

fn build_of(index: &Index) -> String {
    index.manifest().build_id()
}

/// The error of a request for a build that is not served.
fn not_served(response: &ReceivedResponse) -> Value {
    let body = response.error(StatusCode::PRECONDITION_FAILED);
    assert_eq!(response.header("cache-control"), Some("no-store"));
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    assert_eq!(response.header("etag"), None);
    let details = &body["details"];
    assert_eq!(response.header("lexdex-build"), details["served"].as_str());
    for build in [&details["build"], &details["served"]] {
        assert!(body["error"].as_str().unwrap().contains(build.as_str().unwrap()), "{body}");
    }
    details.clone()
}

#[test]
fn current_or_previous_build_gets_its_own_response() {
    let [old, new] = [0, 10].map(index_of);
    let swapped = Swapped::new(&old, 600);
    let previous = swapped.current.swap(Arc::clone(&new)).unwrap();
    assert_eq!(*previous.id, build_of(&old));
    for index in [&old, &new] {
        let alone = TestApp::new(Arc::clone(index), options(0));
        for target in TARGETS {
            for method in [Method::GET, Method::HEAD] {
                // The third response comes from the response cache, if there is one.
                for _ in 0..3 {
                    let expected = alone.send(request(method.clone(), target));
                    let response = swapped.app.send(request(method.clone(), &named(target, &build_of(index))));
                    assert_eq!(response.status, expected.status, "{method} {target}: {}", response.text());
                    assert_eq!(response.stable_headers(), expected.stable_headers(), "{method} {target}");
                    assert_eq!(response.body, expected.body, "{method} {target}");
                }
            }
            // A request without a build gets the current one.
            assert_eq!(swapped.app.get(target).header("lexdex-build"), Some(&*build_of(&new)), "{target}");
        }
    }
}

#[test]
fn unserved_build_is_412_and_names_the_build_served() {
    let [first, second, third] = [0, 1, 2].map(index_of);
    let [first_build, second_build, third_build] = [&first, &second, &third].map(|index| build_of(index));
    let swapped = Swapped::new(&first, 600);
    for target in TARGETS.into_iter().filter(|target| !target.contains("limit=0")) {
        let details = not_served(&swapped.get_of(UNKNOWN, target));
        assert_eq!(details, json!({ "build": UNKNOWN, "served": first_build }), "{target}");
    }
    let n_refused = swapped.metric(r#"lexdex_http_requests_total{route="/api/v1/topics",status="412"}"#);
    assert_eq!(n_refused, 1.0);
    let head = swapped.app.send(request(Method::HEAD, &named("/api/v1/statutes", UNKNOWN)));
    let get = swapped.get_of(UNKNOWN, "/api/v1/statutes");
    assert_eq!((head.status, head.text()), (StatusCode::PRECONDITION_FAILED, ""));
    assert_eq!(head.stable_headers(), get.stable_headers());
    // A build is served neither before its swap nor after the second swap that follows.
    not_served(&swapped.get_of(&second_build, "/api/v1/statutes"));
    assert_eq!(swapped.current.swap(second).map(|previous| previous.id), Some(first_build.clone().into()));
    swapped.get_of(&first_build, "/api/v1/statutes").good();
    assert_eq!(swapped.current.swap(third).map(|previous| previous.id), Some(second_build.clone().into()));
    swapped.get_of(&second_build, "/api/v1/statutes").good();
    let details = not_served(&swapped.get_of(&first_build, "/api/v1/statutes"));
    assert_eq!(details, json!({ "build": first_build, "served": third_build, "previous": second_build }));
    // Swaps back to the first build.
    assert_eq!(swapped.current.swap(first).map(|previous| previous.id), Some(third_build.clone().into()));
    swapped.get_of(&first_build, "/api/v1/statutes").good();
    swapped.get_of(&third_build, "/api/v1/statutes").good();
    not_served(&swapped.get_of(&second_build, "/api/v1/statutes"));
}

#[test]
fn value_that_is_not_a_build_id_is_400_on_every_endpoint() {
    let app = TestApp::tiny();
    let build = app.get("/readyz").header("lexdex-build").unwrap().to_owned();
    for target in TARGETS {
        for value in ["", "+", "latest", &build[1..], &format!("{build}0"), &build.replace(&build[..1], "g"), "%C3%A9"]
        {
            let body = app.get(&named(target, value)).error(StatusCode::BAD_REQUEST);
            assert!(problem_parameters(&body).contains(&"build"), "{target} {value}: {body}");
        }
        let twice = app.get(&named(&named(target, &build), &build)).error(StatusCode::BAD_REQUEST);
        assert!(twice["error"].as_str().unwrap().contains("build is given more than once"), "{twice}");
    }
    let body = app.get("/api/v1/cases?build=latest").error(StatusCode::BAD_REQUEST);
    let message = "build must be the id of a build, as the header Lexdex-Build has it: 64 hexadecimal digits";
    assert_eq!(body["details"]["problems"], json!([{ "parameter": "build", "message": message, "value": "latest" }]));
    // Other parameters are reported before a build that is not served.
    let body = app.get(&named("/api/v1/cases?limt=2", UNKNOWN)).error(StatusCode::BAD_REQUEST);
    assert_eq!(problem_parameters(&body), ["limt"]);
    // Values are matched after trimming and case folding.
    app.get(&format!("/api/v1/cases?build=+{}%20", build.to_uppercase())).good();
    // Paths that do not read the index ignore `build`.
    assert_eq!(app.get(&format!("/healthz?build={UNKNOWN}")).status, StatusCode::OK);
}

#[test]
fn previous_build_is_not_kept_with_0_seconds_or_after_its_time() {
    let [old, new] = [0, 1].map(index_of);
    let swapped = Swapped::new(&old, 0);
    assert_eq!(swapped.current.swap(Arc::clone(&new)), None);
    not_served(&swapped.get_of(&build_of(&old), "/api/v1/bills"));
    assert_eq!(Arc::strong_count(&old), 1);

    let swapped = Swapped::new(&old, 1);
    swapped.current.swap(Arc::clone(&new));
    swapped.current.drop_expired();
    swapped.get_of(&build_of(&old), "/api/v1/bills").good();
    thread::sleep(Duration::from_millis(1100));
    let details = not_served(&swapped.get_of(&build_of(&old), "/api/v1/bills"));
    assert_eq!(details, json!({ "build": build_of(&old), "served": build_of(&new) }));
    assert_eq!(Arc::strong_count(&old), 2, "it is dropped by the thread that may wait");
    swapped.current.drop_expired();
    assert_eq!(Arc::strong_count(&old), 1);
}

#[test]
fn index_of_the_same_build_is_not_its_own_previous_one() {
    let [old, new] = [0, 1].map(index_of);
    let swapped = Swapped::new(&old, 600);
    assert_eq!(swapped.current.swap(index_of(0)), None);
    let previous = swapped.current.swap(Arc::clone(&new));
    assert_eq!(swapped.current.swap(index_of(1)), previous, "and it takes nothing off the time of the previous one");
    swapped.get_of(&build_of(&old), "/api/v1/bills").good();
    assert_eq!(swapped.current.n_swaps(), 3);
}

#[test]
fn requests_with_and_without_current_build_share_a_cache() {
    let [old, new] = [0, 1].map(index_of);
    let swapped = Swapped::new(&old, 600);
    let cached = || ["hits_total", "misses_total"].map(|name| swapped.metric(&format!("lexdex_response_cache_{name}")));
    let target = "/api/v1/cases?limit=2";
    (0..2).for_each(|_| drop(swapped.app.get(target)));
    let pinned = swapped.get_of(&build_of(&old), target);
    let plain = swapped.app.get(target);
    assert_eq!(cached(), [2.0, 2.0]);
    assert_eq!((pinned.stable_headers(), &pinned.body), (plain.stable_headers(), &plain.body));
    assert!(swapped.metric("lexdex_response_cache_bytes") > 0.0);
    swapped.current.swap(new);
    assert_eq!(swapped.metric("lexdex_response_cache_bytes"), 0.0);
    (0..3).for_each(|_| drop(swapped.get_of(&build_of(&old), target).good()));
    assert_eq!(cached(), [2.0, 2.0]);
    assert_eq!(swapped.metric("lexdex_response_cache_bytes"), 0.0);
}

#[test]
fn unserved_build_counts_against_the_rate_limit() {
    let (app, _) = TestApp::limited(2);
    let target = named("/api/v1/cases", UNKNOWN);
    let remaining = [(); 2].map(|()| {
        let response = app.get(&target);
        not_served(&response);
        response.number("x-ratelimit-remaining")
    });
    assert_eq!(remaining, [1, 0]);
    app.get(&target).error(StatusCode::TOO_MANY_REQUESTS);
}

/// The target of the next page in a `Link` header.
fn next(response: &ReceivedResponse) -> Option<String> {
    let links = response.header("link").unwrap().split(", ");
    let next = links.filter_map(|link| link.strip_prefix('<')?.strip_suffix(">; rel=\"next\"")).next();
    next.map(|query| format!("/api/v1/statutes{query}"))
}

fn ids(body: &Value) -> Vec<String> {
    body["data"].as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn walk_by_links_stays_on_its_build_through_one_swap() {
    let [first, second, third] = [40, 41, 42].map(index_of);
    let expected: HashSet<String> =
        with_new_statutes(40).statutes.iter().map(|statute| statute["id"].as_str().unwrap().to_owned()).collect();
    for n_pages_before in 1..9 {
        let swapped = Swapped::new(&first, 600);
        let mut seen = Vec::new();
        let mut target = Some("/api/v1/statutes?limit=5".to_owned());
        for n_pages in 1.. {
            let Some(page) = target.map(|target| swapped.app.get(&target)) else { break };
            seen.extend(ids(&page.good()));
            assert_eq!(page.header("lexdex-build"), Some(&*build_of(&first)));
            target = next(&page);
            if n_pages == n_pages_before {
                swapped.current.swap(Arc::clone(&second));
            }
        }
        assert_eq!((seen.len(), seen.into_iter().collect()), (expected.len(), expected.clone()));
    }
    let swapped = Swapped::new(&first, 600);
    let page = swapped.app.get("/api/v1/statutes?limit=5");
    swapped.current.swap(second);
    let page = swapped.app.get(&next(&page).unwrap());
    swapped.current.swap(third);
    let page = swapped.app.get(&next(&page).unwrap());
    assert_eq!(not_served(&page)["build"], build_of(&first));
}

#[test]
fn redirect_of_an_alias_keeps_the_build() {
    let directory = tiny().write();
    directory.add_aliases(&[("scotus-1-test-1".to_owned(), vec!["93 S. Ct. 705".to_owned()])]);
    let swapped = Swapped::new(&directory.index(), 600);
    let build = swapped.current.build_id();
    swapped.current.swap(index_of(3));
    let response = swapped.get_of(&build, "/api/v1/cases/scotus-93-s-ct-705");
    assert_eq!(response.status, StatusCode::PERMANENT_REDIRECT, "{}", response.text());
    assert_eq!(response.header("location"), Some(&*named("/api/v1/cases/scotus-1-test-1", &build)));
    swapped.app.get("/api/v1/cases/scotus-93-s-ct-705").error(StatusCode::NOT_FOUND);
}
