/*!
The trait of all services and middleware in this module.
*/

use std::convert::Infallible;

use axum::extract::Request;
use axum::response::Response;
use tower::Service;

/// An HTTP service that is always ready and never fails.
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
