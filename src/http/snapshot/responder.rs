/*!
Turns queries into responses: conditional requests, the response cache, execution, content coding, and headers.
*/

use std::sync::Arc;

use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use lexdex_core::model::Date;

use crate::http::client::client_key::ClientKey;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::{CachePolicy, matching_etag};
use crate::http::protocol::content_coding::{ContentCoding, EncodedBody};
use crate::http::request::query_string::canonical_target;
use crate::http::response::catalogues::CatalogueKind;
use crate::http::response::envelope;
use crate::http::response::links::Links;
use crate::http::response::page_links::{FEED_RELATION, FeedLink, PageLinks};
use crate::http::site::explorer;
use crate::http::snapshot::cached_response::{CachedResponse, ResponseKey};
use crate::http::snapshot::query::{ApiQuery, LinkTargets, QueryOutcome, QueryResult};
use crate::http::snapshot::reply::Reply;
use crate::http::snapshot::snapshot::Snapshot;
use crate::http::snapshot::workers::Ticket;

/// Answers a request from a snapshot. `query` is the parsed query, or the error in its parameters.
pub(crate) fn respond(snapshot: Arc<Snapshot>, request: Request, query: Result<ApiQuery, ApiError>) -> Reply {
    let (head, _) = request.into_parts();
    let responder = Responder { snapshot, head };
    match query {
        Ok(query) => responder.respond(query),
        Err(error) => Reply::Ready(with_build_id(&responder.snapshot, Err(error))),
    }
}

/// Answers a request for a catalogue from a snapshot, or with the error in its parameters.
pub(crate) fn respond_with_catalogue(
    snapshot: &Snapshot,
    request: &Request,
    kind: CatalogueKind,
    checked: Result<(), ApiError>,
) -> Response {
    let response = checked.map(|()| {
        let (body, etag) = snapshot.catalogue(kind, ContentCoding::negotiate(request.headers()));
        match matching_etag(request.headers(), || etag.clone()) {
            Some(etag) => snapshot.cache_policy.not_modified(etag),
            None => success(snapshot, body.clone(), etag.clone()),
        }
    });
    with_build_id(snapshot, response)
}

/// Adds the build id to a response or an error. Errors depend on the build, too: they may name entries of its
/// catalogues.
pub(crate) fn with_build_id(snapshot: &Snapshot, response: Result<Response, ApiError>) -> Response {
    let mut response = response.into_response();
    snapshot.add_build_id(&mut response);
    response
}

fn success(snapshot: &Snapshot, body: EncodedBody, etag: HeaderValue) -> Response {
    snapshot.metrics.count_body(body.coding);
    let mut response = body.into_response();
    snapshot.cache_policy.add_headers(&mut response, etag);
    snapshot.validators.add_last_modified(&mut response);
    response
}

/// The outcome of a query with an encoded result.
enum Encoded {
    Result(EncodedBody, ResultHeaders),
    Moved { id: String },
}

/// The parts of a result that become headers.
struct ResultHeaders {
    link_targets: Option<LinkTargets>,
    summary_date: Option<Date>,
}

/// The header that names the project as the source of the summary of a record of another source.
const SUMMARY_SOURCE: HeaderName = HeaderName::from_static("x-summary-source");

/// Returns the target of a request for a record, or for its similar records, with another id.
fn location(target: &Uri, id: &str) -> String {
    let path = target.path().strip_suffix('/').unwrap_or(target.path());
    let (record, after) = match path.strip_suffix(SIMILAR) {
        Some(record) => (record, SIMILAR),
        None => (path, ""),
    };
    let list = record.rsplit_once('/').map_or("", |(list, _)| list);
    let query = target.query().map(|query| format!("?{query}")).unwrap_or_default();
    format!("{list}/{id}{after}{query}")
}

/// The suffix of the path of similar records.
const SIMILAR: &str = "/similar";

/// One request and the snapshot that answers it.
struct Responder {
    snapshot: Arc<Snapshot>,
    head: Parts,
}

