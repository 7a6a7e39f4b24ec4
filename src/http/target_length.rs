/*!
The longest request target that is read.
*/

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::ApiError;

/// In bytes: path, question mark and query.
const MOST_TARGET_BYTES: usize = 8 << 10;

/// Answers 414 to a longer target.
pub(super) async fn check(request: Request, next: Next) -> Response {
    let n_bytes = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    if n_bytes > MOST_TARGET_BYTES {
        let message = format!("the request target is {n_bytes} bytes long, more than {MOST_TARGET_BYTES}");
        return ApiError::new(StatusCode::URI_TOO_LONG, message).into_response();
    }
    next.run(request).await
}
