/*!
The floor: a server with lexdex's axum, connections and settings that responds to every request with the same bytes. No
HTTP server of this kind can be faster.

With several bodies it acts as a server of static files in memory: the hash of a target selects its body. A single body
stays in the caches of the processor; the many bodies of a varied load do not, which costs every server time.
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

/// More connections than any load opens.
const MAX_CONNECTIONS: usize = 1024;

/// Serves until the process is killed.
pub(crate) fn serve(listen: &str, n_bytes: usize, n_bodies: usize) -> Result<()> {
    let bodies: Arc<[Bytes]> = (0..n_bodies).map(|_| Bytes::from(vec![b'x'; n_bytes])).collect();
    let hasher = RandomState::new();
    let respond = move |request: Request| {
        let idx = if bodies.len() == 1 { 0 } else { hasher.hash_one(request.uri()) as usize % bodies.len() };
        let body = bodies[idx].clone();
        async move {
            let mut response = Response::new(Body::from(body));
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let router = Router::new().fallback(respond);
    runtime.block_on(async {
        let options = ServerOptions {
            trusted_proxies: TrustedProxies::default(),
            max_connections: MAX_CONNECTIONS,
            timeouts: Timeouts::default(),
        };
        let server = Server::bind(listen, router, options).await?;
        server.run_until(std::future::pending()).await;
        Ok(())
    })
}
