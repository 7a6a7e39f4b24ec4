//! The memory of the response cache: its metric agrees with the allocator's count, and stays below the limit.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http_body_util::BodyExt;
use lexdex::http::{ClientKey, Connections, CurrentSnapshot, ServiceOptions, SnapshotOptions, admin_service, service};
use lexdex_core::corpus::Source;
use lexdex_index::Index;
use tokio::runtime::Runtime;
use tower::ServiceExt;
use tower::util::BoxCloneSyncService;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

/// The allowed difference between the metric and the allocator's count: the metric divided by this.
const TOLERANCE: u64 = 10;

const CODINGS: [&str; 4] = ["identity", "gzip", "br", "zstd"];

const FILTERS: [&str; 6] = ["", "jurisdiction=federal&", "jurisdiction=CA&", "topic=fraud&", "q=court&", "q=act&"];

const FIELDS: [&str; 4] = ["", "fields=id&", "fields=id,jurisdiction,topics&", "fields=id,summary,meta&"];

const LISTS: [&str; 3] = ["statutes", "cases", "bills"];

/// A service and its metrics.
struct App {
    runtime: Runtime,
    current: Arc<CurrentSnapshot>,
    service: BoxCloneSyncService<Request, Response, Infallible>,
    admin: BoxCloneSyncService<Request, Response, Infallible>,
}

impl App {
    fn new(index: &Arc<Index>, cache_bytes: u64) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let options = SnapshotOptions { cache_bytes, keep_previous_secs: 600, ..SnapshotOptions::default() };
        let current = Arc::new(CurrentSnapshot::new(Arc::clone(index), options));
        let admin = BoxCloneSyncService::new(admin_service(Arc::clone(&current), Connections::new(1), || 0));
        let service = BoxCloneSyncService::new(service(Arc::clone(&current), ServiceOptions::default()));
        Self { runtime, current, service, admin }
    }

    fn ask(&self, (target, coding): (String, &str)) {
        let mut request = Request::get(target).header("accept-encoding", coding).body(Body::empty()).unwrap();
        request.extensions_mut().insert(ClientKey::from(IpAddr::from(Ipv4Addr::LOCALHOST)));
        self.runtime.block_on(async {
            let response = self.service.clone().oneshot(request).await.unwrap();
            assert!(response.status().is_success(), "{response:?}");
            response.into_body().collect().await.unwrap();
        });
    }

    /// The value of `lexdex_response_cache_bytes`.
    fn cache_bytes_metric(&self) -> u64 {
        let request = Request::get("/metrics").body(Body::empty()).unwrap();
        let text = self.runtime.block_on(async {
            let response = self.admin.clone().oneshot(request).await.unwrap();
            response.into_body().collect().await.unwrap().to_bytes()
        });
        let text = std::str::from_utf8(&text).unwrap();
        let value = text.lines().find_map(|line| line.strip_prefix("lexdex_response_cache_bytes ")).unwrap();
        value.parse::<f64>().unwrap() as u64
    }
}

/// The memory of a new snapshot without the index and the cached responses: the catalogues in each coding, and the marks
/// of recent requests.
const N_SNAPSHOT_BYTES: u64 = 1 << 20;

/// An index without records.
fn other_index() -> Index {
    let corpus = tempfile::tempdir().unwrap();
    std::fs::create_dir(corpus.path().join("statutes")).unwrap();
    Index::in_memory(&Source::Directory(corpus.path().to_owned())).unwrap()
}

/// A kind of requests.
#[derive(Clone, Copy)]
struct Kind {
    /// The maximum number of records in a response.
    max_limit: u64,
    /// Whether the targets are long: each letter and digit of the query is percent-encoded.
    is_long: bool,
}

/// Requests for long responses.
const PAGES: Kind = Kind { max_limit: 100, is_long: false };

/// Percent-encodes the letters and digits of the values of a query.
fn lengthen(query: &str) -> String {
    let mut is_value = false;
    let mut long = String::new();
    for letter in query.chars() {
        match letter {
            '=' | '&' => is_value = letter == '=',
            _ if is_value => {
                long += &format!("%{:02X}", u32::from(letter));
                continue;
            }
            _ => {}
        }
        long.push(letter);
    }
    long
}

