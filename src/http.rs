/*!
The HTTP service. Only this module and the program use axum.

A request passes through these layers in order: the access log with request ids, CORS and HEAD; the flood guard and the
rate limit with the limits on URI length, panics and time; the router. The layers are nested directly, without an axum
router around them, which would box and clone every layer for every request.
*/

mod base_path;

mod endpoints;

mod service;

mod client;

mod protocol;

mod transport;

mod metrics;

mod limit_store;

mod request;

mod response;

mod snapshot;

mod site;

mod handlers;

mod mcp;

mod middleware;

mod router;

mod admin;

mod in_process;

#[cfg(test)]
mod runtime_tests;

use std::sync::Arc;

use tower::{Layer, service_fn};

pub use admin::admin_service;
pub use base_path::BasePath;
pub use client::client_key::ClientKey;
pub use client::trusted_proxies::TrustedProxies;
pub(crate) use in_process::{InProcess, InProcessResponse};
pub use limit_store::store::LimitStoreOptions;
pub use limit_store::url::StoreUrl;
pub use mcp::access::{AllowedOrigin, McpOptions};
pub use middleware::rate_limit::{Clock, RateLimiter};
pub(crate) use request::fields::Fields;
pub(crate) use request::list::{EXPORT_PARAMETERS, PAGE_PARAMETERS};
pub(crate) use request::query_string;
pub(crate) use response::catalogues::CatalogueKind;
pub(crate) use response::csv::{CsvWriter, cell};
pub(crate) use response::envelope;
pub use service::HttpService;
pub use site::branding::Branding;
pub use snapshot::current_snapshot::{CurrentSnapshot, PreviousBuild};
pub use snapshot::options::SnapshotOptions;
pub use transport::connections::Connections;
pub use transport::listener::socket_path;
pub use transport::server::{Server, ServerOptions};
pub use transport::timeouts::Timeouts;

use middleware::access_log;
use middleware::from_fn::from_fn;
use middleware::limits::{self, ClientLimits};
use router::Router;
use site::pages::PageShell;

/// Settings of the service that do not depend on the snapshot.
#[derive(Clone, Default)]
pub struct ServiceOptions {
    /// The path prefix of everything that is served.
    pub base_path: BasePath,
    /// The operator's name, logo, color and footer line.
    pub branding: Branding,
    /// Counts each client's requests. `None` disables both the rate limit and the flood guard.
    pub limiter: Option<Arc<RateLimiter>>,
    /// The time limits of connections and streamed bodies.
    pub timeouts: Timeouts,
    /// The settings of the service for AI tools.
    pub mcp: McpOptions,
}

/// Builds the service: the router inside all middleware.
///
/// Requests must carry their [`ClientKey`] as an extension; [`Server`] adds it.
pub fn service(current: Arc<CurrentSnapshot>, options: ServiceOptions) -> impl HttpService {
    let ServiceOptions { base_path, branding, limiter, timeouts, mcp } = options;
    let shell = PageShell::new(&base_path, &branding);
    let router = Router::new(Arc::clone(&current), base_path.clone(), &branding, shell.clone(), &timeouts, mcp);
    let router = Arc::new(router);
    // Boxed, because every layer moves the future of its inner service, and this future holds a whole request.
    let routes = service_fn(move |request| Box::pin(Arc::clone(&router).respond(request)));
    with_middleware(routes, current, base_path, shell, limiter)
}

