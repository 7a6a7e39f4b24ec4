//! No handler blocks the async runtime.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, header};
use axum::response::Response;
use axum::routing::get;
use lexdex_core::blocking::marks_of;
use lexdex_core::model::Resource;
use lexdex_index::Index;
use tower::{Service, ServiceExt};

use crate::http::client::client_key::ClientKey;
use crate::http::endpoints::TEMPLATES;
use crate::http::{Connections, CurrentSnapshot, ServiceOptions, SnapshotOptions, admin_service, service};

/// Queries that reach every kind of condition, order and error.
const QUERIES: [&str; 14] = [
    "cases?q=privacy",
    "cases?q=%22equal+protection%22&sort=relevance",
    "cases?citation=410+U.S.+113",
    "cases?decided_from=1950-01-01&decided_to=1960-12-31&sort=oldest",
    "cases?topic=privacy&court=circuit&limit=100&offset=20",
    "cases/export?topic=privacy&format=csv",
    "cases/facets?court=supreme",
    "statutes?effective_from=1990-01-01",
    "statutes?fields=id,title&limit=100",
    "bills?status=signed&chamber=house",
    "bills?sort=oldest",
    "bills?limit=0&offset=x&year=2000",
    "bills?jurisdiction=Calfornia",
    "bills/hr-1-119-1",
];

/// Messages of AI tools that reach every kind of answer.
const MESSAGES: [&str; 6] = [
    r#""tools/list","params":{}"#,
    r#""tools/call","params":{"name":"search_cases","arguments":{"q":"privacy","limit":100}}"#,
    r#""tools/call","params":{"name":"get_record","arguments":{"resource":"cases","id":"scotus-93-s-ct-705"}}"#,
    r#""tools/call","params":{"name":"count_facets","arguments":{"resource":"bills","q":"tax"}}"#,
    r#""tools/call","params":{"name":"list_values","arguments":{"of":"courts"}}"#,
    r#""resources/read","params":{"uri":"lexdex://cases/scotus-410-us-112"}"#,
];

/// Paths of every endpoint, the paths of the queries, and two paths without an endpoint.
fn targets() -> Vec<String> {
    let ids = ["scotus-410-us-113", "federal-usc-18-1341", "ca", "nothing"];
    let mut targets = Vec::new();
    for (template, _) in TEMPLATES {
        let template = template.replace("{file}", "main.js");
        targets.extend(ids.map(|id| template.replace("{id}", id)));
    }
    targets.extend(QUERIES.map(|query| format!("/api/v1/{query}")));
    targets.extend(["/api/v1/nothing", "/nothing"].map(str::to_owned));
    targets.dedup();
    targets
}

fn request(method: Method, target: &str, coding: &str) -> Request {
    let request = Request::builder().method(method).uri(target).header("accept-encoding", coding);
    request.extension(ClientKey::OverSocket).body(Body::empty()).unwrap()
}

/// A message of an AI tool.
fn message(message: &str) -> Request {
    let request = Request::post("/mcp").header("content-type", "application/json");
    let request = request.header("accept", "application/json, text/event-stream").extension(ClientKey::OverSocket);
    request.body(Body::from(format!(r#"{{"jsonrpc":"2.0","id":1,"method":{message}}}"#))).unwrap()
}

/// The marks that a request reaches on the thread of the runtime.
fn marks<S>(service: &mut S, request: Request) -> BTreeSet<&'static str>
where
    S: Service<Request, Response = Response>,
    S::Error: std::fmt::Debug,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    marks_of(|| {
        runtime.block_on(async {
            let response = service.ready().await.unwrap().call(request).await.unwrap();
            let mut body = response.into_body();
            while std::future::poll_fn(|context| std::pin::Pin::new(&mut body).poll_frame(context)).await.is_some() {}
        });
    })
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "marks are recorded with debug assertions")]
fn handlers_do_not_block_the_runtime() {
    let index = Index::bundled().unwrap();
    // As after a start, before the records have been read from disk.
    index.mark_not_resident();
    let current = Arc::new(CurrentSnapshot::new(Arc::new(index), SnapshotOptions::default()));
    let mut found = BTreeSet::new();
    let mut check = |target: &str, coding: &str, marks: BTreeSet<&'static str>| {
        found.extend(marks.into_iter().map(|work| (target.to_owned(), coding.to_owned(), work)));
    };
    let mut admin = admin_service(Arc::clone(&current), Connections::new(1), || 0);
    for target in ["/livez", "/readyz", "/metrics", "/nothing"] {
        check(target, "identity", marks(&mut admin, request(Method::GET, target, "identity")));
    }
    let mut service = service(current, ServiceOptions::default());
    for target in targets() {
        for coding in ["identity", "gzip", "br", "zstd"] {
            check(&target, coding, marks(&mut service, request(Method::GET, &target, coding)));
        }
        for method in [Method::HEAD, Method::OPTIONS, Method::POST] {
            check(&target, method.as_str(), marks(&mut service, request(method.clone(), &target, "zstd")));
        }
        let mut conditional = request(Method::GET, &target, "identity");
        conditional.headers_mut().insert(header::IF_NONE_MATCH, HeaderValue::from_static("*"));
        check(&target, "If-None-Match", marks(&mut service, conditional));
    }
    for text in MESSAGES {
        check(text, "a message", marks(&mut service, message(text)));
    }
    assert!(found.is_empty(), "blocking work on the runtime: {found:#?}");
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "marks are recorded with debug assertions")]
fn handler_that_reads_from_disk_on_the_runtime_is_found() {
    let index = Arc::new(Index::bundled().unwrap());
    let read = move || assert!(index.record(Resource::Cases, "scotus-410-us-113").unwrap().is_some());
    let elsewhere = read.clone();
    let mut service = axum::Router::new()
        .route("/here", get(async move || read()))
        .route("/elsewhere", get(async move || tokio::task::spawn_blocking(elsewhere).await.unwrap()));
    let mut marks = |target| marks(&mut service, request(Method::GET, target, "identity"));
    assert_eq!(marks("/here"), BTreeSet::from(["reading postings"]));
    assert_eq!(marks("/elsewhere"), BTreeSet::new());
}
