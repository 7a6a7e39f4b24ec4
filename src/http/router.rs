/*!
What answers at which path.

axum's router clones and boxes what answers, and puts what it has matched into maps that nobody here looks into, for
every request: a tenth of a request's instructions. This one finds the path as axum does, by the crate that axum has for
it, and calls a function.
*/

use std::convert::Infallible;
use std::sync::{Arc, LazyLock};

use axum::extract::Request;
use axum::http::Method;
use axum::response::{IntoResponse, Response};

use crate::http::handlers::export;
use crate::http::handlers::health;
use crate::http::handlers::record;
use crate::http::protocol::api_error;
use crate::http::protocol::cors;
use crate::http::request::bills;
use crate::http::request::cases;
use crate::http::request::list;
use crate::http::request::statutes;
use crate::http::response::catalogues::CatalogueKind::{Courts, Coverage, Jurisdictions, Topics};
use crate::http::response::catalogues::list_catalogue;
use crate::http::response::facets;
use crate::http::site::docs;
use crate::http::site::explorer;
use crate::http::site::openapi;
use crate::http::snapshot::current_snapshot::Builds;
use crate::http::snapshot::reply::Answer;

/// What answers a GET or a HEAD.
type Handler = fn(&Arc<Builds>, Request) -> Answer;

/// Every path but the explorer's, the lists first, which are asked for most.
pub(crate) const ROUTES: &[(&str, Handler)] = &[
    ("/api/v1/statutes", |builds, request| list::list_records(&statutes::LIST, builds, request)),
    ("/api/v1/cases", |builds, request| list::list_records(&cases::LIST, builds, request)),
    ("/api/v1/bills", |builds, request| list::list_records(&bills::LIST, builds, request)),
    ("/api/v1/statutes/{id}", |builds, request| record::get_record(&statutes::LIST, builds, request)),
    ("/api/v1/cases/{id}", |builds, request| record::get_record(&cases::LIST, builds, request)),
    ("/api/v1/bills/{id}", |builds, request| record::get_record(&bills::LIST, builds, request)),
    ("/api/v1/statutes/facets", |builds, request| facets::count_facets(&statutes::LIST, builds, request)),
    ("/api/v1/cases/facets", |builds, request| facets::count_facets(&cases::LIST, builds, request)),
    ("/api/v1/bills/facets", |builds, request| facets::count_facets(&bills::LIST, builds, request)),
    ("/api/v1/statutes/export", |builds, request| Answer::Now(export::export(&statutes::LIST, builds, request))),
    ("/api/v1/cases/export", |builds, request| Answer::Now(export::export(&cases::LIST, builds, request))),
    ("/api/v1/bills/export", |builds, request| Answer::Now(export::export(&bills::LIST, builds, request))),
    ("/api/v1/jurisdictions", |builds, request| Answer::Now(list_catalogue(Jurisdictions, builds, request))),
    ("/api/v1/jurisdictions/{id}", |builds, request| record::get_jurisdiction(builds, request)),
    ("/api/v1/topics", |builds, request| Answer::Now(list_catalogue(Topics, builds, request))),
    ("/api/v1/courts", |builds, request| Answer::Now(list_catalogue(Courts, builds, request))),
    ("/api/v1/coverage", |builds, request| Answer::Now(list_catalogue(Coverage, builds, request))),
    ("/openapi.json", |builds, request| Answer::later(openapi::get_document(Arc::clone(builds), request))),
    ("/api/openapi.json", |builds, request| Answer::later(openapi::get_document(Arc::clone(builds), request))),
    ("/docs", |builds, request| Answer::later(docs::get_page(Arc::clone(builds), request))),
    ("/docs/style.css", |builds, request| Answer::later(docs::get_style(Arc::clone(builds), request))),
    ("/healthz", |_, _| Answer::Now(health::is_alive())),
    ("/readyz", |builds, _| Answer::Now(health::is_ready(builds))),
];

/// A path, or a form of paths.
pub(crate) struct Route {
    /// As it is told in the log: nothing in it is the client's.
    pub(crate) path: String,
    /// Its place among [`ROUTES`]; none if it is the explorer's.
    pub(crate) position: Option<usize>,
    handler: Handler,
}

/// The routes by their paths, with and without a slash at the end.
static BY_PATH: LazyLock<matchit::Router<Arc<Route>>> = LazyLock::new(|| {
    let of_table = ROUTES.iter().enumerate().map(|(position, (path, handler))| Route {
        path: (*path).to_owned(),
        position: Some(position),
        handler: *handler,
    });
    let of_explorer = explorer::paths().map(|path| Route {
        path,
        position: None,
        handler: |_, request| Answer::Now(explorer::send(request)),
    });
    let mut by_path = matchit::Router::new();
    let mut add = |path: &str, route: &Arc<Route>| {
        by_path.insert(path, Arc::clone(route)).expect("no two routes have the same paths");
    };
    for route in of_table.chain(of_explorer).map(Arc::new) {
        add(&route.path, &route);
        if route.path != "/" {
            add(&format!("{}/", route.path), &route);
        }
    }
    by_path
});

/// Puts the routes in order before the first request comes.
pub(crate) fn prepare() {
    LazyLock::force(&BY_PATH);
}

/// The route of a path.
pub(crate) fn route(path: &str) -> Option<&'static Route> {
    BY_PATH.at(path).ok().map(|found| &**found.value)
}

/// Answers a request from these builds: the service within all layers. No handler is called before the answer is asked
/// for, which is done where a panic is caught.
pub(crate) async fn answer(builds: Arc<Builds>, request: Request) -> Result<Response, Infallible> {
    let Some(route) = route(request.uri().path()) else {
        return Ok(api_error::not_found().into_response());
    };
    Ok(match *request.method() {
        Method::GET | Method::HEAD => (route.handler)(&builds, request).response().await,
        Method::OPTIONS => cors::preflight(),
        _ => api_error::method_not_allowed().into_response(),
    })
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::StatusCode;

    use super::*;
    use crate::http::Options;
    use crate::index::Index;

    #[tokio::test]
    async fn no_handler_is_called_before_the_answer_is_asked_for() {
        let options = Options { cache_bytes: 1 << 20, ..Options::default() };
        let builds = Arc::new(Builds::new(Arc::new(Index::bundled().unwrap()), &options));
        let request = Request::get("/api/v1/cases").body(Body::empty()).unwrap();
        let answer = answer(Arc::clone(&builds), request);
        let n_misses = || builds.metrics().page_cache_misses.get();
        assert_eq!(n_misses(), 0);
        assert_eq!(answer.await.unwrap().status(), StatusCode::OK);
        assert_eq!(n_misses(), 1);
    }
}
