/*!
The service of one connection. It adds the client key to each request.
*/

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, Version, header};
use axum::response::Response;
use hyper::service::Service;
use tower::util::MapResponse;

use crate::http::client::client_key::ClientKey;
use crate::http::client::trusted_proxies::TrustedProxies;
use crate::http::service::HttpService;
use crate::http::transport::connections::Connections;

/// The maximum size of a request head in bytes: a target of 8 KiB and generous headers. A larger head gets a 431.
pub(crate) const MAX_HEAD_BYTES: u32 = 64 << 10;

/// The service for the requests of one connection.
#[derive(Clone)]
pub(crate) struct ConnectionService<S> {
    pub(crate) service: S,
    pub(crate) trusted_proxies: Arc<TrustedProxies>,
    /// The address of the peer; `None` over a Unix socket.
    pub(crate) peer: Option<IpAddr>,
    /// The set that the connection belongs to.
    pub(crate) connections: Connections,
}

impl<S, B> Service<Request<B>> for ConnectionService<S>
where
    S: HttpService,
    B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = <MapResponse<S, fn(Response) -> Response> as tower::Service<Request>>::Future;

    /// Attaches the client's key to the request. While the server drains, the response closes an HTTP/1.1 connection.
    fn call(&self, mut request: Request<B>) -> Self::Future {
        let is_last = self.connections.is_draining() && request.version() < Version::HTTP_2;
        let finish: fn(Response) -> Response = if is_last { close_after } else { |response| response };
        let client = self.trusted_proxies.client(self.peer, request.headers());
        request.extensions_mut().insert(ClientKey::from(client));
        // An `HttpService` is always ready.
        tower::Service::call(&mut MapResponse::new(self.service.clone(), finish), request.map(Body::new))
    }
}

/// Adds `Connection: close`, which hyper obeys too. HTTP/2 sends GOAWAY instead.
pub(crate) fn close_after(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
