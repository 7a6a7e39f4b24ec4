/*!
The service over HTTP. Only this module and the program name axum.

A request meets, in this order: request id, log and CORS; the flood guard; the rate limit, the length of the target,
panics and time; then the routes. An answer made by any of them passes through all before it. They are three layers and
not seven because axum boxes and clones every layer for every request.
*/

mod access_log;

mod client;

mod cors;

mod flood_guard;

mod rate_limit;

mod target_length;

mod failure;

mod error;

mod envelope;

mod page_cache;

mod params;

mod statutes;

mod cases;

mod bills;

mod jurisdictions;

mod health;

mod server;

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};

use crate::index::{Filter, Index, Page};

pub use client::ClientKey;
pub use rate_limit::{Clock, RateLimiter};
pub use server::{SHUTDOWN_TIME, Server};

use error::ApiError;
use page_cache::{PageCache, PageKey};

/// What the operator decides about the service.
#[derive(Clone, Default)]
pub struct Options {
    /// Counts each client's requests. Without it neither the rate limit nor the flood guard is there.
    pub limiter: Option<Arc<RateLimiter>>,
    /// The most bytes that bodies of pages are kept in; 0 for none.
    pub cache_bytes: u64,
}

/// What every handler can read.
#[derive(Clone)]
struct App {
    index: Arc<Index>,
    pages: Option<Arc<PageCache>>,
    /// The whole answer of the jurisdictions, which takes no parameters.
    jurisdictions: Bytes,
}

impl App {
    fn new(index: Arc<Index>, cache_bytes: u64) -> Self {
        let pages = (cache_bytes > 0).then(|| Arc::new(PageCache::new(cache_bytes)));
        let jurisdictions = jurisdictions::body(index.catalogue());
        Self { index, pages, jurisdictions }
    }

    /// Answers with a page of a list.
    fn list(&self, filter: Filter, page: Page) -> Response {
        let make = |key: &PageKey| envelope::list_body(&self.index.list(&key.filter, key.page), key.page);
        let key = PageKey { filter, page };
        let body = match &self.pages {
            Some(pages) => pages.body(key, make),
            None => make(&key),
        };
        envelope::json_response(Body::from(body))
    }
}

/// The service: its routes behind all layers.
///
/// Requests must carry their [`ClientKey`] as an extension, as [`Server`] sees to.
pub fn service(index: Arc<Index>, options: Options) -> Router {
    guarded(routes(App::new(index, options.cache_bytes)), options.limiter)
}

fn routes(app: App) -> Router {
    let mut router = Router::new();
    for (path, handler) in [
        ("/api/v1/statutes", get(statutes::list_statutes)),
        ("/api/v1/cases", get(cases::list_cases)),
        ("/api/v1/bills", get(bills::list_bills)),
        ("/api/v1/jurisdictions", get(jurisdictions::list_jurisdictions)),
        ("/healthz", get(health::is_alive)),
        ("/readyz", get(health::is_ready)),
    ] {
        let handler: MethodRouter<App> = handler.options(cors::preflight);
        router = router.route(path, handler.clone()).route(&format!("{path}/"), handler);
    }
    router.fallback(error::not_found).method_not_allowed_fallback(error::method_not_allowed).with_state(app)
}

fn guarded(routes: Router, limiter: Option<Arc<RateLimiter>>) -> Router {
    let flood_guard = limiter.as_ref().map(|limiter| flood_guard::layer(limiter.limit()));
    let router = routes.layer(from_fn_with_state(limiter, guard));
    let router = match flood_guard {
        Some(flood_guard) => router.layer(flood_guard),
        None => router,
    };
    router.layer(from_fn(access_log::log))
}

/// Lets a request through to its route if it is within the limits.
async fn guard(State(limiter): State<Option<Arc<RateLimiter>>>, request: Request, next: Next) -> Response {
    let Some(limiter) = limiter.filter(|_| rate_limit::is_counted(&request)) else {
        return answer(request, next).await;
    };
    match request.extensions().get().copied() {
        Some(client) => rate_limit::count(&limiter, client, answer(request, next)).await,
        None => ApiError::internal("a request came without its client").into_response(),
    }
}

async fn answer(request: Request, next: Next) -> Response {
    match target_length::check(request.uri()) {
        Ok(()) => failure::catch(next.run(request)).await,
        Err(error) => error.into_response(),
    }
}
