/*!
Calls the handlers of the API within the process.
*/

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use lexdex_core::model::Resource;

use crate::http::base_path::BasePath;
use crate::http::client::client_key::ClientKey;
use crate::http::handlers::{catalogues, citations, facets, list, record};
use crate::http::mcp::unknown_values::UnknownValue;
use crate::http::protocol::api_error::{ApiError, Cause};
use crate::http::protocol::request_body::TextBody;
use crate::http::protocol::uri_limit;
use crate::http::request::query_string::pairs;
use crate::http::response::catalogues::CatalogueKind;
use crate::http::snapshot::current_snapshot::CurrentSnapshot;
use crate::http::snapshot::snapshot::BUILD_HEADER;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handler {
    List(Resource),
    Record(Resource),
    Facets(Resource),
    Jurisdiction,
    /// A page of the entries of a catalogue that the query selects, and the list of a coverage.
    Catalogue(CatalogueKind, Option<Resource>),
    Citations,
}

pub(crate) struct ApiRequest {
    pub(crate) handler: Handler,
    /// The path below the base path.
    pub(crate) path: String,
    /// The query string; empty without parameters.
    pub(crate) query: String,
    /// The body of a POST; `None` for a GET.
    pub(crate) body: Option<TextBody>,
}

/// The handlers of the API, and the state that they share.
pub(crate) struct Api {
    pub(crate) current: Arc<CurrentSnapshot>,
    pub(crate) base_path: BasePath,
    /// The maximum time for the body of a request.
    pub(crate) body_time: Duration,
}

pub(crate) struct ApiResponse {
    pub(crate) status: StatusCode,
    pub(crate) body: Bytes,
    /// Whether the body is a whole result, to which no source is added.
    pub(crate) is_whole: bool,
    /// The target of the request, below the base path.
    pub(crate) url: String,
    /// The addresses of the record's text.
    pub(crate) texts: Vec<String>,
    /// The filter values that match no value in the index.
    pub(crate) unknown: Vec<UnknownValue>,
    /// The build id of the response.
    pub(crate) build: Option<HeaderValue>,
    /// The cause of a failure.
    pub(crate) cause: Option<Cause>,
}

impl Api {
    /// Answers a request on behalf of a client. Follows a redirect.
    pub(crate) async fn call(&self, request: ApiRequest, client: ClientKey) -> ApiResponse {
        let ApiRequest { handler, path, query, body } = request;
        let url = self.url(&path, &query);
        let response = self.call_once(handler, &url, body, client).await;
        if let Handler::Catalogue(..) = handler {
            // The API endpoint returns only the whole catalogue, so the URL has no selection.
            let build = pairs(&query).find(|pair| pair.starts_with("build=")).unwrap_or_default();
            return read_response(self.url(&path, build), response).await;
        }
        if response.status() != StatusCode::PERMANENT_REDIRECT {
            return read_response(url, response).await;
        }
        let location = response.headers().get(header::LOCATION).and_then(|location| location.to_str().ok());
        let url = location.unwrap_or(&url).to_owned();
        let response = self.call_once(handler, &url, None, client).await;
        read_response(url, response).await
    }

    fn url(&self, path: &str, query: &str) -> String {
        let mut url = self.base_path.join(path);
        if !query.is_empty() {
            url.push('?');
            url.push_str(query);
        }
        url
    }

    async fn call_once(&self, handler: Handler, url: &str, body: Option<TextBody>, client: ClientKey) -> Response {
        let request = match request(url, body, client) {
            Ok(request) => request,
            Err(error) => return error.into_response(),
        };
        let current = &*self.current;
        let reply = match handler {
            Handler::List(resource) => list::list_records(resource, current, request),
            Handler::Record(resource) => record::get_record(resource, current, request),
            Handler::Facets(resource) => facets::count_facets(resource, current, request),
            Handler::Jurisdiction => record::get_jurisdiction(current, request),
            Handler::Catalogue(kind, resource) => catalogues::list_catalogue_part(kind, resource, current, &request),
            Handler::Citations => citations::check_citations(current, &self.base_path, self.body_time, request),
        };
        reply.response().await
    }
}

/// Builds a request as a client would send it. Without `Accept-Encoding` the body is not compressed.
fn request(url: &str, body: Option<TextBody>, client: ClientKey) -> Result<Request, ApiError> {
    uri_limit::check_bytes(url.len())?;
    let uri = Uri::try_from(url).map_err(|error| ApiError::internal(format!("{url} is not a valid URL: {error}")))?;
    let mut request = match body {
        None => Request::new(Body::empty()),
        Some(body) => post(body),
    };
    *request.uri_mut() = uri;
    request.extensions_mut().insert(client);
    Ok(request)
}

/// Builds a POST.
fn post(body: TextBody) -> Request {
    let mut request = Request::new(Body::from(body.text));
    *request.method_mut() = Method::POST;
    let media_type = HeaderValue::from_static(body.media_type.as_str());
    request.headers_mut().insert(header::CONTENT_TYPE, media_type);
    request
}

async fn read_response(url: String, response: Response) -> ApiResponse {
    let (mut head, body) = response.into_parts();
    // The whole body is already in memory.
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    ApiResponse {
        status: head.status,
        body,
        is_whole: false,
        url,
        texts: texts(&head.headers),
        unknown: Vec::new(),
        build: head.headers.get(BUILD_HEADER).cloned(),
        cause: head.extensions.remove(),
    }
}

/// Returns the targets of the links to a record's text.
fn texts(headers: &HeaderMap) -> Vec<String> {
    let links = headers.get(header::LINK).and_then(|links| links.to_str().ok()).unwrap_or_default();
    let target = |link: &str| {
        let (target, parameters) = link.split_once('>')?;
        parameters.contains("rel=\"alternate\"").then(|| target.to_owned())
    };
    links.split('<').skip(1).filter_map(target).collect()
}
