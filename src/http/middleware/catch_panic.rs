/*!
What must not happen and still must not bring the server down: a handler that panics, or does not end.
*/

use std::any::Any;
use std::convert::Infallible;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use crate::http::protocol::api_error::ApiError;

/// How long a handler may take.
const HANDLER_TIME: Duration = Duration::from_secs(10);

/// The answer, or an error body in place of a panic and of an answer that takes too long.
pub(crate) async fn catch(answer: impl Future<Output = Result<Response, Infallible>>) -> Response {
    let mut answer = pin!(answer);
    let mut answer = poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(context))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(panic)),
    });
    // Most answers are there at once and need no timer, which begins when the first look has found nothing.
    let answer = match poll_fn(|context| Poll::Ready(Pin::new(&mut answer).poll(context))).await {
        Poll::Ready(answer) => Ok(answer),
        Poll::Pending => timeout(HANDLER_TIME, answer).await,
    };
    match answer {
        Ok(Ok(Ok(response))) => response,
        Ok(Err(panic)) => ApiError::internal(format!("a handler panicked: {}", message(&*panic))).into_response(),
        Err(_) => {
            let message = format!("the answer took longer than {} seconds", HANDLER_TIME.as_secs());
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message).into_response()
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::Router;
    use axum::body::Body;
    use axum::extract::Request;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;
    use crate::corpus::Source;
    use crate::http::Options;
    use crate::http::guarded;
    use crate::http::service::HttpService;
    use crate::http::snapshot::current_snapshot::Builds;
    use crate::index::Index;

    async fn ask(service: impl HttpService, path: &str) -> (StatusCode, String) {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = service.oneshot(request).await.unwrap();
        assert!(response.headers().contains_key("x-request-id"));
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    fn service() -> impl HttpService {
        async fn panics() -> StatusCode {
            panic!("a secret detail");
        }
        let routes = Router::new()
            .route("/panics", get(panics))
            .route("/hangs", get(std::future::pending::<StatusCode>))
            .route("/works", get(async || StatusCode::OK));
        let corpus = tempfile::tempdir().unwrap();
        std::fs::create_dir(corpus.path().join("statutes")).unwrap();
        let index = Index::in_memory(&Source::Directory(corpus.path().to_owned())).unwrap();
        guarded(routes, Arc::new(Builds::new(Arc::new(index), &Options::default())), None)
    }

    #[tokio::test]
    async fn a_panic_is_an_error_body_without_detail_and_the_next_request_is_served() {
        let service = service();
        let body = r#"{"error":"the server failed to answer this request"}"#.to_owned();
        assert_eq!(ask(service.clone(), "/panics").await, (StatusCode::INTERNAL_SERVER_ERROR, body));
        assert_eq!(ask(service, "/works").await, (StatusCode::OK, String::new()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_handler_that_does_not_end_is_given_up() {
        let body = r#"{"error":"the answer took longer than 10 seconds"}"#.to_owned();
        assert_eq!(ask(service(), "/hangs").await, (StatusCode::SERVICE_UNAVAILABLE, body));
    }
}
