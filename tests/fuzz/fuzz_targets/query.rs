//! Any bytes as a query, on every endpoint: a success or an error of the client's, in its shape, never a failure.

#![no_main]

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use lexdex::http::{Options, service};
use lexdex::index::Index;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tokio::runtime::Runtime;
use tower::ServiceExt;

const PATHS: [&str; 4] = ["/api/v1/statutes", "/api/v1/cases", "/api/v1/bills", "/api/v1/jurisdictions"];

const OPTIONS: Options = Options { limiter: None, cache_bytes: 1 << 20, max_age_secs: 0 };

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap());

static SERVICE: LazyLock<Router> = LazyLock::new(|| service(Arc::new(Index::bundled().unwrap()), OPTIONS));

fuzz_target!(|query: &[u8]| {
    let query = sendable(query);
    for path in PATHS {
        let (status, body) = RUNTIME.block_on(ask(&format!("{path}?{query}")));
        assert!(status.as_u16() < 500, "{path}?{query}: {status}");
        let body: Value = serde_json::from_slice(&body).unwrap();
        if status == StatusCode::OK {
            let (n_records, total) = (body["data"].as_array().unwrap().len(), body["meta"]["total"].as_u64().unwrap());
            assert!(n_records as u64 <= total, "{path}?{query}");
        } else {
            assert!(body["error"].is_string(), "{path}?{query}: {body}");
        }
    }
});

async fn ask(target: &str) -> (StatusCode, Vec<u8>) {
    let request = Request::get(target).body(Body::empty()).unwrap();
    let response = SERVICE.clone().oneshot(request).await.unwrap();
    let status = response.status();
    (status, response.into_body().collect().await.unwrap().to_bytes().to_vec())
}

/// The bytes as they can stand in a query, all others escaped. Percent signs stay, so that there are broken escapes.
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
