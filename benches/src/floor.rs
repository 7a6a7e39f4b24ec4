/*!
The floor: a server with the same axum, the same connections and the same settings, that answers every request with
the same bytes. Nothing that speaks HTTP can be faster than this.

With many bodies it is a server of static files that are all in memory: each target has one of the bodies, by its hash.
A processor's caches hold one body, and not all that a varied load asks for; what that costs, no server is spared.
*/

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use lexdex::http::{Server, ServerOptions, Timeouts, TrustedProxies};

/// More than any load opens.
const MOST_CONNECTIONS: usize = 1024;

/// Serves until the process is ended.
pub(crate) fn serve(listen: &str, n_bytes: usize, n_bodies: usize) -> Result<()> {
    let bodies: Arc<[Bytes]> = (0..n_bodies).map(|_| Bytes::from(vec![b'x'; n_bytes])).collect();
    let hasher = RandomState::new();
    let answer = move |request: Request| {
        let idx = if bodies.len() == 1 { 0 } else { hasher.hash_one(request.uri()) as usize % bodies.len() };
        let body = bodies[idx].clone();
        async move {
            let mut response = Response::new(Body::from(body));
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let options = ServerOptions {
            trusted_proxies: TrustedProxies::default(),
            max_connections: MOST_CONNECTIONS,
            timeouts: Timeouts::default(),
        };
        let server = Server::bind(listen, Router::new().fallback(answer), options).await?;
        server.run_until(std::future::pending()).await;
        Ok(())
    })
}
