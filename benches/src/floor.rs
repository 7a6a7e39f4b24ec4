/*!
The floor: a server with the same axum, the same connections and the same settings, that answers every request with
the same bytes. Nothing that speaks HTTP can be faster than this.
*/

use anyhow::Result;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use lexdex::http::{Server, TrustedProxies};

/// More than any load opens.
const MOST_CONNECTIONS: usize = 1024;

/// Serves until the process is ended.
pub(crate) fn serve(listen: &str, n_bytes: usize) -> Result<()> {
    let body = Bytes::from(vec![b'x'; n_bytes]);
    let answer = move || {
        let body = body.clone();
        async move {
            let mut response = Response::new(Body::from(body));
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server =
            Server::bind(listen, Router::new().fallback(answer), TrustedProxies::default(), MOST_CONNECTIONS).await?;
        server.run_until(std::future::pending()).await;
        Ok(())
    })
}
