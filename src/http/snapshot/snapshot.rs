/*!
One build of the data, and what is made of it: all that a request reads from its start to its end.
*/

use std::sync::Arc;

use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::corpus::Catalogue;
use crate::http::metrics::registry::Metrics;
use crate::http::protocol::api_error::ApiError;
use crate::http::protocol::conditional::{Caching, known};
use crate::http::protocol::content_coding::{ContentCoding, Encoded};
use crate::http::request::params::Params;
use crate::http::response::catalogues::CatalogueKind;
use crate::http::response::links::Links;
use crate::http::snapshot::query::{Question, Statement};
use crate::http::snapshot::reply::Answer;
use crate::http::snapshot::response_cache::{AnswerCache, AnswerKey, KeptAnswer};
use crate::index::Index;
use crate::model::Parameter;

/// Names the build that an answer is of.
pub(crate) const BUILD: HeaderName = HeaderName::from_static("lexdex-build");

/// The build.
pub(crate) struct Build {
    pub(crate) index: Arc<Index>,
    pub(crate) id: HeaderValue,
    pub(crate) caching: Caching,
    answers: Option<AnswerCache>,
    /// The answers that take no parameters, each in every coding with its tag.
    catalogues: [[(Encoded, HeaderValue); ContentCoding::ALL.len()]; CatalogueKind::ALL.len()],
    metrics: Arc<Metrics>,
}

impl Build {
    pub(crate) fn new(index: Arc<Index>, cache_bytes: u64, max_age_secs: u64, metrics: Arc<Metrics>) -> Self {
        let id = HeaderValue::try_from(index.manifest().build_id()).expect("digits are a header's value");
        let caching = Caching::new(&index, max_age_secs);
        let answers = (cache_bytes > 0).then(|| AnswerCache::new(cache_bytes, Arc::clone(&metrics)));
        let catalogues = CatalogueKind::ALL.map(|catalogue| {
            let body = catalogue.body(&index);
            ContentCoding::ALL.map(|coding| (Encoded::new(body.clone(), coding), caching.etag(&(catalogue, coding))))
        });
        Self { index, id, caching, answers, catalogues, metrics }
    }

    /// Names this build in an answer, which must not be of another one.
    pub(crate) fn name_in(&self, response: &mut Response) {
        response.headers_mut().insert(BUILD, self.id.clone());
    }

    /// How many bytes the cache of answers holds.
    pub(crate) fn n_cached_bytes(&self) -> u64 {
        self.answers.as_ref().map_or(0, AnswerCache::n_bytes)
    }

