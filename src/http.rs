/*!
The service over HTTP. Only this module and the program name axum.

A request meets, in this order: request id, log and CORS; the flood guard; the rate limit, the length of the target,
panics and time; then the routes. An answer made by any of them passes through all before it. They are one layer of
axum's and three services within, because axum boxes and clones every layer for every request.
*/

mod around;

mod metrics;

mod access_log;

mod client;

mod clients;

mod cors;

mod flood_guard;

mod rate_limit;

mod target_length;

mod failure;

mod error;

mod envelope;

mod content_coding;

mod fields;

mod question;

mod answer_cache;

mod caching;

mod links;

mod build;

mod builds;

mod proxies;

mod params;

mod list;

mod statutes;

mod cases;

mod bills;

mod record;

mod facets;

mod coded_writer;

mod streamed_body;

mod csv_writer;

mod export;

mod catalogues;

mod explorer;

mod health;

mod fixed_answer;

mod openapi;

mod docs;

mod hexadecimal;

mod stream;

mod listener;

mod connection;

mod server;

mod admin;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, Route, get};

use crate::index::Index;

pub use admin::admin_service;
pub use builds::Builds;
pub use client::ClientKey;
pub use listener::socket_path;
pub use proxies::TrustedProxies;
pub use rate_limit::{Clock, RateLimiter};
pub use server::{Connections, SHUTDOWN_TIME, Server};

use around::{Inner, around};
use catalogues::CatalogueKind::{Courts, Coverage, Jurisdictions, Topics};
use catalogues::list_catalogue;
use error::ApiError;
use metrics::Metrics;
use rate_limit::Decision;

/// What the operator decides about the service.
#[derive(Clone, Default)]
pub struct Options {
    /// Counts each client's requests. Without it neither the rate limit nor the flood guard is there.
    pub limiter: Option<Arc<RateLimiter>>,
    /// The most bytes that bodies of pages are kept in; 0 for none.
    pub cache_bytes: u64,
    /// How many seconds clients and proxies may keep an answer.
    pub max_age_secs: u64,
}

/// The service of an index: its routes behind all layers.
///
/// Requests must carry their [`ClientKey`] as an extension, as [`Server`] sees to.
pub fn service(index: Arc<Index>, options: Options) -> Router {
    service_of(Arc::new(Builds::new(index, &options)), options.limiter)
}

/// The same service of an index that may give way to another one.
pub fn service_of(builds: Arc<Builds>, limiter: Option<Arc<RateLimiter>>) -> Router {
    guarded(routes(Arc::clone(&builds)), builds, limiter)
}

/// What answers at a path.
type Handler = fn() -> MethodRouter<Arc<Builds>>;

/// Every path, the lists first, which are asked for most.
const ROUTES: &[(&str, Handler)] = &[
    ("/api/v1/statutes", || get(|builds, request| list::list_records(&statutes::LIST, builds, request))),
    ("/api/v1/cases", || get(|builds, request| list::list_records(&cases::LIST, builds, request))),
    ("/api/v1/bills", || get(|builds, request| list::list_records(&bills::LIST, builds, request))),
    ("/api/v1/statutes/{id}", || get(|builds, request| record::get_record(&statutes::LIST, builds, request))),
    ("/api/v1/cases/{id}", || get(|builds, request| record::get_record(&cases::LIST, builds, request))),
    ("/api/v1/bills/{id}", || get(|builds, request| record::get_record(&bills::LIST, builds, request))),
    ("/api/v1/statutes/facets", || get(|builds, request| facets::count_facets(&statutes::LIST, builds, request))),
    ("/api/v1/cases/facets", || get(|builds, request| facets::count_facets(&cases::LIST, builds, request))),
    ("/api/v1/bills/facets", || get(|builds, request| facets::count_facets(&bills::LIST, builds, request))),
    ("/api/v1/statutes/export", || get(|builds, request| export::export(&statutes::LIST, builds, request))),
    ("/api/v1/cases/export", || get(|builds, request| export::export(&cases::LIST, builds, request))),
    ("/api/v1/bills/export", || get(|builds, request| export::export(&bills::LIST, builds, request))),
    ("/api/v1/jurisdictions", || get(|builds, request| list_catalogue(Jurisdictions, builds, request))),
    ("/api/v1/jurisdictions/{id}", || get(record::get_jurisdiction)),
    ("/api/v1/topics", || get(|builds, request| list_catalogue(Topics, builds, request))),
    ("/api/v1/courts", || get(|builds, request| list_catalogue(Courts, builds, request))),
    ("/api/v1/coverage", || get(|builds, request| list_catalogue(Coverage, builds, request))),
    ("/openapi.json", || get(openapi::get_document)),
    ("/api/openapi.json", || get(openapi::get_document)),
    ("/docs", || get(docs::get_page)),
    ("/docs/style.css", || get(docs::get_style)),
    ("/healthz", || get(health::is_alive)),
    ("/readyz", || get(health::is_ready)),
];

fn routes(builds: Arc<Builds>) -> Router {
    let mut router = Router::new();
    let mut add = |path: &str, handler: MethodRouter<Arc<Builds>>| {
        let handler = handler.options(cors::preflight);
        router = std::mem::take(&mut router).route(path, handler.clone());
        if path != "/" {
            router = std::mem::take(&mut router).route(&format!("{path}/"), handler);
        }
    };
    ROUTES.iter().for_each(|(path, handler)| add(path, handler()));
    for (path, name) in explorer::paths() {
        add(&path, get(move |request| explorer::send(name, request)));
    }
    router.fallback(error::not_found).method_not_allowed_fallback(error::method_not_allowed).with_state(builds)
}

fn guarded(routes: Router, builds: Arc<Builds>, limiter: Option<Arc<RateLimiter>>) -> Router {
    let flood_guard = limiter.as_ref().map(|limiter| flood_guard::layer(limiter.limit(), Arc::clone(builds.metrics())));
    let metrics = Arc::clone(builds.metrics());
    let guard = around(move |inner: &mut Route, request| guard(limiter.as_deref(), &metrics, inner, request));
    match flood_guard {
        Some(flood_guard) => {
            let log = around(move |inner: &mut _, request| access_log::log(&builds, inner, request));
            routes.layer((log, flood_guard, guard))
        }
        None => {
            let log = around(move |inner: &mut _, request| access_log::log(&builds, inner, request));
            routes.layer((log, guard))
        }
    }
}

/// Lets a request through to its route if it is within the limits.
fn guard<S: Inner>(
    limiter: Option<&RateLimiter>,
    metrics: &Metrics,
    inner: &mut S,
    request: Request,
) -> impl Future<Output = Response> + Send + use<S> {
    let decision = limiter.and_then(|limiter| rate_limit::decide(limiter, &request));
    let answer = decision
        .as_ref()
        .map_or(Ok(()), Decision::check)
        .inspect_err(|_| metrics.rate_limit_refusals.add(1))
        .and_then(|()| target_length::check(&request))
        .map(|()| inner.call(request));
    async move {
        let mut response = match answer {
            Ok(answer) => failure::catch(answer).await,
            Err(error) => error.into_response(),
        };
        if let Some(decision) = decision {
            decision.add_headers(&mut response);
        }
        response
    }
}
