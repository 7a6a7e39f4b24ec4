/*!
The exchange of request and response that is under way on a connection of HTTP/1.1.

A client may close its side of the connection as soon as it has sent its last request, as `nc -N` does, and still expect
the response. A client that gives up closes its side, too, and TCP does not tell the two apart. So the end of the input
counts at once while no request is under way, after a grace while a response is being made, and not at all while it is
being sent, because a write to a client that is gone fails.
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

/// No request is under way.
const IDLE: u8 = 0;

/// The response to a request is being made.
const MAKING: u8 = 1;

/// The body of the response is being sent.
const SENDING: u8 = 2;

/// hyper has the whole response, and has not yet written all of it.
const ENDING: u8 = 3;

/// The state of the exchange. hyper handles the requests of a connection one after another.
#[derive(Clone, Default)]
pub(crate) struct Exchange(Arc<AtomicU8>);

impl Exchange {
    /// Whether no request is under way.
    pub(crate) fn is_idle(&self) -> bool {
        self.0.load(Ordering::Acquire) == IDLE
    }

    /// Whether a response is being made.
    pub(crate) fn is_making(&self) -> bool {
        self.0.load(Ordering::Acquire) == MAKING
    }

    /// Records that everything that hyper has is written.
    pub(crate) fn flushed(&self) {
        let _ = self.0.compare_exchange(ENDING, IDLE, Ordering::AcqRel, Ordering::Relaxed);
    }

    fn set(&self, state: u8) {
        self.0.store(state, Ordering::Release);
    }
}

/// Follows the requests of a connection.
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
        let response = self.service.call(request);
        Box::pin(async move {
            let Ok(mut response) = response.await;
            if !end.is_reached() {
                response = close_after(response);
            }
            exchange.set(SENDING);
            Ok(response.map(|body| ExchangeBody { body, exchange }))
        })
    }
}

/// A response body that records when hyper has taken it whole.
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
