/*!
One build of the data, and what is made of it: all that a request reads from its start to its end.
*/

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::caching::{Caching, known};
use super::links::links;
use super::page_cache::{KeptPage, PageCache, PageKey};
use super::params::Params;
use super::{ApiError, envelope, jurisdictions};
use crate::corpus::Catalogue;
use crate::index::{Filter, Index};

/// Names the build that an answer is of.
pub(super) const BUILD: HeaderName = HeaderName::from_static("lexdex-build");

/// The build.
pub(super) struct Build {
    pub(super) index: Arc<Index>,
    pub(super) id: HeaderValue,
    caching: Caching,
    pages: Option<PageCache>,
    /// The whole answer of the jurisdictions, which takes no parameters.
    jurisdictions: Bytes,
    jurisdictions_etag: HeaderValue,
}

impl Build {
    pub(super) fn new(index: Arc<Index>, cache_bytes: u64, max_age_secs: u64) -> Self {
        let id = HeaderValue::try_from(index.manifest().build_id()).expect("digits are a header's value");
        let caching = Caching::new(&index, max_age_secs);
        let pages = (cache_bytes > 0).then(|| PageCache::new(cache_bytes));
        let jurisdictions = jurisdictions::body(index.catalogue());
        let jurisdictions_etag = caching.etag(&"jurisdictions");
        Self { index, id, caching, pages, jurisdictions, jurisdictions_etag }
    }

    /// Names this build in an answer, unless the answer is of another one.
    pub(super) fn name_in(&self, response: &mut Response) {
        response.headers_mut().entry(BUILD).or_insert_with(|| self.id.clone());
    }

    /// Answers with a page of a list, which the parameters turn into a filter with the catalogues.
    pub(super) fn list(
        &self,
        request: &Request,
        parameters: &'static [&'static str],
        filter: impl FnOnce(&mut Params<'_>, &Catalogue) -> Filter,
    ) -> Response {
        let mut params = Params::parse(request.uri().query(), parameters);
        let filter = filter(&mut params, self.index.catalogue());
        let page = params.page();
        self.answer(params.finish().map(|()| {
            let key = PageKey { filter: self.index.narrow(filter), page };
            self.page(request, key)
        }))
    }

    /// Answers with the catalogue of jurisdictions.
    pub(super) fn jurisdictions(&self, request: &Request) -> Response {
        let checked = Params::parse(request.uri().query(), &[]).finish();
        self.answer(checked.map(|()| {
            let etag = || self.jurisdictions_etag.clone();
            if let Some(etag) = known(request.headers(), etag) {
                return self.caching.not_modified(etag);
            }
            let mut response = envelope::json_response(Body::from(self.jurisdictions.clone()));
            self.caching.add_headers(&mut response, etag());
            response
        }))
    }

    fn page(&self, request: &Request, key: PageKey) -> Response {
        if let Some(etag) = known(request.headers(), || self.caching.etag(&key)) {
            return self.caching.not_modified(etag);
        }
        let page = key.page;
        let make = |key: &PageKey| {
            let hits = self.index.list(&key.filter, key.page);
            let body = envelope::list_body(&hits, key.page);
            KeptPage { body, total: hits.total, etag: self.caching.etag(key) }
        };
        let KeptPage { body, total, etag } = match &self.pages {
            Some(pages) => pages.page(key, make),
            None => make(&key),
        };
        let mut response = envelope::json_response(Body::from(body));
        self.caching.add_headers(&mut response, etag);
        response.headers_mut().insert(header::LINK, links(request.uri().query(), page, total));
        response
    }

    /// An error is of this build as well: it may name what the catalogues have.
    fn answer(&self, answer: Result<Response, ApiError>) -> Response {
        let mut response = answer.into_response();
        self.name_in(&mut response);
        response
    }
}
