/*!
The trait of every service and middleware in this module.
*/

use std::convert::Infallible;

use axum::extract::Request;
use axum::response::Response;
use tower::Service;

/// A service that is always ready for an HTTP request and never fails to answer it.
pub trait HttpService:
    Service<Request, Response = Response, Error = Infallible, Future: Send + 'static> + Clone + Send + Sync + 'static
{
}

impl<S> HttpService for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>
        + Clone
        + Send
        + Sync
        + 'static
{
}
