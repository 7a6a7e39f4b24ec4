/*!
The service of one connection. It adds the client key to each request.
*/

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;

use crate::http::client::client_key::ClientKey;
use crate::http::client::trusted_proxies::TrustedProxies;
use crate::http::service::HttpService;
use crate::http::transport::connections::Connections;

/// The service for the requests of one connection.
pub(crate) struct ConnectionService<S> {
    pub(crate) service: S,
    pub(crate) trusted_proxies: Arc<TrustedProxies>,
    /// The address of the peer; `None` over a Unix socket.
    pub(crate) peer: Option<IpAddr>,
    /// The set that the connection belongs to.
    pub(crate) connections: Connections,
}

impl<S: HttpService> ConnectionService<S> {
    /// Attaches the client's key to the request. While the server drains, the response closes the connection.
    pub(crate) fn call(&self, mut request: Request) -> impl Future<Output = Response> + Send + use<S> {
        let is_last = self.connections.is_draining();
        let client = self.trusted_proxies.client(self.peer, request.headers());
        request.extensions_mut().insert(ClientKey::from(client));
        // An `HttpService` is always ready.
        let response = self.service.clone().call(request);
        async move {
            let Ok(response) = response.await;
            if is_last { close_after(response) } else { response }
        }
    }
}

/// Adds `Connection: close`, which hyper obeys too.
pub(crate) fn close_after(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
