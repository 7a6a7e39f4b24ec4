/*!
Maps each endpoint to its handler.
*/

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::Method;
use axum::response::{IntoResponse, Response};

use crate::http::endpoints::{self, Endpoint};
use crate::http::handlers::{export, health, record};
use crate::http::protocol::{api_error, cors};
use crate::http::request::list;
use crate::http::request::lists::list as list_of;
use crate::http::response::catalogues::{CatalogueKind, list_catalogue};
use crate::http::response::facets;
use crate::http::site::{docs, explorer, openapi};
use crate::http::snapshot::current_snapshot::Builds;
use crate::http::snapshot::reply::Answer;

/// Answers a GET or a HEAD.
fn handle(endpoint: Endpoint, builds: &Arc<Builds>, request: Request) -> Answer {
    match endpoint {
        Endpoint::List(resource) => list::list_records(list_of(resource), builds, request),
        Endpoint::Record(resource) => record::get_record(list_of(resource), builds, request),
        Endpoint::Facets(resource) => facets::count_facets(list_of(resource), builds, request),
        Endpoint::Export(resource) => Answer::Now(export::export(list_of(resource), builds, request)),
        Endpoint::Jurisdictions => Answer::Now(list_catalogue(CatalogueKind::Jurisdictions, builds, request)),
        Endpoint::Jurisdiction => record::get_jurisdiction(builds, request),
        Endpoint::Topics => Answer::Now(list_catalogue(CatalogueKind::Topics, builds, request)),
        Endpoint::Courts => Answer::Now(list_catalogue(CatalogueKind::Courts, builds, request)),
        Endpoint::Coverage => Answer::Now(list_catalogue(CatalogueKind::Coverage, builds, request)),
        Endpoint::OpenApi => Answer::later(openapi::get_document(Arc::clone(builds), request)),
        Endpoint::Docs => Answer::later(docs::get_page(Arc::clone(builds), request)),
        Endpoint::DocsStyle => Answer::later(docs::get_style(Arc::clone(builds), request)),
        Endpoint::Liveness => Answer::Now(health::is_alive()),
        Endpoint::Readiness => Answer::Now(health::is_ready(builds)),
        Endpoint::ExplorerPage => Answer::Now(explorer::get_page(&request)),
        Endpoint::ExplorerAsset => Answer::Now(explorer::get_asset(&request)),
    }
}

/// Answers a request from these builds: the service within all layers. No handler is called before the answer is asked
/// for, which is done where a panic is caught.
pub(crate) async fn answer(builds: Arc<Builds>, request: Request) -> Result<Response, Infallible> {
    let Some(route) = endpoints::route(request.uri().path()) else {
        return Ok(api_error::not_found().into_response());
    };
    Ok(match *request.method() {
        Method::GET | Method::HEAD => handle(route.endpoint, &builds, request).response().await,
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
        let n_misses = || builds.metrics().response_cache_misses.get();
        assert_eq!(n_misses(), 0);
        assert_eq!(answer.await.unwrap().status(), StatusCode::OK);
        assert_eq!(n_misses(), 1);
    }
}
