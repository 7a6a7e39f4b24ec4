/*!
An in-process client of the service: sends requests without a socket and returns whole responses.
*/

use std::convert::Infallible;
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt;
use lexdex::http::{
    ClientKey, Connections, CurrentSnapshot, RateLimiter, ServiceOptions, SnapshotOptions, admin_service, service,
};
use lexdex_core::corpus::Source;
use lexdex_index::Index;
use proptest::test_runner::Config;
use serde_json::{Map, Value};
use tokio::runtime::Runtime;
use tower::ServiceExt;
use tower::util::BoxCloneSyncService;

use super::contract::List;
use super::corpus::tiny;

/// Paths whose response is a success over the tiny and the bundled corpus: the four lists first, then one path of each
/// other kind.
pub(super) const ROUTES: [&str; 12] = [
    "/api/v1/statutes",
    "/api/v1/cases",
    "/api/v1/bills",
    "/api/v1/jurisdictions",
    "/api/v1/statutes/facets",
    "/api/v1/statutes/federal-usc-18-1341",
    "/api/v1/jurisdictions/ca",
    "/api/v1/topics",
    "/api/v1/courts",
    "/api/v1/coverage",
    "/healthz",
    "/readyz",
];

/// The service, boxed so that its type can be named.
type Service = BoxCloneSyncService<Request<Body>, Response, Infallible>;

