//! Sends any bytes as a query to every endpoint. The response must be a success or a client error in the declared
//! shape, and the request must take few steps before it is admitted.

#![no_main]

use std::convert::Infallible;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt;
use lexdex::http::{CurrentSnapshot, ServiceOptions, SnapshotOptions, service};
use lexdex_core::steps;
use lexdex_index::Index;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tokio::runtime::Runtime;
use tower::ServiceExt;
use tower::util::BoxCloneSyncService;

const PATHS: [&str; 15] = [
    "/api/v1/statutes",
    "/api/v1/cases",
    "/api/v1/bills",
    "/api/v1/statutes/facets",
    "/api/v1/cases/facets",
    "/api/v1/bills/facets",
    "/api/v1/statutes/export",
    "/api/v1/cases/export",
    "/api/v1/bills/export",
    "/api/v1/cases/scotus-410-us-113",
    "/api/v1/jurisdictions/ca",
    "/api/v1/jurisdictions",
    "/api/v1/topics",
    "/api/v1/courts",
    "/api/v1/coverage",
];

/// The paths below which the bytes are sent as an identifier.
const RECORDS: [&str; 4] = ["/api/v1/statutes/", "/api/v1/cases/", "/api/v1/bills/", "/api/v1/jurisdictions/"];

/// Parameters whose values have a grammar of their own.
const PARAMETERS: [&str; 4] = ["cases?q=", "cases?sort=oldest&q=", "cases?match=any&q=", "cases?citation="];

const OPTIONS: SnapshotOptions = SnapshotOptions { cache_bytes: 1 << 20, max_age_secs: 0, keep_previous_secs: 0 };

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap());

static SERVICE: LazyLock<BoxCloneSyncService<Request<Body>, Response, Infallible>> = LazyLock::new(|| {
    let current = CurrentSnapshot::new(Arc::new(Index::bundled().unwrap()), OPTIONS);
    BoxCloneSyncService::new(service(Arc::new(current), ServiceOptions::default()))
});

fuzz_target!(|query: &[u8]| {
    let query = sendable(query);
    let value = query.replace('&', "%26");
    // hyper rejects a backtick in a path before the service sees it.
    let segment = query.replace(['/', '?', '`'], "_");
    let with_query = PATHS.iter().map(|path| format!("{path}?{query}"));
    let with_id = RECORDS.iter().map(|path| format!("{path}{segment}"));
    let with_value = PARAMETERS.iter().map(|parameter| format!("/api/v1/{parameter}{value}"));
    with_query.chain(with_id).chain(with_value).for_each(|target| check(&target));
});

fn check(target: &str) {
    let mut response = None;
    let n_steps = steps::count(|| response = Some(RUNTIME.block_on(ask(target))));
    assert!(n_steps <= steps::MAX_INLINE_STEPS || target.len() > 8192, "{n_steps} steps: {target}");
    let (status, body) = response.unwrap();
    assert!(status.as_u16() < 500, "{target}: {status}");
    let is_export = target.contains("/export?") && status == StatusCode::OK;
    if is_export {
        return;
    }
    let body: Value = serde_json::from_slice(&body).unwrap();
    if status != StatusCode::OK {
        assert!(body["error"].is_string(), "{target}: {body}");
    } else if let Some(records) = body["data"].as_array() {
        assert!(records.len() as u64 <= body["meta"]["total"].as_u64().unwrap(), "{target}");
    } else {
        assert!(body["data"].is_object(), "{target}: {body}");
    }
}

async fn ask(target: &str) -> (StatusCode, Vec<u8>) {
    let request = Request::get(target).body(Body::empty()).unwrap();
    let response = SERVICE.clone().oneshot(request).await.unwrap();
    let status = response.status();
    (status, response.into_body().collect().await.unwrap().to_bytes().to_vec())
}

/// Escapes the bytes that cannot occur in a query. Percent signs stay, which gives broken escapes.
fn sendable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        if byte.is_ascii_graphic() && !b"#\"<>".contains(byte) {
            text.push(char::from(*byte));
        } else {
            write!(text, "%{byte:02X}").unwrap();
        }
    }
    text
}
