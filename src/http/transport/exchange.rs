/*!
Tracks the current request and response on a connection.

A client may close its sending side after its last request, as `nc -N` does, and still expect the response. A client
that gives up closes its side, too, and TCP cannot distinguish the two. The end of the input therefore closes an idle
connection at once. While a response is being prepared, it closes the connection after a grace period. While a response
is being sent it is ignored, because a write to a client that has left fails anyway.
*/

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::Response;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::service::Service;

use crate::http::service::HttpService;
use crate::http::transport::connection_service::{ConnectionService, close_after};
use crate::http::transport::request_end::RequestEnd;

/// No request is in progress.
const IDLE: u8 = 0;

/// The response is being prepared.
const MAKING: u8 = 1;

/// The body of the response is being sent.
const SENDING: u8 = 2;

/// hyper has the whole response, but has not written all of it.
const ENDING: u8 = 3;

/// The state of the exchange. hyper handles the requests of a connection one after another.
#[derive(Clone, Default)]
pub(crate) struct Exchange(Arc<AtomicU8>);

impl Exchange {
    /// Returns whether no request is in progress.
    pub(crate) fn is_idle(&self) -> bool {
        self.0.load(Ordering::Acquire) == IDLE
    }

    /// Returns whether a response is being prepared.
    pub(crate) fn is_making(&self) -> bool {
        self.0.load(Ordering::Acquire) == MAKING
    }

    /// Records that hyper has written everything.
    pub(crate) fn flushed(&self) {
        let _ = self.0.compare_exchange(ENDING, IDLE, Ordering::AcqRel, Ordering::Relaxed);
    }

    fn set(&self, state: u8) {
        self.0.store(state, Ordering::Release);
    }
}

/// A service that tracks the requests of a connection.
pub(crate) struct ExchangeService<S> {
    pub(crate) service: ConnectionService<S>,
    pub(crate) exchange: Exchange,
}

impl<S: HttpService> Service<Request<Incoming>> for ExchangeService<S> {
    type Response = Response<ExchangeBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let exchange = self.exchange.clone();
        exchange.set(MAKING);
        let (request, end) = RequestEnd::watch(request);
        let response = self.service.call(request.map(Body::new));
        Box::pin(async move {
            let mut response = response.await;
            if !end.is_reached() {
                response = close_after(response);
            }
            exchange.set(SENDING);
            Ok(response.map(|body| ExchangeBody { body, exchange }))
        })
    }
}

/// A response body that records when hyper has received all of it.
pub(crate) struct ExchangeBody {
    body: Body,
    exchange: Exchange,
}

impl HttpBody for ExchangeBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ExchangeBody {
    fn drop(&mut self) {
        self.exchange.set(ENDING);
    }
}
