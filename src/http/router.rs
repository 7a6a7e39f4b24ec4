/*!
Maps each endpoint to its handler.
*/

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::Method;
use axum::response::{IntoResponse, Response};

use crate::http::base_path::BasePath;
use crate::http::endpoints::{self, Endpoint};
use crate::http::handlers::export::ExportLimits;
use crate::http::handlers::{catalogues, changes, citations, export, facets, health, list, page, record, suggest};
use crate::http::mcp::access::McpOptions;
use crate::http::mcp::api::Api;
use crate::http::mcp::endpoint::Mcp;
use crate::http::protocol::conditional::CachePolicy;
use crate::http::protocol::{api_error, cors};
use crate::http::response::catalogues::CatalogueKind;
use crate::http::site::branding::Branding;
use crate::http::site::explorer::Explorer;
use crate::http::site::pages::PageShell;
use crate::http::site::static_response::StaticResponse;
use crate::http::site::{docs, llms, openapi};
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::reply::Reply;
use crate::http::transport::timeouts::Timeouts;

/// Dispatches requests to the handlers, and holds the state that they share.
pub(crate) struct Router {
    current: Arc<CurrentSnapshot>,
    base_path: BasePath,
    exports: Arc<ExportLimits>,
    /// The maximum time in which the body of a request must arrive.
    body_time: Duration,
    document: Arc<StaticResponse>,
    llms: Arc<StaticResponse>,
    docs: Arc<StaticResponse>,
    docs_style: Arc<StaticResponse>,
    explorer: Arc<Explorer>,
    shell: PageShell,
    mcp: Arc<Mcp>,
}

impl Router {
    pub(crate) fn new(
        current: Arc<CurrentSnapshot>,
        base_path: BasePath,
        branding: &Branding,
        shell: PageShell,
        timeouts: &Timeouts,
        mcp: McpOptions,
    ) -> Self {
        endpoints::prepare();
        let api = Api { current: Arc::clone(&current), base_path: base_path.clone(), body_time: timeouts.body };
        Self {
            llms: Arc::new(llms::response(base_path.clone(), mcp.is_enabled)),
            mcp: Arc::new(Mcp::new(api, mcp)),
            current,
            exports: Arc::new(ExportLimits::new(timeouts.take_limits())),
            body_time: timeouts.body,
            document: Arc::new(openapi::response(base_path.clone())),
            docs: Arc::new(docs::page_response(base_path.clone(), branding.clone())),
            docs_style: Arc::new(docs::style_response()),
            explorer: Arc::new(Explorer::new(base_path.clone(), branding.clone(), shell.clone())),
            shell,
            base_path,
        }
    }

    /// Answers a request. Handlers run only when the future is polled, so that `catch_panic` covers them.
    pub(crate) async fn respond(self: Arc<Self>, request: Request) -> Result<Response, Infallible> {
        let Some(endpoint) = self.base_path.strip(request.uri().path()).and_then(|path| self.find_endpoint(path))
        else {
            return Ok(api_error::not_found(&self.base_path).into_response());
        };
        let methods = endpoint.methods();
        Ok(if methods.is_handled(request.method()) {
            self.handle(endpoint, request).response().await
        } else if *request.method() == Method::OPTIONS {
            cors::preflight(methods)
        } else {
            api_error::method_not_allowed(methods).into_response()
        })
    }

