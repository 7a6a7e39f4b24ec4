/*!
One build of the data, and what is made of it: all that a request reads from its start to its end.
*/

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};

use super::caching::{Caching, known};
use super::content_coding::{ContentCoding, Encoded};
use super::links::links;
use super::metrics::Metrics;
use super::page_cache::{KeptPage, PageCache, PageKey};
use super::params::Params;
use super::{ApiError, envelope, jurisdictions};
use crate::corpus::Catalogue;
use crate::index::{Filter, Hits, Index, Page};

/// Names the build that an answer is of.
pub(super) const BUILD: HeaderName = HeaderName::from_static("lexdex-build");

/// The build.
pub(super) struct Build {
    pub(super) index: Arc<Index>,
    pub(super) id: HeaderValue,
    caching: Caching,
    pages: Option<PageCache>,
    /// The whole answer of the jurisdictions, which takes no parameters, in each coding with its tag.
    jurisdictions: [(Encoded, HeaderValue); ContentCoding::ALL.len()],
    metrics: Arc<Metrics>,
}

impl Build {
    pub(super) fn new(index: Arc<Index>, cache_bytes: u64, max_age_secs: u64, metrics: Arc<Metrics>) -> Self {
        let id = HeaderValue::try_from(index.manifest().build_id()).expect("digits are a header's value");
        let caching = Caching::new(&index, max_age_secs);
        let pages = (cache_bytes > 0).then(|| PageCache::new(cache_bytes, Arc::clone(&metrics)));
        let jurisdictions = jurisdictions::body(index.catalogue());
        let jurisdictions = ContentCoding::ALL
            .map(|coding| (Encoded::new(jurisdictions.clone(), coding), caching.etag(&("jurisdictions", coding))));
        Self { index, id, caching, pages, jurisdictions, metrics }
    }

    /// Names this build in an answer, unless the answer is of another one.
    pub(super) fn name_in(&self, response: &mut Response) {
        response.headers_mut().entry(BUILD).or_insert_with(|| self.id.clone());
    }

    /// How many bytes the cache of pages holds.
    pub(super) fn n_cached_bytes(&self) -> u64 {
        self.pages.as_ref().map_or(0, PageCache::n_bytes)
    }

    /// Answers with a page of a list, which the parameters turn into a filter with the catalogues.
    pub(super) async fn list(
        self: Arc<Self>,
        request: Request,
        parameters: &'static [&'static str],
        filter: impl FnOnce(&mut Params<'_>, &Catalogue) -> Filter,
    ) -> Response {
        let (head, _) = request.into_parts();
        let key = self.key(&head, parameters, filter);
        let answer = match key {
            Ok(key) => self.page(&head, key).await,
            Err(error) => Err(error),
        };
        self.answer(answer)
    }

    fn key(
        &self,
        head: &Parts,
        parameters: &'static [&'static str],
        filter: impl FnOnce(&mut Params<'_>, &Catalogue) -> Filter,
    ) -> Result<PageKey, ApiError> {
        let mut params = Params::parse(head.uri.query(), parameters);
        let filter = filter(&mut params, self.index.catalogue());
        let page = params.page();
        params.finish()?;
        let coding = ContentCoding::wanted_by(&head.headers);
        Ok(PageKey { filter: self.index.narrow(filter), page, coding })
    }

    /// Answers with the catalogue of jurisdictions.
    pub(super) fn jurisdictions(&self, request: &Request) -> Response {
        let checked = Params::parse(request.uri().query(), &[]).finish();
        self.answer(checked.map(|()| {
            let coding = ContentCoding::wanted_by(request.headers());
            let (body, etag) = &self.jurisdictions[coding as usize];
            if let Some(etag) = known(request.headers(), || etag.clone()) {
                return self.caching.not_modified(etag);
            }
            self.success(body.clone(), etag.clone())
        }))
    }

    async fn page(self: &Arc<Self>, head: &Parts, key: PageKey) -> Result<Response, ApiError> {
        if let Some(etag) = known(&head.headers, || self.caching.etag(&key)) {
            return Ok(self.caching.not_modified(etag));
        }
        let slice = key.page;
        let KeptPage { body, total, etag } = match self.pages.as_ref().and_then(|pages| pages.get(&key)) {
            Some(page) => page,
            None => self.new_page(key).await?,
        };
        let mut response = self.success(body, etag);
        response.headers_mut().insert(header::LINK, links(head.uri.query(), slice, total));
        Ok(response)
    }

    async fn new_page(self: &Arc<Self>, key: PageKey) -> Result<KeptPage, ApiError> {
        let warm = Some(self.index.list(&key.filter, key.page)).filter(|hits| hits.is_warm);
        let (body, total) = match warm.map(|hits| body_and_total(&hits, key.page)) {
            Some(page) => page,
            None => self.cold_page(key.clone()).await?,
        };
        let body = Encoded::of_request(body, key.coding).await;
        let page = KeptPage { body, total, etag: self.caching.etag(&key) };
        if let Some(pages) = &self.pages {
            pages.put(key, &page);
        }
        Ok(page)
    }

    /// Makes a page whose records must perhaps be read from disk, where nobody else waits for it.
    async fn cold_page(self: &Arc<Self>, key: PageKey) -> Result<(Bytes, u64), ApiError> {
        let build = Arc::clone(self);
        let page = move || body_and_total(&build.index.list(&key.filter, key.page), key.page);
        let page = tokio::task::spawn_blocking(page).await;
        page.map_err(|error| ApiError::internal(format!("a page could not be read: {error}")))
    }

    fn success(&self, body: Encoded, etag: HeaderValue) -> Response {
        self.metrics.count_body(body.coding);
        let mut response = body.into_response();
        self.caching.add_headers(&mut response, etag);
        response
    }

    /// An error is of this build as well: it may name what the catalogues have.
    fn answer(&self, answer: Result<Response, ApiError>) -> Response {
        let mut response = answer.into_response();
        self.name_in(&mut response);
        response
    }
}

fn body_and_total(hits: &Hits<'_>, page: Page) -> (Bytes, u64) {
    (envelope::list_body(hits, page), hits.total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Resource;

    #[tokio::test]
    async fn a_page_that_is_read_from_disk_is_the_same_page() {
        let build = Arc::new(Build::new(Arc::new(Index::bundled().unwrap()), 0, 0, Arc::default()));
        for (resource, offset) in [(Resource::Cases, 0), (Resource::Statutes, 700), (Resource::Bills, 10_000)] {
            let key = PageKey {
                filter: Filter::all(resource),
                page: Page { limit: 100, offset },
                coding: ContentCoding::Identity,
            };
            let hits = build.index.list(&key.filter, key.page);
            assert!(hits.is_warm);
            let warm = body_and_total(&hits, key.page);
            assert_eq!(build.cold_page(key.clone()).await.unwrap(), warm);
        }
    }
}