impl Responder {
    fn respond(self, query: ApiQuery) -> Reply {
        let query = query.canonicalize(&self.snapshot.index);
        let key = ResponseKey { query, coding: ContentCoding::negotiate(&self.head.headers) };
        if key.query.always_succeeds()
            && let Some(etag) = matching_etag(&self.head.headers, || self.etag(&key))
        {
            return self.ready(Ok(self.not_modified(&key, etag)));
        }
        if let Some(cached) = self.snapshot.response_cache.as_ref().and_then(|cache| cache.get(&key)) {
            return self.ready(Ok(self.response(&key, &cached)));
        }
        match key.query.try_execute_inline(&self.snapshot.index) {
            Err(error) => self.ready(Err(error)),
            Ok(Some(QueryResult { body, link_targets, summary_date })) if key.coding.is_inline(&body) => {
                let body = EncodedBody::new(body, key.coding);
                self.ready(Ok(self.new_response(key, body, ResultHeaders { link_targets, summary_date })))
            }
            Ok(result) => match self.snapshot.workers.admit(self.client()) {
                Err(error) => self.ready(Err(error)),
                Ok(ticket) => Reply::deferred(async move {
                    let response = self.deferred_response(ticket, key, result).await;
                    with_build_id(&self.snapshot, response)
                }),
            },
        }
    }

    fn ready(&self, response: Result<Response, ApiError>) -> Reply {
        Reply::Ready(with_build_id(&self.snapshot, response))
    }

    /// Executes the query unless `result` is already there, and encodes the body, both on a worker.
    async fn deferred_response(
        &self,
        ticket: Ticket,
        key: ResponseKey,
        result: Option<QueryResult>,
    ) -> Result<Response, ApiError> {
        let snapshot = Arc::clone(&self.snapshot);
        let (key, executed) = ticket
            .run(move || {
                let executed = match result {
                    Some(result) => Ok(QueryOutcome::Result(result)),
                    None => key.query.execute(&snapshot.index),
                };
                let encoded = executed.map(|outcome| match outcome {
                    QueryOutcome::Moved { id } => Encoded::Moved { id },
                    QueryOutcome::Result(QueryResult { body, link_targets, summary_date }) => {
                        let headers = ResultHeaders { link_targets, summary_date };
                        Encoded::Result(EncodedBody::new(body, key.coding), headers)
                    }
                });
                (key, encoded)
            })
            .await
            .map_err(|error| ApiError::internal(format!("a query task failed: {error}")))?;
        match executed? {
            Encoded::Moved { id } => self.moved(&id),
            Encoded::Result(body, headers) => Ok(self.new_response(key, body, headers)),
        }
    }

    /// Builds the redirect from an alias to the record with this id.
    fn moved(&self, id: &str) -> Result<Response, ApiError> {
        let location = location(&self.head.uri, id);
        let location = HeaderValue::try_from(location).map_err(|error| ApiError::internal(error.to_string()))?;
        let mut response = StatusCode::PERMANENT_REDIRECT.into_response();
        response.headers_mut().insert(header::LOCATION, location);
        self.snapshot.cache_policy.add_cache_control(&mut response);
        Ok(response)
    }

    /// The client that the query is counted for.
    fn client(&self) -> ClientKey {
        ClientKey::from_extensions(&self.head.extensions)
    }

    /// Builds the response and offers it to the response cache.
    fn new_response(&self, key: ResponseKey, body: EncodedBody, headers: ResultHeaders) -> Response {
        let ResultHeaders { link_targets, summary_date } = headers;
        let links = link_targets.map(|targets| match targets {
            LinkTargets::Pages { page, total } => {
                Links::Pages(PageLinks::new(self.query_string(), &self.snapshot.build_id, page, total, self.feed(&key)))
            }
            LinkTargets::Texts(header) => Links::Texts(header),
        });
        let cached = CachedResponse { body, links, summary_date };
        let response = self.response(&key, &cached);
        if let Some(cache) = &self.snapshot.response_cache {
            cache.put(&key, &cached);
        }
        response
    }