/// The parameters of a request, before percent encoding.
pub(super) type Query = Vec<(&'static str, String)>;

/// A running service.
pub(super) struct TestApp {
    runtime: Runtime,
    service: Service,
}

impl TestApp {
    /// Serves the bundled corpus without a rate limit. Tests share the service and its response cache, which is too
    /// small for all of their responses.
    pub(super) fn bundled() -> Self {
        static SERVICE: OnceLock<Service> = OnceLock::new();
        let options = SnapshotOptions { cache_bytes: 1 << 20, ..SnapshotOptions::default() };
        let current = || Arc::new(CurrentSnapshot::new(bundled_index(), options));
        let service = SERVICE.get_or_init(|| Service::new(service(current(), ServiceOptions::default())));
        Self { runtime: runtime(), service: service.clone() }
    }

    /// Serves the tiny corpus without a rate limit.
    pub(super) fn tiny() -> Self {
        Self::new(tiny_index(), SnapshotOptions::default())
    }

    /// Serves the tiny corpus with a rate limit of `limit` requests in 60 seconds of the returned clock.
    pub(super) fn limited(limit: u32) -> (Self, TestClock) {
        let clock = TestClock::default();
        let current = CurrentSnapshot::new(tiny_index(), SnapshotOptions::default());
        (Self::for_current(Arc::new(current), Some(clock.limiter(limit))), clock)
    }

    /// Serves an index without a rate limit.
    pub(super) fn new(index: Arc<Index>, options: SnapshotOptions) -> Self {
        Self::for_current(Arc::new(CurrentSnapshot::new(index, options)), None)
    }

    /// Serves an index, and returns the admin service as the second app.
    pub(super) fn with_admin(
        index: Arc<Index>,
        options: SnapshotOptions,
        limiter: Option<RateLimiter>,
    ) -> (Self, Self) {
        Self::for_limited_snapshot(Arc::new(CurrentSnapshot::new(index, options)), limiter)
    }

    /// The service of a snapshot and its admin service.
    pub(super) fn for_snapshot(current: Arc<CurrentSnapshot>) -> (Self, Self) {
        Self::for_limited_snapshot(current, None)
    }

    /// Serves the tiny corpus with these options.
    pub(super) fn with_options(options: ServiceOptions) -> Self {
        Self::for_service(Arc::new(CurrentSnapshot::new(tiny_index(), SnapshotOptions::default())), options)
    }

    fn for_limited_snapshot(current: Arc<CurrentSnapshot>, limiter: Option<RateLimiter>) -> (Self, Self) {
        let admin = Service::new(admin_service(Arc::clone(&current), Connections::new(1), || 0));
        (Self::for_current(current, limiter), Self { runtime: runtime(), service: admin })
    }

    fn for_current(current: Arc<CurrentSnapshot>, limiter: Option<RateLimiter>) -> Self {
        Self::for_service(current, ServiceOptions { limiter: limiter.map(Arc::new), ..ServiceOptions::default() })
    }

    /// The service of a snapshot with these options.
    pub(super) fn for_service(current: Arc<CurrentSnapshot>, options: ServiceOptions) -> Self {
        let runtime = runtime();
        // Within the runtime, because the flood guard starts a task.
        let service = runtime.block_on(async { Service::new(service(current, options)) });
        Self { runtime, service }
    }

    /// Sends requests for another path until the flood guard refuses one, then this one, and so on until the guard
    /// refuses this one. Returns how often it was served or refused by another limit, and the refusal. Only paths that
    /// are answered at once make a flood on a slow machine.
    #[track_caller]
    pub(super) fn flood(&self, admin: &Self, send: impl Fn() -> ReceivedResponse) -> (u64, ReceivedResponse) {
        for n_admitted in 0..1000 {
            let n_refusals = admin.n_flood_refusals();
            let is_refused = || self.get("/healthz").status == StatusCode::TOO_MANY_REQUESTS;
            assert!((0..100_000).any(|_| is_refused()), "the machine is too slow to make a flood");
            let response = send();
            if admin.n_flood_refusals() > n_refusals + 1 {
                return (n_admitted, response);
            }
        }
        panic!("the flood guard never refuses the request");
    }

    /// Returns the number of requests that the flood guard has refused, if this is the admin service.
    pub(super) fn n_flood_refusals(&self) -> u64 {
        let metrics = self.get("/metrics").text().to_owned();
        let name = r#"lexdex_http_refusals_total{by="flood_guard"} "#;
        metrics.lines().find_map(|line| line.strip_prefix(name)).unwrap().parse().unwrap()
    }

    /// Sends a GET.
    pub(super) fn get(&self, target: &str) -> ReceivedResponse {
        self.send(request(Method::GET, target))
    }

    /// Sends a POST with a body of this type.
    pub(super) fn post(&self, target: &str, media_type: &str, body: impl Into<Body>) -> ReceivedResponse {
        let mut request = request(Method::POST, target).map(|_| body.into());
        request.headers_mut().insert(header::CONTENT_TYPE, media_type.parse().unwrap());
        self.send(request)
    }

    /// Sends a request from the default client, 192.0.2.1.
    pub(super) fn send(&self, request: Request<Body>) -> ReceivedResponse {
        self.send_as(client("192.0.2.1"), request)
    }

    pub(super) fn send_as(&self, client: ClientKey, mut request: Request<Body>) -> ReceivedResponse {
        request.extensions_mut().insert(client);
        self.send_without_client(request)
    }

    /// Sends a request without the client key that the server attaches to every request.
    pub(super) fn send_without_client(&self, request: Request<Body>) -> ReceivedResponse {
        let is_head = request.method() == Method::HEAD;
        self.runtime.block_on(async {
            let response = self.service.clone().oneshot(request).await.unwrap();
            let (mut head, body) = response.into_parts();
            if let Some(length) = body.size_hint().exact().filter(|_| !is_head && head.status != StatusCode::NO_CONTENT)
            {
                // hyper adds this header in the real server.
                head.headers.entry(header::CONTENT_LENGTH).or_insert(length.into());
            }
            let body = body.collect().await.unwrap().to_bytes();
            ReceivedResponse { status: head.status, headers: head.headers, body }
        })
    }

    /// Sends a request from this client and returns the successful response with its body unread.
    pub(super) fn begin_as(&self, client: ClientKey, mut request: Request<Body>) -> Response {
        request.extensions_mut().insert(client);
        let response = self.runtime.block_on(self.service.clone().oneshot(request)).unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        response
    }

    /// Reads a response body to its end.
    pub(super) fn read(&self, response: Response) -> Bytes {
        self.runtime.block_on(response.into_body().collect()).unwrap().to_bytes()
    }

    /// Sends a GET, and repeats it while the response is 503.
    pub(super) fn get_with_retries(&self, target: &str) -> ReceivedResponse {
        loop {
            let response = self.get(target);
            if response.status != StatusCode::SERVICE_UNAVAILABLE {
                return response;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns all records that match a query, read page by page until `hasMore` is false. Asserts that every page has
    /// the list envelope and the same total.
    pub(super) fn walk(&self, list: List, query: &Query, next_limit: impl FnMut() -> usize) -> Vec<Value> {
        self.walk_with_reading(list, query, next_limit).0
    }

    /// Walks like [`walk`](Self::walk), and returns the members that `meta` has only with `q`. Asserts that they are the
    /// same on every page.
    pub(super) fn walk_with_reading(
        &self,
        list: List,
        query: &Query,
        mut next_limit: impl FnMut() -> usize,
    ) -> (Vec<Value>, Value) {
        let mut records: Vec<Value> = Vec::new();
        let (mut total, mut reading) = (None, None);
        loop {
            let limit = next_limit();
            let mut page_query = query.clone();
            page_query.push(("limit", limit.to_string()));
            page_query.push(("offset", records.len().to_string()));
            let mut body = self.get(&target(list.path(), &page_query)).good();
            let Value::Array(page) = body["data"].take() else { panic!("{query:?}: data is not an array") };
            let meta = &mut body["meta"];
            let of_page: Map<String, Value> = ["match", "corrected", "hint"]
                .into_iter()
                .filter_map(|name| Some((name.to_owned(), meta.as_object_mut()?.remove(name)?)))
                .collect();
            let reading = &*reading.get_or_insert_with(|| of_page.clone());
            assert_eq!(*reading, of_page, "{query:?}");
            let total = *total.get_or_insert_with(|| meta["total"].as_u64().unwrap());
            let n_seen = records.len() + page.len();
            let has_more = (n_seen as u64) < total;
            let expected =
                serde_json::json!({ "total": total, "limit": limit, "offset": records.len(), "hasMore": has_more });
            assert_eq!(*meta, expected, "{query:?}");
            assert!(page.len() == limit || !has_more, "{query:?}: a page of {} in place of {limit}", page.len());
            records.extend(page);
            if !has_more {
                assert_eq!(records.len() as u64, total, "{query:?}");
                return (records, Value::Object(reading.clone()));
            }
        }
    }
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
}

/// Returns the index of the bundled corpus.
pub(super) fn bundled_index() -> Arc<Index> {
    static INDEX: OnceLock<Arc<Index>> = OnceLock::new();
    Arc::clone(INDEX.get_or_init(|| Arc::new(Index::in_memory(&Source::Bundled).unwrap())))
}

/// Returns the index of the tiny corpus.
pub(super) fn tiny_index() -> Arc<Index> {
    static INDEX: OnceLock<Arc<Index>> = OnceLock::new();
    Arc::clone(INDEX.get_or_init(|| tiny().write().index()))
}

/// A response with its whole body.
#[derive(Debug)]
pub(super) struct ReceivedResponse {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl ReceivedResponse {
    /// Returns the value of a header. Asserts that the header occurs at most once.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let values: Vec<_> = self.headers.get_all(name).iter().collect();
        assert!(values.len() <= 1, "{name} is there {} times", values.len());
        values.first().map(|value| value.to_str().unwrap())
    }

    /// Returns the number in a header. Panics if the header is missing.
    pub(super) fn number(&self, name: &str) -> u64 {
        self.header(name).unwrap_or_else(|| panic!("{name} is missing: {self:?}")).parse().unwrap()
    }

    /// Returns the body as text.
    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Returns the body of a response that must be a success.
    pub(super) fn good(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        self.json()
    }

    /// Returns the body of a response that must be an error with this status. Asserts the shape of errors.
    pub(super) fn error(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        let body = self.json();
        let members = body.as_object().unwrap_or_else(|| panic!("not an object: {body}"));
        assert!(members.keys().all(|name| ["error", "details"].contains(&name.as_str())), "{body}");
        assert!(body["error"].as_str().is_some_and(|message| !message.trim().is_empty()), "{body}");
        assert!(members.get("details").is_none_or(Value::is_object), "{body}");
        body
    }

    fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"));
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Returns the headers without the request id, which differs in every response.
    pub(super) fn stable_headers(&self) -> HeaderMap {
        let mut headers = self.headers.clone();
        headers.remove("x-request-id").expect("every response has a request id");
        headers
    }
}

/// Returns the parameters that the problems of a 400 name, in their order.
pub(super) fn problem_parameters(body: &Value) -> Vec<&str> {
    let problems = body["details"]["problems"].as_array().unwrap_or_else(|| panic!("no problems: {body}"));
    problems.iter().map(|problem| problem["parameter"].as_str().unwrap()).collect()
}

/// Builds a request without a body.
pub(super) fn request(method: Method, target: &str) -> Request<Body> {
    Request::builder().method(method).uri(target).body(Body::empty()).unwrap()
}

pub(super) fn client(address: &str) -> ClientKey {
    ClientKey::from(address.parse::<IpAddr>().unwrap())
}

/// Builds a request target with percent-encoded values.
pub(super) fn target(path: &str, query: &Query) -> String {
    let pairs: Vec<String> = query.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    format!("{path}?{}", pairs.join("&"))
}

/// Percent-encodes a value for a query.
pub(super) fn encode(value: &str) -> String {
    let mut encoded = String::new();
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(char::from(byte)),
            _ => write!(encoded, "%{byte:02X}").unwrap(),
        }
    }
    encoded
}

/// Configures proptest with this number of cases and without a regression file in the repository.
pub(super) fn proptest_cases(cases: u32) -> Config {
    Config { cases, failure_persistence: None, ..Config::default() }
}

/// A clock that moves only when a test advances it.
#[derive(Clone, Default)]
pub(super) struct TestClock {
    milliseconds: Arc<AtomicU64>,
}

impl TestClock {
    /// Builds a rate limiter that reads this clock.
    pub(super) fn limiter(&self, limit: u32) -> RateLimiter {
        let milliseconds = Arc::clone(&self.milliseconds);
        let clock = move || Duration::from_millis(milliseconds.load(Ordering::SeqCst));
        RateLimiter::with_clock(limit, Box::new(clock))
    }

    /// Moves the clock forward.
    pub(super) fn advance(&self, time: Duration) {
        self.milliseconds.fetch_add(time.as_millis() as u64, Ordering::SeqCst);
    }
}
