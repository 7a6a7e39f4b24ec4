/*!
The service over HTTP. Only this module and the program name axum.

The layers stand in the order in which a request meets them: request id and log, CORS, flood guard, rate limit,
length of the target, panics and time, then the routes. An answer made by any of them passes through all before it.
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

mod params;

mod statutes;

mod cases;

mod bills;

mod jurisdictions;

mod health;

mod server;

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{MethodRouter, get};

use crate::index::Index;

pub use client::ClientKey;
pub use rate_limit::{Clock, RateLimiter};
pub use server::{SHUTDOWN_TIME, Server};

use error::ApiError;

/// What every handler can read.
#[derive(Clone)]
struct App {
    index: Arc<Index>,
    /// The whole answer of the jurisdictions, which takes no parameters.
    jurisdictions: Bytes,
}

/// The service: its routes behind all layers.
///
/// Requests must carry their [`ClientKey`] as an extension, as [`Server`] sees to. Without a limiter neither the
/// rate limit nor the flood guard is there.
pub fn service(index: Arc<Index>, limiter: Option<Arc<RateLimiter>>) -> Router {
    let jurisdictions = jurisdictions::body(index.catalogue());
    guarded(routes(App { index, jurisdictions }), limiter)
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
    let mut router = routes.layer(from_fn(failure::catch)).layer(from_fn(target_length::check));
    if let Some(limiter) = limiter {
        let flood_guard = flood_guard::layer(limiter.limit());
        router = router.layer(from_fn_with_state(limiter, rate_limit::check)).layer(flood_guard);
    }
    router.layer(from_fn(cors::add_headers)).layer(from_fn(access_log::log))
}
