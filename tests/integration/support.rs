/*!
The service as a client sees it, without a socket: a request in, an answer out.
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
use lexdex::corpus::Source;
use lexdex::http::{
    ClientKey, Connections, CurrentSnapshot, RateLimiter, ServiceOptions, SnapshotOptions, admin_service, service,
};
use lexdex::index::Index;
use proptest::test_runner::Config;
use serde_json::Value;
use tokio::runtime::Runtime;
use tower::ServiceExt;
use tower::util::BoxCloneSyncService;

use super::contract::List;
use super::corpus::tiny;

/// Paths that answer with success, whatever the corpus, one of each kind and all lists: the lists stand first.
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

/// The service as a type that has a name.
type Service = BoxCloneSyncService<Request<Body>, Response, Infallible>;

/// The parameters of a request, not yet encoded.
pub(super) type Query = Vec<(&'static str, String)>;

/// A running service.
pub(super) struct TestApp {
    runtime: Runtime,
    service: Service,
}

impl TestApp {
    /// The bundled corpus, without a rate limit, with a cache that most tests share and that is too small for all.
    pub(super) fn bundled() -> Self {
        static SERVICE: OnceLock<Service> = OnceLock::new();
        let options = SnapshotOptions { cache_bytes: 1 << 20, ..SnapshotOptions::default() };
        let current = || Arc::new(CurrentSnapshot::new(bundled_index(), options));
        let service = SERVICE.get_or_init(|| Service::new(service(current(), ServiceOptions::default())));
        Self { runtime: runtime(), service: service.clone() }
    }

    /// The tiny corpus, without a rate limit.
    pub(super) fn tiny() -> Self {
        Self::new(tiny_index(), SnapshotOptions::default())
    }

    /// The tiny corpus, with a limit of so many requests in 60 seconds of a clock of its own.
    pub(super) fn limited(limit: u32) -> (Self, TestClock) {
        let clock = TestClock::default();
        let current = CurrentSnapshot::new(tiny_index(), SnapshotOptions::default());
        (Self::of(Arc::new(current), Some(clock.limiter(limit))), clock)
    }

    /// An index, without a rate limit, with or without a cache.
    pub(super) fn new(index: Arc<Index>, options: SnapshotOptions) -> Self {
        Self::of(Arc::new(CurrentSnapshot::new(index, options)), None)
    }

    /// The same, and the admin service.
    pub(super) fn with_admin(
        index: Arc<Index>,
        options: SnapshotOptions,
        limiter: Option<RateLimiter>,
    ) -> (Self, Self) {
        let current = Arc::new(CurrentSnapshot::new(index, options));
        let admin = Service::new(admin_service(Arc::clone(&current), Connections::new(1)));
        (Self::of(current, limiter), Self { runtime: runtime(), service: admin })
    }

    fn of(current: Arc<CurrentSnapshot>, limiter: Option<RateLimiter>) -> Self {
        let runtime = runtime();
        let options = ServiceOptions { limiter: limiter.map(Arc::new), ..ServiceOptions::default() };
        // The flood guard starts a task.
        let service = runtime.block_on(async { Service::new(service(current, options)) });
        Self { runtime, service }
    }

    /// The answer to a GET.
    pub(super) fn get(&self, target: &str) -> Answer {
        self.send(request(Method::GET, target))
    }

    /// The answer to a request from some client.
    pub(super) fn send(&self, request: Request<Body>) -> Answer {
        self.send_as(client("192.0.2.1"), request)
    }

    /// The answer to a request from this client.
    pub(super) fn send_as(&self, client: ClientKey, mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(client);
        self.send_without_client(request)
    }

    /// The answer to a request that the server has not tied to a client.
    pub(super) fn send_without_client(&self, request: Request<Body>) -> Answer {
        let is_head = request.method() == Method::HEAD;
        self.runtime.block_on(async {
            let response = self.service.clone().oneshot(request).await.unwrap();
            let (mut head, body) = response.into_parts();
            if let Some(length) = body.size_hint().exact().filter(|_| !is_head && head.status != StatusCode::NO_CONTENT)
            {
                // As hyper adds it.
                head.headers.entry(header::CONTENT_LENGTH).or_insert(length.into());
            }
            let body = body.collect().await.unwrap().to_bytes();
            Answer { status: head.status, headers: head.headers, body }
        })
    }

    /// Begins to answer a GET: the body is made, but nobody reads it.
    pub(super) fn begin(&self, target: &str) -> Response {
        let mut request = request(Method::GET, target);
        request.extensions_mut().insert(client("192.0.2.1"));
        let response = self.runtime.block_on(self.service.clone().oneshot(request)).unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        response
    }

    /// Reads the body of an answer to its end.
    pub(super) fn read(&self, response: Response) -> Bytes {
        self.runtime.block_on(response.into_body().collect()).unwrap().to_bytes()
    }

    /// The answer to a GET, asked for again while the server has no room.
    pub(super) fn once_there_is_room(&self, target: &str) -> Answer {
        loop {
            let answer = self.get(target);
            if answer.status != StatusCode::TOO_MANY_REQUESTS {
                return answer;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// All records that match, gathered as a client does it: page after page, while there are more. Every page
    /// must have the envelope of a list and the same total.
    pub(super) fn walk(&self, list: List, query: &Query, mut next_limit: impl FnMut() -> usize) -> Vec<Value> {
        let mut records: Vec<Value> = Vec::new();
        let mut total = None;
        loop {
            let limit = next_limit();
            let mut page_query = query.clone();
            page_query.push(("limit", limit.to_string()));
            page_query.push(("offset", records.len().to_string()));
            let mut body = self.get(&target(list.path(), &page_query)).good();
            let Value::Array(page) = body["data"].take() else { panic!("{query:?}: data is not an array") };
            let meta = &body["meta"];
            let total = *total.get_or_insert_with(|| meta["total"].as_u64().unwrap());
            let n_seen = records.len() + page.len();
            let has_more = (n_seen as u64) < total;
            let expected =
                serde_json::json!({ "total": total, "limit": limit, "offset": records.len(), "hasMore": has_more });
            assert_eq!(meta, &expected, "{query:?}");
            assert!(page.len() == limit || !has_more, "{query:?}: a page of {} in place of {limit}", page.len());
            records.extend(page);
            if !has_more {
                assert_eq!(records.len() as u64, total, "{query:?}");
                return records;
            }
        }
    }
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
}

/// The index of the bundled corpus.
pub(super) fn bundled_index() -> Arc<Index> {
    static INDEX: OnceLock<Arc<Index>> = OnceLock::new();
    Arc::clone(INDEX.get_or_init(|| Arc::new(Index::in_memory(&Source::Bundled).unwrap())))
}

/// The index of the tiny corpus.
pub(super) fn tiny_index() -> Arc<Index> {
    static INDEX: OnceLock<Arc<Index>> = OnceLock::new();
    Arc::clone(INDEX.get_or_init(|| tiny().write().index()))
}

/// What a client gets.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Answer {
    /// The value of a header that stands there at most once.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let values: Vec<_> = self.headers.get_all(name).iter().collect();
        assert!(values.len() <= 1, "{name} is there {} times", values.len());
        values.first().map(|value| value.to_str().unwrap())
    }

    /// The number in a header.
    pub(super) fn number(&self, name: &str) -> u64 {
        self.header(name).unwrap_or_else(|| panic!("{name} is missing: {self:?}")).parse().unwrap()
    }

    /// The body as text.
    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The body of a success.
    pub(super) fn good(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        self.json()
    }

    /// The body of an error, which has the shape of all errors.
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

    /// The headers, without what differs from request to request.
    pub(super) fn stable_headers(&self) -> HeaderMap {
        let mut headers = self.headers.clone();
        headers.remove("x-request-id").expect("every answer has a request id");
        headers
    }
}

/// The parameters named by the problems of a 400, in their order.
pub(super) fn problem_parameters(body: &Value) -> Vec<&str> {
    let problems = body["details"]["problems"].as_array().unwrap_or_else(|| panic!("no problems: {body}"));
    problems.iter().map(|problem| problem["parameter"].as_str().unwrap()).collect()
}

/// A request without a body.
pub(super) fn request(method: Method, target: &str) -> Request<Body> {
    Request::builder().method(method).uri(target).body(Body::empty()).unwrap()
}

/// The client with this address.
pub(super) fn client(address: &str) -> ClientKey {
    ClientKey::from(address.parse::<IpAddr>().unwrap())
}

/// A request target.
pub(super) fn target(path: &str, query: &Query) -> String {
    let pairs: Vec<String> = query.iter().map(|(name, value)| format!("{name}={}", encode(value))).collect();
    format!("{path}?{}", pairs.join("&"))
}

/// A value as it stands in a query.
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

/// So many cases, and no file of failures in the repository.
pub(super) fn proptest_cases(cases: u32) -> Config {
    Config { cases, failure_persistence: None, ..Config::default() }
}

/// A clock that stands still until it is told to go on.
#[derive(Clone, Default)]
pub(super) struct TestClock {
    milliseconds: Arc<AtomicU64>,
}

impl TestClock {
    /// A limiter by this clock.
    pub(super) fn limiter(&self, limit: u32) -> RateLimiter {
        let milliseconds = Arc::clone(&self.milliseconds);
        let clock = move || Duration::from_millis(milliseconds.load(Ordering::SeqCst));
        RateLimiter::with_clock(limit, Box::new(clock))
    }

    /// Lets time pass.
    pub(super) fn advance(&self, time: Duration) {
        self.milliseconds.fetch_add(time.as_millis() as u64, Ordering::SeqCst);
    }
}
