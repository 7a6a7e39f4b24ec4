/*!
A service around another, as a function. axum's own way, `from_fn`, clones and boxes the service within for every
request, which is a tenth of what a request costs here.
*/

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::response::Response;
use tower::layer::layer_fn;
use tower::{Layer, Service};

/// What the function is given: the service within.
pub(super) trait Inner:
    Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>
{
}

impl<S> Inner for S where S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static> {}

/// Puts a function around a service: it is given the request and the service, and answers.
pub(super) fn around<S: Inner, F: Clone>(answer: F) -> impl Layer<S, Service = Around<S, F>> + Clone {
    layer_fn(move |inner| Around { inner, answer: answer.clone() })
}

/// The service: answers with what the function makes of the request and the service within.
#[derive(Clone)]
pub(super) struct Around<S, F> {
    inner: S,
    answer: F,
}

impl<S, F, A> Service<Request> for Around<S, F>
where
    S: Inner,
    F: Fn(&mut S, Request) -> A,
    A: Future<Output = Response> + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let answer = (self.answer)(&mut self.inner, request);
        Box::pin(async move { Ok(answer.await) })
    }
}
