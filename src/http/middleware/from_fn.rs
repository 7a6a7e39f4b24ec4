/*!
Middleware as a function of the request and the service within. axum's own `from_fn` clones and boxes that service for
every request, which is a tenth of what a request costs here.
*/

use std::convert::Infallible;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::response::Response;
use tower::layer::layer_fn;
use tower::{Layer, Service};

use crate::http::service::HttpService;

/// Puts a function around a service: it is given the request and the service, and answers.
pub(crate) fn around<S: HttpService, F: Clone>(answer: F) -> impl Layer<S, Service = Around<S, F>> {
    layer_fn(move |inner| Around { inner, answer: answer.clone() })
}

/// The service: answers with what the function makes of the request and the service within.
#[derive(Clone)]
pub(crate) struct Around<S, F> {
    inner: S,
    answer: F,
}

impl<S, F, A> Service<Request> for Around<S, F>
where
    S: HttpService,
    F: Fn(&mut S, Request) -> A,
    A: Future<Output = Result<Response, Infallible>> + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = A;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> A {
        (self.answer)(&mut self.inner, request)
    }
}