    /// Calls the handler of an endpoint. The method is one that the endpoint handles.
    fn handle(&self, endpoint: Endpoint, request: Request) -> Reply {
        let current = &*self.current;
        match endpoint {
            Endpoint::List(resource) => list::list_records(resource, current, request),
            Endpoint::Record(resource) => record::get_record(resource, current, request),
            Endpoint::Similar(resource) => record::get_similar(resource, current, request),
            Endpoint::Facets(resource) => facets::count_facets(resource, current, request),
            Endpoint::Export(resource) => export::export(resource, current, &self.base_path, &self.exports, request),
            Endpoint::Jurisdiction => record::get_jurisdiction(current, request),
            Endpoint::Jurisdictions => catalogues::list_catalogue(CatalogueKind::Jurisdictions, current, &request),
            Endpoint::Topics => catalogues::list_catalogue(CatalogueKind::Topics, current, &request),
            Endpoint::Courts => catalogues::list_catalogue(CatalogueKind::Courts, current, &request),
            Endpoint::Coverage => catalogues::list_catalogue(CatalogueKind::Coverage, current, &request),
            Endpoint::Changes => changes::list_changes(current, request),
            Endpoint::Feed(resource) => changes::get_feed(resource, current, &self.base_path, request),
            Endpoint::Suggest => suggest::suggest(current, &self.base_path, request),
            Endpoint::Citations => citations::check_citations(current, &self.base_path, self.body_time, request),
            Endpoint::Mcp => Reply::deferred(Arc::clone(&self.mcp).post(request)),
            Endpoint::OpenApi => Self::respond_with(&self.document, current, request),
            Endpoint::Llms => Self::respond_with(&self.llms, current, request),
            Endpoint::Docs => Self::respond_with(&self.docs, current, request),
            Endpoint::DocsStyle => Self::respond_with(&self.docs_style, current, request),
            Endpoint::Liveness => Reply::Ready(health::liveness()),
            Endpoint::Readiness => Reply::Ready(health::readiness(current)),
            Endpoint::ExplorerPage => Self::respond_with_explorer(self.explorer.page(), request),
            Endpoint::CheckPage => Self::respond_with_explorer(self.explorer.check_page(), request),
            Endpoint::ListPage(_) if !endpoint.holds_records(request.uri()) => {
                Self::respond_with_explorer(self.explorer.page(), request)
            }
            Endpoint::ListPage(list) => page::search_page(list, current, &self.shell, request),
            Endpoint::RecordPage(list) => page::record_page(list, current, &self.shell, request),
            Endpoint::ExplorerAsset => match self.explorer.asset(request.uri().path()) {
                Some(asset) => Self::respond_with_explorer(asset, request),
                None => Reply::Ready(api_error::not_found(&self.base_path).into_response()),
            },
        }
    }

    /// Finds the endpoint of a path. Returns `None` for an unknown path, an unknown file of the explorer, and a
    /// disabled endpoint, so that these are a 404 for every method.
    fn find_endpoint(&self, path: &str) -> Option<Endpoint> {
        let endpoint = endpoints::route(path)?.endpoint;
        let is_served = match endpoint {
            Endpoint::ExplorerAsset => self.explorer.asset(path).is_some(),
            Endpoint::Mcp => self.mcp.is_enabled(),
            _ => true,
        };
        is_served.then_some(endpoint)
    }

    fn respond_with(response: &Arc<StaticResponse>, current: &CurrentSnapshot, request: Request) -> Reply {
        Reply::deferred(Arc::clone(response).respond(current.cache_policy(), request))
    }

    /// Browsers revalidate the explorer at every visit, and get 304 until the program changes. Its page reads the query
    /// in the browser.
    fn respond_with_explorer(response: &Arc<StaticResponse>, request: Request) -> Reply {
        Reply::deferred(Arc::clone(response).respond_to_any_query(CachePolicy::revalidate(), request))
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::StatusCode;
    use lexdex_index::Index;

    use super::*;
    use crate::http::snapshot::options::SnapshotOptions;

    #[tokio::test]
    async fn no_handler_runs_before_the_future_is_polled() {
        let options = SnapshotOptions { cache_bytes: 1 << 20, ..SnapshotOptions::default() };
        let current = Arc::new(CurrentSnapshot::new(Arc::new(Index::bundled().unwrap()), options));
        let router = Arc::new(Router::new(
            Arc::clone(&current),
            BasePath::default(),
            &Branding::default(),
            PageShell::new(&BasePath::default(), &Branding::default()),
            &Timeouts::default(),
            McpOptions::default(),
        ));
        let request = Request::get("/api/v1/cases").body(Body::empty()).unwrap();
        let response = router.respond(request);
        let n_misses = || current.metrics().response_cache_misses.get();
        assert_eq!(n_misses(), 0);
        assert_eq!(response.await.unwrap().status(), StatusCode::OK);
        assert_eq!(n_misses(), 1);
    }
}