fn with_middleware(
    routes: impl HttpService,
    current: Arc<CurrentSnapshot>,
    base_path: BasePath,
    shell: PageShell,
    limiter: Option<Arc<RateLimiter>>,
) -> impl HttpService {
    let metrics = Arc::clone(current.metrics());
    if let Some(store) = limiter.as_ref().and_then(|limiter| limiter.store()) {
        metrics.register(store.metrics().collectors());
    }
    let client_limits = limiter.map(|limiter| Arc::new(ClientLimits::start(limiter, base_path.clone(), metrics)));
    let limits = from_fn(move |inner: &mut _, request| limits::check(client_limits.as_deref(), inner, request));
    let log = from_fn(move |inner: &mut _, request| access_log::log(&current, &base_path, &shell, inner, request));
    (log, limits).layer(routes)
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::Mutex;
    use std::task::Poll;
    use std::time::Duration;

    use axum::Router;
    use axum::body::Body;
    use axum::extract::Request;
    use axum::http::StatusCode;
    use axum::routing::{get, post};
    use http_body_util::BodyExt;
    use lexdex_core::corpus::Source;
    use lexdex_index::Index;
    use tokio::time::{Instant, sleep};
    use tower::ServiceExt;

    use super::*;

    async fn ask(service: impl HttpService, path: &str) -> (StatusCode, String) {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = service.oneshot(request).await.unwrap();
        assert!(response.headers().contains_key("x-request-id"));
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    /// A snapshot of an index without records.
    fn empty() -> Arc<CurrentSnapshot> {
        let corpus = tempfile::tempdir().unwrap();
        std::fs::create_dir(corpus.path().join("statutes")).unwrap();
        let index = Index::in_memory(&Source::Directory(corpus.path().to_owned())).unwrap();
        Arc::new(CurrentSnapshot::new(Arc::new(index), SnapshotOptions::default()))
    }

    fn shell() -> PageShell {
        PageShell::new(&BasePath::default(), &Branding::default())
    }

    fn service() -> impl HttpService {
        async fn panics() -> StatusCode {
            panic!("a secret detail");
        }
        let routes = Router::new()
            .route("/panics", get(panics))
            .route("/mcp", post(panics))
            .route("/hangs", get(std::future::pending::<StatusCode>))
            .route("/works", get(async || StatusCode::OK));
        with_middleware(routes, empty(), BasePath::default(), shell(), None)
    }

    /// Sends a request, and gives it up while the handler works on it.
    async fn give_up(current: &Arc<CurrentSnapshot>) {
        let routes = Router::new().route("/hangs", get(std::future::pending::<StatusCode>));
        let service = with_middleware(routes, Arc::clone(current), BasePath::default(), shell(), None);
        let mut response = Box::pin(service.oneshot(Request::get("/hangs").body(Body::empty()).unwrap()));
        let is_pending = poll_fn(|context| Poll::Ready(response.as_mut().poll(context).is_pending()));
        assert!(is_pending.await);
    }

    #[tokio::test]
    async fn request_given_up_by_its_client_is_counted_as_499() {
        let log = tempfile::NamedTempFile::new().unwrap();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(Mutex::new(log.reopen().unwrap()));
        let _guard = tracing::subscriber::set_default(subscriber.finish());
        // If a thread without a subscriber is the first to reach a log line, tracing turns the line off for all threads.
        // The threads of other tests have none. So the line is reached once, and then turned on by this thread.
        give_up(&empty()).await;
        tracing::callsite::rebuild_interest_cache();
        let n_bytes = std::fs::metadata(&log).unwrap().len() as usize;
        let current = empty();
        give_up(&current).await;
        let scrape = current.metrics().scrape().into_text();
        assert!(scrape.contains("lexdex_http_requests_total{route=\"(none)\",status=\"499\"} 1\n"), "{scrape}");
        let log = std::fs::read_to_string(log).unwrap();
        let line = "request method=GET route=\"(none)\" status=499 duration_us=";
        assert_eq!(log[n_bytes..].matches(line).count(), 1, "{log}");
    }

    #[tokio::test]
    async fn handler_panic_is_a_500_and_the_next_request_is_served() {
        let service = service();
        let body = r#"{"error":"the server failed to answer this request"}"#.to_owned();
        assert_eq!(ask(service.clone(), "/panics").await, (StatusCode::INTERNAL_SERVER_ERROR, body));
        assert_eq!(ask(service, "/works").await, (StatusCode::OK, String::new()));
    }

    #[tokio::test]
    async fn panic_at_an_ai_tools_message_is_an_internal_error() {
        let response = service().oneshot(Request::post("/mcp").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = response.into_body().collect().await.unwrap().to_bytes();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        let error = serde_json::json!({ "code": -32603, "message": "the server failed to answer this request" });
        assert_eq!(body, serde_json::json!({ "jsonrpc": "2.0", "id": null, "error": error }));
    }

    #[tokio::test(start_paused = true)]
    async fn handler_that_never_ends_is_a_503_after_10_seconds() {
        let service = service();
        let start = Instant::now();
        let error = "the request timed out after 10 seconds: retry after 10 seconds";
        let body = format!(r#"{{"error":"{error}","details":{{"retryAfter":10}}}}"#);
        assert_eq!(ask(service, "/hangs").await, (StatusCode::SERVICE_UNAVAILABLE, body));
        assert_eq!(start.elapsed().as_secs(), 10);
    }

    /// Takes as long as it says: the thread of an export does not wait on tokio's clock.
    #[tokio::test]
    async fn untaken_export_is_aborted_after_10_seconds() {
        let current = CurrentSnapshot::new(Arc::new(Index::bundled().unwrap()), SnapshotOptions::default());
        let service = super::service(Arc::new(current), ServiceOptions::default());
        let export = async || {
            let request = Request::get("/api/v1/cases/export?format=ndjson").extension(ClientKey::OverSocket);
            service.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
        };
        let start = Instant::now();
        let untaken = [export().await, export().await];
        assert!(untaken.iter().all(|response| response.status() == StatusCode::OK));
        // The export threads fill their queues and then block.
        while export().await.status() != StatusCode::OK {
            assert!(start.elapsed() < Duration::from_secs(60), "the exports keep their slots");
            sleep(Duration::from_millis(50)).await;
        }
        // Each of the four queued chunks of 64 KiB extends the time by one second. On a busy machine a thread may end
        // later.
        let n_seconds = start.elapsed().as_secs();
        assert!((10 + 4..=10 + 4 + 5).contains(&n_seconds), "{n_seconds} seconds");
    }
}
