/*!
Limits the length of request targets.
*/

use axum::extract::Request;
use axum::http::{StatusCode, Uri};

use crate::http::protocol::api_error::ApiError;

/// The maximum length of a request target in bytes.
const MAX_TARGET_BYTES: usize = 8 << 10;

/// Fails with a 414 if the target of a request is too long.
pub(crate) fn check(request: &Request) -> Result<(), ApiError> {
    let target = request.uri();
    let n_path_bytes = target.path_and_query().map_or(0, |target| target.as_str().len());
    check_bytes(n_origin_bytes(target) + n_path_bytes)
}

/// Fails with a 414 if a target is longer than the limit.
pub(crate) fn check_bytes(n_bytes: usize) -> Result<(), ApiError> {
    if n_bytes <= MAX_TARGET_BYTES {
        return Ok(());
    }
    let message = format!("the request target is {n_bytes} bytes long, more than {MAX_TARGET_BYTES}");
    Err(ApiError::new(StatusCode::URI_TOO_LONG, message))
}

/// Returns the length of scheme and host in bytes, which a target in absolute form has, the form for proxies.
fn n_origin_bytes(target: &Uri) -> usize {
    let n_scheme_bytes = target.scheme_str().map_or(0, |scheme| scheme.len() + "://".len());
    n_scheme_bytes + target.authority().map_or(0, |host| host.as_str().len())
}
