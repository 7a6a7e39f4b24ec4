/*!
The service over HTTP. Only this module and the program name axum.

A request meets, in this order: request id, log and CORS; the flood guard; the rate limit, the length of the target,
panics and time; then the routes. An answer made by any of them passes through all before it. They are one layer of
axum's and three services within, because axum boxes and clones every layer for every request.
*/

mod around;

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

mod page_cache;

mod proxies;

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
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, Route, get};

use crate::index::{Filter, Index, Page};

pub use client::ClientKey;
pub use proxies::TrustedProxies;
pub use rate_limit::{Clock, RateLimiter};
pub use server::{SHUTDOWN_TIME, Server};

use around::{Inner, around};
use error::ApiError;
use page_cache::{PageCache, PageKey};
use rate_limit::Decision;

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
    async fn list(&self, filter: Filter, page: Page) -> Result<Response, ApiError> {
        let key = PageKey { filter, page };
        if let Some(body) = self.pages.as_ref().and_then(|pages| pages.get(&key)) {
            return Ok(envelope::json_response(Body::from(body)));
        }
        let hits = self.index.list(&key.filter, page);
        let body = if hits.is_warm { envelope::list_body(&hits, page) } else { self.cold_body(key.clone()).await? };
        if let Some(pages) = &self.pages {
            pages.put(key, &body);
        }
        Ok(envelope::json_response(Body::from(body)))
    }

    /// Makes the body of a page whose records must perhaps be read from disk, where nobody else waits for it.
    async fn cold_body(&self, key: PageKey) -> Result<Bytes, ApiError> {
        let index = Arc::clone(&self.index);
        let body = move || envelope::list_body(&index.list(&key.filter, key.page), key.page);
        let body = tokio::task::spawn_blocking(body).await;
        body.map_err(|error| ApiError::internal(format!("a page could not be read: {error}")))
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
    let guard = around(move |inner: &mut Route, request| guard(limiter.as_deref(), inner, request));
    match flood_guard {
        Some(flood_guard) => routes.layer((around(access_log::log), flood_guard, guard)),
        None => routes.layer((around(access_log::log), guard)),
    }
}

/// Lets a request through to its route if it is within the limits.
fn guard<S: Inner>(
    limiter: Option<&RateLimiter>,
    inner: &mut S,
    request: Request,
) -> impl Future<Output = Response> + Send + use<S> {
    let decision = limiter.and_then(|limiter| rate_limit::decide(limiter, &request));
    let answer = decision
        .as_ref()
        .map_or(Ok(()), Decision::check)
        .and_then(|()| target_length::check(request.uri()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Resource;

    #[tokio::test]
    async fn a_page_that_is_read_from_disk_is_the_same_page() {
        let app = App::new(Arc::new(Index::bundled().unwrap()), 0);
        for (resource, offset) in [(Resource::Cases, 0), (Resource::Statutes, 700), (Resource::Bills, 10_000)] {
            let key = PageKey { filter: Filter::all(resource), page: Page { limit: 100, offset } };
            let hits = app.index.list(&key.filter, key.page);
            assert!(hits.is_warm);
            assert_eq!(app.cold_body(key.clone()).await.unwrap(), envelope::list_body(&hits, key.page));
        }
    }
}