    /// Builds the response from a cached body, or a 304 if the client already has it.
    fn response(&self, key: &ResponseKey, cached: &CachedResponse) -> Response {
        let etag = self.etag(key);
        if let Some(etag) = matching_etag(&self.head.headers, || etag.clone()) {
            return self.not_modified(key, etag);
        }
        let mut response = success(&self.snapshot, cached.body.clone(), etag);
        if key.query.is_of_history() {
            // `Last-Modified` is the date of the records, and publications can be later.
            response.headers_mut().remove(header::LAST_MODIFIED);
        }
        if key.query.is_page() {
            CachePolicy::revalidate().add_cache_control(&mut response);
            response.headers_mut().extend(explorer::HEADERS.iter().cloned());
        }
        if let Some(media_type) = key.query.media_type() {
            response.headers_mut().insert(header::CONTENT_TYPE, media_type);
        }
        let links = cached.links.as_ref();
        let links =
            links.and_then(|links| links.for_request(self.query_string(), &self.snapshot.build_id, self.feed(key)));
        if let Some(links) = links {
            response.headers_mut().insert(header::LINK, links);
        }
        if let Some(feed) = self.feed_of_record(key) {
            response.headers_mut().append(header::LINK, feed);
        }
        let source = cached.summary_date.map(|date| HeaderValue::try_from(envelope::summary_source(date)));
        if let Some(Ok(source)) = source {
            response.headers_mut().insert(SUMMARY_SOURCE, source);
        }
        response
    }

    /// Builds a 304. Browsers revalidate a page at every visit, because the program that renders it can change.
    fn not_modified(&self, key: &ResponseKey, etag: HeaderValue) -> Response {
        let policy = if key.query.is_page() { CachePolicy::revalidate() } else { self.snapshot.cache_policy.clone() };
        policy.not_modified(etag)
    }

    /// Returns the link from a page of a list to the feed of the list, if there is a feed.
    fn feed(&self, key: &ResponseKey) -> Option<FeedLink> {
        match &key.query {
            ApiQuery::Page { filter, .. } if self.snapshot.index.history().is_ok() => {
                Some(FeedLink::new(filter.resource(), self.head.uri.path()))
            }
            _ => None,
        }
    }

    /// Returns the link from a record to its feed, if there is a feed.
    fn feed_of_record(&self, key: &ResponseKey) -> Option<HeaderValue> {
        let ApiQuery::Record { id, .. } = &key.query else { return None };
        self.snapshot.index.history().ok()?;
        let path = self.head.uri.path();
        let (list, _) = path.strip_suffix('/').unwrap_or(path).rsplit_once('/')?;
        HeaderValue::try_from(format!("<{list}.atom?id={id}>; {FEED_RELATION}")).ok()
    }

    fn etag(&self, key: &ResponseKey) -> HeaderValue {
        self.snapshot.validators.etag(
            &canonical_target(&self.head.uri),
            key.query.context(&self.snapshot.index),
            key.coding,
        )
    }

    fn query_string(&self) -> &str {
        self.head.uri.query().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use axum::body::Body;
    use lexdex_core::model::Resource;
    use lexdex_index::{Filter, Index, Page};

    use super::*;
    use crate::http::snapshot::options::SnapshotOptions;
    use crate::http::snapshot::snapshot::BUILD_HEADER;
    use crate::http::snapshot::workers::Workers;

    #[tokio::test]
    async fn search_beyond_capacity_is_503_and_resident_pages_are_served() {
        let index = Arc::new(Index::bundled().unwrap());
        let workers = Arc::new(Workers::new(1, false, Arc::default()));
        let options = SnapshotOptions::default();
        let snapshot = Arc::new(Snapshot::new(index, options, Arc::default(), Arc::clone(&workers)));
        let tickets: Vec<Ticket> =
            (0..).map_while(|number| workers.admit(ClientKey::V4(Ipv4Addr::from_bits(number))).ok()).collect();
        let request = || Request::new(Body::empty());
        let facets = || Ok(ApiQuery::Facets(Filter::all(Resource::Cases)));
        let Reply::Ready(refusal) = respond(Arc::clone(&snapshot), request(), facets()) else {
            panic!("the refusal waits");
        };
        assert_eq!(refusal.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(refusal.headers()[header::RETRY_AFTER], "1");
        assert!(refusal.headers().contains_key(BUILD_HEADER));
        let page = Page { limit: 20, offset: 0 };
        let page = ApiQuery::Page { filter: Filter::all(Resource::Cases), order: None, page, fields: None };
        assert_eq!(respond(Arc::clone(&snapshot), request(), Ok(page)).response().await.status(), StatusCode::OK);
        drop(tickets);
        assert_eq!(respond(snapshot, request(), facets()).response().await.status(), StatusCode::OK);
    }
}
