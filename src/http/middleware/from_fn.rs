/*!
Turns a function of the inner service and the request into middleware. axum's own `from_fn` clones and boxes the inner
service for every request, which takes a tenth of the instructions of a request.
*/

use std::convert::Infallible;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::response::Response;
use tower::layer::layer_fn;
use tower::{Layer, Service};

use crate::http::service::HttpService;

/// Creates a layer from a function that takes the inner service and the request, and returns the response.
pub(crate) fn from_fn<S: HttpService, F: Clone>(middleware: F) -> impl Layer<S, Service = FromFn<S, F>> {
    layer_fn(move |inner| FromFn { inner, middleware: middleware.clone() })
}

/// The service of such a layer.
#[derive(Clone)]
pub(crate) struct FromFn<S, F> {
    inner: S,
    middleware: F,
}

impl<S, F, R> Service<Request> for FromFn<S, F>
where
    S: HttpService,
    F: Fn(&mut S, Request) -> R,
    R: Future<Output = Result<Response, Infallible>> + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = R;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> R {
        (self.middleware)(&mut self.inner, request)
    }
}