    /// Answers a question, which is read from these parameters with the catalogues.
    pub(crate) fn answer(
        self: Arc<Self>,
        request: Request,
        parameters: &[&'static [Parameter]],
        ask: impl FnOnce(&mut Params<'_>, &Catalogue) -> Question,
    ) -> Answer {
        let (head, _) = request.into_parts();
        match self.read(&head.uri, parameters, ask) {
            Ok(question) => {
                let question = question.narrowed(&self.index);
                self.answer_to(head, question)
            }
            Err(error) => Answer::Now(self.named(Err(error))),
        }
    }

    /// Reads what a request asks for from these parameters, with the catalogues.
    pub(crate) fn read<Q>(
        &self,
        target: &Uri,
        parameters: &[&'static [Parameter]],
        ask: impl FnOnce(&mut Params<'_>, &Catalogue) -> Q,
    ) -> Result<Q, ApiError> {
        let mut params = Params::parse(target.query(), parameters);
        let question = ask(&mut params, self.index.catalogue());
        params.finish()?;
        Ok(question)
    }

    /// Answers with a catalogue.
    pub(crate) fn catalogue(&self, catalogue: CatalogueKind, request: &Request) -> Response {
        let checked = Params::parse(request.uri().query(), &[]).finish();
        self.named(checked.map(|()| {
            let coding = ContentCoding::wanted_by(request.headers());
            let (body, etag) = &self.catalogues[catalogue as usize][coding as usize];
            if let Some(etag) = known(request.headers(), || etag.clone()) {
                return self.caching.not_modified(etag);
            }
            self.success(body.clone(), etag.clone())
        }))
    }

    fn answer_to(self: Arc<Self>, head: Parts, question: Question) -> Answer {
        let key = AnswerKey { question, coding: ContentCoding::wanted_by(&head.headers) };
        if key.question.has_answer()
            && let Some(etag) = known(&head.headers, || self.caching.etag(&key))
        {
            return Answer::Now(self.named(Ok(self.caching.not_modified(etag))));
        }
        if let Some(answer) = self.answers.as_ref().and_then(|answers| answers.get(&key)) {
            return Answer::Now(self.named(Ok(self.response(&head, &key, &answer))));
        }
        match key.question.quick_statement(&self.index) {
            Err(error) => Answer::Now(self.named(Err(error))),
            Ok(Some(Statement { body, total })) if key.coding.is_quick(&body) => {
                let body = Encoded::new(body, key.coding);
                Answer::Now(self.named(Ok(self.new_response(&head, key, body, total))))
            }
            Ok(statement) => Answer::later(async move {
                let answer = self.slow_response(&head, key, statement).await;
                self.named(answer)
            }),
        }
    }

    /// The response where it takes work that nobody else should wait for: to make the statement, or to code it.
    async fn slow_response(
        self: &Arc<Self>,
        head: &Parts,
        key: AnswerKey,
        statement: Option<Statement>,
    ) -> Result<Response, ApiError> {
        let Statement { body, total } = match statement {
            Some(statement) => statement,
            None => self.slow_statement(key.question.clone()).await?,
        };
        let body = Encoded::of_request(body, key.coding).await;
        Ok(self.new_response(head, key, body, total))
    }

    /// The response with an answer that is new, which is kept if it is worth it.
    fn new_response(&self, head: &Parts, key: AnswerKey, body: Encoded, total: Option<u64>) -> Response {
        let page = key.question.page().zip(total);
        let links = page.map(|(page, total)| Links::new(query(head), page, total));
        let answer = Arc::new(KeptAnswer { body, etag: self.caching.etag(&key), links });
        let response = self.response(head, &key, &answer);
        if let Some(answers) = &self.answers {
            answers.put(key, &answer);
        }
        response
    }

    /// The response with an answer, or that the client has it.
    fn response(&self, head: &Parts, key: &AnswerKey, answer: &KeptAnswer) -> Response {
        if !key.question.has_answer()
            && let Some(etag) = known(&head.headers, || answer.etag.clone())
        {
            return self.caching.not_modified(etag);
        }
        let mut response = self.success(answer.body.clone(), answer.etag.clone());
        if let Some(links) = &answer.links {
            response.headers_mut().insert(header::LINK, links.of_query(query(head)));
        }
        response
    }

    /// What the index says to a question that must perhaps be read from disk, or takes work, where nobody else waits
    /// for it.
    async fn slow_statement(self: &Arc<Self>, question: Question) -> Result<Statement, ApiError> {
        let build = Arc::clone(self);
        let statement = tokio::task::spawn_blocking(move || question.statement(&build.index));
        statement.await.unwrap_or_else(|error| Err(ApiError::internal(format!("a question was not answered: {error}"))))
    }

    fn success(&self, body: Encoded, etag: HeaderValue) -> Response {
        self.metrics.count_body(body.coding);
        let mut response = body.into_response();
        self.caching.add_headers(&mut response, etag);
        response
    }

    /// An error is of this build as well: it may name what the catalogues have.
    pub(crate) fn named(&self, answer: Result<Response, ApiError>) -> Response {
        let mut response = answer.into_response();
        self.name_in(&mut response);
        response
    }
}

fn query(head: &Parts) -> &str {
    head.uri.query().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Filter, Page};
    use crate::model::Resource;

    #[tokio::test]
    async fn a_page_that_is_read_from_disk_is_the_same_page() {
        let build = Arc::new(Build::new(Arc::new(Index::bundled().unwrap()), 0, 0, Arc::default()));
        for (resource, offset) in [(Resource::Cases, 0), (Resource::Statutes, 700), (Resource::Bills, 10_000)] {
            let page = Page { limit: 100, offset };
            let question = Question::Page { filter: Filter::all(resource), order: None, page, fields: None };
            let quick = question.quick_statement(&build.index).unwrap().unwrap();
            let slow = build.slow_statement(question).await.unwrap();
            assert_eq!((quick.body, quick.total), (slow.body, slow.total));
        }
    }
}