/// The request of a kind with this number. The numbers cover all filters, fields and codings.
fn request(number: u64, kind: Kind) -> (String, &'static str) {
    // The finalizer of SplitMix64.
    let mut bits = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    let mut draw = |n_choices: u64| {
        let choice = bits % n_choices;
        bits /= n_choices;
        choice
    };
    let list = LISTS[draw(LISTS.len() as u64) as usize];
    let filter = FILTERS[draw(FILTERS.len() as u64) as usize];
    let fields = FIELDS[draw(FIELDS.len() as u64) as usize];
    let coding = CODINGS[draw(CODINGS.len() as u64) as usize];
    let (limit, offset) = (1 + draw(kind.max_limit), draw(3000));
    let query = format!("{filter}{fields}limit={limit}&offset={offset}");
    let query = if kind.is_long { lengthen(&query) } else { query };
    (format!("/api/v1/{list}?{query}"), coding)
}

/// The number of times that each target is requested: a response is cached at the second request, and served from the
/// cache at the third.
const N_TIMES: usize = 3;

/// Fills a cache of `cache_bytes` with responses to `n_requests` different requests, and compares its metric with the
/// allocator's count.
#[expect(clippy::print_stdout, reason = "the result of a drill")]
fn check(index: &Arc<Index>, cache_bytes: u64, n_requests: u64, kind: Kind) {
    // Fills the caches of the index and everything that is created once.
    let uncached = App::new(index, 0);
    (0..500).for_each(|number| uncached.ask(request(number, kind)));
    let app = App::new(index, cache_bytes);
    assert_eq!(app.cache_bytes_metric(), 0);

    let _profiler = dhat::Profiler::builder().testing().trim_backtraces(Some(1)).build();
    for number in 0..n_requests {
        (0..N_TIMES).for_each(|_| app.ask(request(number, kind)));
    }
    let n_allocated = dhat::HeapStats::get().curr_bytes as u64;
    let metric = app.cache_bytes_metric();
    println!("{n_requests} requests: the metric reports {metric} bytes, the allocator {n_allocated}");
    assert!(metric > cache_bytes / 4 * 3 && metric <= cache_bytes, "{metric} of {cache_bytes}");
    assert!(n_allocated.abs_diff(metric) <= metric / TOLERANCE, "{metric} reported, {n_allocated} allocated");
}

/// The tests run one after the other: the profiler counts the memory of the whole process.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn cache_metric_agrees_with_the_allocator_for_any_length() {
    let _alone = alone();
    let index = Arc::new(Index::bundled().unwrap());
    check(&index, 1 << 20, 1500, PAGES);
    for is_long in [false, true] {
        check(&index, 2 << 20, 6000, Kind { max_limit: 2, is_long });
    }
}

#[test]
fn cache_of_a_replaced_snapshot_is_released() {
    let _alone = alone();
    let [index, other] = [Index::bundled().unwrap(), other_index()].map(Arc::new);
    let app = App::new(&index, 4 << 20);
    let build = app.current.build_id();

    let _profiler = dhat::Profiler::builder().testing().trim_backtraces(Some(1)).build();
    for number in 0..3000 {
        (0..N_TIMES).for_each(|_| app.ask(request(number, PAGES)));
    }
    let metric = app.cache_bytes_metric();
    assert!(metric > 2 << 20, "{metric}");
    let n_before = dhat::HeapStats::get().curr_bytes as u64;
    assert!(app.current.swap(other).is_some());
    let n_after = dhat::HeapStats::get().curr_bytes as u64;
    assert!(n_after + metric / 10 * 9 < n_before + N_SNAPSHOT_BYTES, "{n_before} before, {n_after} after");
    for number in 0..3000 {
        let (target, coding) = request(number, PAGES);
        (0..2).for_each(|_| app.ask((format!("{target}&build={build}"), coding)));
    }
    assert_eq!(app.cache_bytes_metric(), 0);
}

/// `cargo test --profile dist --test memory -- --ignored --nocapture`
#[test]
#[ignore = "takes many minutes"]
fn cache_metric_agrees_after_a_million_requests() {
    let _alone = alone();
    let index = Arc::new(Index::bundled().unwrap());
    check(&index, 64 << 20, 1_000_000, PAGES);
}
